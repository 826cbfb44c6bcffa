package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.link.control.Handled;
import org.braid.link.progress.Completion;
import org.braid.link.ring.RingLane;
import org.braid.link.ring.RingLayout;
import org.braid.link.ring.RingProducer;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.braid.link.stream.Carried;
import org.braid.link.stream.Stream;
import org.braid.link.stream.Wish;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a message that was left behind goes out after all: without its sender, when its context closes, when its peer, its lane or its startpoint has ended. */
@Timeout(60)
class ContentionEndsTest extends OccupiedPair {
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
            long number = toB.peer().handled().ask(handled);
            toB.peer().stream().keep(FrameKind.DONE, 0, FrameHeader.ROUTE_NEEDS_YOU, 0, (int) number, (int) (number >>> 32), 0, Handled.QUESTION, null, 0, 0);
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
            while (!a.progress().isClosing()) {
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
            assertTrue(toB.peer().stream().outboxEmpty());
            assertEquals(1, seen.size());
            assertEquals(1, a.notices().stream().filter(line -> line.startsWith("2 messages to " + b.id() + " that waited to be sent were lost")).count(), a.notices()::toString);
            lane.occupied.set(true);
            assertEquals(Lane.CLOSED, toB.trySend(note, next, 0, 0, 0, null, 0, 0));
        });
    }

    @Test
    void aLaneThatHasSaidFarewellIsNotOccupiedSoWhatStillWaitsForItIsToldThatItHasEnded() {
        MemorySegment memory = Arena.ofAuto().allocate(RingLayout.memoryBytes(4096), RingLayout.ALIGNMENT_BYTES);
        RingLane ring = new RingLane("ring", new RingProducer(memory, 0, 4096), pair.space.doorbell(), Reach.NONE, 1024, 1024, 1024);
        ring.startRelease();
        assertTrue(ring.sayFarewell(FrameHeader.BYE_OF_LANE));
        assertFalse(ring.isOccupied());
        inside(() -> {
            Stream gone = Carried.by(ring, toB.peer(), Wish.DEFAULT.on(1));
            lane.occupied.set(true);
            assertEquals(Lane.TAKEN, note());
            gone.keep(FrameKind.RSR, MAILBOX, 0, note, -1, 0, 0, 0, null, 0, 0);
            assertEquals(Lane.TAKEN, note());
            lane.occupied.set(false);
            settle();
            assertTrue(gone.outboxEmpty());
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
}
