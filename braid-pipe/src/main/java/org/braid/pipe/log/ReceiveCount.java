package org.braid.pipe.log;

/**
 * The receive side of one reliable FIFO lane: counts what has come and what of it was accepted, drops what a replay repeats, and says when to acknowledge.
 *
 * <pre>
 *      acknowledged        accepted              expected
 *   ───────┼──────────────────┼─────────────────────┼──────────  frame numbers
 *          │ the peer owes    │ handed up, waits in │ the next one to come; a replay begins here
 *          │ us no more       │ a device above      │
 * </pre>
 *
 * <p>The order for each numbered frame is: {@link #admits} (false: a duplicate, drop it), enqueue it or hand it over, {@link #came}. Now and then {@link #accept} says how far what has come is safe.
 * Accepting before a frame is safe would let the sender forget it too early.
 *
 * <p>An acknowledgement is due after a quarter of the window in frames or bytes, {@code ackDelayNs} after the first frame that was accepted and
 * is not acknowledged, or when the peer asked. It is cumulative and repeatable, so it needs no reliability itself.
 *
 * <p>Not thread-safe: one owner. Nothing here allocates.
 */
public final class ReceiveCount {
    /** 5 ms: the latest time for an acknowledgement (reliability section 2.2). */
    public static final long DEFAULT_ACK_DELAY_NS = 5_000_000;

    private final long quarterFrames;
    private final long quarterBytes;
    private final long windowFrames;
    private final long ackDelayNs;

    private long expected; // frames that have come so far = number of the next frame
    private long accepted; // of those, will not be needed again
    private long next; // number of the next frame on the current connection; < expected while duplicates come in
    private long acknowledged; // the count last announced
    private long unackedBytes;
    private long ackDueAtNs; // meaningful while accepted > acknowledged
    private boolean asked;
    private long duplicates;

    /**
     * @param windowFrames most frames that a sender keeps unacknowledged; also how far back a replay may reach
     * @param windowBytes most bytes that a sender keeps unacknowledged
     */
    public ReceiveCount(long windowFrames, long windowBytes, long ackDelayNs) {
        if (windowFrames <= 0 || windowBytes <= 0 || ackDelayNs < 0)
            throw new IllegalArgumentException("window of " + windowFrames + " frames, " + windowBytes + " bytes, ackDelayNs=" + ackDelayNs);
        this.windowFrames = windowFrames;
        this.quarterFrames = Math.max(1, windowFrames / 4);
        this.quarterBytes = Math.max(1, windowBytes / 4);
        this.ackDelayNs = ackDelayNs;
    }

    /** The window of a {@link ReplayLog} with default sizes. */
    public static ReceiveCount withDefaults() {
        int bytes = ReplayLog.DEFAULT_MOST_BYTES;
        return new ReceiveCount(bytes / ReplayLog.BYTES_PER_INDEX_ENTRY, ReplayLog.DEFAULT_FIRST_BYTES, DEFAULT_ACK_DELAY_NS);
    }

    /**
     * A new connection, and the peer says that its first frame will have number {@code first}. Smaller than expected: the
     * difference are duplicates, which {@link #admits} will refuse. Larger: frames are missing for ever.
     *
     * @return false if the number is impossible: a protocol error
     */
    public boolean attach(long first) {
        if (first < 0 || first > expected || expected - first > windowFrames) return false;
        next = first;
        asked = true; // tell a sender that missed acknowledgements where we are
        return true;
    }

    /** Whether the frame that arrived is new. False: it has come before, drop it (it is counted). */
    public boolean admits() {
        if (next == expected) return true;
        next++;
        duplicates++;
        asked = true; // the sender repeats itself, so it missed our acknowledgement
        return false;
    }

    /** The new frame is here: enqueued, or its handler has run, or it waits in a device. */
    public void came(int frameBytes) {
        expected++;
        next++;
        unackedBytes += frameBytes;
    }

    /**
     * What has come is safe, but for what waits where it may still be refused.
     *
     * @param most so many frames at most do not; it never shrinks
     */
    public void accept(long most, long nowNs) {
        long safe = Math.min(expected, most);
        if (safe > accepted) {
            if (accepted == acknowledged) ackDueAtNs = nowNs + ackDelayNs;
            accepted = safe;
        }
    }

    /** The peer wants to know the count now. */
    void askForAck() {
        asked = true;
    }

    /** Whether the peer should be told now what was accepted. */
    public boolean ackDue(long nowNs) {
        if (asked) return true;
        if (accepted == acknowledged) return false;
        return accepted - acknowledged >= quarterFrames || unackedBytes >= quarterBytes || nowNs - ackDueAtNs >= 0;
    }

    /** The number to announce; from here on it counts as announced. */
    public long takeAck() {
        acknowledged = accepted;
        unackedBytes = 0;
        asked = false;
        return accepted;
    }

    /** Frames that have come so far, which is the number of the frame expected next. */
    public long expected() {
        return expected;
    }

    /** Frames that will not be needed again, as {@link #accept} was told last. */
    public long accepted() {
        return accepted;
    }

    /** Frames that arrived again and were dropped. */
    long duplicates() {
        return duplicates;
    }

    /** Whether a peer that closes after {@code lastNumber} frames lost nothing: true means "ended", false "lost". */
    public boolean endsAt(long lastNumber) {
        return lastNumber == expected;
    }
}
