package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.Limits;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.progress.Completion;
import org.braid.link.region.Right;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What cannot be a payload, or a handler, or a region, is refused by the call that names it, and the lane goes on. */
@Timeout(30)
class RefusedPayloadTest {
    private static final int MAILBOX = 5;

    private final ContextPair pair = new ContextPair();
    private final List<Long> seen = new ArrayList<>(); // the lengths of what b got
    private int note;
    private Startpoint toB;

    @BeforeEach
    void open() {
        pair.both().forEach(each -> {
            each.newEndpoint(MAILBOX, null);
            note = each.register("payload.note", (to, a0, a1, a2, a3, payload) -> seen.add(payload.length()));
        });
        toB = pair.a.startpointTo(pair.b.id(), MAILBOX);
    }

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void aNegativeLengthIsRefusedByEveryWayToSend() {
        byte[] bytes = new byte[8];
        for (int length : new int[] {-1, -100, Integer.MIN_VALUE}) {
            assertRefusedByAll(ErrorCode.MEMORY_RANGE, bytes, length);
            assertRefusedByAll(ErrorCode.MEMORY_RANGE, null, length);
        }
        for (long length : new long[] {8 - (1L << 32), Long.MIN_VALUE}) {
            assertRefusedByStart(ErrorCode.MEMORY_RANGE, bytes, length);
        }
    }

    @Test
    void bytesOfNothingAreRefusedByEveryWayToSend() {
        for (int length : new int[] {1, 8, 4096, Limits.MAX_FRAME_PAYLOAD, 4 * Limits.MAX_FRAME_PAYLOAD}) {
            assertRefusedByAll(ErrorCode.MEMORY_UNSUITABLE, null, length);
        }
        assertRefusedByStart(ErrorCode.MEMORY_UNSUITABLE, null, 1L << 40);
    }

    @Test
    void aRepeatOfTheLastMessageIsRefusedAsAnyOther() {
        assertGoesOn();
        assertRefusedByAll(ErrorCode.MEMORY_UNSUITABLE, null, 1);
        assertGoesOn();
    }

    @Test
    void theyAreRefusedByAFullLaneToo() {
        int filled = 0;
        while (toB.trySend(note, 0, 0, 0, 0, new byte[64], 0, 64) == Lane.TAKEN) {
            filled++;
        }
        assertRefused(ErrorCode.MEMORY_RANGE, (base, length) -> toB.trySend(note, 0, 0, 0, 0, base, 0, (int) length), new byte[8], -1);
        assertRefused(ErrorCode.MEMORY_UNSUITABLE, (base, length) -> toB.trySend(note, 0, 0, 0, 0, base, 0, (int) length), null, 8);
        settle();
        assertEquals(filled, seen.size());
        seen.clear();
        assertGoesOn();
    }

    @Test
    void theyAreRefusedByALaneThatIsNoRing() {
        int[] entered = new int[1];
        OccupiedLane lane = OccupiedLane.between(pair.a, toB.peer(), () -> entered[0]++);
        toB.send(note, 0, 0, 0, 0, new byte[10], 0, 10);
        int before = entered[0];
        for (boolean occupied : new boolean[] {false, true}) {
            lane.occupied.set(occupied);
            assertRefused(ErrorCode.MEMORY_RANGE, (base, length) -> toB.trySend(note, 0, 0, 0, 0, base, 0, (int) length), new byte[8], -1);
            assertRefused(ErrorCode.MEMORY_UNSUITABLE, (base, length) -> toB.trySend(note, 0, 0, 0, 0, base, 0, (int) length), null, 8);
        }
        assertEquals(before, entered[0]);
        lane.occupied.set(false);
        settle();
        assertEquals(List.of(10L), seen);
        seen.clear();
        assertGoesOn();
    }

    @Test
    void aHandlerThatSendsOneHearsOfItAndGoesOn() {
        List<ErrorCode> told = new ArrayList<>();
        Startpoint toA = pair.b.startpointTo(pair.a.id(), MAILBOX);
        pair.b.register("payload.ask", (to, length, a1, a2, a3, payload) -> told.add(assertThrows(BraidException.class, () -> toA.send(note, 0, 0, 0, 0, null, 0, length)).code()));
        int ask = pair.a.register("payload.ask", (to, a0, a1, a2, a3, payload) -> {});
        toB.send(ask, -1, 0, 0, 0, null, 0, 0);
        toB.send(ask, 8, 0, 0, 0, null, 0, 0);
        toB.send(ask, 1 << 20, 0, 0, 0, null, 0, 0);
        settle();
        assertEquals(List.of(ErrorCode.MEMORY_RANGE, ErrorCode.MEMORY_UNSUITABLE, ErrorCode.MEMORY_UNSUITABLE), told);
        assertGoesOn();
    }

