package org.braid.link.ring;

import static org.braid.link.ring.RingLayout.INT;
import static org.braid.link.ring.RingLayout.INT_ACCESS;
import static org.braid.link.ring.RingLayout.LONG;
import static org.braid.link.ring.RingLayout.LONG_ACCESS;

import java.lang.foreign.MemorySegment;
import org.braid.link.spi.FrameSink;

/** The reading end of a ring; see {@link RingLayout}. Owned by whoever holds the context's token. The producer is trusted not to be hostile, never to be correct: lengths are checked. */
public final class RingConsumer {
    /** What {@link #poll} returns when the ring's content makes no sense; the lane is cut. */
    public static final int CORRUPT = -1;

    private final MemorySegment memory;
    private final long base;
    private final int capacity;
    private final int mask;
    private final FrameSink sink;

    private long head;
    private long published;
    private long records;

    public RingConsumer(MemorySegment memory, long base, int capacityBytes, FrameSink sink) {
        this.memory = memory;
        this.base = base;
        this.capacity = capacityBytes;
        this.mask = capacityBytes - 1;
        this.sink = sink;
    }

    /** Where this ring's frames go. */
    public FrameSink sink() {
        return sink;
    }

    /** Records handed up so far. */
    public long records() {
        return records;
    }

    /** True when a record waits; one acquire. */
    public boolean ready() {
        return (int) INT_ACCESS.getAcquire(memory, base + ((int) head & mask)) != RingLayout.EMPTY;
    }

    /**
     * Hands up to {@code limit} frames to the sink.
     *
     * @return frames handed up, or {@link #CORRUPT}
     */
    public int poll(int limit) {
        MemorySegment m = memory;
        int done = 0;
        while (done < limit) {
            long at = base + ((int) head & mask);
            int word0 = (int) INT_ACCESS.getAcquire(m, at); // pairs with setRelease in RingProducer.publish
            if (word0 == RingLayout.EMPTY) {
                break;
            }
            int kind = word0 & 0xFF;
            if (kind == RingLayout.PAD) {
                head = (head | mask) + 1;
                continue;
            }
            int length = word0 >>> 8;
            int record = RingLayout.recordBytes(length);
            if (((int) head & mask) + record > capacity) {
                return CORRUPT;
            }
            long w1 = m.get(LONG, at + 4);
            long w2 = m.get(LONG, at + 12);
            long w3 = m.get(LONG, at + 20);
            int a3 = m.get(INT, at + 28);
            records++;
            sink.frame(kind, (int) w1, (int) (w1 >>> 32), (int) w2, (int) (w2 >>> 32), (int) w3, (int) (w3 >>> 32), a3, m, at + RingLayout.HEADER_BYTES, length);
            head += record;
            done++;
            if (head - published >= capacity >>> 2) {
                publishConsumed();
            }
        }
        if (done == 0 && published != head) {
            publishConsumed(); // idle
        }
        return done;
    }

    private void publishConsumed() {
        published = head;
        LONG_ACCESS.setRelease(memory, base + capacity, head); // pairs with getAcquire in RingProducer.readConsumed
    }
}
