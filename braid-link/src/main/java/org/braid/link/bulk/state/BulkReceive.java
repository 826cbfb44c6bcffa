package org.braid.link.bulk.state;

import org.jspecify.annotations.Nullable;

/**
 * The receiver's half of a rendezvous: it chooses the way, may change it in mid-run, and tells the sender when its buffer is free.
 *
 * <pre>
 *             get()     copied(…) … all
 *   MATCHED ─────────> GETTING ──────────────────────> DONE   (caller sends DONE OK)
 *      │                  │ getRefused(), getDoubted()
 *      │  pipe()          v        fragments … all
 *      ├──────────────> PIPING ──────────────────────> DONE   (caller sends DONE OK)
 *      │                  ^ DONE CANNOT_PUT
 *      │  expectPut()     │        DONE OK
 *      └──────────────> AWAITING_PUT ────────────────> DONE
 *   fail() from anywhere, DONE FAILED ──> FAILED
 * </pre>
 */
public final class BulkReceive extends Transfer {
    /** The offer met its receive; choose. */
    public static final int MATCHED = 1;
    /** The caller copies pieces of {@link #nextPieceBytes}. */
    public static final int GETTING = 2;
    /** The sender copies. */
    public static final int AWAITING_PUT = 3;
    /** Fragments come in. */
    public static final int PIPING = 4;

    public static final int DONE = 5;
    public static final int FAILED = 6;

    /** One turn of a GET: 512 KiB, so that the poller comes round to others. */
    public static final int PIECE_BYTES = 512 << 10;

    /** How far a sender may push ahead of what was copied, at first; twice as far with each PULL, so that over a slow link the next one comes before the sender stands still. */
    public static final int DEFAULT_WINDOW_BYTES = 512 << 10;

    /** The furthest: what a link of 100 ms there and back carries at 160 MB/s. */
    public static final int MOST_WINDOW_BYTES = 16 << 20;

    private long positionBytes;
    private long limitBytes;
    private int windowBytes;

    /**
     * Fills a fresh slot with an offer and the buffer it goes to.
     *
     * @param sendId the id in the OFFER
     * @param offeredBytes length of the data
     * @param capacityBytes room in the buffer; data beyond it stays with the sender and is lost
     */
    public void match(int fromPeer, long sendId, long offeredBytes, @Nullable Object to, long toOffset, long capacityBytes, @Nullable Object forOwner) {
        if (state != FREE || offeredBytes < 0 || capacityBytes < 0)
            throw new IllegalStateException("match of " + offeredBytes + " bytes into " + capacityBytes + " in state " + state);
        state = MATCHED;
        peer = fromPeer;
        peerId = sendId;
        base = to;
        offset = toOffset;
        wantBytes = Math.min(offeredBytes, capacityBytes);
        owner = forOwner;
        windowBytes = DEFAULT_WINDOW_BYTES;
    }

    /** Another window than the default; before {@link #pipe}. */
    public void setWindowBytes(int bytes) {
        if (bytes <= 0) throw new IllegalArgumentException("windowBytes=" + bytes + " must be positive");
        windowBytes = bytes;
    }

    /** Copy directly, piece by piece. A transfer of 0 bytes is done at once. */
    public void get() {
        leaveMatched(GETTING);
    }

    /** Let the sender copy: the caller sends PULL PUT. A transfer of 0 bytes is done at once, with nothing to put. */
    public void expectPut() {
        leaveMatched(AWAITING_PUT);
    }

    /** Let the sender push: the caller sends PULL PIPE with {@link #positionBytes} and {@link #takePull}. */
    public void pipe() {
        leaveMatched(PIPING);
    }

    /** Bytes to copy in this turn, from {@link #positionBytes}; 0 unless GETTING. */
    public int nextPieceBytes() {
        return state == GETTING ? (int) Math.min(PIECE_BYTES, wantBytes - positionBytes) : 0;
    }

    /** A piece was copied, maybe a shorter one than asked for. The caller sends DONE OK when {@link #state} is {@link #DONE} now. */
    public void copied(int bytes) {
        if (state != GETTING || bytes < 0 || bytes > wantBytes - positionBytes)
            throw new IllegalStateException("copied(" + bytes + ") in state " + state + " at " + positionBytes);
        advance(bytes);
    }

