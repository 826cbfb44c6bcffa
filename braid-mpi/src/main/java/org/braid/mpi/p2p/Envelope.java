package org.braid.mpi.p2p;

/**
 * How an MPI message rides in a remote service request. The endpoint is the receiving LCO.
 *
 * <pre>
 *   handler "mpi.enqueue"   a0 receive slot   a1 tag   a2 [ signature 22 | collective 1 | synchronous 1 | type 8 ]   a3 sender's request, or signature
 *                                                      a2 [ 0 19 | withdrawal 1 | named 1 | streamed 1 | 0 1 | synchronous 1 | type 8 ]       of a message that is not collective
 *   handler "mpi.matched"   a0 sender's request   a1 0 it was matched, 1 nobody wants more of it, 2 it was withdrawn      (to the process's endpoint)
 * </pre>
 *
 * A synchronous message says in {@code a3} which request its match completes; a collective one, what its sender believes is being called: the lower 32 bits of that there, the next 22 on top of {@code a2}, and the last 8 in place of a
 * type, which the call has instead. No message is both. A streamed one is the head of a message that goes on elsewhere (docs/decisions/streamed-objects.md); its {@code a3} is the receive by which its sender hears whether to go on, and who takes the head for less than that says so by "mpi.matched".
 *
 * <p>A synchronous or named message can be taken back (MPI 4.1, section 3.8.4). Behind it comes a withdrawal, with its receive slot, tag and request; if no receive has met it, it is dropped, and "mpi.matched" says so. Else its sender hears what it would have heard.
 */
public final class Envelope {
    /** The handler that enqueues at a receive slot. */
    public static final String ENQUEUE = "mpi.enqueue";
    /** The handler that tells a synchronous sender that its message has met a receive. */
    public static final String MATCHED = "mpi.matched";
    /** The endpoint at which MPI of a process is addressed, and none of its objects. */
    public static final int PROCESS_ENDPOINT = 3;
    /** The channel of what has to come through where messages of calls that have failed hold all credit of another one. */
    public static final int NOTICES = 255;

    static final int TYPE_MASK = 0xFF;
    /** Bit of the word: its sender waits until it is matched. */
    public static final int SYNCHRONOUS = 1 << 8;
    /** Bit of the word: it belongs to a collective call. */
    public static final int COLLECTIVE = 1 << 9;

    /** Bit of the word of a message that is not collective: more follows where its bytes say. */
    public static final int STREAMED = 1 << 10;

    /** Bit of the word of a message that is not collective: {@code a3} says which request it is, though it is not synchronous. */
    static final int NAMED = 1 << 11;

    /** Word of what is no message, but takes one back. */
    static final int WITHDRAWAL = 1 << 12;

    /** What a "mpi.matched" says of a message: that it has met its receive. */
    static final int MET = 0;
    /** Likewise: that nobody will take what was to follow it. */
    static final int UNWANTED = 1;
    /** Likewise: that it met no receive before its withdrawal came, and was dropped. */
    static final int WITHDRAWN = 2;

    private static final int KNOWN = TYPE_MASK | SYNCHRONOUS | STREAMED | NAMED;
    private static final int SIGNATURE_AT = 10;
    private static final int LAST_AT = 54;

    private Envelope() {}

    /** Whether the numbers can have been meant: what comes from a wire is checked before use. */
    static boolean makesSense(int slot, int receiveSlots, int tag, int word) {
        boolean known = isCollective(word) ? !isSynchronous(word) : (word & ~KNOWN) == 0;
        return slot >= 0 && slot < receiveSlots && tag >= 0 && known;
    }

    /** The word of a message that belongs to a call with this signature. */
    public static int collective(long signature) {
        return (int) (signature >>> 32) << SIGNATURE_AT | COLLECTIVE | (int) (signature >>> LAST_AT) & TYPE_MASK;
    }

    /** The signature in a collective message. */
    static long signature(int word, int extra) {
        return (long) (word & TYPE_MASK) << LAST_AT | (long) (word >>> SIGNATURE_AT) << 32 | extra & 0xFFFF_FFFFL;
    }

    static int type(int word) {
        return word & TYPE_MASK;
    }

    static boolean isSynchronous(int word) {
        return (word & SYNCHRONOUS) != 0;
    }

    /** Whether the request in {@code a3} is that of the message itself. */
    static boolean isNamed(int word) {
        return (word & COLLECTIVE) == 0 && (word & (SYNCHRONOUS | NAMED)) != 0;
    }

    /** Whether a message of this word may be named. */
    static boolean mayBeNamed(int word) {
        return (word & (COLLECTIVE | STREAMED | SYNCHRONOUS)) == 0;
    }

    static boolean isStreamed(int word) {
        return (word & (STREAMED | COLLECTIVE)) == STREAMED;
    }

    static boolean isCollective(int word) {
        return (word & COLLECTIVE) != 0;
    }
}
