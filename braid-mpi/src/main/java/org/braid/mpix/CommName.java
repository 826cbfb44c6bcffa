package org.braid.mpix;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mpi.Datatype;
import mpi.MPIException;
import org.braid.base.BraidException;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.p2p.LcoName;

/**
 * The name of a local communicator: a value that travels in messages (MPI_Comm_name; generalized-communicators, section 4). Whoever holds it may add send slots that lead to the communicator, also one that has never
 * spoken with its owner: the name says how that is reached.
 *
 * <p>In a message it is an element of {@link #CNAME} in a {@code byte[]}; it is serializable, too, for MPI.OBJECT.
 *
 * <pre>
 *   byte[] box = object.name().toBytes();
 *   comm.send(box, 1, CommName.CNAME, dest, tag);
 *   …
 *   byte[] box = new byte[CommName.BYTES];
 *   comm.recv(box, 1, CommName.CNAME, source, tag);
 *   CommName name = CommName.get(box, 0);
 * </pre>
 */
public final class CommName implements Serializable {
    /** Bytes of a name in a message. */
    public static final int BYTES = 1024;

    /** The datatype of names in messages (MPI_CNAME): {@link #BYTES} bytes of a {@code byte[]}. */
    public static final Datatype CNAME = Boxes.datatype(BYTES, "MPI_CNAME");

    private static final long serialVersionUID = 1L;
    private static final int KIND = 'C';

    private final byte[] image;

    private CommName(byte[] image) {
        this.image = image;
    }

    /** @param table how the owner is reached; its least preferred methods are left out where there is no room */
    static CommName of(LcoName object, DescriptorTable table) {
        List<Descriptor> methods = new ArrayList<>(table.descriptors());
        byte[] image = image(object, table);
        while (image.length > BYTES - Boxes.SUM_BYTES && !methods.isEmpty()) {
            methods.removeLast();
            image = image(object, DescriptorTable.of(methods));
        }
        return new CommName(Boxes.sealed(Arrays.copyOf(image, BYTES)));
    }

    private static byte[] image(LcoName object, DescriptorTable table) {
        byte[] ways = table.toBytes();
        return new PutBuffer().putByte(KIND).putContextId(object.context()).putInt(object.endpoint()).putInt(object.generation()).putShort(ways.length).putRaw(ways, 0, ways.length).toBytes();
    }

    /** The name as one element of {@link #CNAME}; a copy. */
    public byte[] toBytes() {
        return image.clone();
    }

    /** Several names as elements of {@link #CNAME}, one after the other. */
    public static byte[] toBytes(CommName... names) {
        int count = Inside.given(names, ErrorClass.ARG, "CommName.toBytes: the array of names").length;
        byte[] box = new byte[Math.multiplyExact(count, BYTES)];
        for (int i = 0; i < count; i++) {
            System.arraycopy(Inside.given(names[i], ErrorClass.ARG, "CommName.toBytes: name " + i).image, 0, box, i * BYTES, BYTES);
        }
        return box;
    }

    /**
     * Element {@code index} of an array of names that has come in a message.
     *
     * @throws MPIException ERR_ARG if there is no name, or one that was damaged
     */
    public static CommName get(byte[] box, int index) {
        CommName name = new CommName(Boxes.element(box, index, BYTES, "CommName.get"));
        if (!Boxes.isWhole(name.image)) {
            throw Boxes.notA("name of a local communicator");
        }
        name.object();
        name.table();
        return name;
    }

    /** All names of an array that has come in a message; see {@link #get}. */
    public static CommName[] all(byte[] box) {
        CommName[] names = new CommName[Inside.given(box, ErrorClass.ARG, "CommName.all: the array of bytes").length / BYTES];
        for (int i = 0; i < names.length; i++) {
            names[i] = get(box, i);
        }
        return names;
    }

    /** What is named. */
    LcoName object() {
        try {
            GetBuffer from = new GetBuffer(image);
            if (from.getByte() != KIND) {
                throw Boxes.notA("name of a local communicator");
            }
            return new LcoName(from.getContextId(), from.getInt(), from.getInt());
        } catch (BraidException damaged) {
            throw Boxes.notA("name of a local communicator");
        }
    }

    /** How its owner is reached. */
    DescriptorTable table() {
        try {
            GetBuffer from = new GetBuffer(image);
            from.skip(1 + LcoName.BYTES);
            return DescriptorTable.decode(from.raw(from.getUnsignedShort()));
        } catch (BraidException damaged) {
            throw Boxes.notA("name of a local communicator");
        }
    }

    /** Names of the same communicator are equal. */
    @Override
    public boolean equals(Object other) {
        return other instanceof CommName name && object().equals(name.object());
    }

    @Override
    public int hashCode() {
        return object().hashCode();
    }

    /** The rank of the owner's process, and the communicator's number there. */
    @Override
    public String toString() {
        LcoName object = object();
        return "local communicator #" + object.endpoint() + " of rank " + object.context().number();
    }
}
