package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.Frame;
import org.braid.link.ring.RingLayout;
import org.braid.link.ring.RingProducer;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whoever finds another thread inside a lane does not wait for it (docs/decisions/losers-queue.md). The test holds the sender's token, since the background thread takes it now and then, too, except where
 * it is said.
 */
@Timeout(60)
class ContentionTest {
    private static final int MAILBOX = 5;
    private static final int MOST = 64;

    private final ContextPair pair = new ContextPair();
    private final Context a = pair.a;
    private final Context b = pair.b;
    private final List<Integer> seen = new ArrayList<>(); // by b, with its token
    private int note; // b writes down a0
    private int keep; // the same, and b holds on to the payload's credit
    private int ask; // a sends a0 notes to b
    private int next; // what a notes next
    private Startpoint toB;
    private Startpoint toA;
    private OccupiedLane lane;

    @BeforeEach
    void open() {
        for (Context context : pair.both()) {
            context.newEndpoint(MAILBOX, null);
            note = context.register("contention.note", (to, a0, a1, a2, a3, payload) -> seen.add(a0));
            keep = context.register("contention.keep", (to, a0, a1, a2, a3, payload) -> {
                seen.add(a0);
                payload.hold();
            });
            ask = context.register("contention.ask", (to, count, a1, a2, a3, payload) -> {
                for (int i = 0; i < count; i++) {
                    toB.send(note, next++, 0, 0, 0, null, 0, 0);
                }
            });
        }
        toB = a.startpointTo(b.id(), MAILBOX);
        toA = b.startpointTo(a.id(), MAILBOX);
        lane = OccupiedLane.between(a, toB.peer(), () -> {});
        inside(() -> {
            assertEquals(Lane.TAKEN, note()); // names and tables are exchanged
            settle();
        });
    }

