package org.braid.link.bulk.state;

import org.jspecify.annotations.Nullable;

/**
 * The sender's half of a rendezvous. The user's buffer is busy until a final state.
 *
 * <pre>
 *            ┌────────── PULL GET ─────> PULLED ──┬──────── DONE OK ──────> DONE
 *   OFFERED ─┤                                    └ PULL PIPE (fall-back) ─┐
 *            ├────────── PULL PUT ─────> PUTTING ── put() ───────────────> DONE
 *            │  ^ cannotPut() ───────────────┘                             │
 *            └────────── PULL PIPE ────> PUSHING &lt;─────────────────────────┘
 *                                           └── all pushed ──> PUSHED ── DONE OK ──> SETTLING ── accepted ──> DONE
 *   DONE REFUSED from OFFERED only ──> REFUSED;  DONE FAILED, fail() from anywhere ──> FAILED
 * </pre>
 *
 * <p>SETTLING is skipped unless a {@code ReplayLog} still refers to the buffer: the receiver has everything, but its acknowledgement
 * was lost, so a replay may read the buffer once more.
 *
 * <p>Budget of the per-fragment methods: no allocation, a few compares.
 */
public final class BulkSend extends Transfer {
    /** The receiver knows of the data and hasn't chosen. */
    public static final int OFFERED = 1;
    /** The receiver copies; nothing to do but wait. */
    public static final int PULLED = 2;
    /** The receiver showed its buffer; the caller copies, then calls {@link #put} or {@link #cannotPut}. */
    public static final int PUTTING = 3;
    /** The caller sends fragments while {@link #nextFragmentBytes} is positive. */
    public static final int PUSHING = 4;
    /** The lane has every fragment; the receiver's DONE is awaited. */
    public static final int PUSHED = 5;

    /** The transfer is over, but frames that refer to the buffer are not acknowledged. */
    public static final int SETTLING = 6;

    public static final int DONE = 7;
    public static final int REFUSED = 8;
    public static final int FAILED = 9;

    /** In place of a frame's number: the lane copied the fragment and never reads the buffer again. */
    public static final long COPIED = -1;

    private long offeredBytes;
    private long pushedBytes;
    private long limitBytes;
    private int fragments;
    private long lastFrame = COPIED;
    private int endingState;
    private long target;
    private long targetOffset;

    /** Fills a fresh slot: the caller sends OFFER with {@link #id} next. */
    public void offer(int toPeer, @Nullable Object from, long fromOffset, long bytes, @Nullable Object forOwner) {
        if (state != FREE || bytes < 0) throw new IllegalStateException("offer of " + bytes + " bytes in state " + state);
        state = OFFERED;
        peer = toPeer;
        base = from;
        offset = fromOffset;
        offeredBytes = bytes;
        wantBytes = bytes;
        owner = forOwner;
    }

    /** PULL with mode GET: the receiver copies {@code want} bytes itself. */
    public int onGet(long receiveId, long want) {
        if (state != OFFERED || !mayWant(want)) return PROTOCOL_ERROR;
        choose(PULLED, receiveId, want);
        return OK;
    }

    /** PULL with mode PUT: copy {@code want} bytes to {@code toTarget} + {@code toOffset}, which the caller checks. */
    public int onPut(long receiveId, long want, long toTarget, long toOffset) {
        if (state != OFFERED || !mayWant(want) || toOffset < 0) return PROTOCOL_ERROR;
        choose(PUTTING, receiveId, want);
        target = toTarget;
        targetOffset = toOffset;
        return OK;
    }

    /**
     * PULL with mode PIPE: fragments may be pushed up to byte {@code to}. The first one names the first missing byte in {@code from};
     * later ones extend the window and repeat it.
     */
    public int onPipe(long receiveId, long want, long from, long to) {
        if (!mayWant(want) || from < 0 || from > to || to > want || from == want) return PROTOCOL_ERROR;
        return switch (state) {
            case OFFERED -> beginPipe(receiveId, want, from, to);
            case PULLED -> receiveId == peerId && want == wantBytes ? beginPipe(receiveId, want, from, to) : PROTOCOL_ERROR;
            case PUSHING -> receiveId == peerId && want == wantBytes ? extend(to) : PROTOCOL_ERROR;
            case PUSHED -> receiveId == peerId ? STALE : PROTOCOL_ERROR;
            default -> STALE;
        };
    }

    /** {@link #onDone(int, long)} on a lane that copied every fragment. */
    int onDone(int status) {
        return onDone(status, 0);
    }

    /**
     * DONE from the receiver. It also proves that the receiver has accepted {@link #lastFrame}, so tell the log first.
     *
     * @param ackedFrames of the log that the fragments went through; any number if they were copied
     */
    public int onDone(int status, long ackedFrames) {

        if (state == FREE || state >= SETTLING) return STALE;
        return switch (status) {
            case BulkStatus.OK -> mayBeComplete() ? settle(DONE, status, ackedFrames) : PROTOCOL_ERROR;
            case BulkStatus.REFUSED -> state == OFFERED ? end(REFUSED, status) : PROTOCOL_ERROR;
            case BulkStatus.FAILED -> settle(FAILED, status, ackedFrames);
            default -> PROTOCOL_ERROR;
        };
    }

