package org.braid.mpix;

import java.util.Arrays;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import org.braid.mpi.p2p.ErrorClass;
import org.braid.mpi.p2p.MpiFailure;

/** Values of a fixed number of bytes, as they lie in the arrays that messages bring. */
final class Boxes {
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

    static MPIException notA(String what) {
        return LocalComm.failure(new MpiFailure(ErrorClass.ARG, "the bytes are no " + what, "their contents make no sense", "Take names out of the array that the message was received into, after it was received"));
    }
}
