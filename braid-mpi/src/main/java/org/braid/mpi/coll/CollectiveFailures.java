package org.braid.mpi.coll;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.title.Titled;

/** The sentences for collective calls that fail at this rank. */
final class CollectiveFailures {
    private CollectiveFailures() {}

    private static final String SEE_THE_CAUSE = "See the cause; ranks that wait for this one are told that it has called the collective off";

    /** What ended a collective that was started: a failure that MPI knows, a member that is not reached (of which the layers below have sentences of their own), or whatever the program's operator threw. */
    static MpiFailure of(Titled comm, Throwable cause) {
        if (cause instanceof MpiFailure known) {
            return at(comm, known);
        }
        return cause instanceof BraidException failure
                ? MpiFailure.of(failure, failure.code() == ErrorCode.MPI_COLLECTIVE_DIFFERS ? ErrorClass.OTHER : ErrorClass.PEER_FAILED)
                : new MpiFailure(ErrorClass.CALLBACK, failedOn(comm), "its operator, or other code of the program that it runs, threw " + cause, SEE_THE_CAUSE, cause);
    }

    /** The same failure; one that the program's operator has thrown into the collective names the communicator, of which an operator knows nothing. */
    static MpiFailure at(Titled comm, MpiFailure failure) {
        Throwable thrown = failure.getCause();
        return failure.code() != ErrorCode.MPI_CALLBACK || thrown == null
                ? failure
                : new MpiFailure(ErrorClass.CALLBACK, failedOn(comm), failure.what() + ": " + failure.why(), SEE_THE_CAUSE, thrown);
    }

    private static String failedOn(Titled comm) {
        return "a collective on " + comm.title() + " has failed at rank " + comm.rank();
    }

    static MpiFailure inside() {
        return new MpiFailure(
                ErrorClass.CALLBACK,
                "a collective was called from inside another one of the same communicator",
                "an operator's function, or a handler that ran while that one waited, has called it",
                "Call no collective of a communicator from an operator that works for it; a handler starts another thread for that");
    }
}