    /** The operating system refused the next piece: the rest goes through the lane. The caller sends PULL PIPE. */
    public void getRefused() {
        if (state != GETTING) throw new IllegalStateException("getRefused() in state " + state);
        state = PIPING;
        limitBytes = positionBytes;
    }

    /** The sender may have changed what was copied: none of it counts, and all of it goes through the lane. Before the last piece is {@link #copied}. The caller sends PULL PIPE. */
    public void getDoubted() {
        if (state != GETTING) throw new IllegalStateException("getDoubted() in state " + state);
        state = PIPING;
        positionBytes = 0;
        limitBytes = 0;
    }

    /**
     * A FRAGMENT's header: may its bytes be copied to {@code fragmentOffset}? Copy, then call {@link #fragmentCopied}.
     *
     * @return OK, STALE for a transfer that has ended, or PROTOCOL_ERROR (a hole, an overlap, beyond the window, no pipe)
     */
    public int onFragment(long fragmentOffset, int bytes) {
        if (isFinal() || state == FREE) return STALE;
        boolean fits = state == PIPING && bytes > 0 && fragmentOffset == positionBytes && bytes <= limitBytes - positionBytes;
        return fits ? OK : PROTOCOL_ERROR;
    }

    /** The fragment's bytes are in the buffer. The caller sends DONE OK when {@link #state} is {@link #DONE} now. */
    public void fragmentCopied(int bytes) {
        if (state != PIPING || bytes <= 0 || bytes > limitBytes - positionBytes)
            throw new IllegalStateException("fragmentCopied(" + bytes + ") in state " + state + " at " + positionBytes);
        advance(bytes);
    }

    /** A PULL should open the window further: no more is left of it than half of what the next one grants. */
    public boolean pullDue() {
        return state == PIPING && limitBytes < wantBytes && limitBytes - positionBytes <= windowBytes / 2;
    }

    /** The limit for a PULL PIPE; from here on it counts as announced, and the next one is for twice as much. */
    public long takePull() {
        limitBytes = Math.min(wantBytes, positionBytes + windowBytes);
        windowBytes = Math.max(windowBytes, Math.min(2 * windowBytes, MOST_WINDOW_BYTES));
        return limitBytes;
    }

    /** DONE from the sender. After CANNOT_PUT the state is PIPING and the caller sends PULL PIPE. */
    public int onDone(int status) {
        if (isFinal() || state == FREE) return STALE;
        if (status == BulkStatus.FAILED || status == BulkStatus.TAKEN_BACK) return end(FAILED, status);
        if (state != AWAITING_PUT) return PROTOCOL_ERROR;
        return switch (status) {
            case BulkStatus.OK -> putDone();
            case BulkStatus.CANNOT_PUT -> cannotPut();
            default -> PROTOCOL_ERROR;
        };
    }

    /** The peer died, its lane failed for good, or this side gives up. */
    public void fail(int status) {
        if (state != FREE && !isFinal()) end(FAILED, status);
    }

    /** Bytes that are in the buffer, without a hole. */
    public long positionBytes() {
        return positionBytes;
    }

    /** Whether nothing more will happen to it. */
    public boolean isFinal() {
        return state >= DONE;
    }

    @Override
    void clear() {
        super.clear();
        positionBytes = 0;
        limitBytes = 0;
        windowBytes = 0;
    }

    private void leaveMatched(int newState) {
        if (state != MATCHED) throw new IllegalStateException("choice in state " + state);
        state = newState;
        if (wantBytes == 0) end(DONE, BulkStatus.OK);
    }

    private void advance(int bytes) {
        positionBytes += bytes;
        if (positionBytes == wantBytes) end(DONE, BulkStatus.OK);
    }

    private int putDone() {
        positionBytes = wantBytes;
        return end(DONE, BulkStatus.OK);
    }

    private int cannotPut() {
        state = PIPING;
        limitBytes = positionBytes;
        return OK;
    }

    private int end(int finalState, int status) {
        state = finalState;
        failure = status;
        return OK;
    }
}
