package org.braid.link;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.braid.base.wire.ContextId;
import org.braid.link.ring.RingConsumer;
import org.braid.link.ring.RingLane;
import org.braid.link.ring.RingLayout;
import org.braid.link.ring.RingProducer;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.braid.link.stream.Carried;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Wish;

/**
 * What threads that send to one peer at once cost each other, by their number and by what each does between two sends: the figures of docs/decisions/losers-queue.md. A round's messages
 * all fit into the ring, the lane asks for no credit, and nobody reads before the round is over: whoever is not taken at once has met another thread. Then how long a send takes while one
 * thread is inside the lane and has no core, for three of every ten milliseconds. Run by hand: {@code java -cp ... org.braid.link.LosersMain [rounds]}.
 */
final class LosersMain {
    private static final int MAILBOX = 5;
    private static final int RING_BYTES = 64 << 20;
    private static final int SENDS = 400_000; // of a round, by all threads together
    private static final int WARM_UP = 3; // rounds
    private static final long SLOW_NS = 50_000; // no send takes so long by itself
    private static final long SIT_NS = 3_000_000;
    private static final long AWAY_NS = 7_000_000;
    private static final long PACE_NS = 100_000; // between two sends of one thread meanwhile
    private static final long SITTING_NS = 2_000_000_000; // in all

    private final ContextPair pair = new ContextPair();
    private final int handler;
    private final Startpoint to;
    private final LongAdder told = new LongAdder();
    private final LongAdder slow = new LongAdder();
    private final LongAdder slowNs = new LongAdder();
    private final AtomicLong longestNs = new AtomicLong();
    private final LongAdder sum = new LongAdder();
    private int received;

    private LosersMain() {
        pair.b.newEndpoint(MAILBOX, null);
        pair.b.register("losers.count", (at, a0, a1, a2, a3, payload) -> {
            received++;
            payload.hold(); // no grant for a lane that nobody has granted anything
        });
        handler = pair.a.register("losers.count", (at, a0, a1, a2, a3, payload) -> {});
        to = pair.a.startpointTo(pair.b.id(), MAILBOX);
        connect();
    }

    /** A ring of our own, before anybody asks for the usual one. */
    private void connect() {
        MemorySegment memory = Arena.ofAuto().allocate(RingLayout.memoryBytes(RING_BYTES), RingLayout.ALIGNMENT_BYTES);
        RingLane lane = new RingLane("large", new RingProducer(memory, 0, RING_BYTES), pair.space.doorbell(), Reach.NONE, 8 << 10, 8 << 10, 8 << 10);
        ContextPair.inside(pair.a, () -> Carried.by(lane, to.peer(), Wish.DEFAULT));
        Peer there = pair.b.startpointTo(pair.a.id(), MAILBOX).peer();
        ContextPair.inside(pair.b, () -> pair.b.progress().rings().add(new RingConsumer(memory, 0, RING_BYTES, pair.b.arrivals().from(there, "test"))));
    }

    public static void main(String[] arguments) throws InterruptedException {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
        LosersMain measured = new LosersMain();
        for (int threads = 1; threads <= 8; threads *= 2) {
            for (int work = 0; work <= 50; work += 50) {
                measured.rounds(WARM_UP, threads, work);
                double ns = measured.rounds(rounds, threads, work);
                measured.print(threads, work, rounds, ns);
            }
        }
        measured.sitting(2);
        System.exit(0);
    }

