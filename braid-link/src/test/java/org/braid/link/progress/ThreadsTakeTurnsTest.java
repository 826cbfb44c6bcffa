package org.braid.link.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.braid.base.wire.ContextId;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.Startpoint;
import org.braid.link.select.Directory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several threads wait for messages to one context, whose rank has no core, one, or many for them (docs/decisions/losers-queue.md). */
@Timeout(60)
class ThreadsTakeTurnsTest {
    private static final int MAILBOX = 5;
    private static final int THREADS = 6;

    private final List<Context> both = new ArrayList<>();
    private final List<Completion> awaited = IntStream.range(0, THREADS).mapToObj(i -> new Completion()).toList();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8})
    void whoseMessageHasComeGoesOnThoughTheOneWhoPollsWaitsStill(int coresEach) throws Exception {
        on(coresEach, (to, complete) -> {
            Thread polls = waits(0);
            for (int i = 1; i < THREADS; i++) {
                Thread other = waits(i);
                to.send(complete, i, 0, 0, 0, null, 0, 0);
                ended(other);
            }
            assertTrue(polls.isAlive());
            to.send(complete, 0, 0, 0, 0, null, 0, 0);
            ended(polls);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8})
    void whoIsPassedOverHasItsTurnThoughTheOneWhoPollsIsServedAgainAndAgain(int coresEach) throws Exception {
        on(coresEach, (to, complete) -> {
            AtomicBoolean over = new AtomicBoolean();
            CountDownLatch begun = new CountDownLatch(100);
            Thread served = Thread.ofPlatform().start(() -> {
                while (!over.get()) {
                    Completion mine = awaited.getFirst();
                    mine.reset();
                    to.send(complete, 0, 0, 0, 0, null, 0, 0);
                    both.get(1).progress().await(mine);
                    begun.countDown();
                }
            });
            begun.await();
            List<Thread> others = IntStream.range(1, THREADS).mapToObj(this::waits).toList();
            for (int i = 1; i < THREADS; i++) {
                to.send(complete, i, 0, 0, 0, null, 0, 0);
            }
            for (Thread other : others) {
                ended(other);
            }
            over.set(true);
            ended(served);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8})
    void whoWaitsIsNotForgottenWhenTheOneWhoPolledComputes(int coresEach) throws Exception {
        on(coresEach, (to, complete) -> {
            CountDownLatch computes = new CountDownLatch(1);
            Thread polled = Thread.ofPlatform().start(() -> {
                both.get(1).progress().await(awaited.getFirst());
                computes.countDown();
                awaitQuietly(awaited.get(1));
            });
            Thread other = waits(2);
            to.send(complete, 0, 0, 0, 0, null, 0, 0);
            computes.await();
            to.send(complete, 2, 0, 0, 0, null, 0, 0);
            ended(other);
            awaited.get(1).complete();
            ended(polled);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8})
    void virtualThreadsAmongThemAreWokenToo(int coresEach) throws Exception {
        on(coresEach, (to, complete) -> {
            Thread polls = waits(0);
            List<Thread> others = IntStream.range(1, THREADS).mapToObj(i -> Thread.ofVirtual().start(() -> both.get(1).progress().await(awaited.get(i)))).toList();
            for (int i = 1; i < THREADS; i++) {
                to.send(complete, i, 0, 0, 0, null, 0, 0);
                ended(others.get(i - 1));
            }
            to.send(complete, 0, 0, 0, 0, null, 0, 0);
            ended(polls);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8})
    void aTimeThatIsOverEndsAWaitWhoeverPolls(int coresEach) throws Exception {
        on(coresEach, (to, complete) -> {
            AtomicInteger over = new AtomicInteger();
            List<Thread> all = IntStream.range(0, THREADS)
                    .mapToObj(i -> Thread.ofPlatform().start(() -> {
                        if (!both.get(1).progress().await(awaited.get(i), 20_000_000)) {
                            over.incrementAndGet();
                        }
                    }))
                    .toList();
            for (Thread each : all) {
                ended(each);
            }
            assertEquals(THREADS, over.get());
        });
    }

    /** What a test does with a startpoint that leads to the second context and the handler that completes there what its number says. */
    private interface Body {
        void run(Startpoint to, int complete) throws Exception;
    }

    private void on(int coresEach, Body body) throws Exception {
        try (AddressSpace space = new AddressSpace(64 << 20)) {
            Directory directory = id -> both.get((int) id.number()).table();
            for (int i = 0; i < 2; i++) {
                ContextConfig config = ContextConfig.alone().withServes(false).withSpace(space).withDirectory(directory).withCoresEach(coresEach);
                both.add(Context.open(config.withId(new ContextId(4, 5, i))));
            }
            both.get(1).newEndpoint(MAILBOX, null);
            both.get(1).register("test.complete", (to, a0, a1, a2, a3, payload) -> awaited.get(a0).complete());
            int id = both.get(0).register("test.complete", (to, a0, a1, a2, a3, payload) -> {});
            body.run(both.get(0).startpointTo(both.get(1).id(), MAILBOX), id);
            both.forEach(Context::close);
        }
    }

    private Thread waits(int which) {
        return Thread.ofPlatform().start(() -> both.get(1).progress().await(awaited.get(which)));
    }

    private static void awaitQuietly(Completion c) {
        while (!c.isDone()) {
            Thread.onSpinWait();
        }
    }

    private static void ended(Thread thread) throws InterruptedException {
        thread.join(TimeUnit.SECONDS.toMillis(20));
        assertFalse(thread.isAlive(), "a thread is stuck");
    }
}