    /**
     * Bytes to put into the next fragment; 0 when the window is used up or nothing is left.
     *
     * @param few whether there shall be as few as can be, rather than a short first one
     */
    public int nextFragmentBytes(int mostBytes, boolean few) {
        if (state != PUSHING) return 0;
        long bytes = Math.min(few ? FragmentSize.MOST_BYTES : FragmentSize.ofNumber(fragments), limitBytes - pushedBytes);
        return (int) Math.min(bytes, mostBytes);
    }

    /** Where the next fragment starts, in bytes from the start of the data. */
    public long nextFragmentOffset() {
        return pushedBytes;
    }

    /** The lane copied the fragment. */
    void pushed(int bytes) {
        pushed(bytes, COPIED);
    }

    /**
     * The lane took the fragment.
     *
     * @param frame its number in the replay log that refers to the buffer, or {@link #COPIED}
     */
    public void pushed(int bytes, long frame) {
        if (state != PUSHING || bytes <= 0 || bytes > limitBytes - pushedBytes)
            throw new IllegalStateException("pushed(" + bytes + ") in state " + state + " with window " + (limitBytes - pushedBytes));
        pushedBytes += bytes;
        fragments++;
        lastFrame = frame;
        if (pushedBytes == wantBytes) state = PUSHED;
    }

    /** The number of the last frame that refers to the buffer, or {@link #COPIED}. */
    long lastFrame() {
        return lastFrame;
    }

    /** The log's acknowledgements moved on. */
    public void accepted(long ackedFrames) {
        if (state == SETTLING && ackedFrames > lastFrame) end(endingState, failure);
    }

    /** No log refers to the buffer any more: the lane was left, and what it had not delivered is copied. */
    public void allCopied() {
        lastFrame = COPIED;
        accepted(0);
    }

    /** Where to PUT: the receiver's segment and the offset in it. */
    public long target() {
        return target;
    }

    /** Where in the receiver's segment the data belongs, in bytes. */
    long targetOffset() {
        return targetOffset;
    }

    /** All bytes were copied to the target; the caller sends DONE OK to {@link #peerId}. */
    public void put() {
        if (state != PUTTING) throw new IllegalStateException("put() in state " + state);
        end(DONE, BulkStatus.OK);
    }

    /** The target cannot be reached; the caller sends DONE CANNOT_PUT to {@link #peerId}, and the receiver chooses anew. */
    public void cannotPut() {
        if (state != PUTTING) throw new IllegalStateException("cannotPut() in state " + state);
        state = OFFERED;
    }

    /** The peer died or its lane failed for good, and its log is closed; or nothing was pushed and this side gives up. */
    void fail(int status) {
        if (state != FREE && !isFinal()) end(FAILED, status);
    }

    /**
     * The user's memory refuses to be read, so this side gives up; the caller tells the receiver.
     *
     * @param frame the last one of the log that may refer to the buffer, or {@link #COPIED}
     * @param ackedFrames of that log
     */
    public void giveUp(int status, long frame, long ackedFrames) {
        if (state != FREE && state < SETTLING) {
            lastFrame = Math.max(lastFrame, frame);
            settle(FAILED, status, ackedFrames);
        }
    }

    /** True once the user's buffer is free. */
    public boolean isFinal() {
        return state >= DONE;
    }

    @Override
    void clear() {
        super.clear();
        offeredBytes = 0;
        pushedBytes = 0;
        limitBytes = 0;
        fragments = 0;
        lastFrame = COPIED;
        endingState = FREE;
        target = 0;
        targetOffset = 0;
    }

    private boolean mayWant(long want) {
        return want >= 0 && want <= offeredBytes;
    }

    private boolean mayBeComplete() {
        return state == OFFERED || state == PULLED || state == PUSHED;
    }

    private void choose(int newState, long receiveId, long want) {
        state = newState;
        peerId = receiveId;
        wantBytes = want;
    }

    private int beginPipe(long receiveId, long want, long from, long to) {
        choose(PUSHING, receiveId, want);
        pushedBytes = from;
        limitBytes = to;
        fragments = from == 0 ? 0 : 2; // a fall-back in mid-run has nothing to gain from small fragments
        return OK;
    }

    private int extend(long to) {
        if (to <= limitBytes) return STALE;
        limitBytes = to;
        return OK;
    }

    private int settle(int finalState, int status, long ackedFrames) {
        if (ackedFrames > lastFrame) return end(finalState, status);
        state = SETTLING;
        endingState = finalState;
        failure = status;
        return OK;
    }

    private int end(int finalState, int status) {
        state = finalState;
        failure = status;
        base = null;
        return OK;
    }
}
