package org.braid.link.ring;

import static org.braid.link.ring.RingLayout.BYTE;
import static org.braid.link.ring.RingLayout.BYTE_ACCESS;
import static org.braid.link.ring.RingLayout.INT;
import static org.braid.link.ring.RingLayout.INT_IN_LINE;
import static org.braid.link.ring.RingLayout.LONG;
import static org.braid.link.ring.RingLayout.LONG_ACCESS;

import java.lang.foreign.MemorySegment;
import org.braid.base.memory.NativeMemory;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.RequestRun;
import org.braid.link.spi.Ring;

/** The reading end of a ring; see {@link RingLayout}. Owned by whoever holds the context's token. The producer is trusted not to be hostile, never to be correct: lengths are checked. */
public final class RingConsumer implements RequestRun, Ring {
    /** What {@link #poll} returns when the ring's content makes no sense; the lane is cut. */
    public static final int CORRUPT = -1;

    private static final int LINE = RingLayout.ALIGNMENT_BYTES - 1;

    /** Requests with more are handed up one in a turn: to keep one until somebody asks for it costs more than a turn does. */
    private static final int ALONE_BYTES = 16 << 10;

    private final MemorySegment piece;
    private final long base;
    private final int capacity;
    private final int mask;
    private final FrameSink sink;

    // The header of the last request, for repeats.
    private int lastKind = RingLayout.EMPTY; // there was none
    private long lastTo;
    private long lastHandler;
    private long lastArguments;
    private int lastA1;

    private long head;
    private long published;
    private long records;
    private final ResumePlace saved = new ResumePlace(); // the published one
    private final ResumePlace marked = new ResumePlace(); // the one that is to be published next, unless it was
    private long recordsOfRun; // it ends there

    private final long[] header = new long[RingLayout.HEADER_WORDS];

    // The request of a run that was asked for last.
    private long nextOffset;
    private int nextLength;

    /** Reads the ring at {@code offset} of this memory for a sink. */
    public RingConsumer(MemorySegment memory, long base, int capacityBytes, FrameSink sink) {
        this.piece = memory;
        this.base = NativeMemory.at(memory, base);
        this.capacity = capacityBytes;
        this.mask = capacityBytes - 1;
        this.sink = sink;
    }

    /** Where its frames go. */
    public FrameSink sink() {
        return sink;
    }

    /** Records handed up so far. */
    public long records() {
        return records;
    }

    /** True when a record waits; one acquire. */
    public boolean ready() {
        return (byte) BYTE_ACCESS.getAcquire(memory(), base + ((int) head & mask)) != RingLayout.EMPTY;
    }

    /**
     * Hands up to {@code limit} frames to the sink.
     *
     * @return frames handed up and pads passed, or {@link #CORRUPT}
     */
    public int poll(int limit) {
        MemorySegment m = memory();
        int pads = 0;
        long before = records;
        while (records - before + pads < limit) {
            long at = base + ((int) head & mask);
            int kind = (byte) BYTE_ACCESS.getAcquire(m, at); // pairs with setRelease in RingProducer
            if (kind == RingLayout.EMPTY) {
                break;
            }
            if (kind == RingLayout.PAD) {
                int bytes = padBytes(m, at);
                if (bytes < 0) {
                    return CORRUPT;
                }
                head += bytes;
                pads++; // counted, so that a ring scribbled full of pads ends this turn
                continue;
            }
            long to = lastTo;
            long first = lastHandler;
            long others = lastArguments;
            int a1;
            int length;
            long payloadAt;
            if (isRepeat(kind)) {
                boolean same = kind < 0;
                int header = same ? RingLayout.SAME_HEADER_BYTES : RingLayout.REPEAT_HEADER_BYTES;
                length = same ? kind & ~RingLayout.SAME & 0xFF : m.get(BYTE, at + 1) & 0xFF;
                long end = RingLayout.repeatEnd(head, header, length);
                if (lastKind == RingLayout.EMPTY || end > (head | LINE) + 1) {
                    return CORRUPT;
                }
                head = end;
                a1 = same ? lastA1 : m.get(INT_IN_LINE, at + 2);
                lastA1 = a1;
                kind = lastKind;
                payloadAt = at + header;
            } else {
                if (((int) head & LINE) != 0) {
                    return CORRUPT;
                }
                long[] w = header;
                if (RingLayout.isOfLongMessage(kind)) {
                    MemorySegment.copy(m, LONG, at, w, 0, w.length);
                } else {
                    w[0] = m.get(LONG, at);
                    w[1] = m.get(LONG, at + 8);
                    w[2] = m.get(LONG, at + 16);
                    w[3] = m.get(LONG, at + 24);
                }
                length = (int) w[0] >>> 8;
                int bytes = RingLayout.recordBytes(length);
                if (((int) head & mask) + bytes > capacity) {
                    return CORRUPT;
                }
                head += bytes;
                to = w[0] >>> 32 | w[1] << 32;
                first = w[1] >>> 32 | w[2] << 32;
                a1 = (int) (w[2] >>> 32);
                others = w[3];
                payloadAt = at + RingLayout.HEADER_BYTES;
                if (RingLayout.isRequest(kind)) {
                    remember(kind, to, first, a1, others);
                }
            }
            if (records++ == before || !RingLayout.isRequest(kind)) {
                // One call for both forms: compiled while records were still many, it would be a far call for repeats for ever.
                sink.frame(
                        kind, (int) to, (int) (to >>> 32), (int) first, (int) (first >>> 32), a1, (int) others, (int) (others >>> 32), m, payloadAt, length);
            } else {
                // Not the first: a receiver that waits for a message that comes alone shall not wait for a look at what lies behind it.
                recordsOfRun = before + limit - pads;
                sink.requests(
                        kind, (int) to, (int) (to >>> 32), (int) first, (int) (first >>> 32), a1, (int) others, (int) (others >>> 32), m, payloadAt, length, this);
            }
            if (head - published >= capacity >>> 2 && !sink.refuses()) {
                letGo();
            }
            if (length > ALONE_BYTES && RingLayout.isRequest(kind)) {
                break; // whoever has waited for it may ask for the next one now, which would be copied to be kept
            }
        }
        int done = (int) (records - before) + pads;
        if (done == 0 && published != head && !sink.refuses()) {
            letGo(); // idle
        }
        return done;
    }

