package org.braid.boot.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Both ends in one process, which find each other as two processes do. */
class ProcessPipesTest {
    @Test
    void whatOneEndSaysTheOtherOneHearsAndTheEndOfOneIsThatOfTheOther() throws IOException {
        try (ProcessPipes.Opened opened = ProcessPipes.open()) {
            ProcessPipes caller = ProcessPipes.to(opened.address());
            ProcessPipes called = opened.await();
            caller.out().write(new byte[] {1, 2, 3});
            called.out().write(new byte[] {4, 5});
            assertArrayEquals(new byte[] {1, 2, 3}, called.in().readNBytes(3));
            assertArrayEquals(new byte[] {4, 5}, caller.in().readNBytes(2));
            caller.close();
            assertEquals(-1, called.in().read());
            assertThrows(IOException.class, () -> called.out().write(1), "nobody can read it any more");
        }
    }

    @Test
    void theEndOfTheOpenerIsHeardByTheCaller() throws IOException {
        ProcessPipes.Opened opened = ProcessPipes.open();
        try (ProcessPipes caller = ProcessPipes.to(opened.address())) {
            ProcessPipes called = opened.await();
            called.close();
            assertEquals(-1, caller.in().read());
            assertThrows(IOException.class, () -> caller.out().write(1));
        }
    }

    @Test
    void whoeverWaitsForACallerEndsWhenThePipesAreClosed() throws IOException, InterruptedException {
        ProcessPipes.Opened opened = ProcessPipes.open();
        CountDownLatch begins = new CountDownLatch(1);
        Thread waiting = Thread.ofPlatform().start(() -> {
            begins.countDown();
            assertThrows(IOException.class, opened::await);
        });
        begins.await();
        opened.close();
        waiting.join(10_000);
        assertEquals(Thread.State.TERMINATED, waiting.getState());
    }

    @Test
    void aCallerThatSpeaksAnotherLanguageIsNone() throws IOException {
        try (ProcessPipes.Opened opened = ProcessPipes.open()) {
            String address = opened.address();
            try (java.io.FileOutputStream out = new java.io.FileOutputStream(address.substring(ProcessPipes.SCHEME.length(), address.lastIndexOf(':')), true)) {
                out.write('x');
                assertThrows(IOException.class, opened::await);
            }
        }
    }

    @Test
    void whatNamesNoPipesIsRefused() {
        for (String address : List.of("", "pipes:", "pipes::", "pipes:/proc/self/fd", "pipes:/nonexistent/one:/nonexistent/two", "braid:1:/nonexistent")) {
            assertThrows(IOException.class, () -> ProcessPipes.to(address), address);
        }
    }
}
