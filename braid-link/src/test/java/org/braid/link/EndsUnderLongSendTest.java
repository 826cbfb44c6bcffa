package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.FrameKind;
import org.braid.link.bulk.BulkSource;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.braid.link.stream.Carried;
import org.braid.link.stream.Wish;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A long send polls until there is room for its envelope. Whatever ends it meanwhile is what its sender is told, and no other message. */
@Timeout(30)
class EndsUnderLongSendTest {
    private static final int MAILBOX = 5;
    private static final byte[] LONG = new byte[100_000];
    private static final BraidException VERDICT = new BraidException(ErrorCode.PEER_LOST, "Context 1 has died", "killed by signal 9", "See its output");

    private final ContextPair pair = new ContextPair();
    private final Context a = pair.a;
    private final Context b = pair.b;
    private final Completion free = new Completion();
    private final Completion other = new Completion();
    private Runnable inHandler = () -> {};
    private int event;
    private int note;
    private int noted;

    @BeforeEach
    void open() {
        for (Context each : pair.both()) {
            each.newEndpoint(MAILBOX, null);
            event = each.register("ends.event", (to, a0, a1, a2, a3, payload) -> inHandler.run());
            note = each.register("ends.note", (to, a0, a1, a2, a3, payload) -> noted += a1);
        }
    }

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void aPeerThatDiesWhileItsMessageWaitsForRoomFailsTheMessageWithItsCause() {
        Startpoint toB = a.startpointTo(b.id(), MAILBOX);
        inHandler = () -> toB.peer().condemn(VERDICT);
        sendIntoFullLane(toB);
        assertSame(VERDICT, free.failure());
        assertEquals(0, a.bulk().outgoing().live());
    }

    @Test
    void anotherMessageThatTakesItsPlaceMeanwhileIsNotDisturbed() {
        Startpoint toB = a.startpointTo(b.id(), MAILBOX);
        Startpoint toSelf = a.startpointTo(a.id(), MAILBOX);
        inHandler = () -> {
            toB.peer().condemn(VERDICT);
            assertFalse(toSelf.startInside(note, 0, 1, 0, 0, LONG, 0, LONG.length, other));
        };
        sendIntoFullLane(toB);
        assertSame(VERDICT, free.failure());
        settle();
        assertTrue(other.isDone());
        assertNull(other.failure());
        assertEquals(1, noted);
    }

    @Test
    void oneThatIsTakenBackMeanwhileIsNotSent() {
        Startpoint toB = a.startpointTo(b.id(), MAILBOX);
        inHandler = () -> a.longMessages().takeBack(free, VERDICT);
        sendIntoFullLane(toB);
        assertSame(VERDICT, free.failure());
        settle();
        assertEquals(0, noted);
    }

    @Test
    void oneWhoseEnvelopeTheLaneRefusesWithAnErrorLeavesNothingBehind() {
        Startpoint toB = a.startpointTo(b.id(), MAILBOX);
        ContextPair.inside(a, () -> {
            Lane usual = Carried.usual(a.routes(), toB.peer());
            Carried.by(new Broken(usual), toB.peer(), Wish.DEFAULT);
        });
        assertThrows(IllegalStateException.class, () -> toB.start(note, 0, 1, 0, 0, LONG, 0, LONG.length, free));
        assertEquals(0, a.bulk().outgoing().live());
    }

    /** With an event for {@code a} on its way, which is handled while the message waits. */
    private void sendIntoFullLane(Startpoint toB) {
        assertEquals(Lane.TAKEN, b.startpointTo(a.id(), MAILBOX).trySend(event, 0, 0, 0, 0, null, 0, 0));
        ContextPair.inside(a, () -> {
            for (int i = 0; toB.trySend(note, i, 0, 0, 0, new byte[BulkSource.BYTES], 0, BulkSource.BYTES) == Lane.TAKEN; i++) {}
            assertFalse(toB.startInside(note, 0, 1, 0, 0, LONG, 0, LONG.length, free));
        });
        assertTrue(free.isDone());
    }

    private void settle() {
        for (int quiet = 0; quiet < 5; quiet++) {
            for (Context each : pair.both()) {
                each.progress().enter();
                quiet = each.progress().poll() == 0 ? quiet : 0;
                each.progress().exit();
            }
        }
    }

    /** Takes everything but envelopes. */
    private static final class Broken extends PassingLane {
        Broken(Lane lane) {
            super(lane);
        }

        @Override
        public int offer(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
            if (kind == FrameKind.OFFER) {
                throw new IllegalStateException("broken on purpose");
            }
            return super.offer(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
        }
    }
}