    /** Takes a repeat, and nothing else: what {@link #poll} would have to look at twice is left to it. */
    @Override
    public boolean next() {
        MemorySegment m = memory();
        long at = base + ((int) head & mask);
        int kind = (byte) BYTE_ACCESS.getAcquire(m, at); // pairs with setRelease in RingProducer.repeat
        if (!isRepeat(kind) || records == recordsOfRun) {
            return false;
        }
        boolean same = kind < 0;
        int header = same ? RingLayout.SAME_HEADER_BYTES : RingLayout.REPEAT_HEADER_BYTES;
        int length = same ? kind & ~RingLayout.SAME & 0xFF : m.get(BYTE, at + 1) & 0xFF;
        long end = RingLayout.repeatEnd(head, header, length);
        if (end > (head | LINE) + 1) {
            return false;
        }
        head = end;
        records++;
        if (!same) {
            lastA1 = m.get(INT_IN_LINE, at + 2);
        }
        nextOffset = at + header;
        nextLength = length;
        return true;
    }

    @Override
    public int a1() {
        return lastA1;
    }

    @Override
    public long offset() {
        return nextOffset;
    }

    @Override
    public int length() {
        return nextLength;
    }

    /**
     * Tells the producer that nobody will poll this ring again, and, if its stream goes on by another lane, from where on the producer can read its own records: the place published last, with the number
     * of records before it and the header that a repeat there takes for granted.
     */
    public void retire() {
        retire(RingLayout.LEFT);
    }

    /** As {@link #retire}, and nothing of this context reads on. */
    public void desert() {
        memory().set(LONG, base + capacity + RingLayout.DESERTS, RingLayout.CLOSES); // before the last word, behind which this memory is the producer's
        retire(RingLayout.DESERTED);
    }

    /** Tells the producer that it was given up, and is not answered any more; what it has written may still be read. */
    public void renounce() {
        LONG_ACCESS.setOpaque(memory(), base + capacity + RingLayout.DESERTS, RingLayout.RENOUNCES); // there is nothing that has to be seen before it
    }

    private void retire(long how) {
        MemorySegment m = memory();
        saved.write(m, base + capacity + RingLayout.RESUME);
        publish(how);
    }

    private void remember(int kind, long to, long first, int a1, long others) {
        lastKind = kind;
        lastTo = to;
        lastHandler = first;
        lastA1 = a1;
        lastArguments = others;
    }

    private static boolean isRepeat(int flag) {
        return flag < 0 || flag == RingLayout.REPEAT;
    }

    /** Inside a line a pad goes to its end, at its start to the end of the lap; -1 if this one does not. */
    private int padBytes(MemorySegment m, long at) {
        int inLine = -(int) head & LINE;
        if (inLine > 0) {
            return inLine;
        }
        int bytes = m.get(INT, at) >>> 8;
        return bytes > 0 && ((int) head & mask) + bytes == capacity ? bytes : -1;
    }

    private MemorySegment memory() {
        return NativeMemory.of(piece);
    }

    /** What was handed up may wait in a device, and be refused there: the place is kept in mind then, and published when all before it was accepted. */
    private void letGo() {
        long accepted = sink.accepted();
        if (accepted >= records) {
            mark(saved);
            published = head;
            publish(published);
        } else {
            letGo(accepted);
        }
    }

    private void letGo(long accepted) {
        if (marked.at() <= published) {
            mark(marked);
        } else if (accepted >= marked.records()) {
            saved.becomes(marked);
            published = saved.at();
            publish(published);
        }
    }

    private void mark(ResumePlace place) {
        place.set(head, records, lastTo, lastHandler, lastArguments, lastA1, lastKind);
    }

    private void publish(long consumed) {
        LONG_ACCESS.setRelease(memory(), base + capacity, consumed); // pairs with getAcquire in RingProducer.readConsumed
    }
}
