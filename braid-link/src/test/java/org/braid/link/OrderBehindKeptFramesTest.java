package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.braid.link.bulk.Slab;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A handler may send although the lane is full; what its thread sends later, from outside the handler, stays behind. */
@Timeout(60)
class OrderBehindKeptFramesTest {
    private static final int MAILBOX = 5;
    private static final int LONG = 300_000;

    private final ContextPair pair = new ContextPair();
    private final List<Integer> seen = new ArrayList<>(); // by b
    private final List<Slab> grabbed = new ArrayList<>();
    private final Context a = pair.a;
    private final Context b = pair.b;
    private int note; // b writes down a0
    private int keep; // the same, and b holds on to the payload's credit
    private int ask; // a sends a0 notes to b, of a1 bytes each
    private Startpoint toA;
    private Startpoint toB;
    private int next; // what a notes next

    @BeforeEach
    void open() {
        for (Context context : pair.both()) {
            context.newEndpoint(MAILBOX, null);
            note = context.register("order.note", (to, a0, a1, a2, a3, payload) -> seen.add(a0));
            keep = context.register("order.keep", (to, a0, a1, a2, a3, payload) -> {
                seen.add(a0);
                grabbed.add(payload.grab());
            });
            ask = context.register("order.ask", (to, count, bytes, a2, a3, payload) -> {
                for (int i = 0; i < count; i++) {
                    toB.send(note, next++, 0, 0, 0, new byte[bytes], 0, bytes);
                }
            });
        }
        toB = a.startpointTo(b.id(), MAILBOX);
        toA = b.startpointTo(a.id(), MAILBOX);
    }

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void aTrySendAfterAHandlersSendsStaysBehindThem() {
        fill();
        ask(10, 100);
        drain(b);
        assertEquals(Lane.FULL, toB.trySend(note, next, 0, 0, 0, null, 0, 0), "the ring has room, but the handler's notes wait");
        turn(a);
        assertEquals(Lane.TAKEN, toB.trySend(note, next++, 0, 0, 0, null, 0, 0));
        drain(b);
        assertInOrder();
    }

    @Test
    void aLongMessageStaysBehindThemToo() {
        fill();
        ask(10, 100);
        drain(b);
        Completion free = new Completion();
        assertFalse(toB.start(note, next++, 0, 0, 0, new byte[LONG], 0, LONG, free));
        settle();
        assertTrue(free.isDone());
        assertInOrder();
    }

    @Test
    void aHandlerMaySendWithoutCreditAndLongMessagesAndNeverWaits() {
        exhaust();
        for (int bytes : new int[] {0, 8, 3_000, LONG}) {
            assertEquals(Lane.TAKEN, toA.trySend(ask, 3, bytes, 0, 0, null, 0, 0));
            settle();
        }
        assertInOrder();
        grabbed.forEach(Slab::release);
    }

    @Test
    void whatAHandlerSentWithoutCreditHidesNothingThatIsSentLater() {
        exhaust();
        ask(5, 4_000);
        Completion free = new Completion();
        toB.start(note, next++, 0, 0, 0, new byte[4_000], 0, 4_000, free);
        settle();
        assertInOrder();
        grabbed.forEach(Slab::release);
    }

    @Test
    void aHandlersSendsAndTheProgramsArriveOnceAndInOrderWhileTheRingIsFull() throws InterruptedException {
        int asks = 100;
        AtomicBoolean over = new AtomicBoolean();
        Thread receiver = Thread.ofPlatform().start(() -> receive(asks, over));
        while (next < asks * 40) {
            while (toB.trySend(note, next, 0, 0, 0, new byte[200], 0, 200) != Lane.TAKEN) {
                turn(a); // runs the handler, which counts on
            }
            next++;
        }
        while (a.progress().pending()) {
            turn(a);
        }
        over.set(true);
        receiver.join();
        drain(b);
        assertInOrder();
    }

    /** Asks now and then, and reads slowly enough for the ring to be full mostly. */
    private void receive(int asks, AtomicBoolean over) {
        int asked = 0;
        while (!over.get()) {
            if (asked < asks && toA.trySend(ask, 30, 100, 0, 0, null, 0, 0) == Lane.TAKEN) {
                asked++;
            }
            turn(b);
        }
    }

    @Test
    void anotherThreadsHandlersDisturbNeitherOrder() throws InterruptedException {
        int each = 2_000;
        List<Integer> fromHandlers = new ArrayList<>();
        List<Integer> fromProgram = new ArrayList<>();
        int sorted = b.register("order.sorted", (to, a0, a1, a2, a3, payload) -> (a1 == 0 ? fromHandlers : fromProgram).add(a0));
        int[] handled = new int[1];
        int go = a.register("order.go", (to, a0, a1, a2, a3, payload) -> toB.send(sorted, handled[0]++, 0, 0, 0, new byte[100], 0, 100));
        a.register("order.sorted", (to, a0, a1, a2, a3, payload) -> {});
        b.register("order.go", (to, a0, a1, a2, a3, payload) -> {});
        Thread poller = Thread.ofPlatform().start(() -> {
            while (handled[0] < each || a.progress().pending()) {
                turn(a);
            }
        });
        Thread program = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < each; i++) {
                toB.send(sorted, i, 1, 0, 0, new byte[100], 0, 100);
            }
        });
        int asked = 0;
        while (poller.isAlive() || program.isAlive()) {
            if (asked < each && toA.trySend(go, 0, 0, 0, 0, null, 0, 0) == Lane.TAKEN) {
                asked++;
            }
            turn(b);
        }
        drain(b);
        List<Integer> all = IntStream.range(0, each).boxed().toList();
        assertEquals(all, fromHandlers);
        assertEquals(all, fromProgram);
    }

    /** Has a handler of a send notes. */
    private void ask(int count, int bytes) {
        int before = next;
        assertEquals(Lane.TAKEN, toA.trySend(ask, count, bytes, 0, 0, null, 0, 0));
        while (next == before) {
            turn(a);
        }
    }

    private void fill() {
        while (toB.trySend(note, next, 0, 0, 0, new byte[100], 0, 100) == Lane.TAKEN) {
            next++;
        }
    }

    /** Sends until b, which holds everything, gives no more credit. */
    private void exhaust() {
        int answer = Lane.TAKEN;
        while (answer != Lane.NO_CREDIT) {
            answer = toB.trySend(keep, next, 0, 0, 0, new byte[4_032], 0, 4_032);
            next += answer == Lane.TAKEN ? 1 : 0;
            turn(b);
        }
        while (toB.trySend(keep, next, 0, 0, 0, null, 0, 0) == Lane.TAKEN) {
            next++;
        }
        settle();
    }

    private void assertInOrder() {
        assertEquals(IntStream.range(0, next).boxed().toList(), seen);
    }

    private void settle() {
        for (int quiet = 0; quiet < 5; quiet++) {
            quiet = turn(a) + turn(b) == 0 ? quiet : 0;
        }
    }

    private static void drain(Context context) {
        while (turn(context) > 0) {}
    }

    private static int turn(Context context) {
        context.progress().enter();
        try {
            return context.progress().poll();
        } finally {
            context.progress().exit();
        }
    }
}
