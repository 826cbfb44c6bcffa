package org.braid.mpi.liveness;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Whose threads count. */
class LoneThreadTest {
    @Test
    void threadsOfOursThatRunTheProgramsCodeCountAsTheProgramsOwn() {
        assertTrue(LoneThread.isOfTheRuntime(named("braid-news")));
        assertFalse(LoneThread.isOfTheRuntime(named("worker")));
        assertFalse(LoneThread.isOfTheRuntime(ProgramThread.unstarted("objects", () -> {})));
    }

    private static Thread named(String name) {
        return Thread.ofPlatform().name(name).unstarted(() -> {});
    }
}
