package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several threads in one rank. */
class ThreadMultipleTest {
    private static final int INT = 4;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aParallelServersThreadsReceiveOnOneTagAndEachRequestIsServedOnce(boolean virtual) {
        int threads = 4;
        int each = 500;
        try (Ranks ranks = new Ranks(2, true)) {
            ranks.run(world -> {
                AtomicLong sum = new AtomicLong();
                inThreads(threads, virtual, id -> {
                    int[] value = new int[1];
                    for (int i = 0; i < each; i++) {
                        if (world.rank() == 0) {
                            Request r = world.recv(value, 0, 4, INT, Lco.ANY, 7);
                            int source = r.source();
                            world.completions().finish(r);
                            sum.addAndGet(value[0]);
                            world.send(value, 0, 4, INT, source, 100 + value[0] / each);
                        } else {
                            value[0] = id * each + i;
                            world.send(value, 0, 4, INT, 0, 7);
                            int[] answer = new int[1];
                            world.completions().finish(world.recv(answer, 0, 4, INT, 0, 100 + id));
                            assertEquals(value[0], answer[0]);
                            sum.addAndGet(value[0]);
                        }
                    }
                });
                long n = (long) threads * each;
                assertEquals(n * (n - 1) / 2, sum.get());
            });
            ranks.nothingLeaked();
        }
    }

    @Test
    void threadsThatSendLargeMessagesAtOnceDeliverEachWhole() {
        int threads = 3;
        try (Ranks ranks = new Ranks(2, true)) {
            ranks.run(world -> inThreads(threads, false, id -> {
                byte[] data = new byte[200_000];
                for (int i = 0; i < 20; i++) {
                    if (world.rank() == 0) {
                        java.util.Arrays.fill(data, (byte) (id * 20 + i));
                        world.ssend(data, 0, data.length, 1, 1, id);
                    } else {
                        world.completions().finish(world.recv(data, 0, data.length, 1, 0, id));
                        assertEquals(id * 20 + i, data[0]);
                        assertEquals(id * 20 + i, data[data.length - 1]);
                    }
                }
            }));
            ranks.nothingLeaked();
        }
    }

    @Test
    void messagesOfOneThreadStayInOrderWhileOthersSend() {
        int threads = 3;
        int count = 3_000;
        try (Ranks ranks = new Ranks(2, true)) {
            ranks.run(world -> inThreads(threads, false, id -> {
                int[] value = new int[1];
                for (int i = 0; i < count; i++) {
                    if (world.rank() == 0) {
                        value[0] = i;
                        world.send(value, 0, 4, INT, 1, id);
                    } else {
                        world.completions().finish(world.recv(value, 0, 4, INT, 0, id));
                        assertEquals(i, value[0]);
                    }
                }
            }));
        }
    }

    /** What each thread runs. */
    private interface Body {
        void run(int id);
    }

    private static void inThreads(int count, boolean virtual, Body body) throws InterruptedException {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int id = i;
            Thread.Builder builder = virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
            threads.add(builder.start(() -> {
                try {
                    body.run(id);
                } catch (Throwable broken) {
                    failure.set(broken);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join(20_000);
            assertEquals(false, thread.isAlive(), "a thread is stuck");
        }
        assertNull(failure.get());
    }
}
