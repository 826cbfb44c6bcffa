package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodExpression;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.progress.AddressSpace;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Transport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A lane for which there is no memory outside the heap: a caller is told, a stream that goes from lane to lane waits, and so does what the runtime has to say. */
@Timeout(30)
class ScarceLanesTest {
    private static final int MAILBOX = 40;
    private static final long CLOSE_NS = 1_000_000L;
    private static final long SOME_TURNS = 50;

    private final AddressSpace space = new AddressSpace(1 << 28);
    private final ScarceTransport ofA = new ScarceTransport();
    private final ScarceTransport ofB = new ScarceTransport();
    private final Context a = open(ofA);
    private final Context b = open(ofB);
    private final List<Integer> seen = new ArrayList<>();
    private final int note;
    private final Startpoint toB;

    private Context open(Transport by) {
        return Context.open(ContextConfig.alone().withSpace(space).withServes(false).withTransports(List.of(by)));
    }

    ScarceLanesTest() {
        Endpoint at = b.newEndpoint(MAILBOX, null);
        note = b.register("note", (to, a0, a1, a2, a3, payload) -> seen.add(a0));
        a.register("note", (to, a0, a1, a2, a3, payload) -> {});
        toB = a.startpointTo(b, at);
    }

    @AfterEach
    void close() {
        a.close(CLOSE_NS);
        b.close(CLOSE_NS);
        space.close();
    }

    private void turn() {
        for (int i = 0; i < SOME_TURNS; i++) {
            ContextPair.inside(a, a.progress()::poll);
            ContextPair.inside(b, b.progress()::poll);
        }
    }

    private void assertAllCome(int count) {
        turn();
        assertEquals(IntStream.range(0, count).boxed().toList(), seen);
        assertNull(toB.peer().failure());
    }

    @Test
    void aMessageToAPeerForWhoseFirstLaneThereIsNoneIsRefusedAndTheNextOneGoes() {
        ofA.isScarce(true);
        for (int i = 0; i < 3; i++) {
            assertEquals(ErrorCode.DIRECT_MEMORY_FULL, assertThrows(BraidException.class, () -> toB.trySend(note, 0, 0, 0, 0, null, 0, 0)).code());
        }
        ofA.isScarce(false);
        assertEquals(Lane.TAKEN, toB.trySend(note, 0, 0, 0, 0, null, 0, 0));
        assertAllCome(1);
        ContextPair.inside(a, () -> assertEquals(0, toB.peer().stream().number(), "the default stream's number is free still"));
    }

    @Test
    void aStreamThatIsMovedWaitsBetweenTwoLanesAndLosesNothing() {
        for (int i = 0; i < 3; i++) {
            assertEquals(Lane.TAKEN, toB.trySend(note, i, 0, 0, 0, null, 0, 0));
        }
        ofA.isScarce(true);
        toB.moveTo(MethodExpression.parse("local"));
        turn();
        assertEquals(Lane.FULL, toB.trySend(note, 3, 0, 0, 0, null, 0, 0));
        assertNull(toB.peer().failure());
        ofA.isScarce(false);
        turn();
        assertEquals(Lane.TAKEN, toB.trySend(note, 3, 0, 0, 0, null, 0, 0));
        assertAllCome(4);
    }

    @Test
    void aCallThatWaitsForTheNextLaneForLongIsTold() {
        assertEquals(Lane.TAKEN, toB.trySend(note, 0, 0, 0, 0, null, 0, 0));
        turn();
        ofA.isScarce(true);
        toB.moveTo(MethodExpression.parse("local"));
        assertEquals(ErrorCode.DIRECT_MEMORY_FULL, assertThrows(BraidException.class, () -> toB.send(note, 1, 0, 0, 0, null, 0, 0)).code());
        ofA.isScarce(false);
        turn();
        assertEquals(Lane.TAKEN, toB.trySend(note, 1, 0, 0, 0, null, 0, 0));
        assertAllCome(2);
    }

    @Test
    void anAnswerToAPeerForWhoseLaneThereIsNoneWaits() {
        ofA.isScarce(true);
        ContextPair.inside(a, () -> toB.answer(note, 0, 0, 0, 0));
        turn();
        assertEquals(List.of(), seen);
        ofA.isScarce(false);
        assertAllCome(1);
    }

    @Test
    void whatTheRuntimeHasToSayToAPeerForWhoseLaneThereIsNoneWaits() {
        ofB.isScarce(true);
        Completion free = new Completion();
        toB.start(note, 0, 0, 0, 0, new byte[100_000], 0, 100_000, free); // whose receiver has to answer
        turn();
        ofB.isScarce(false);
        turn();
        assertTrue(free.isDone());
        assertNull(free.failure());
        assertAllCome(1);
    }
}
