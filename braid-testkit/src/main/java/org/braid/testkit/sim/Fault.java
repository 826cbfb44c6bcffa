package org.braid.testkit.sim;

/** What the world does to the cores. Each run switches a random subset on. */
public enum Fault {
    /** A packet of a lane with explicit numbers is lost. */
    DROP,
    /** A packet arrives twice. */
    DUPLICATE,
    /** A packet is overtaken by later ones. */
    REORDER,
    /** Bytes take much longer than usual. */
    DELAY,
    /** Some bytes are replaced by others. */
    GARBAGE,
    /** A connection breaks, maybe in the middle of a frame; both ends are told. */
    CUT,
    /** A connection goes silent; nobody is told. */
    SILENT_CUT,
    /** One end is told that the connection broke; the other believes in it. */
    HALF_OPEN,
    /** A connection stops for a while and then goes on. */
    STALL,
    /** An attempt to connect is never answered. */
    LOST_CONNECT,
    /** The operating system refuses a direct copy, at any piece. */
    GET_REFUSED,
    /** The sender cannot map the receiver's buffer. */
    PUT_REFUSED,
    /** Others in the same process use up the memory for replay logs for a while. */
    MEMORY_SHORT,
    /** A process ends without a word. */
    KILL,
    /** Two processes never reach each other again. */
    PARTITION;

    private static final Fault[] ALL = values();

    static Fault of(int ordinal) {
        return ALL[ordinal];
    }

    static int count() {
        return ALL.length;
    }
}
