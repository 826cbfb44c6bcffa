package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.braid.base.BraidException;
import org.braid.base.wire.FrameKind;
import org.braid.link.progress.Completion;
import org.braid.link.receiving.Grants;
import org.braid.link.spi.Lane;
import org.braid.link.stream.Peer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever finds another thread inside a lane does not wait for it (docs/decisions/losers-queue.md): what is left behind, in which order, and up to which bound. */
@Timeout(60)
class ContentionTest extends OccupiedPair {
    private static final int MOST = 64;

    @Test
    void whoFindsAnotherThreadInsideIsDoneAtOnceAndItsMessageGoesOutAfterwards() {
        inside(() -> {
            lane.occupied.set(true);
            assertEquals(Lane.TAKEN, note());
            settle();
            assertEquals(1, seen.size());
            lane.occupied.set(false);
            settle();
            assertInOrder();
        });
    }

    @Test
    void itsLaterMessagesStayBehind() {
        inside(() -> {
            lane.occupied.set(true);
            for (int i = 0; i < 5; i++) {
                assertEquals(Lane.TAKEN, note());
            }
            lane.occupied.set(false);
            assertEquals(Lane.TAKEN, note(), "and takes the others with it");
            assertTrue(toB.peer().stream().outboxEmpty());
            settle();
            assertInOrder();
        });
    }

    @Test
    void soDoLongOnesAndThoseOfHandlers() {
        inside(() -> {
            lane.occupied.set(true);
            assertEquals(Lane.TAKEN, note());
            Completion free = new Completion();
            assertFalse(toB.startInside(note, next++, 0, 0, 0, new byte[100_000], 0, 100_000, free));
            toA.send(ask, 3, 0, 0, 0, null, 0, 0);
            turn(a);
            assertEquals(Lane.TAKEN, note());
            settle();
            assertEquals(1, seen.size());
            lane.occupied.set(false);
            settle();
            assertTrue(free.isDone());
            assertEquals(IntStream.range(0, next).boxed().toList(), seen.stream().sorted().toList());
            assertEquals(List.of(0, 1), seen.subList(0, 2));
        });
    }

    @Test
    void beyondTheBoundASenderIsToldFull() {
        inside(() -> {
            lane.occupied.set(true);
            for (int i = 0; i < MOST; i++) {
                assertEquals(Lane.TAKEN, note());
            }
            assertEquals(Lane.FULL, toB.trySend(note, next, 0, 0, 0, null, 0, 0));
            lane.occupied.set(false);
            assertEquals(Lane.TAKEN, note());
            settle();
            assertInOrder();
        });
    }

    @Test
    void theBoundCountsBytesToo() {
        inside(() -> {
            lane.occupied.set(true);
            int bytes = lane.eagerBytes();
            for (int sent = 0; sent + bytes <= 256 << 10; sent += bytes) {
                assertEquals(Lane.TAKEN, toB.trySend(note, next++, 0, 0, 0, new byte[bytes], 0, bytes));
            }
            assertEquals(Lane.FULL, toB.trySend(note, next, 0, 0, 0, new byte[bytes], 0, bytes));
            lane.occupied.set(false);
            settle();
            assertInOrder();
        });
    }

    @Test
    void behindWhatWaitsForRoomASenderIsToldFull() {
        inside(() -> {
            int taken = Lane.TAKEN;
            while (taken == Lane.TAKEN) {
                taken = note();
            }
            assertEquals(Lane.FULL, taken);
            lane.occupied.set(true);
            assertEquals(Lane.TAKEN, note(), "whether there is room nobody can tell");
            lane.occupied.set(false);
            turn(a);
            assertEquals(Lane.FULL, toB.trySend(note, next, 0, 0, 0, null, 0, 0));
            settle();
            assertInOrder();
        });
    }

    @Test
    void whatTheRuntimeHasToSendWaitsInTheSameOrder() {
        inside(() -> {
            lane.occupied.set(true);
            Peer peer = toB.peer();
            peer.stream().keep(FrameKind.RSR, MAILBOX, 0, note, next++, 0, 0, 0, null, 0, 0);
            assertEquals(Lane.TAKEN, note());
            peer.stream().keep(FrameKind.RSR, MAILBOX, 0, note, next++, 0, 0, 0, null, 0, 0);
            assertEquals(Lane.TAKEN, note());
            lane.occupied.set(false);
            settle();
            assertInOrder();
        });
    }

