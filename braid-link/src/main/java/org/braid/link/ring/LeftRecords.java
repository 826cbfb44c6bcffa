package org.braid.link.ring;

import static org.braid.link.ring.RingLayout.BYTE;
import static org.braid.link.ring.RingLayout.INT;
import static org.braid.link.ring.RingLayout.INT_IN_LINE;
import static org.braid.link.ring.RingLayout.LONG;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.spi.Frame;

/**
 * The records of a ring that its consumer has left unread, as the producer reads them back out of the memory that it wrote. The consumer says from where on; that it is not correct costs itself messages, and
 * the producer nothing: every length is checked, and what is behind the last record is known here.
 */
final class LeftRecords {
    private static final int LINE = RingLayout.ALIGNMENT_BYTES - 1;

    private final MemorySegment m;
    private final long base;
    private final int capacity;
    private final long tail;
    private long at;
    private long number;
    private int kind; // of the last request
    private long to;
    private long handler;
    private long others;
    private int a1;
    private final List<Frame> frames = new ArrayList<>();

    private LeftRecords(MemorySegment memory, long base, int capacity, long tail) {
        this.m = memory;
        this.base = base;
        this.capacity = capacity;
        this.tail = tail;
        this.at = word(RingLayout.RESUME_AT);
        this.number = word(RingLayout.RESUME_RECORDS);
        this.to = word(RingLayout.RESUME_TO);
        this.handler = word(RingLayout.RESUME_HANDLER);
        this.others = word(RingLayout.RESUME_OTHERS);
        this.a1 = (int) word(RingLayout.RESUME_A1);
        this.kind = (int) (word(RingLayout.RESUME_A1) >>> RingLayout.RESUME_KIND_SHIFT);
    }

    /**
     * @param tail where the producer would go on
     * @param records that it has written
     * @param accepted of them by the peer
     */
    static LeftRecords of(MemorySegment memory, long base, int capacity, long tail, long records, long accepted) {
        LeftRecords left = new LeftRecords(memory, base, capacity, tail);
        if (left.at < 0 || left.at > tail || tail - left.at > capacity || left.number < 0 || accepted < left.number || accepted > records) {
            throw violated("its consumer says that " + accepted + " of " + records + " records were accepted, and was last seen at " + left.at + " of " + tail);
        }
        left.read(accepted);
        if (left.number != records) {
            throw violated("it holds " + left.number + " records instead of " + records);
        }
        return left;
    }

    void handBack(Consumer<Frame> taker) {
        frames.forEach(taker);
    }

    private void read(long accepted) {
        while (at < tail) {
            long place = base + (at & capacity - 1);
            int flag = m.get(BYTE, place);
            if (flag == RingLayout.PAD) {
                pad(place);
            } else if (flag < 0 || flag == RingLayout.REPEAT) {
                repeat(place, flag, accepted);
            } else {
                record(place, flag, accepted);
            }
        }
    }

    private void pad(long place) {
        int inLine = -(int) at & LINE;
        int bytes = inLine > 0 ? inLine : m.get(INT, place) >>> 8;
        advance(bytes);
    }

    private void repeat(long place, int flag, long accepted) {
        boolean same = flag < 0;
        int header = same ? RingLayout.SAME_HEADER_BYTES : RingLayout.REPEAT_HEADER_BYTES;
        int length = same ? flag & ~RingLayout.SAME & 0xFF : m.get(BYTE, place + 1) & 0xFF;
        if (!RingLayout.isRequest(kind)) {
            throw violated("a record repeats a header that its consumer does not know");
        }
        a1 = same ? a1 : m.get(INT_IN_LINE, place + 2);
        take(place + header, length, accepted);
        advance((int) (RingLayout.repeatEnd(at, header, length) - at));
    }

    private void record(long place, int itsKind, long accepted) {
        int length = m.get(INT, place) >>> 8;
        long itsTo = m.get(LONG, place + 4);
        long itsHandler = m.get(LONG, place + 12);
        int itsA1 = m.get(INT, place + 20);
        long itsOthers = m.get(LONG, place + 24);
        if (RingLayout.isRequest(itsKind)) {
            kind = itsKind;
            to = itsTo;
            handler = itsHandler;
            a1 = itsA1;
            others = itsOthers;
            take(place + RingLayout.HEADER_BYTES, length, accepted);
        } else if (number++ >= accepted) {
            frames.add(frame(itsKind, itsTo, itsHandler, itsA1, itsOthers, place + RingLayout.HEADER_BYTES, length));
        }
        advance(RingLayout.recordBytes(length));
    }

    private void take(long payloadAt, int length, long accepted) {
        if (number++ >= accepted) {
            frames.add(frame(kind, to, handler, a1, others, payloadAt, length));
        }
    }

    private Frame frame(int itsKind, long itsTo, long itsHandler, int itsA1, long itsOthers, long payloadAt, int length) {
        return new Frame(
                itsKind, (int) itsTo, (int) (itsTo >>> 32), (int) itsHandler, (int) (itsHandler >>> 32), itsA1, (int) itsOthers, (int) (itsOthers >>> 32), m, payloadAt, length);
    }

    private void advance(int bytes) {
        if (bytes <= 0 || bytes > tail - at) {
            throw violated("a record of " + bytes + " bytes lies at " + at + ", " + (tail - at) + " before its end");
        }
        at += bytes;
    }

    private long word(int index) {
        return m.get(LONG, base + capacity + RingLayout.RESUME + index * 8L);
    }

    private static BraidException violated(String why) {
        return new BraidException(ErrorCode.STREAM_VIOLATED, "A ring cannot be handed back", why, "The peer is broken: see its output; if it is not, report this");
    }
}
