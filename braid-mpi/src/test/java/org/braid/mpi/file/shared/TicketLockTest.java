package org.braid.mpi.file.shared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lock of atomic accesses: one at a time, in order, and nobody waits behind a rank that has died, at whatever moment. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TicketLockTest {
    private static final int RANKS = 3;

    /** What ends a rank in the middle. */
    private static final class Death extends Error {
        private static final long serialVersionUID = 1L;
    }

    private final AtomicLongArray words = new AtomicLongArray(TicketLock.bytes(RANKS) / Long.BYTES);
    private final @Nullable BraidException[] failures = new BraidException[RANKS];
    private final CountDownLatch deadWereLookedFor = new CountDownLatch(3);

    private final class Ranks implements Members {
        private final int self;

        Ranks(int self) {
            this.self = self;
        }

        @Override
        public int self() {
            return self;
        }

        @Override
        public int size() {
            return RANKS;
        }

        @Override
        public boolean anyHasFailed() {
            synchronized (failures) {
                return failures[1] != null || failures[2] != null;
            }
        }

        @Override
        public @Nullable BraidException failureOf(int rank) {
            synchronized (failures) {
                deadWereLookedFor.countDown();
                return failures[rank];
            }
        }
    }

    private TicketLock lockOf(int rank) {
        return lockOf(rank, Integer.MAX_VALUE);
    }

    /** Of a rank that dies when it has changed so many words. */
    private TicketLock lockOf(int rank, int changes) {
        int[] left = {changes};
        return new TicketLock((at, addend) -> {
            if (left[0]-- == 0) {
                left[0] = 0;
                throw new Death();
            }
            return words.getAndAdd((int) (at / Long.BYTES), addend);
        }, new Ranks(rank), () -> {});
    }

    private void dies(int rank) {
        synchronized (failures) {
            failures[rank] = new BraidException(ErrorCode.MPI_PEER_FAILED, "Rank " + rank + " has died", "killed by signal 9", "See its last lines");
        }
    }

    @Test
    void whereverARankDiesTheNextOneHasItsTurnOrIsTold() {
        List<Integer> told = new ArrayList<>();
        for (int changes = 0; changes <= 6; changes++) {
            int lived = changes;
            TicketLockTest world = new TicketLockTest();
            TicketLock dying = world.lockOf(1, changes);
            if (changes < 6) {
                assertThrows(Death.class, () -> lockAndUnlock(dying));
            } else {
                lockAndUnlock(dying);
            }
            world.dies(1);
            TicketLock next = world.lockOf(0);
            try {
                assertTimeoutPreemptively(Duration.ofSeconds(20), () -> lockAndUnlock(next), () -> "it waits for a rank that has died after " + lived + " changes");
            } catch (MpiFailure failure) {
                assertEquals(ErrorClass.PEER_FAILED, failure.errorClass());
                assertTrue(failure.getMessage().contains("rank 1 ") && failure.getMessage().contains("killed by signal 9"), failure.getMessage());
                told.add(changes);
            }
        }
        assertEquals(List.of(2, 3, 4), told, "it has a ticket that was not served");
    }

    private static void lockAndUnlock(TicketLock lock) {
        lock.lock();
        lock.unlock();
    }

    @Test
    void whoHasItsTurnBeforeTheDeadOneIsNotDisturbed() throws Exception {
        TicketLock slow = lockOf(0);
        slow.lock();
        try (var threads = Executors.newFixedThreadPool(1)) {
            Future<?> patient = threads.submit(() -> lockAndUnlock(lockOf(1)));
            while (words.get(1) < 2) {
                Thread.onSpinWait(); // until it has its ticket
            }
            assertThrows(Death.class, () -> lockOf(2, 3).lock());
            dies(2);
            assertTrue(deadWereLookedFor.await(20, TimeUnit.SECONDS));
            assertFalse(patient.isDone());
            slow.unlock();
            patient.get();
            MpiFailure behind = assertThrows(MpiFailure.class, slow::lock);
            assertTrue(behind.getMessage().contains("rank 2 "), behind.getMessage());
            assertThrows(MpiFailure.class, slow::lock, "once more");
        }
    }

    @Test
    void oneAtATimeIsInsideAlsoOfSeveralThreadsOfARank() throws Exception {
        int[] inside = {0, 0};
        try (var threads = Executors.newFixedThreadPool(2 * RANKS)) {
            List<Future<?>> all = new ArrayList<>();
            for (int rank = 0; rank < RANKS; rank++) {
                TicketLock lock = lockOf(rank);
                for (int thread = 0; thread < 2; thread++) {
                    all.add(threads.submit(() -> countInside(lock, inside)));
                }
            }
            for (Future<?> each : all) {
                each.get();
            }
        }
        assertEquals(2 * RANKS * 500, inside[1]);
    }

    private static void countInside(TicketLock lock, int[] inside) {
        for (int i = 0; i < 500; i++) {
            lock.lock();
            assertEquals(1, ++inside[0]);
            inside[1]++;
            inside[0]--;
            lock.unlock();
        }
    }

    @Test
    void whoHasWaitedBehindOneThatWasRefusedNeedNotWaitAgain() throws Exception {
        TicketLock first = lockOf(1);
        first.lock();
        assertFalse(first.hasWaitedBehindRefusal(0), "nobody was before it");
        try (var threads = Executors.newFixedThreadPool(1)) {
            TicketLock second = lockOf(2);
            Future<?> waits = threads.submit(() -> {
                second.lock();
                assertTrue(second.hasWaitedBehindRefusal(0));
                assertFalse(second.hasWaitedBehindRefusal(Long.MAX_VALUE), "it has not waited for so long");
                second.unlock();
            });
            while (words.get(1) < 2) {
                Thread.onSpinWait(); // until it has its ticket
            }
            first.refuse();
            first.unlock();
            waits.get();
        }
        first.lock();
        assertFalse(first.hasWaitedBehindRefusal(0), "the one before it was not refused");
        first.refuse();
        first.unlock();
    }
}
