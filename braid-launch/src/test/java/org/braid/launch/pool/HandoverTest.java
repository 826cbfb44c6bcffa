package org.braid.launch.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.braid.boot.warm.Nest;
import org.braid.boot.warm.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nests in which nobody is: a launcher neither waits for them nor does anything to whoever has the number of a process that was there once. */
@Timeout(20)
class HandoverTest {
    private static final Order ORDER = new Order(Map.of(), List.of(), "Main", List.of(), Map.of(), List.of());

    @TempDir Path nest = Path.of("");

    @Test
    void anOrderThatIsTooLongOrNoTextIsKnownBeforeARankIsTaken() {
        assertTrue(Handover.canSay(ORDER));
        assertFalse(Handover.canSay(new Order(Map.of(), List.of(), "Main", List.of("x".repeat(Order.MAX_BYTES)), Map.of(), List.of())));
        assertFalse(Handover.canSay(new Order(Map.of(), List.of(), "Main", List.of(), Map.of("A", "\ufffd"), List.of())));
    }

    @Test
    void anEmptyNestIsNoProcess() {
        assertNull(Handover.to(nest, ORDER));
    }

    @Test
    void aNestThatIsGoneIsNoProcess() {
        assertNull(Handover.to(nest.resolve("gone"), ORDER));
    }

    @Test
    void aNumberThatIsNoneIsNoProcess() throws IOException {
        Files.writeString(nest.resolve(Nest.PID), "x");
        assertNull(Handover.to(nest, ORDER));
    }

    @Test
    void aProcessThatHasTheNumberNowIsLeftAlone() throws Exception {
        Process other = new ProcessBuilder("sleep", "60").start();
        try {
            Files.writeString(nest.resolve(Nest.PID), Long.toString(other.pid()));
            assertNull(Handover.to(nest, ORDER));
            assertTrue(other.isAlive());
        } finally {
            other.destroyForcibly();
        }
    }

    /** It has the nest's name among its words, as a rank has, and pipes that it never reads. */
    @Test
    void aProcessThatDoesNotAnswerIsEndedAndNotWaitedForLong() throws Exception {
        for (String name : List.of(Nest.IN, Nest.OUT, Nest.ERR, Nest.CODE)) {
            new ProcessBuilder("mkfifo", nest.resolve(name).toString()).start().waitFor();
        }
        Process mute = new ProcessBuilder("sh", "-c", "exec 4<>\"$1/in\" 5<>\"$1/out\"; echo; read nothing", "sh", nest.toString()).start();
        mute.getInputStream().read(); // it has opened them
        Files.writeString(nest.resolve(Nest.PID), Long.toString(mute.pid()));
        assertNull(Handover.to(nest, ORDER));
        mute.waitFor();
        assertEquals(137, mute.exitValue());
    }
}
