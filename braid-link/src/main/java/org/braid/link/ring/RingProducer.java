package org.braid.link.ring;

import static org.braid.link.ring.RingLayout.INT;
import static org.braid.link.ring.RingLayout.INT_ACCESS;
import static org.braid.link.ring.RingLayout.LONG;
import static org.braid.link.ring.RingLayout.LONG_ACCESS;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.braid.base.os.Memory;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/** The writing end of a ring; see {@link RingLayout}. Any thread may offer: the producer side is entered by one compare-and-set, and who loses it is told "not now". */
public final class RingProducer {
    private static final int ENTER_SPINS = 64;
    private static final VarHandle BUSY;

    static {
        try {
            BUSY = MethodHandles.lookup().findVarHandle(RingProducer.class, "busy", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final MemorySegment memory;
    private final long base;
    private final int capacity;
    private final int mask;

    /** 1 while a thread is inside {@link #offer}; compareAndSet (acquire) pairs with setRelease on leaving, which orders the fields below. */
    private int busy;

    private long tail;
    private long cachedConsumed; // stale is safe: it only makes the ring look fuller
    private long records;

    /** Bytes of eager records sent and, at most, allowed: the peer's grant is cumulative (see docs/wire.md, credit). */
    private long charged;

    private volatile long chargeLimit = Long.MAX_VALUE;

    /** @param memory native memory, zeroed, at least {@link RingLayout#memoryBytes} long from {@code base}; {@code base} is a multiple of 64 */
    public RingProducer(MemorySegment memory, long base, int capacityBytes) {
        this.memory = memory;
        this.base = base;
        this.capacity = capacityBytes;
        this.mask = capacityBytes - 1;
    }

    /** Records offered and taken so far; the number that both ends compare when a lane is attached or closed. */
    public long records() {
        return records;
    }

    /** True when the consumer has published that it has read everything. */
    public boolean drained() {
        return readConsumed() == tail;
    }

    /** The peer lets us have this many eager bytes under way in all, counted from the first; see {@link RingLayout#recordBytes}. */
    public void allow(long cumulativeBytes) {
        chargeLimit = cumulativeBytes;
    }

    /**
     * Offers one frame. Budget: no allocation, no system call, one compare-and-set, one release.
     *
     * @return {@link Lane#TAKEN}, {@link Lane#FULL}, or {@link Lane#NO_CREDIT} for a frame of kind {@link RingLayout#RSR} beyond the peer's grant
     */
    public int offer(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object from, long offset, int length) {
        if (!enter()) {
            return Lane.FULL;
        }
        try {
            int record = RingLayout.recordBytes(length);
            int charge = kind == RingLayout.RSR ? record : 0;
            if (charged + charge > chargeLimit) {
                return Lane.NO_CREDIT;
            }
            long at = claim(record);
            if (at < 0) {
                return Lane.FULL;
            }
            MemorySegment m = memory;
            m.set(LONG, at + 4, pair(endpoint, route));
            m.set(LONG, at + 12, pair(handler, a0));
            m.set(LONG, at + 20, pair(a1, a2));
            m.set(INT, at + 28, a3);
            if (length > 0 && from != null) {
                Memory.copyIn(from, offset, m, at + RingLayout.HEADER_BYTES, length);
            }
            publish(at, record, length << 8 | kind);
            charged += charge;
            return Lane.TAKEN;
        } finally {
            BUSY.setRelease(this, 0);
        }
    }

    /** Where a record of {@code bytes} may be written, or -1 when the ring is full. A record never wraps: a pad fills the rest of the lap. */
    private long claim(int bytes) {
        int at = (int) tail & mask;
        int pad = at + bytes > capacity ? capacity - at : 0;
        // One line more than the record: the next record's flag is zeroed before this one is published.
        long needed = tail + pad + bytes + RingLayout.ALIGNMENT_BYTES;
        if (needed - cachedConsumed > capacity && needed - readConsumed() > capacity) {
            return -1;
        }
        if (pad > 0) {
            INT_ACCESS.set(memory, base, RingLayout.EMPTY);
            INT_ACCESS.setRelease(memory, base + at, RingLayout.PAD);
            tail += pad;
            at = 0;
        }
        return base + at;
    }

    private long readConsumed() {
        // Acquire pairs with the consumer's release in publishConsumed: its reads of a record come before our overwriting it.
        cachedConsumed = (long) LONG_ACCESS.getAcquire(memory, base + capacity);
        return cachedConsumed;
    }

    private void publish(long at, int record, int word0) {
        long next = tail + record;
        INT_ACCESS.set(memory, base + ((int) next & mask), RingLayout.EMPTY);
        INT_ACCESS.setRelease(memory, at, word0); // pairs with getAcquire in RingConsumer.poll
        tail = next;
        records++;
    }

    private boolean enter() {
        for (int i = 0; i < ENTER_SPINS; i++) {
            if (busy == 0 && BUSY.compareAndSet(this, 0, 1)) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    private static long pair(int low, int high) {
        return (low & 0xFFFF_FFFFL) | (long) high << 32;
    }
}
