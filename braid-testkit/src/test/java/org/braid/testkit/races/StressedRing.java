package org.braid.testkit.races;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicInteger;
import org.braid.link.ring.RingConsumer;
import org.braid.link.ring.RingLayout;
import org.braid.link.ring.RingProducer;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.RequestRun;

/** A small ring that has gone round some times, so that its memory is full of old records; and what comes out of it from then on. */
final class StressedRing implements FrameSink {
    private static final int CAPACITY_BYTES = 4096;
    private static final int OLD_RECORDS = 150;
    private static final int RINGS = 4096; // more than jcstress has alive at once
    private static final int BYTES = 4096 + 128;
    private static final Arena MEMORY = Arena.ofAuto();
    private static final MemorySegment ALL = MEMORY.allocate((long) RINGS * BYTES, 64);
    private static final AtomicInteger NEXT = new AtomicInteger();

    final RingProducer producer;
    final RingConsumer consumer;
    private int seen; // decimal digits: the numbers of the messages, in order
    private boolean broken;

    StressedRing() {
        MemorySegment mine = ALL.asSlice((NEXT.getAndIncrement() & RINGS - 1) * (long) BYTES, BYTES).fill((byte) 0);
        producer = new RingProducer(mine, 0, CAPACITY_BYTES);
        consumer = new RingConsumer(mine, 0, CAPACITY_BYTES, this);
        for (int i = 0; i < OLD_RECORDS; i++) {
            send(producer, 300 + i % 3, 9); // every third one begins a record of its own: some are repeats
            consumer.poll(9);
        }
        consumer.poll(9); // finds nothing, and says so
        seen = 0;
    }

    /** Sends message {@code number}, which says so twice. */
    static boolean send(RingProducer to, int handler, int number) {
        return to.offer(1, 5, 0, handler, 0, number, 0, 0, new long[] {~number}, 0, 8) == 0;
    }

    /** One look; what has come so far, or -1 if anything of it is not as it was sent. */
    int look() {
        broken |= consumer.poll(9) < 0;
        return broken ? -1 : seen;
    }

    @Override
    public void frame(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        broken |= kind != 1 || endpoint != 5 || length != 8 || segment.get(ValueLayout.JAVA_LONG_UNALIGNED, offset) != ~a1;
        seen = seen * 10 + a1;
    }

    @Override
    public void requests(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length, RequestRun run) {
        frame(kind, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
        while (run.next()) {
            frame(kind, endpoint, route, handler, a0, run.a1(), a2, a3, segment, run.offset(), run.length());
        }
    }

    @Override
    public void ended(Throwable cause) {
        broken = true;
    }

    static {
        if (RingLayout.memoryBytes(CAPACITY_BYTES) > BYTES) {
            throw new IllegalStateException("a ring takes " + RingLayout.memoryBytes(CAPACITY_BYTES) + " bytes");
        }
    }
}