    @Test
    void aMulticastIsRefusedBeforeAnybodyHasIt() {
        toB = toB.and(pair.a.startpointTo(pair.b.id(), MAILBOX));
        assertRefused(ErrorCode.MEMORY_RANGE, (base, length) -> toB.trySend(note, 0, 0, 0, 0, base, 0, (int) length), new byte[8], -1);
        assertRefused(ErrorCode.MEMORY_UNSUITABLE, (base, length) -> toB.send(note, 0, 0, 0, 0, base, 0, (int) length), null, 8);
        toB.send(note, 0, 0, 0, 0, new byte[3], 0, 3);
        settle();
        assertEquals(List.of(3L, 3L), seen);
    }

    @Test
    @SuppressWarnings("NullAway") // that is what is tested
    void aHandlerThatIsNoneIsRefused() {
        assertEquals("The handler to be registered is null", assertThrows(NullPointerException.class, () -> pair.a.register("payload.none", null)).getMessage());
        assertEquals("The handler to be registered is null", assertThrows(NullPointerException.class, () -> pair.a.registerForOffers("payload.none", null)).getMessage());
        assertEquals("The handler to be registered is null", assertThrows(NullPointerException.class, () -> pair.a.registerBlocking("payload.none", null, 1)).getMessage());
        assertEquals("The name of a handler is null", assertThrows(NullPointerException.class, () -> pair.a.register(null, (to, a0, a1, a2, a3, payload) -> {})).getMessage());
        for (int none : new int[] {0, -1}) {
            String why = assertThrows(IllegalArgumentException.class, () -> pair.a.registerBlocking("payload.none", (to, a0, a1, a2, a3, payload) -> {}, none)).getMessage();
            assertTrue(why != null && why.startsWith("maxConcurrent=" + none), why);
        }
        assertFalse(pair.a.registerBlocking("payload.none", (to, a0, a1, a2, a3, payload) -> {}, 1) == 0); // the name is still free
    }

    @Test
    @SuppressWarnings("NullAway") // that is what is tested
    void aRegionOfNothingIsRefused() {
        Endpoint here = pair.a.newEndpoint(null);
        assertEquals("The memory to be published is null", assertThrows(NullPointerException.class, () -> pair.a.publish(null, 0, 8, Set.of(Right.GET), Long.MAX_VALUE, here)).getMessage());
        assertEquals("The rights to the memory to be published are null", assertThrows(NullPointerException.class, () -> pair.a.publish(new byte[8], 0, 8, null, Long.MAX_VALUE, here)).getMessage());
        assertEquals("The endpoint that is notified of puts is null", assertThrows(NullPointerException.class, () -> pair.a.publish(new byte[8], 0, 8, Set.of(Right.GET), Long.MAX_VALUE, null)).getMessage());
    }

    private void assertRefusedByAll(ErrorCode code, @Nullable Object base, int length) {
        assertRefused(code, (b, bytes) -> toB.trySend(note, 0, 0, 0, 0, b, 0, (int) bytes), base, length);
        assertRefused(code, (b, bytes) -> toB.send(note, 0, 0, 0, 0, b, 0, (int) bytes), base, length);
        assertRefusedByStart(code, base, length);
        assertGoesOn();
    }

    private void assertRefusedByStart(ErrorCode code, @Nullable Object base, long length) {
        Completion free = new Completion();
        assertRefused(code, (b, bytes) -> toB.start(note, 0, 0, 0, 0, b, 0, bytes, free), base, length);
        ContextPair.inside(pair.a, () -> {
            assertRefused(code, (b, bytes) -> toB.startInside(note, 0, 0, 0, 0, b, 0, bytes, free), base, length);
            assertRefused(code, (b, bytes) -> toB.startAndGoOn(note, 0, 0, 0, 0, b, 0, bytes, free), base, length);
        });
        assertFalse(free.isDone());
        assertEquals(0, pair.a.bulk().outgoing().live());
        assertGoesOn();
    }

    private static void assertRefused(ErrorCode code, ObjLongConsumer<@Nullable Object> send, @Nullable Object base, long length) {
        BraidException refused = assertThrows(BraidException.class, () -> send.accept(base, length), () -> length + " bytes of " + base);
        assertEquals(code, refused.code(), refused::getMessage);
    }

    /** Nothing came of what was refused, and the next messages come as they are. */
    private void assertGoesOn() {
        settle();
        assertEquals(List.of(), seen);
        toB.send(note, 0, 0, 0, 0, new byte[10], 0, 10);
        toB.send(note, 0, 0, 0, 0, null, 0, 0);
        settle();
        assertEquals(List.of(10L, 0L), seen);
        seen.clear();
        assertEquals(List.of(), pair.b.notices());
    }

    private void settle() {
        for (int quiet = 0; quiet < 3; quiet++) {
            int[] done = new int[1];
            pair.both().forEach(each -> ContextPair.inside(each, () -> done[0] += each.progress().poll()));
            quiet = done[0] == 0 ? quiet : -1;
        }
    }
}
