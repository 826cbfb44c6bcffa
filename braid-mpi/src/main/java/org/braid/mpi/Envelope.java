package org.braid.mpi;

/**
 * How an MPI message rides in a remote service request. The endpoint is the receiving LCO.
 *
 * <pre>
 *   handler "mpi.enqueue"   a0 receive slot   a1 tag   a2 [ signature 22 | collective 1 | synchronous 1 | type 8 ]   a3 sender's request, or signature
 *   handler "mpi.matched"   a0 sender's request                                                        (to the engine's endpoint)
 *   handler "mpi.inquire"   a0 receive slot   a1 tag   a2, a3 signature    "I wait for you in this collective call"
 *   handler "mpi.disagree"  payload: seven ints, see Agreement            "not all of us call the same collectives"
 *   handler "mpi.waits"     a0 how often the sender has left MPI          "I wait for you"               (to the engine's endpoint)
 *   handler "mpi.left"      a0 as it was asked                            "I have left more often"       (to the engine's endpoint)
 *   handler "mpi.blocked"      a0 wait of the sender                     "I am blocked, are you?"        (to the engine's endpoint)
 *   handler "mpi.blocked-too"  a0 wait of the receiver  a1 of the sender    payload: see Statements      (to the engine's endpoint)
 * </pre>
 *
 * A synchronous message says in {@code a3} which request its match completes; a collective one, what its sender believes is being called: the lower 32 bits there, the upper ones in {@code a2}. No message is both.
 */
final class Envelope {
    static final String ENQUEUE = "mpi.enqueue";
    static final String MATCHED = "mpi.matched";
    static final String INQUIRE = "mpi.inquire";
    static final String DISAGREE = "mpi.disagree";
    static final String WAITS = "mpi.waits";
    static final String LEFT = "mpi.left";
    static final String BLOCKED = "mpi.blocked";
    static final String BLOCKED_TOO = "mpi.blocked-too";

    static final int TYPE_MASK = 0xFF;
    static final int SYNCHRONOUS = 1 << 8;
    static final int COLLECTIVE = 1 << 9;

    private static final int KNOWN = TYPE_MASK | SYNCHRONOUS;
    private static final int SIGNATURE_AT = 10;

    private Envelope() {}

    /** Whether the numbers can have been meant: what comes from a wire is checked before use. */
    static boolean makesSense(int slot, int receiveSlots, int tag, int word) {
        boolean known = isCollective(word) ? !isSynchronous(word) : (word & ~KNOWN) == 0;
        return slot >= 0 && slot < receiveSlots && tag >= 0 && known;
    }

    /** The word of a message that belongs to a call with this signature. */
    static int collective(long signature) {
        return (int) (signature >>> 32) << SIGNATURE_AT | COLLECTIVE;
    }

    /** The signature in a collective message. */
    static long signature(int word, int extra) {
        return (long) (word >>> SIGNATURE_AT) << 32 | extra & 0xFFFF_FFFFL;
    }

    static int type(int word) {
        return word & TYPE_MASK;
    }

    static boolean isSynchronous(int word) {
        return (word & SYNCHRONOUS) != 0;
    }

    static boolean isCollective(int word) {
        return (word & COLLECTIVE) != 0;
    }
}
