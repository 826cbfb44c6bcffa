package org.braid.mpi.liveness;

import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.WaiterInMpi;
import mpi.samples.Waiter;
import org.junit.jupiter.api.Test;

/** Where a program waits is said by its own line, whatever its packages are called. */
class WaitingCallTest {
    @Test
    void aProgramWhosePackageLiesBelowMpiIsNoPartOfTheLibrary() {
        String text = Waiter.call(() -> WaitingCall.text(Awaited.nothing()));
        assertTrue(text.matches(".* at Waiter\\.java:\\d+"), text);
    }

    @Test
    void norIsAClassThatAProgramHasPutIntoPackageMpi() {
        String text = WaiterInMpi.call(() -> WaitingCall.text(Awaited.nothing()));
        assertTrue(text.matches(".* at WaiterInMpi\\.java:\\d+"), text);
    }
}
