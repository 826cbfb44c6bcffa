package org.braid.coll.board;

/** In which calls this member has used the last phases of a board: as many as the memory holds at once. */
public final class PhaseLog {
    private final int[] tags;
    private final long[] signatures;
    private final long[] histories;

    /** Of a board that holds so many phases, a power of two. */
    public PhaseLog(int phases) {
        tags = new int[phases];
        signatures = new long[phases];
        histories = new long[phases];
    }

    /** A call uses the phases {@code first} to {@code last}; {@code history} is made of all calls before it. */
    public void record(long first, long last, int tag, long signature, long history) {
        for (long phase = Math.max(first, last - tags.length + 1); phase <= last; phase++) {
            tags[at(phase)] = tag;
            signatures[at(phase)] = signature;
            histories[at(phase)] = history;
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

    /** What was made of all calls before, likewise. */
    public long history(long phase) {
        return histories[at(phase)];
    }

    /** What a member that has made the same calls has shown there. */
    public long mark(long phase) {
        return signature(phase) ^ history(phase);
    }

    private int at(long phase) {
        return (int) (phase & tags.length - 1);
    }
}
