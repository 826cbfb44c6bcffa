package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.braid.base.BraidException;
import org.braid.base.os.DirectMemory;
import org.braid.base.wire.FrameKind;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.braid.link.stream.Carried;
import org.braid.link.stream.Wish;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A lane that has wanted memory outside the heap in vain for long: a call that waits for room comes back and says so, and everything else is as it was. */
@Timeout(30)
class StarvedLaneTest {
    private static final int MAILBOX = 5;
    private static final int MORE_THAN_WAIT = 65_536 + 100;
    private static final byte[] LONG = new byte[100_000];
    private static final BraidException USED_UP = DirectMemory.usedUp(new OutOfMemoryError("Cannot reserve direct buffer memory"));

    private final ContextPair pair = new ContextPair();
    private final Context a = pair.a;
    private final Context b = pair.b;
    private final List<Integer> seen = new ArrayList<>();
    private int starvedFor; // frames of this kind
    private int note;
    private Startpoint toB;

    private final class StarvedLane extends PassingLane {
        StarvedLane(Lane usual) {
            super(usual);
        }

        @Override
        public int offer(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
            return kind == starvedFor ? FULL : super.offer(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
        }

        @Override
        public Reach reach() {
            return Reach.NONE;
        }

        @Override
        public boolean wantsMemory() {
            return starvedFor != 0;
        }

        @Override
        public @Nullable BraidException starvedBy() {
            return starvedFor == 0 ? null : USED_UP;
        }
    }

    @BeforeEach
    void open() {
        b.newEndpoint(MAILBOX, null);
        note = b.register("starved.note", (to, a0, a1, a2, a3, payload) -> seen.add(a0));
        a.register("starved.note", (to, a0, a1, a2, a3, payload) -> {});
        toB = a.startpointTo(b.id(), MAILBOX);
        ContextPair.inside(a, () -> Carried.by(new StarvedLane(Carried.usual(a.routes(), toB.peer())), toB.peer(), Wish.DEFAULT));
    }

    @AfterEach
    void close() {
        starvedFor = 0;
        pair.close();
    }

    private void turn() {
        for (int i = 0; i < 20; i++) {
            pair.both().forEach(each -> ContextPair.inside(each, each.progress()::poll));
        }
    }

    private void assertEverythingIsAsItWas() {
        assertNull(toB.peer().failure());
        starvedFor = 0;
        toB.send(note, 2, 0, 0, 0, null, 0, 0);
        turn();
        assertEquals(List.of(2), seen);
        assertEquals(0, a.bulk().outgoing().live());
    }

    @Test
    void aShortSendThatWaitsForRoomIsTold() {
        starvedFor = FrameKind.RSR;
        assertEquals(Lane.FULL, toB.trySend(note, 1, 0, 0, 0, null, 0, 0));
        assertSame(USED_UP, assertThrows(BraidException.class, () -> toB.send(note, 1, 0, 0, 0, null, 0, 0)));
        assertEverythingIsAsItWas();
    }

    @Test
    void anAnswerIsKeptHoweverMuchWaits() {
        starvedFor = FrameKind.RSR;
        ContextPair.inside(a, () -> {
            for (int i = 0; i < MORE_THAN_WAIT; i++) {
                toB.answer(note, i, 0, 0, 0);
            }
        });
        starvedFor = 0;
        for (int i = 0; i < MORE_THAN_WAIT && seen.size() < MORE_THAN_WAIT; i++) {
            turn();
        }
        assertEquals(IntStream.range(0, MORE_THAN_WAIT).boxed().toList(), seen);
    }

    @Test
    void aLongSendWhoseEnvelopeWaitsForRoomIsTold() {
        starvedFor = FrameKind.OFFER;
        Completion free = new Completion();
        assertSame(USED_UP, assertThrows(BraidException.class, () -> toB.start(note, 1, 0, 0, 0, LONG, 0, LONG.length, free)));
        assertEverythingIsAsItWas();
    }

    @Test
    void whoCouldGoOnWaitsForMemoryAllTheSameAndIsTold() {
        for (byte[] message : List.of(new byte[10], LONG)) {
            starvedFor = message == LONG ? FrameKind.OFFER : FrameKind.RSR;
            Completion free = new Completion();
            ContextPair.inside(a, () ->
                    assertSame(USED_UP, assertThrows(BraidException.class, () -> toB.startAndGoOn(note, 1, 0, 0, 0, message, 0, message.length, free))));
            assertEverythingIsAsItWas();
            seen.clear();
        }
    }

    @Test
    void aLongSendWhosePiecesWaitForRoomIsToldAndItsReceiverToo() {
        starvedFor = FrameKind.FRAGMENT;
        Completion free = new Completion();
        toB.start(note, 1, 0, 0, 0, LONG, 0, LONG.length, free);
        turn();
        assertTrue(free.isDone());
        assertSame(USED_UP, free.failure());
        assertEverythingIsAsItWas();
    }
}
