package org.braid.testkit.sim.ranks;

/** One message of MPI as it was meant, and what has become of it. */
final class Sent {
    final Rank from;
    final Rank to;
    final int tag;
    final int type;
    final int bytes;
    final int salt;
    private boolean matched;
    private boolean excused;

    /**
     * @param type code of its datatype; 0 fits all
     * @param salt which bytes it has
     */
    Sent(Rank from, Rank to, int tag, int type, int bytes, int salt) {
        this.from = from;
        this.to = to;
        this.tag = tag;
        this.type = type;
        this.bytes = bytes;
        this.salt = salt;
    }

    void matched() {
        matched = true;
    }

    /** Whether a receive, or a matched probe, has met it. */
    boolean isMatched() {
        return matched;
    }

    /** Its receiver has no memory for it, and its sender may be told. */
    void excuse() {
        excused = true;
    }

    /** Whether it may fail, or never arrive. */
    boolean isExcused() {
        return excused || from.isLeaving() || to.isLeaving();
    }

    @Override
    public String toString() {
        return "message of tag " + tag + " and type " + type + " " + from + "->" + to + " " + bytes + " B";
    }
}
