package org.braid.mpix;

import java.util.Arrays;
import java.util.zip.CRC32C;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;

/** Values of a fixed number of bytes, as they lie in the arrays that messages bring. The last four are a sum over those before, so that bytes which a program has mixed up, or received as something else, are no name of anything. */
final class Boxes {
    /** Of the sum. */
    static final int SUM_BYTES = 4;

    private Boxes() {}

    static Datatype datatype(int bytes, String name) {
        Datatype type = Datatype.createContiguous(bytes, MPI.BYTE);
        type.commit();
        type.setName(name);
        return type;
    }

    static byte[] element(byte[] box, int index, int bytes, String call) {
        if (box == null || index < 0 || index >= box.length / bytes) {
            throw LocalComm.failure(new MpiFailure(
                    ErrorClass.ARG, call + ": there is no element " + index, box == null ? "the array is null" : "the array has " + box.length + " bytes, and an element " + bytes, "Give an array of whole elements"));
        }
        return Arrays.copyOfRange(box, index * bytes, (index + 1) * bytes);
    }

    /** Writes the sum over what is in the box into its last bytes. */
    static byte[] sealed(byte[] box) {
        byte[] sum = new PutBuffer().putInt(sumOf(box)).toBytes();
        System.arraycopy(sum, 0, box, box.length - SUM_BYTES, SUM_BYTES);
        return box;
    }

    /** Whether the sum is the one that {@link #sealed} has written. */
    static boolean isWhole(byte[] box) {
        GetBuffer from = new GetBuffer(box);
        from.skip(box.length - SUM_BYTES);
        return from.getInt() == sumOf(box);
    }

    private static int sumOf(byte[] box) {
        CRC32C sum = new CRC32C();
        sum.update(box, 0, box.length - SUM_BYTES);
        return (int) sum.getValue();
    }

    static MPIException notA(String what) {
        return LocalComm.failure(new MpiFailure(ErrorClass.ARG, "the bytes are no " + what, "their contents make no sense", "Take names out of the array that the message was received into, after it was received"));
    }
}
