package org.braid.link.ring;

import java.lang.foreign.MemorySegment;

/** A place in a ring, with all that reading on from there takes: the number of records before it, and the header that a repeat takes for granted. Fields, since most rings are idle between any two lines that come. */
final class ResumePlace {
    private long at;
    private long records;
    private long to;
    private long handler;
    private long others;
    private int a1;
    private int kind;

    long at() {
        return at;
    }

    long records() {
        return records;
    }

    void set(long at, long records, long to, long handler, long others, int a1, int kind) {
        this.at = at;
        this.records = records;
        this.to = to;
        this.handler = handler;
        this.others = others;
        this.a1 = a1;
        this.kind = kind;
    }

    void becomes(ResumePlace other) {
        set(other.at, other.records, other.to, other.handler, other.others, other.a1, other.kind);
    }

    /** Writes it where {@link LeftRecords} reads it. */
    void write(MemorySegment m, long where) {
        word(m, where, RingLayout.RESUME_AT, at);
        word(m, where, RingLayout.RESUME_RECORDS, records);
        word(m, where, RingLayout.RESUME_TO, to);
        word(m, where, RingLayout.RESUME_HANDLER, handler);
        word(m, where, RingLayout.RESUME_OTHERS, others);
        word(m, where, RingLayout.RESUME_A1, (a1 & 0xFFFF_FFFFL) | (long) kind << RingLayout.RESUME_KIND_SHIFT);
    }

    private static void word(MemorySegment m, long where, int index, long value) {
        m.set(RingLayout.LONG, where + index * 8L, value);
    }
}
