package org.braid.mpix;

import java.io.Serializable;
import java.util.Arrays;
import mpi.Datatype;
import mpi.MPIException;
import org.braid.base.BraidException;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.mpi.reference.SlotAddress;

/**
 * The name of a single receive slot, and the right to send to it (generalized-communicators, section 4.1): a value that travels in messages, as {@link CommName} does. Its holder can add a send slot that leads there, and
 * to no other slot of the communicator.
 */
public final class SlotName implements Serializable {
    /** Bytes of a slot name in a message. */
    public static final int BYTES = CommName.BYTES + 16;

    /** The datatype of slot names in messages: {@link #BYTES} bytes of a {@code byte[]}. */
    public static final Datatype SNAME = Boxes.datatype(BYTES, "MPI_SNAME");

    private static final long serialVersionUID = 1L;
    private static final int KIND = 'S';

    private final CommName object;
    private final int slot;
    private final int key;

    SlotName(CommName object, int slot, int key) {
        this.object = object;
        this.slot = slot;
        this.key = key;
    }

    SlotAddress address() {
        return new SlotAddress(object.object(), slot, key);
    }

    CommName object() {
        return object;
    }

    /** The receive slot's index in its communicator: what the receiver gives as source. */
    public int index() {
        return slot;
    }

    /** The name as one element of {@link #SNAME}. */
    public byte[] toBytes() {
        byte[] image = new PutBuffer().putByte(KIND).putInt(slot).putInt(key).toBytes();
        byte[] box = Arrays.copyOf(object.toBytes(), BYTES);
        System.arraycopy(image, 0, box, CommName.BYTES, image.length);
        return Boxes.sealed(box);
    }

    /**
     * Element {@code index} of an array of slot names that has come in a message.
     *
     * @throws MPIException ERR_ARG if there is no slot name, or one that was damaged
     */
    public static SlotName get(byte[] box, int index) {
        byte[] image = Boxes.element(box, index, BYTES, "SlotName.get");
        CommName object = CommName.get(image, 0);
        try {
            GetBuffer from = new GetBuffer(image);
            from.skip(CommName.BYTES);
            boolean isOne = from.getByte() == KIND;
            SlotName name = new SlotName(object, from.getInt(), from.getInt());
            if (isOne && name.slot >= 0 && Boxes.isWhole(image)) {
                return name;
            }
        } catch (BraidException damaged) {
            // Told below.
        }
        throw Boxes.notA("slot name");
    }

    /** Names of the same slot are equal. */
    @Override
    public boolean equals(Object other) {
        return other instanceof SlotName name && slot == name.slot && key == name.key && object.equals(name.object);
    }

    @Override
    public int hashCode() {
        return 31 * object.hashCode() + slot;
    }

    @Override
    public String toString() {
        return "receive slot " + slot + " of " + object;
    }
}
