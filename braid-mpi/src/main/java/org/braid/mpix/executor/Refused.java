package org.braid.mpix.executor;

import mpi.Comm;
import mpi.MPIException;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.ErrorClass;
import org.braid.mpi.p2p.MpiFailure;

/** What an executor cannot do, as programs see it. */
final class Refused extends Comm {
    private Refused(Lco object) {
        super(object);
    }

    static MPIException because(ErrorClass errorClass, String what, String why, String whatToDo) {
        return exceptionOf(new MpiFailure(errorClass, what, why, whatToDo));
    }
}
