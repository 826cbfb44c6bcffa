package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.reduction.ReductionOperation;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.window.Flavor;
import org.braid.mpi.window.Window;
import org.braid.mpi.window.WindowOffer;
import org.braid.mpi.window.layout.Layout;
import org.braid.mpi.window.layout.Operator;
import org.braid.mpi.window.layout.UserData;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A rank that dies: whoever waits for it in a call on a window, or for a lock that it held, is told, and nobody waits for ever. */
class WindowFailuresTest {
    private static final long PATIENCE_S = 20;
    private static final int BYTES = 1 << 18;

    private static BraidException death() {
        return new BraidException(ErrorCode.MPI_PEER_FAILED, "rank 1 has failed", "killed by signal 9", "See its last lines");
    }

    /** Windows of two ranks, one at each. */
    private static Window[] windows(Ranks ranks, boolean byMessages) throws InterruptedException {
        Window[] made = new Window[ranks.worlds.size()];
        List<Thread> threads = new ArrayList<>();
        for (Lco world : ranks.worlds) {
            threads.add(Thread.ofPlatform().start(() -> {
                WindowOffer offer = new WindowOffer(Flavor.CREATE, ByteBuffer.allocateDirect(BYTES), BYTES, 1, byMessages, false);
                made[world.rank()] = Ranks.process(world).windows().create(Ranks.collectives(world), () -> offer, Ranks::collectives);
            }));
        }
        for (Thread each : threads) {
            each.join();
        }
        return made;
    }

    /** The call at rank 0 waits; then rank 1 dies. */
    private static MpiFailure dies(Ranks ranks, Runnable call) throws InterruptedException {
        AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
        CountDownLatch begun = new CountDownLatch(1);
        Thread waiter = Thread.ofPlatform().start(() -> {
            begun.countDown();
            try {
                call.run();
            } catch (Throwable failure) {
                thrown.set(failure);
            }
        });
        assertTrue(begun.await(PATIENCE_S, TimeUnit.SECONDS));
        ranks.context(0).peerFailed(Ranks.idOf(1), death());
        waiter.join(TimeUnit.SECONDS.toMillis(PATIENCE_S));
        assertEquals(false, waiter.isAlive(), "it waits for ever");
        return (MpiFailure) Objects.requireNonNull(thrown.get());
    }

