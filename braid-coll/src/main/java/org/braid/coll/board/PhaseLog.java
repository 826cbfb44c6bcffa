package org.braid.coll.board;

/** In which calls this member has used the last phases of a board: as many as the memory holds at once. */
public final class PhaseLog {
    private final int[] tags = new int[Board.PHASES];
    private final long[] signatures = new long[Board.PHASES];

    /** A call uses the phases {@code first} to {@code last}. */
    public void record(long first, long last, int tag, long signature) {
        for (long phase = first; phase <= last; phase++) {
            tags[at(phase)] = tag;
            signatures[at(phase)] = signature;
        }
    }

    /** Of the call that has used one of the last {@link Board#PHASES} phases. */
    public int tag(long phase) {
        return tags[at(phase)];
    }

    /** With which signature, likewise. */
    public long signature(long phase) {
        return signatures[at(phase)];
    }

    private static int at(long phase) {
        return (int) (phase & Board.PHASES - 1);
    }
}
