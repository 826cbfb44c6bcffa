package org.braid.mpi.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.junit.jupiter.api.Test;

/** What a collective that was started has ended with. */
class CollectiveFailuresTest {
    @Test
    void aMemberThatIsNotReachedIsNoDisagreement() {
        MpiFailure unreached = CollectiveFailures.of(new BraidException(ErrorCode.NO_METHOD, "Context 2 cannot be reached", "it is not in the directory", "Attach to its job"));
        assertEquals(ErrorCode.MPI_PEER_FAILED, unreached.code());
        assertEquals(ErrorClass.PEER_FAILED, unreached.errorClass());
    }

    @Test
    void aDisagreementIsOne() {
        MpiFailure differs = CollectiveFailures.of(new BraidException(ErrorCode.MPI_COLLECTIVE_DIFFERS, "collective call 1 can't go on", "rank 0 calls Bcast and rank 1 Barrier", "Call the same"));
        assertEquals(ErrorCode.MPI_COLLECTIVE_DIFFERS, differs.code());
        assertEquals(ErrorClass.OTHER, differs.errorClass());
    }

    @Test
    void whatAnOperatorThrewIsTheProgramsOwn() {
        assertEquals(ErrorClass.CALLBACK, CollectiveFailures.of(new IllegalStateException("thrown by an operator")).errorClass());
    }
}
