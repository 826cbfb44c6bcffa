package org.braid.mpi.coll;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;

/** The sentences for collective calls that fail at this rank. */
final class CollectiveFailures {
    private CollectiveFailures() {}

    /** What ended a collective that was started: a failure that MPI knows, a member that is not reached (of which the layers below have sentences of their own), or whatever the program's operator threw. */
    static MpiFailure of(Throwable cause) {
        return cause instanceof BraidException failure
                ? MpiFailure.of(failure, failure.code() == ErrorCode.MPI_COLLECTIVE_DIFFERS ? ErrorClass.OTHER : ErrorClass.PEER_FAILED)
                : new MpiFailure(
                        ErrorClass.CALLBACK,
                        "a collective that was started has failed at this rank",
                        "its operator, or other code of the program that it runs, threw " + cause,
                        "See the cause; ranks that wait for this one are told that it has called the collective off",
                        cause);
    }

    static MpiFailure inside() {
        return new MpiFailure(
                ErrorClass.CALLBACK,
                "a collective was called from inside another one of the same communicator",
                "an operator's function, or a handler that ran while that one waited, has called it",
                "Call no collective of a communicator from an operator that works for it; a handler starts another thread for that");
    }
}
