package org.braid.mpi.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.title.Titled;
import org.junit.jupiter.api.Test;

/** What a collective that was started has ended with. */
class CollectiveFailuresTest {
    private static final Titled COMM = new Titled() {
        @Override
        public String title() {
            return "communicator #3";
        }

        @Override
        public int rank() {
            return 1;
        }
    };

    @Test
    void aMemberThatIsNotReachedIsNoDisagreement() {
        MpiFailure unreached = CollectiveFailures.of(COMM, new BraidException(ErrorCode.NO_METHOD, "Context 2 cannot be reached", "it is not in the directory", "Attach to its job"));
        assertEquals(ErrorCode.MPI_PEER_FAILED, unreached.code());
        assertEquals(ErrorClass.PEER_FAILED, unreached.errorClass());
    }

    @Test
    void aDisagreementIsOne() {
        MpiFailure differs = CollectiveFailures.of(COMM, new BraidException(ErrorCode.MPI_COLLECTIVE_DIFFERS, "collective call 1 can't go on", "rank 0 calls Bcast and rank 1 Barrier", "Call the same"));
        assertEquals(ErrorCode.MPI_COLLECTIVE_DIFFERS, differs.code());
        assertEquals(ErrorClass.OTHER, differs.errorClass());
    }

    @Test
    void whatAnOperatorThrewIsTheProgramsOwn() {
        IllegalStateException thrown = new IllegalStateException("thrown by an operator");
        MpiFailure failed = CollectiveFailures.of(COMM, thrown);
        assertEquals(ErrorClass.CALLBACK, failed.errorClass());
        assertEquals("a collective on communicator #3 has failed at rank 1", failed.what());
        assertEquals(failed.what(), CollectiveFailures.at(COMM, new MpiFailure(ErrorClass.CALLBACK, "the operation has failed", "it threw " + thrown, "See the cause", thrown)).what());
    }
}