    @Test
    void withLittleCreditLeftASenderIsToldFull() {
        inside(() -> {
            byte[] data = new byte[4032];
            for (int sent = 0; sent <= Grants.WINDOW_BYTES / 2; sent += 4096) {
                assertEquals(Lane.TAKEN, toB.trySend(keep, next++, 0, 0, 0, data, 0, data.length));
                turn(b);
            }
            lane.occupied.set(true);
            assertEquals(Lane.FULL, toB.trySend(note, next, 0, 0, 0, null, 0, 0));
        });
    }

    @Test
    void aMessageWhoseCreditIsGoneWhenItsTurnComesIsOffered() {
        inside(() -> {
            lane.occupied.set(true);
            assertEquals(Lane.TAKEN, note());
            exhaust();
            lane.occupied.set(false);
            assertEquals(Lane.NO_CREDIT, toB.trySend(note, next, 0, 0, 0, null, 0, 0));
            assertTrue(toB.peer().stream().outboxEmpty());
            settle();
            assertEquals(1, seen.stream().filter(n -> n == 1).count());
        });
    }

    @Test
    void withoutTheTokenASenderIsToldFullAndDoesNotWait() throws InterruptedException {
        lane.occupied.set(true);
        AtomicBoolean full = new AtomicBoolean();
        ContextPair.inside(a, () -> join(Thread.ofPlatform().start(() -> full.set(toB.trySend(note, 7, 0, 0, 0, null, 0, 0) == Lane.FULL))));
        assertTrue(full.get());
    }

    @Test
    void memoryThatCannotBeReadLeavesNothingBehind() {
        inside(() -> {
            Arena arena = Arena.ofShared();
            MemorySegment closed = arena.allocate(64);
            arena.close();
            lane.occupied.set(true);
            assertThrows(BraidException.class, () -> toB.trySend(note, -1, 0, 0, 0, closed, 0, 64));
            assertTrue(toB.peer().stream().outboxEmpty());
            assertEquals(Lane.TAKEN, note());
            lane.occupied.set(false);
            settle();
            assertInOrder();
        });
    }

    @Test
    void aMulticastThatFindsTheBoundReachedGoesOnWhereItStoppedAndNobodyGetsItTwice() {
        a.newEndpoint(MAILBOX + 1, null);
        inside(() -> {
            Startpoint toItself = a.startpointTo(a.id(), MAILBOX + 1);
            Startpoint both = toItself.and(toB);
            lane.occupied.set(true);
            assertEquals(Lane.TAKEN, both.trySend(note, -1, 0, 0, 0, null, 0, 0));
            while (toB.trySend(note, next, 0, 0, 0, null, 0, 0) == Lane.TAKEN) {
                next++;
            }
            assertEquals(Lane.FULL, both.trySend(note, -2, 0, 0, 0, null, 0, 0));
            assertEquals(Lane.FULL, both.trySend(note, -2, 0, 0, 0, null, 0, 0));
            lane.occupied.set(false);
            assertEquals(Lane.TAKEN, both.trySend(note, -2, 0, 0, 0, null, 0, 0));
            settle();
            assertEquals(2, seen.stream().filter(n -> n == -1).count());
            assertEquals(2, seen.stream().filter(n -> n == -2).count());
            seen.removeIf(n -> n < 0);
            assertInOrder();
        });
    }

    /** Uses up the credit, past what waits. */
    private void exhaust() {
        int taken = Lane.TAKEN;
        while (taken != Lane.NO_CREDIT) {
            taken = lane.past(FrameKind.RSR, MAILBOX, 0, keep, -1, 0, 0, 0, new byte[4032], 0, 4032);
            turn(b);
        }
        while (lane.past(FrameKind.RSR, MAILBOX, 0, keep, -1, 0, 0, 0, null, 0, 0) != Lane.NO_CREDIT) {
            turn(b);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
