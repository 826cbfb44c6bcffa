package org.braid.mpix.executor;

import mpi.Comm;
import mpi.MPIException;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;

/** What an executor cannot do, as programs see it. */
final class Refused extends Comm {
    private Refused(Lco object) {
        super(object);
    }

    static MPIException because(ErrorClass errorClass, String what, String why, String whatToDo) {
        return exceptionOf(new MpiFailure(errorClass, what, why, whatToDo));
    }
}
