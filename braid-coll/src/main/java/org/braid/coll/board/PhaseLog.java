package org.braid.coll.board;

/** In which calls this member has used the last phases of a board: as many as the memory holds at once. */
public final class PhaseLog {
    private final int[] tags;
    private final long[] signatures;

    /** Of a board that holds so many phases, a power of two. */
    public PhaseLog(int phases) {
        tags = new int[phases];
        signatures = new long[phases];
    }

    /** A call uses the phases {@code first} to {@code last}. */
    public void record(long first, long last, int tag, long signature) {
        for (long phase = Math.max(first, last - tags.length + 1); phase <= last; phase++) {
            tags[at(phase)] = tag;
            signatures[at(phase)] = signature;
        }
    }

    /** Of the call that has used one of the last phases. */
    public int tag(long phase) {
        return tags[at(phase)];
    }

    /** With which signature, likewise. */
    public long signature(long phase) {
        return signatures[at(phase)];
    }

    private int at(long phase) {
        return (int) (phase & tags.length - 1);
    }
}
