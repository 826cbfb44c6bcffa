package org.braid.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.DirectMemory;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.junit.jupiter.api.Test;

/** What MPI calls the failures of the layers below. */
class MpiFailureTest {
    @Test
    void aLackOfMemoryOutsideTheHeapIsNotThePeersFailure() {
        BraidException usedUp = DirectMemory.usedUp(new OutOfMemoryError("Cannot reserve direct buffer memory"));
        assertEquals(ErrorClass.NO_MEMORY, MpiFailure.of(usedUp, ErrorClass.PEER_FAILED).errorClass());
    }

    @Test
    void theUsersMemoryIsAWrongBufferAndEverythingElseWhatTheCallerSays() {
        assertEquals(ErrorClass.BUFFER, MpiFailure.of(of(ErrorCode.MEMORY_READ_ONLY), ErrorClass.PEER_FAILED).errorClass());
        assertEquals(ErrorClass.PEER_FAILED, MpiFailure.of(of(ErrorCode.PEER_LOST), ErrorClass.PEER_FAILED).errorClass());
    }

    /** As where the same is found in a message, which brings no failure of the layers below. */
    @Test
    void aBlockOfAnotherLengthIsTruncatedIfItIsLongerAndAWrongCountIfItIsShorterAndADeathIsOneWhoeverTellsOfIt() {
        assertEquals(ErrorClass.TRUNCATE, MpiFailure.of(of(ErrorCode.MPI_TRUNCATED), ErrorClass.OTHER).errorClass());
        assertEquals(ErrorClass.COUNT, MpiFailure.of(of(ErrorCode.MPI_COUNT), ErrorClass.OTHER).errorClass());
        assertEquals(ErrorClass.PEER_FAILED, MpiFailure.of(of(ErrorCode.MPI_PEER_FAILED), ErrorClass.OTHER).errorClass());
    }

    private static BraidException of(ErrorCode code) {
        return new BraidException(code, "what", "why", "what to do");
    }
}