    private static void check(boolean byMessages, Consumer<Window> before, Consumer<Window> call) throws InterruptedException {
        try (Ranks ranks = new Ranks(2, true)) {
            Window[] windows = windows(ranks, byMessages);
            before.accept(windows[1]);
            MpiFailure told = dies(ranks, () -> call.accept(windows[0]));
            assertEquals(ErrorClass.PEER_FAILED, told.errorClass(), told.getMessage());
            assertTrue(told.getMessage().contains("killed by signal 9"), told.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFenceEnds(boolean byMessages) throws InterruptedException {
        check(byMessages, theirs -> {}, mine -> mine.fence(false, false));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStartThatWaitsForItsPostEnds(boolean byMessages) throws InterruptedException {
        check(byMessages, theirs -> {}, mine -> mine.start(new int[] {1}, true));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCompleteThatWaitsForAPostThatWasAssertedEnds(boolean byMessages) throws InterruptedException {
        check(byMessages, theirs -> {}, mine -> {
            mine.start(new int[] {1}, false);
            mine.complete();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWaitForItsCompletionEnds(boolean byMessages) throws InterruptedException {
        check(byMessages, theirs -> {}, mine -> {
            mine.post(new int[] {1}, true);
            mine.await();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoeverWantsALockThatItHeldAloneIsTold(boolean byMessages) throws InterruptedException {
        check(byMessages, theirs -> theirs.lock(0, true, true), mine -> mine.lock(0, false, true));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoeverWantsALockThatItSharedIsTold(boolean byMessages) throws InterruptedException {
        check(byMessages, theirs -> theirs.lock(0, false, true), mine -> mine.lock(0, true, true));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void accessesToItEndAndTheLockIsGivenBack(boolean byMessages) throws InterruptedException {
        try (Ranks ranks = new Ranks(2, true)) {
            Window mine = windows(ranks, byMessages)[0];
            mine.lock(1, false, true);
            ranks.context(0).peerFailed(Ranks.idOf(1), death());
            UserData data = new UserData(new byte[8], 0, Layout.of(8));
            assertEquals(ErrorClass.PEER_FAILED, assertThrows(MpiFailure.class, () -> put(mine, data)).errorClass());
            assertEquals(ErrorClass.PEER_FAILED, assertThrows(MpiFailure.class, () -> mine.unlock(1)).errorClass());
            mine.lock(0, true, true); // the rank's own part is of use still
            mine.accesses().put(data, 0, 0, Layout.of(8));
            mine.unlock(0);
        }
    }

    @Test
    void aLongAccumulateToItEnds() throws InterruptedException {
        try (Ranks ranks = new Ranks(2, true)) {
            Window mine = windows(ranks, true)[0];
            mine.lock(1, false, true);
            ranks.context(0).peerFailed(Ranks.idOf(1), death());
            Operator sum = Objects.requireNonNull(Operator.of(ReductionOperation.SUM, TypeMap.of(BaseType.LONG)));
            mine.accesses().accumulate(new UserData(new byte[BYTES], 0, Layout.of(BYTES)), 1, 0, Layout.of(BYTES), sum);
            assertEquals(ErrorClass.PEER_FAILED, assertTimeoutPreemptively(Duration.ofSeconds(PATIENCE_S), () -> assertThrows(MpiFailure.class, () -> mine.flush("flush", 1))).errorClass());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCompleteThatFailsTellsTheOtherTargets(boolean byMessages) throws InterruptedException {
        try (Ranks ranks = new Ranks(3, true)) {
            Window[] windows = windows(ranks, byMessages);
            windows[1].post(new int[] {0}, true);
            windows[2].post(new int[] {0}, true);
            windows[0].start(new int[] {1, 2}, true);
            ranks.context(0).peerFailed(Ranks.idOf(1), death());
            assertEquals(ErrorClass.PEER_FAILED, assertThrows(MpiFailure.class, windows[0]::complete).errorClass());
            Thread waiter = Thread.ofPlatform().daemon().start(windows[2]::await);
            waiter.join(TimeUnit.SECONDS.toMillis(PATIENCE_S));
            assertEquals(false, waiter.isAlive(), "rank 2 waits for ever");
        }
    }

    /** Rank 1 has died: what ranks 0 and 2 say to each other in a call that fails with it at rank 0 is no answer to the next one. */
    @ParameterizedTest
    @CsvSource({"true, 1, 2", "false, 1, 2", "true, 2, 1"})
    void aStartThatADeathHasUndoneLetsTheOthersGoOnAndLeavesNothingBehind(boolean postsBefore, int first, int second) throws InterruptedException {
        try (Ranks ranks = new Ranks(3, true)) {
            Window[] windows = windows(ranks, false);
            if (postsBefore) {
                windows[2].post(new int[] {0}, true);
            }
            tellOfDeath(ranks);
            assertEquals(ErrorClass.PEER_FAILED, assertThrows(MpiFailure.class, () -> windows[0].start(new int[] {first, second}, true)).errorClass());
            if (!postsBefore) {
                windows[2].post(new int[] {0}, true);
            }
            ends(windows[2]::await);
            putsOnce(ranks, windows[0], windows[2]);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aPostThatADeathHasUndoneLetsTheOthersGoOnAndLeavesNothingBehind(int first) throws InterruptedException {
        try (Ranks ranks = new Ranks(3, true)) {
            Window[] windows = windows(ranks, false);
            tellOfDeath(ranks);
            assertEquals(ErrorClass.PEER_FAILED, assertThrows(MpiFailure.class, () -> windows[2].post(new int[] {first == 1 ? 1 : 0, first == 1 ? 0 : 1}, true)).errorClass());
            ends(() -> windows[0].start(new int[] {2}, true));
            windows[0].complete();
            putsOnce(ranks, windows[0], windows[2]);
        }
    }

    private static void tellOfDeath(Ranks ranks) {
        ranks.context(0).peerFailed(Ranks.idOf(1), death());
        ranks.context(2).peerFailed(Ranks.idOf(1), death());
    }

    /** One epoch between two that live: the wait ends when the put has come, and not before. */
    private static void putsOnce(Ranks ranks, Window origin, Window target) throws InterruptedException {
        UserData data = new UserData(new byte[8], 0, Layout.of(8));
        target.post(new int[] {0}, true);
        ends(() -> origin.start(new int[] {2}, true));
        assertEquals(false, target.test(), "it has met what an earlier complete has left behind");
        for (Lco world : ranks.worlds) {
            world.completions().poll();
            assertEquals(0, Ranks.process(world).receiving.unexpected(), "a message of an earlier call waits for the next one");
        }
        origin.accesses().put(data, 2, 0, Layout.of(8));
        origin.complete();
        ends(target::await);
    }

    /** Threads that take turns, and so know of each other: short accumulates behind long ones, whose bytes the target fetches when it likes. */
    @Test
    void accumulatesOfSeveralThreadsFollowEachOtherAsTheyWereMade() throws InterruptedException {
        int threads = 3;
        int turns = 3000;
        try (Ranks ranks = new Ranks(2, true)) {
            Window mine = windows(ranks, true)[0];
            mine.lock(1, false, true);
            Operator replace = Objects.requireNonNull(Operator.of(ReductionOperation.REPLACE, TypeMap.of(BaseType.LONG)));
            AtomicInteger turn = new AtomicInteger();
            List<Thread> all = new ArrayList<>();
            List<Long> wrong = Collections.synchronizedList(new ArrayList<>());
            for (int thread = 0; thread < threads; thread++) {
                int self = thread;
                all.add(Thread.ofPlatform().start(() -> {
                    for (int mineNext = self; mineNext < turns; mineNext += threads) {
                        while (turn.get() != mineNext) {
                            Thread.yield();
                        }
                        replaceBy(mine, replace, mineNext, wrong);
                        turn.incrementAndGet();
                    }
                }));
            }
            for (Thread each : all) {
                each.join();
            }
            mine.unlock(1);
            assertEquals(List.of(), wrong, "turns whose value another one has been put upon");
        }
    }

    /** Every seventh turn looks whether the last one is what lies there. */
    private static void replaceBy(Window window, Operator replace, int turn, List<Long> wrong) {
        int bytes = turn % 3 == 0 ? BYTES / 2 : 8;
        ByteBuffer data = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
        data.putLong(0, turn);
        window.accesses().accumulate(new UserData(data.array(), 0, Layout.of(bytes)), 1, 0, Layout.of(bytes), replace);
        if (turn % 7 == 0) {
            ByteBuffer found = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder());
            window.flush("flush", 1);
            window.accesses().get(new UserData(found.array(), 0, Layout.of(8)), 1, 0, Layout.of(8));
            window.flush("flush", 1);
            if (found.getLong(0) != turn) {
                wrong.add((long) turn);
            }
        }
    }

    private static void ends(Runnable call) throws InterruptedException {
        Thread waiter = Thread.ofPlatform().daemon().start(call);
        waiter.join(TimeUnit.SECONDS.toMillis(PATIENCE_S));
        assertEquals(false, waiter.isAlive(), "it waits for ever");
    }

    private static void put(Window window, UserData data) {
        window.accesses().put(data, 1, 0, Layout.of(8));
        window.flush("flush", 1);
    }
}
