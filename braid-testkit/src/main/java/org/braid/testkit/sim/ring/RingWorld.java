package org.braid.testkit.sim.ring;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;
import org.braid.base.wire.FrameKind;
import org.braid.link.ring.RingConsumer;
import org.braid.link.ring.RingLayout;
import org.braid.link.ring.RingProducer;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.braid.link.spi.RequestRun;
import org.braid.testkit.sim.script.SimFailure;
import org.jspecify.annotations.Nullable;

/**
 * The record protocol of the shared-memory ring, made from one seed: the real producer and consumer on one piece of memory, offers and
 * polls in a random order, many laps. Memory order is not simulated here, that is the stress tests' part; what is checked is that
 * no interleaving of whole steps loses, repeats, reorders or damages a record.
 */
public final class RingWorld implements FrameSink {
    private static final int STEPS = 600;
    private static final int SHORT_BYTES = 64; // around the longest repeat
    private static final byte[] PATTERN = pattern();

    /** What happens to the ring's memory around each offer; a planted bug undoes a part of the producer's work. */
    public interface Memory {
        void beforeOffer(MemorySegment ring);

        void afterOffer(MemorySegment ring);
    }

    private final long seed;
    private final SplittableRandom random;
    private final int capacityBytes;
    private final long grantBytes;
    private final int repeatBias;
    private final int alike; // so many records in a row name the same a1
    private final Queue<int[]> expected = new ArrayDeque<>();
    private int shape;
    private long offered;
    private long received;
    private long inRuns;
    private long refusedForRoom;
    private long refusedForCredit;
    private long chargedBytes;

    private RingWorld(long seed) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.capacityBytes = 512 << random.nextInt(4);
        this.repeatBias = random.nextInt(11);
        this.alike = 1 + random.nextInt(6);
        this.grantBytes = capacityBytes * (1L + random.nextInt(8)) / 4;
    }

    public static RingWorld of(long seed) {
        return new RingWorld(seed);
    }

    public RingWorld run() {
        return run(null);
    }

    /**
     * Runs to the end.
     *
     * @param memory looks at the memory around each offer, or null
     * @throws SimFailure if a record was lost, repeated, reordered or damaged, or if the ring got stuck
     */
    public RingWorld run(@Nullable Memory memory) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment ring = arena.allocate(RingLayout.memoryBytes(capacityBytes), RingLayout.CONSUMER_BLOCK_BYTES);
            RingProducer producer = new RingProducer(ring, 0, capacityBytes);
            RingConsumer consumer = new RingConsumer(ring, 0, capacityBytes, this);
            int offerBias = 1 + random.nextInt(9);
            for (int step = 0; step < STEPS; step++) {
                if (random.nextInt(10) < offerBias) offer(producer, ring, memory);
                else poll(consumer, producer, 1 + random.nextInt(8));
            }
            for (int turn = 0; received < offered && turn < STEPS; turn++) poll(consumer, producer, 8);
            check(received == offered, received + " of " + offered + " records arrived");
            poll(consumer, producer, 1); // idle: everything is given back
            check(producer.offer(FrameKind.CREDIT, 0, 0, 0, 0, 0, 0, 0, null, 0, 0) == Lane.TAKEN, "an empty ring is full");
        }
        return this;
    }

    private int a1(long number) {
        return (int) (number / alike);
    }

    private void offer(RingProducer producer, MemorySegment ring, @Nullable Memory memory) {
        if (random.nextInt(10) >= repeatBias) shape = random.nextInt(4); // else the header of the request before, so that repeats are made
        int longest = RingLayout.maxPayloadBytes(capacityBytes);
        int bytes = random.nextInt((random.nextBoolean() ? Math.min(longest, SHORT_BYTES) : longest) + 1);
        int from = (int) (offered & 0xff);
        if (memory != null) memory.beforeOffer(ring);
        int verdict = producer.offer(FrameKind.RSR, 7, shape, 9, 5, a1(offered), 2, -shape, PATTERN, from, bytes);
        if (memory != null && verdict == Lane.TAKEN) memory.afterOffer(ring);
        if (verdict == Lane.FULL) refusedForRoom++;
        else if (verdict == Lane.NO_CREDIT) refusedForCredit++;
        else {
            offered++;
            expected.add(new int[] {shape, bytes});
        }
    }

    private void poll(RingConsumer consumer, RingProducer producer, int limit) {
        check(consumer.poll(limit) != RingConsumer.CORRUPT, "the ring looks corrupt");
        producer.allow(chargedBytes + grantBytes);
    }

    @Override
    public void frame(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        int from = (int) (received & 0xff);
        int[] sent = expected.poll();
        if (sent == null) throw failure("a record came that nobody sent");
        check(a1 == a1(received), "record " + a1 + " came where " + a1(received) + " is next");
        check(kind == FrameKind.RSR && endpoint == 7 && route == sent[0] && handler == 9 && a0 == 5 && a2 == 2 && a3 == -sent[0], "a header was damaged");
        check(length == sent[1], length + " bytes came where " + sent[1] + " were sent");
        for (int i = 0; i < length; i++)
            check(segment.get(ValueLayout.JAVA_BYTE, offset + i) == PATTERN[from + i], "payload was damaged");
        received++;
        chargedBytes += RingLayout.recordBytes(length);
    }

    /** Now and then leaves the rest of a run to the consumer, as a handler may. */
    @Override
    public void requests(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length, RequestRun run) {
        frame(kind, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
        while (received % 5 != 0 && run.next()) {
            frame(kind, endpoint, route, handler, a0, run.a1(), a2, a3, segment, run.offset(), run.length());
            inRuns++;
        }
    }

    @Override
    public void ended(Throwable cause) {
        throw new SimFailure("seed " + seed + ": the ring ended", cause);
    }

    public long received() {
        return received;
    }

    /** Records that were taken by {@link RequestRun#next}. */
    public long inRuns() {
        return inRuns;
    }

    public long refusedForRoom() {
        return refusedForRoom;
    }

    public long refusedForCredit() {
        return refusedForCredit;
    }

    private void check(boolean truth, String otherwise) {
        if (!truth) throw failure(otherwise);
    }

    private SimFailure failure(String what) {
        return new SimFailure(what + "; RingWorld seed=" + seed + " capacityBytes=" + capacityBytes + " grantBytes=" + grantBytes
                + "\n  replay: mvn -q -B -pl braid-testkit -am test -Dtest=RingWorldTest -Dsurefire.failIfNoSpecifiedTests=false -Dsim.seed=" + seed);
    }

    private static byte[] pattern() {
        byte[] bytes = new byte[2048];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (i % 251 + 1); // no 0, which would look like a flag
        return bytes;
    }
}
