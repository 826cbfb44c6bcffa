package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.braid.link.Startpoint;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lanes end again and again while several threads send by them: whoever of them meets an end first, none is told of it, and the messages of each thread, some of which are so long that they are offered, arrive once and in order. */
@Timeout(120)
class ThreadsOverKilledLanesTest {
    private static final int THREADS = 3;
    private static final int MESSAGES = 4_000;
    private static final int BYTES = 64;
    private static final int LONG_BYTES = 100_000;
    private static final int EACH_LONG = 40;

    @ParameterizedTest
    @ValueSource(strings = {"chaos(kill=1%, seed=SEED)+shm", "chaos(kill=1%, seed=SEED)+unix", "failover(chaos(kill=1%, seed=SEED)+shm, tcp, after=1ms)"})
    void noThreadIsToldOfAnEndThatItsStreamSurvives(String method) throws InterruptedException {
        for (int seed = 0; seed < 4; seed++) {
            String chain = method.replace("SEED", Integer.toString(seed));
            try (World world = World.apart(2, "*=" + chain, false)) {
                send(world, chain);
            }
        }
    }

    private static void send(World world, String chain) throws InterruptedException {
        int[] seen = new int[THREADS];
        int hear = world.register("killed.hear", at -> (to, a0, a1, a2, a3, payload) -> assertTrue(a1 == seen[a0]++, () -> "message " + a1 + " of thread " + a0 + " came over " + chain));
        Startpoint to = world.link(0, 1);
        AtomicReference<Throwable> failed = new AtomicReference<>();
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            senders.add(Thread.ofPlatform().start(() -> {
                byte[] data = new byte[LONG_BYTES];
                try {
                    for (int message = 0; message < MESSAGES; message++) {
                        to.send(hear, thread, message, 0, 0, data, 0, message % EACH_LONG == thread ? LONG_BYTES : BYTES);
                    }
                } catch (Throwable thrown) {
                    failed.set(thrown);
                }
            }));
        }
        world.until("all messages over " + chain, () -> failed.get() != null || seen[0] + seen[1] + seen[2] == THREADS * MESSAGES);
        for (Thread each : senders) {
            each.join();
        }
        assertEquals(null, failed.get(), chain);
    }
}
