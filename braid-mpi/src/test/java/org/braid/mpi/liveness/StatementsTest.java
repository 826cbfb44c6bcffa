package org.braid.mpi.liveness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.braid.base.BraidException;
import org.braid.base.wire.GetBuffer;
import org.braid.mpi.liveness.deadlock.Blocked;
import org.braid.mpi.liveness.deadlock.Wait;
import org.junit.jupiter.api.Test;

/** Statements on the wire: they come as they went, and whatever else comes is refused. */
class StatementsTest {
    private static Blocked statement(int rank, int on, String call) {
        List<Wait> waits = new ArrayList<>();
        for (int i = 0; i < on; i++) {
            waits.add(new Wait(rank + 1L + i, i + 1));
        }
        return new Blocked(new Wait(rank, 7), waits, 2_345, call);
    }

    private static List<Blocked> get(byte[] bytes) {
        return Statements.get(new GetBuffer(bytes));
    }

    @Test
    void statementsComeAsTheyWent() {
        List<Blocked> all = List.of(statement(0, 1, "recv on MPI.COMM_WORLD at A.java:1"), statement(3, Deadlocks.MOST_RANKS, "é".repeat(WaitingCall.MOST_CHARS)), statement(9, 0, ""));
        assertEquals(all, get(Statements.put(all)));
    }

    @Test
    void whatATerminalWouldObeyIsNotPassedOn() {
        assertEquals("a b", get(Statements.put(List.of(statement(0, 1, "a\u001bb")))).getFirst().call());
    }

    @Test
    void moreThanCanBeMeantIsRefused() {
        assertThrows(BraidException.class, () -> get(Statements.put(List.of(statement(0, Deadlocks.MOST_RANKS + 1, "")))));
        assertThrows(BraidException.class, () -> get(Statements.put(List.of(statement(0, 1, "x".repeat(3 * WaitingCall.MOST_CHARS + 1))))));
        assertThrows(BraidException.class, () -> get(new byte[] {-1, -1, -1, 127}));
    }

    @Test
    void whateverComesIsReadOrRefused() {
        long seed = Long.getLong("braid.seed", 0x5EED);
        byte[] good = Statements.put(List.of(statement(0, 2, "barrier"), statement(1, 1, "recv")));
        for (long i = 0; i < 100_000; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            byte[] bad = Arrays.copyOf(good, random.nextInt(good.length + 1));
            for (int flips = random.nextInt(4); flips > 0 && bad.length > 0; flips--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            }
            try {
                get(bad);
            } catch (BraidException refused) {
                // As it should be.
            } catch (RuntimeException broken) {
                throw new AssertionError("replay with -Dbraid.seed=" + (seed + i), broken);
            }
        }
    }
}
