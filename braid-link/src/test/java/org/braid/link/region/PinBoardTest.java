package org.braid.link.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.braid.base.os.Machine;
import org.junit.jupiter.api.Test;

/** Who is in the middle of an access, as the owner of a region sees it. */
class PinBoardTest {
    private static final long SEAL = 0x5EA1;
    private static final int CONTEXTS = PinBoard.BYTES / Pins.BYTES;

    private final MemorySegment memory = Arena.ofAuto().allocate(2L * PinBoard.BYTES, Pins.BYTES);
    private final PinBoard board = new PinBoard(memory, PinBoard.BYTES);

    @Test
    void whatIsPinnedIsSeenUntilItIsUnpinned() {
        Pins pins = Objects.requireNonNull(board.claim());
        assertEquals(0, board.pinner(SEAL));
        long first = pins.pin(SEAL);
        long second = pins.pin(SEAL);
        long other = pins.pin(SEAL + 2);
        assertEquals(Machine.pid(), board.pinner(SEAL));
        pins.unpin(first);
        assertEquals(Machine.pid(), board.pinner(SEAL), "another thread is inside still");
        pins.unpin(second);
        assertEquals(0, board.pinner(SEAL), "what others access is no hindrance");
        assertEquals(Machine.pid(), board.pinner(SEAL + 2));
        pins.unpin(other);
    }

    @Test
    void linesAreForContextsOneByOneAndBounded() {
        List<Pins> claimed = new ArrayList<>();
        for (int i = 0; i < CONTEXTS; i++) {
            claimed.add(Objects.requireNonNull(board.claim()));
        }
        assertNull(board.claim(), "all are in use by processes that live");
        claimed.get(17).giveBack();
        assertNotNull(board.claim());
        assertNull(board.claim());
    }

    @Test
    void aLineInTheMiddleOfAnAccessIsNotGivenBack() {
        Pins pins = Objects.requireNonNull(board.claim());
        long pin = pins.pin(SEAL);
        pins.giveBack();
        assertEquals(Machine.pid(), board.pinner(SEAL));
        for (int i = 1; i < CONTEXTS; i++) {
            assertNotNull(board.claim());
        }
        assertNull(board.claim());
        pins.unpin(pin);
    }

    @Test
    void whoeverLivesIsSeenByAThreadThatWasInterrupted() throws IOException, InterruptedException {
        Process other = new ProcessBuilder("sleep", "600").start();
        memory.set(ValueLayout.JAVA_LONG, PinBoard.BYTES, Machine.startTicks(other.pid()) << 24 | other.pid());
        memory.set(ValueLayout.JAVA_LONG, PinBoard.BYTES + Pins.FIRST_PIN, SEAL);
        Thread.currentThread().interrupt();
        try {
            assertEquals(other.pid(), board.pinner(SEAL));
        } finally {
            assertTrue(Thread.interrupted());
        }
        other.destroyForcibly().waitFor();
        Thread.currentThread().interrupt();
        try {
            assertEquals(0, board.pinner(SEAL));
        } finally {
            assertTrue(Thread.interrupted());
        }
    }

    @Test
    void nothingBesideTheBoardIsWritten() {
        Pins pins = Objects.requireNonNull(board.claim());
        for (int i = 0; i < Pins.PINS; i++) {
            long ignored = pins.pin(SEAL);
        }
        for (long at = 0; at < PinBoard.BYTES; at++) {
            assertEquals(0, memory.get(ValueLayout.JAVA_BYTE, at));
        }
    }

    @Test
    void whoeverDiedInTheMiddleIsNotWaitedForAndLeavesItsLineToOthers() throws IOException, InterruptedException {
        Process victim = new ProcessBuilder("sleep", "600").start();
        long at = PinBoard.BYTES;
        memory.set(ValueLayout.JAVA_LONG, at, Machine.startTicks(victim.pid()) << 24 | victim.pid());
        memory.set(ValueLayout.JAVA_LONG, at + Pins.FIRST_PIN + 8, SEAL);
        assertEquals(victim.pid(), board.pinner(SEAL));
        victim.destroyForcibly().waitFor();
        assertEquals(0, board.pinner(SEAL));
        List<Pins> claimed = new ArrayList<>();
        for (int i = 0; i < CONTEXTS; i++) {
            claimed.add(Objects.requireNonNull(board.claim(), "line " + i));
        }
        assertEquals(0, board.pinner(SEAL));
        assertTrue(claimed.size() == CONTEXTS);
    }
}
