package org.braid.mpix.record;

import mpi.Comm;
import mpi.MPIException;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;

/** Mistakes about records, as programs see them. */
final class Unfit extends Comm {
    private Unfit(Lco object) {
        super(object);
    }

    static MPIException because(ErrorClass errorClass, String what, String why, String whatToDo) {
        return exceptionOf(new MpiFailure(errorClass, what, why, whatToDo));
    }
}