    @AfterEach
    void close() {
        lane.occupied.set(false);
        pair.close();
    }

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
            assertTrue(toB.peer().outboxEmpty());
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
            peer.keep(peer.lane(), Frame.RSR, MAILBOX, 0, note, next++, 0, 0, 0, null, 0, 0);
            assertEquals(Lane.TAKEN, note());
            peer.keep(peer.lane(), Frame.RSR, MAILBOX, 0, note, next++, 0, 0, 0, null, 0, 0);
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
            assertTrue(toB.peer().outboxEmpty());
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
            assertTrue(toB.peer().outboxEmpty());
            assertEquals(Lane.TAKEN, note());
            lane.occupied.set(false);
            settle();
            assertInOrder();
        });
    }

    @Test
    void whatWaitsGoesOutThoughNobodyPolls() {
        lane.occupied.set(true);
        inside(() -> assertEquals(Lane.TAKEN, note()));
        lane.occupied.set(false);
        AtomicBoolean arrived = new AtomicBoolean();
        while (!arrived.get()) {
            ContextPair.inside(b, () -> {
                turn(b);
                arrived.set(seen.size() == next);
            });
            Thread.yield();
        }
        assertInOrder();
    }

    @Test
    void whatWaitsIsNeitherAcceptedNorHandled() {
        lane.occupied.set(true);
        inside(() -> assertEquals(Lane.TAKEN, note()));
        assertFalse(toB.flush(0));
        Completion handled = new Completion();
        inside(() -> {
            toB.peer().handled().ask(toB.lane(), handled);
            settle();
            assertFalse(handled.isDone());
            lane.occupied.set(false);
            settle();
            assertTrue(handled.isDone());
            assertInOrder();
        });
        assertTrue(toB.flush(0));
    }

    @Test
    void closingSendsWhatWaitsAndNothingMoreIsLeftBehind() throws InterruptedException {
        lane.occupied.set(true);
        AtomicBoolean flushed = new AtomicBoolean();
        Thread closer = Thread.ofPlatform().unstarted(() -> flushed.set(a.close(20_000_000_000L)));
        inside(() -> {
            assertEquals(Lane.TAKEN, note());
            assertEquals(Lane.TAKEN, note());
            closer.start();
            while (!a.isClosing()) {
                Thread.onSpinWait();
            }
            assertEquals(Lane.FULL, toB.trySend(note, next, 0, 0, 0, null, 0, 0));
        });
        lane.occupied.set(false);
        while (closer.isAlive()) {
            ContextPair.inside(b, () -> turn(b));
        }
        ContextPair.inside(b, () -> {
            while (turn(b) > 0) {}
            assertInOrder();
        });
        assertTrue(flushed.get());
        assertEquals(Lane.CLOSED, toB.trySend(note, next, 0, 0, 0, null, 0, 0));
    }

    @Test
    void thePeersDeathDropsWhatWaitsAndItIsTold() {
        BraidException verdict = new BraidException(ErrorCode.PEER_LOST, "Context 1 has died", "killed by signal 9", "See its output");
        lane.occupied.set(true);
        inside(() -> {
            assertEquals(Lane.TAKEN, note());
            assertEquals(Lane.TAKEN, note());
        });
        a.peerFailed(b.id(), verdict);
        lane.occupied.set(false);
        inside(() -> {
            settle();
            assertTrue(toB.peer().outboxEmpty());
            assertEquals(1, seen.size());
            assertEquals(1, a.notices().stream().filter(line -> line.startsWith("2 messages to " + b.id() + " that waited to be sent were lost")).count(), a.notices()::toString);
            lane.occupied.set(true);
            assertEquals(Lane.CLOSED, toB.trySend(note, next, 0, 0, 0, null, 0, 0));
        });
    }

    @Test
    void aLaneThatHasSaidFarewellIsNotOccupiedSoWhatStillWaitsForItIsToldThatItHasEnded() {
        MemorySegment memory = Arena.ofAuto().allocate(RingLayout.memoryBytes(4096), RingLayout.ALIGNMENT_BYTES);
        RingLane ring = new RingLane("ring", new RingProducer(memory, 0, 4096), pair.space.doorbell(), Reach.NONE, 1024, 1024);
        ring.startRelease();
        assertTrue(ring.sayFarewell());
        assertFalse(ring.isOccupied());
        inside(() -> {
            Peer peer = toB.peer();
            lane.occupied.set(true);
            assertEquals(Lane.TAKEN, note());
            peer.keep(ring, Frame.RSR, MAILBOX, 0, note, -1, 0, 0, 0, null, 0, 0);
            assertEquals(Lane.TAKEN, note());
            lane.occupied.set(false);
            settle();
            assertTrue(peer.outboxEmpty());
            assertInOrder();
        });
    }

    @Test
    void whatWaitsOutlivesItsStartpoint() {
        inside(() -> {
            Startpoint second = a.startpointTo(b.id(), MAILBOX);
            lane.occupied.set(true);
            assertEquals(Lane.TAKEN, second.trySend(note, next++, 0, 0, 0, null, 0, 0));
            second.close();
            assertFalse(second.trySend(note, next, 0, 0, 0, null, 0, 0) == Lane.TAKEN);
            lane.occupied.set(false);
            settle();
            assertEquals(Lane.CLOSED, second.trySend(note, next, 0, 0, 0, null, 0, 0));
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

    private int note() {
        int taken = toB.trySend(note, next, 0, 0, 0, new byte[next % 50], 0, next % 50);
        next += taken == Lane.TAKEN ? 1 : 0;
        return taken;
    }

    /** Uses up the credit, past what waits. */
    private void exhaust() {
        int taken = Lane.TAKEN;
        while (taken != Lane.NO_CREDIT) {
            taken = lane.past(Frame.RSR, MAILBOX, 0, keep, -1, 0, 0, 0, new byte[4032], 0, 4032);
            turn(b);
        }
        while (lane.past(Frame.RSR, MAILBOX, 0, keep, -1, 0, 0, 0, null, 0, 0) != Lane.NO_CREDIT) {
            turn(b);
        }
    }

    /** With both tokens. */
    private void inside(Runnable work) {
        ContextPair.inside(a, () -> ContextPair.inside(b, work));
    }

    private void assertInOrder() {
        assertEquals(IntStream.range(0, next).boxed().toList(), seen);
    }

    private void settle() {
        for (int quiet = 0; quiet < 5; quiet++) {
            quiet = turn(a) + turn(b) == 0 ? quiet : 0;
        }
    }

    /** Caller holds the token. */
    private static int turn(Context context) {
        return context.progress().poll();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