    /** Sends at a steady pace while somebody sits in the lane. */
    private void sitting(int threads) throws InterruptedException {
        Context c = Context.open(ContextConfig.alone().withServes(false).withSpace(pair.space).withId(new ContextId(1, 2, 2)));
        Startpoint there = pair.b.startpointTo(c, c.newEndpoint(null));
        int count = pair.b.register("losers.none", (at, a0, a1, a2, a3, payload) -> {});
        c.register("losers.none", (at, a0, a1, a2, a3, payload) -> {});
        OccupiedLane lane = OccupiedLane.between(pair.b, there.peer(), () -> {});
        there.send(count, 0, 0, 0, 0, null, 0, 0);
        reset();
        long untilNs = System.nanoTime() + SITTING_NS;
        List<Thread> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            all.add(Thread.ofPlatform().start(() -> sendAtAPace(there, count, untilNs)));
        }
        while (System.nanoTime() - untilNs < 0) {
            while (!lane.occupied.compareAndSet(false, true)) {
                Thread.onSpinWait();
            }
            LockSupport.parkNanos(SIT_NS);
            lane.occupied.set(false);
            for (long awayNs = System.nanoTime() + AWAY_NS; System.nanoTime() - awayNs < 0; LockSupport.parkNanos(PACE_NS)) {
                turn(c);
            }
        }
        for (Thread sender : all) {
            sender.join();
        }
        System.out.printf("one sits inside for %d ms of every 10: %d of %d sends took more than %d us, together %.1f ms, the longest %.2f ms%n", SIT_NS / 1_000_000, slow.sum(), told.sum(), SLOW_NS / 1000,
                slowNs.sum() / 1e6, longestNs.get() / 1e6);
    }

    private void sendAtAPace(Startpoint there, int count, long untilNs) {
        while (System.nanoTime() - untilNs < 0) {
            long before = System.nanoTime();
            there.send(count, 0, 0, 0, 0, null, 0, 0);
            took(System.nanoTime() - before);
            told.increment();
            LockSupport.parkNanos(PACE_NS);
        }
    }

    private void print(int threads, int work, int rounds, double ns) {
        System.out.printf(
                "%d threads, work %2d: %.4f %% not taken at once, %6.1f ns a message; %5d sends took more than %d us, together %7.1f ms, the longest %6.2f ms%n",
                threads, work, told.sum() * 100.0 / rounds / SENDS, ns, slow.sum(), SLOW_NS / 1000, slowNs.sum() / 1e6, longestNs.get() / 1e6);
    }

    /** @return nanoseconds a message */
    private double rounds(int rounds, int threads, int work) throws InterruptedException {
        reset();
        long ns = 0;
        for (int i = 0; i < rounds; i++) {
            ns += round(threads, work);
            read();
        }
        return ns / ((double) rounds * SENDS);
    }

    private void reset() {
        told.reset();
        slow.reset();
        slowNs.reset();
        longestNs.set(0);
    }

    private void took(long ns) {
        if (ns > SLOW_NS) {
            slow.increment();
            slowNs.add(ns);
            longestNs.accumulateAndGet(ns, Math::max);
        }
    }

    private long round(int threads, int work) throws InterruptedException {
        List<Thread> senders = new ArrayList<>();
        long startNs = System.nanoTime();
        for (int t = 0; t < threads; t++) {
            senders.add(Thread.ofPlatform().start(() -> send(SENDS / threads, work)));
        }
        for (Thread sender : senders) {
            sender.join();
        }
        return System.nanoTime() - startNs;
    }

    private void send(int count, int work) {
        int refused = 0;
        int busy = 1;
        long before = System.nanoTime();
        for (int i = 0; i < count; i++) {
            if (to.trySend(handler, 0, i, 0, 0, null, 0, 0) != Lane.TAKEN) {
                refused++;
                to.send(handler, 0, i, 0, 0, null, 0, 0);
            }
            long after = System.nanoTime();
            took(after - before);
            for (int w = 0; w < work; w++) {
                busy = busy * 31 + w;
            }
            before = work == 0 ? after : System.nanoTime();
        }
        told.add(refused);
        sum.add(busy);
    }

    private void read() {
        while (received < SENDS) {
            turn(pair.a);
            turn(pair.b);
        }
        received = 0;
    }

    private static void turn(Context context) {
        ContextPair.inside(context, () -> context.progress().poll());
    }
}
