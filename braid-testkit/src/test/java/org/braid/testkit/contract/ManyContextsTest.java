package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Contexts are cheap: however many talk in one process, one background thread moves them all on. */
@Timeout(240)
@Isolated // threads of the process are counted
class ManyContextsTest {
    @Test
    void aThousandContextsThatTalkHaveOneThread() throws InterruptedException {
        talk(1_000, "*=local");
    }

    @Test
    void aHundredContextsThatTalkByTcpHaveOneThread() throws InterruptedException {
        talk(100, "*=tcp");
    }

    @Test
    void aHundredContextsThatTalkBySharedMemoryHaveOneThread() throws InterruptedException {
        talk(100, "*=shm");
    }

    /** Everybody sends to its next three neighbours, long messages among them. */
    private static void talk(int count, String policy) throws InterruptedException {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (World world = World.together(count, policy, true)) {
            CountDownLatch handled = new CountDownLatch(3 * count);
            int handler = world.register("many.heard", i -> (to, a0, a1, a2, a3, payload) -> handled.countDown());
            byte[] data = new byte[100_000];
            for (int i = 0; i < count; i++) {
                for (int far = 1; far <= 3; far++) {
                    world.link(i, (i + far) % count).send(handler, i, far, 0, 0, data, 0, far == 3 && i % 10 == 0 ? data.length : 100 * far);
                }
            }
            assertTrue(handled.await(120, TimeUnit.SECONDS), () -> handled.getCount() + " messages were never handled" + world.notices());
            Set<String> more = Thread.getAllStackTraces().keySet().stream().filter(t -> !before.contains(t)).map(Thread::getName).collect(Collectors.toSet());
            assertEquals(1, more.stream().filter(name -> name.startsWith("braid")).count(), more::toString);
            assertTrue(more.size() <= 4, more::toString);
        }
    }
}
