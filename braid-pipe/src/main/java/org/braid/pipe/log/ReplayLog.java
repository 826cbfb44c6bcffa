package org.braid.pipe.log;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The send side of one reliable FIFO lane: every frame stays here until the remote runtime has accepted it, and is written again
 * when its connection was lost. The frame is built in the log, and the transport writes it to its socket from the log.
 *
 * <pre>
 *        acked             written             appended
 *   ───────┼──────────────────┼───────────────────┼──────────  frame numbers, 64 bit, from 0, never reset while both contexts live
 *    freed │ sent, kept       │ to be written     │ free
 *          │                  └─ goes to what the peer expects when a connection is replaced
 *          └─ moves with the peer's cumulative acknowledgement
 *
 *   memory: a circle of 2^n bytes; a frame never wraps, the rest of the circle is skipped instead
 *   ┌─────────┬────────┬────────┬─────────────┬─────────┐
 *   │ frame 5 │ (free) │ frame 3│ frame 4     │ skipped │
 *   └─────────┴────────┴────────┴─────────────┴─────────┘
 * </pre>
 *
 * <p>Only frames in the log have numbers. Acknowledgements, credit and heartbeats are cumulative or repeatable: they go beside the
 * log, between frames (see {@link #bytesToBoundary}).
 *
 * <p>Not thread-safe: one owner (the holder of the context's progress token). Budget of claim, commit, gather, written and accepted:
 * no allocation except when the log grows, no system call.
 *
 * @see <a href="../../../../../../../../docs/wire.md">docs/wire.md, section 8</a>
 */
public final class ReplayLog implements AutoCloseable {
    /** Is given the frames of a log, one by one. */
    public interface Taker {
        /**
         * One frame.
         *
         * @param segment holds {@code bytes} bytes of it, from {@code at} on, valid during the call
         * @param external the rest of it, if that stayed in user memory: {@code externalBytes} bytes from {@code externalAt} on; else null and 0
         */
        void frame(MemorySegment segment, long at, int bytes, @Nullable Object external, long externalAt, int externalBytes);
    }

    /** Returned by {@link #claim} and {@link #append}: not now, the log is full. Back pressure, nothing was taken. */
    public static final long REFUSED = -1;

    public static final int DEFAULT_FIRST_BYTES = 64 << 10;
    public static final int DEFAULT_MOST_BYTES = 4 << 20;
    static final int BYTES_PER_INDEX_ENTRY = 64; // bounds the frames of a log: mostBytes / 64

    private final LogBudget budget;
    private final int firstBytes;
    private final int mostBytes;
    private final FrameIndex index;

    private LogBudget.@Nullable Block block;
    private MemorySegment segment = MemorySegment.NULL;
    private long capacity; // bytes of the block; 0 before the first frame
    private long tail; // position behind the newest frame
    private long claimed = REFUSED; // position of the frame being built

    private long ackedFrames;
    private long writtenFrames;
    private long appendedFrames;
    private long everWrittenFrames; // the most that any connection carried: no peer can expect more
    private int writtenOfFrame; // bytes written of frame number writtenFrames

    private long ackedBytes;
    private long writtenBytes;
    private long appendedBytes;

    /** An empty log. */
    public ReplayLog(LogBudget budget) {
        this(budget, DEFAULT_FIRST_BYTES, DEFAULT_MOST_BYTES);
    }

    /**
     * @param firstBytes size of the first block; a power of two
     * @param mostBytes the log doubles up to this size; a power of two, also the longest frame part that can be claimed
     */
    public ReplayLog(LogBudget budget, int firstBytes, int mostBytes) {
        if (Integer.bitCount(firstBytes) != 1 || Integer.bitCount(mostBytes) != 1 || firstBytes > mostBytes)
            throw new IllegalArgumentException(
                    "firstBytes=" + firstBytes + ", mostBytes=" + mostBytes + ": need powers of two, first <= most");
        this.budget = budget;
        this.firstBytes = firstBytes;
        this.mostBytes = mostBytes;
        this.index = new FrameIndex(Math.max(64, mostBytes / BYTES_PER_INDEX_ENTRY));
    }

    // ---- appending

    /**
     * Room for a frame that is built in place: at most {@code bytes} bytes of {@link #segment} from the returned offset. No other
     * call may come between claim and {@code commit}, except a new claim, which abandons the old one.
     *
     * @return offset in {@link #segment}, or {@link #REFUSED}
     * @throws IllegalArgumentException if no log of this size can ever hold {@code bytes}
     */
    public long claim(int bytes) {
        if (bytes <= 0 || bytes > mostBytes) throw tooLong(bytes);
        if (!index.hasRoom(ackedFrames, appendedFrames)) return REFUSED;
        if (ackedFrames == appendedFrames) tail = 0; // empty: the same few cache lines serve again
        long position = place(bytes);
        while (position == REFUSED && grow(bytes)) position = place(bytes);
        claimed = position;
        return position == REFUSED ? REFUSED : position & (capacity - 1);
    }

    /** The log's memory. Valid until the next {@link #claim}, {@link #accepted} or {@link #resumeAt}. */
    public MemorySegment segment() {
        return segment;
    }

    /**
     * Ends the frame that was built at the claimed place.
     *
     * @param bytes length of the frame, at most what was claimed
     * @return the frame's number
     */
    public long commit(int bytes) {
        if (claimed == REFUSED) throw new IllegalStateException("commit without a claim");
        index.put(appendedFrames, claimed, bytes);
        tail = claimed + bytes;
        claimed = REFUSED;
        appendedBytes += bytes;
        return appendedFrames++;
    }

    /**
     * Ends a frame whose payload stays where it is: user memory ({@code base}, {@code offset}) that must not change until the frame
     * is accepted.
     */
    public long commit(int headerBytes, Object base, long offset, int payloadBytes) {
        long number = commit(headerBytes);
        if (payloadBytes > 0) index.putExternal(number, base, offset, payloadBytes);
        appendedBytes += payloadBytes;
        return number;
    }

    /** Copies a whole frame in: claim, copy, commit. Returns its number, or {@link #REFUSED}. */
    public long append(MemorySegment frame, long offset, int bytes) {
        long at = claim(bytes);
        if (at == REFUSED) return REFUSED;
        MemorySegment.copy(frame, offset, segment, at, bytes);
        return commit(bytes);
    }

    // ---- writing

    /**
     * The next bytes to write, in order, as few runs as possible.
     *
     * @param runs filled from index 0
     * @param upToBytes stop after so many bytes (in the middle of a frame, too)
     * @return how many runs were filled; 0 when all is written
     */
    public int gather(Run[] runs, long upToBytes) {
        int count = 0;
        long number = writtenFrames;
        int skip = writtenOfFrame;
        long left = upToBytes;
        while (count < runs.length && number < appendedFrames && left > 0) {
            int inLog = index.logBytes(number);
            if (skip < inLog) {
                long from = index.start(number) + skip;
                long end = index.start(number) + inLog;
                while (index.externalBytes(number) == 0 && continues(number, end) && end - from < left)
                    end += index.logBytes(++number);
                int bytes = (int) Math.min(end - from, left);
                runs[count++].set(segment, from & (capacity - 1), bytes, false);
                left -= bytes;
                skip = index.logBytes(number);
            } else {
                int done = skip - inLog;
                int bytes = (int) Math.min(index.externalBytes(number) - done, left);
                if (bytes > 0)
                    runs[count++].set(index.externalBase(number), index.externalOffset(number) + done, bytes, true);
                left -= bytes;
                number++;
                skip = 0;
            }
        }
        return count;
    }

    /** Bytes of the gathered runs that the connection took. */
    public void written(long bytes) {
        if (bytes < 0 || bytes > appendedBytes - writtenBytes)
            throw new IllegalArgumentException("written " + bytes + " of " + (appendedBytes - writtenBytes) + " bytes");
        writtenBytes += bytes;
        long left = bytes + writtenOfFrame;
        while (writtenFrames < appendedFrames) {
            int frame = index.frameBytes(writtenFrames);
            if (left < frame) break;
            left -= frame;
            writtenFrames++;
        }
        writtenOfFrame = (int) left;
        if (writtenFrames > everWrittenFrames) everWrittenFrames = writtenFrames;
    }

    /** Bytes until the frame being written is complete; 0 between frames, where other frames may be put on the connection. */
    public int bytesToBoundary() {
        return writtenOfFrame == 0 ? 0 : index.frameBytes(writtenFrames) - writtenOfFrame;
    }

    /** Length of the next frame to write, or the frame being written; 0 when all is written. For lanes that write whole packets. */
    int nextFrameBytes() {
        return writtenFrames == appendedFrames ? 0 : index.frameBytes(writtenFrames);
    }

    /** Whether frames wait to be written. */
    public boolean hasUnwritten() {
        return writtenBytes < appendedBytes;
    }

    // ---- the peer's word

    /**
     * Cumulative acknowledgement: the remote runtime has accepted all frames with a number below {@code frames}. An older
     * acknowledgement changes nothing. One that is ahead of the current connection (the peer had more than the replay assumed)
     * frees what the connection has carried: both ends count, so no frame of a byte stream may be left out.
     *
     * @return false if the peer claims frames that no connection carried: a protocol error
     */
    public boolean accepted(long frames) {
        if (frames < 0 || frames > everWrittenFrames) return false;
        freeUpTo(Math.min(frames, writtenFrames));
        return true;
    }

    /**
     * {@link #accepted} for a lane whose frames carry explicit numbers: what the peer has needn't be written again.
     *
     * @return false if the peer claims frames that were never written: a protocol error
     */
    boolean acceptedByNumber(long frames) {
        if (frames > everWrittenFrames) return false;
        for (; writtenFrames < frames; writtenFrames++) writtenBytes += index.frameBytes(writtenFrames);
        return accepted(frames);
    }

    /**
     * The connection is gone: everything that is not acknowledged counts as unwritten, and {@link #bytesToBoundary} is 0, so that a
     * greeting may be the first frame of the next connection. {@link #resumeAt} follows when the peer has said what it has.
     */
    void connectionLost() {
        writtenFrames = ackedFrames;
        writtenOfFrame = 0;
        writtenBytes = ackedBytes;
    }

    /**
     * A new connection: the peer expects frame {@code expects} next, everything from there is written again. What is before, but not accepted, stays: the peer has it, and may still want it back.
     *
     * @param accepted frames that the peer has accepted
     * @return false if that is impossible. Never written on any connection, or accepted before it came: a protocol error. Already acknowledged: the greeting is old
     *     and its connection was given up by the peer meanwhile; refuse the connection, not the peer
     */
    public boolean resumeAt(long expects, long accepted) {
        if (accepted < ackedFrames || accepted > expects || expects > everWrittenFrames) return false;
        freeUpTo(accepted);
        connectionLost();
        for (; writtenFrames < expects; writtenFrames++) writtenBytes += index.frameBytes(writtenFrames);
        return true;
    }

    // ---- payloads in user memory

    /** The most frames that any connection has carried whole; of the next one it may have carried a part. */
    public long everWrittenFrames() {
        return everWrittenFrames;
    }

    /** The first frame from {@code number} on, of those that are kept, whose payload is not in this log; -1 if there is none. */
    public long inPlaceFrom(long number) {
        for (long n = Math.max(number, ackedFrames); n < appendedFrames; n++) if (index.externalBytes(n) > 0) return n;
        return -1;
    }

    /** Where the part of a kept frame begins that is in this log: offset in {@link #segment}. */
    public long offsetOf(long number) {
        return index.start(number) & (capacity - 1);
    }

    /** Bytes of a kept frame that are not in this log. */
    public int externalBytes(long number) {
        return index.externalBytes(number);
    }

    /** What holds them. */
    public Object externalBase(long number) {
        return Objects.requireNonNull(index.externalBase(number));
    }

    /** Where they begin there, in bytes. */
    public long externalOffset(long number) {
        return index.externalOffset(number);
    }

    /**
     * The payload of a frame lies elsewhere from now on, from offset 0 of {@code base}, or has gone, if the connection at hand has carried nothing of that frame.
     *
     * @param bytes as many as before, or 0
     */
    public void relocate(long number, @Nullable Object base, int bytes) {
        boolean isWritten = number < writtenFrames || number == writtenFrames && writtenOfFrame > 0;
        if (isWritten && bytes != index.externalBytes(number)) throw new IllegalStateException("frame " + number + " is being written");
        appendedBytes += bytes - index.externalBytes(number);
        index.relocate(number, base, bytes);
    }

    // ---- handing back

    /** Whether the peer can have accepted so many frames: no fewer than it has said, no more than were written. */
    public boolean mayHaveAccepted(long frames) {
        return frames >= ackedFrames && frames <= everWrittenFrames;
    }

    /**
     * No connection carries anything of this log any more: hands what the peer has not accepted to {@code taker}, in order, and closes the log, even if that throws.
     *
     * @param frames accepted; {@link #mayHaveAccepted} must hold
     */
    public void handBack(long frames, Taker taker) {
        try {
            for (long n = Math.max(frames, ackedFrames); n < appendedFrames; n++) {
                int external = index.externalBytes(n);
                taker.frame(
                        segment, index.start(n) & (capacity - 1), index.logBytes(n), external > 0 ? index.externalBase(n) : null, external > 0 ? index.externalOffset(n) : 0, external);
            }
        } finally {
            close();
        }
    }

    // ---- counts

    /** Frames that the remote runtime is known to have accepted. */
    public long ackedFrames() {
        return ackedFrames;
    }

    /** Frames that the current connection has carried whole, and all before it: the number of the next frame to be written. */
    public long writtenFrames() {
        return writtenFrames;
    }

    /** Frames appended so far: the number of the next frame. */
    public long appendedFrames() {
        return appendedFrames;
    }

    /** Bytes that the peer has accepted. */
    long ackedBytes() {
        return ackedBytes;
    }

    /** Bytes that were written. */
    public long writtenBytes() {
        return writtenBytes;
    }

    /** Bytes that were appended. */
    public long appendedBytes() {
        return appendedBytes;
    }

    /** True when every frame was accepted. */
    public boolean isEmpty() {
        return ackedFrames == appendedFrames;
    }

    /** Bytes of memory held now. */
    long capacityBytes() {
        return capacity;
    }

    /** To be called now and then: an empty log gives its memory back while the process is short of it. True if it did. */
    public boolean trim() {
        if (block == null || !isEmpty() || !budget.isTight()) return false;
        giveBack();
        return true;
    }

    /** Gives the memory back; what was not accepted is given up. */
    @Override
    public void close() {
        for (long n = ackedFrames; n < appendedFrames; n++) index.drop(n);
        ackedFrames = writtenFrames = appendedFrames;
        ackedBytes = writtenBytes = appendedBytes;
        writtenOfFrame = 0;
        giveBack();
    }

    // ---- inside

    private long place(int bytes) {
        long restOfCircle = capacity - (tail & (capacity - 1));
        if (capacity == 0) return REFUSED;
        long position = bytes <= restOfCircle ? tail : tail + restOfCircle;
        return position + bytes - head() <= capacity ? position : REFUSED;
    }

    private long head() {
        return ackedFrames == appendedFrames ? tail : index.start(ackedFrames);
    }

    private boolean continues(long number, long end) {
        return number + 1 < appendedFrames && index.start(number + 1) == end && (end & (capacity - 1)) != 0;
    }

    private void freeUpTo(long frames) {
        for (long n = ackedFrames; n < frames; n++) {
            ackedBytes += index.frameBytes(n);
            index.drop(n);
        }
        if (frames > ackedFrames) ackedFrames = frames;
        trim();
    }

    /** Doubles, or more if one frame needs it; frames are laid out anew from the start of the larger block. */
    private boolean grow(int bytes) {
        long wanted = Math.max(capacity == 0 ? firstBytes : 2 * capacity, Long.highestOneBit(2L * bytes - 1));
        if (wanted > mostBytes) return false;
        boolean nothingHeld = ackedFrames == appendedFrames;
        if (nothingHeld) giveBack(); // what must grow because of one long frame needn't hold both blocks
        LogBudget.Block larger = nothingHeld ? budget.takeFirst(wanted) : budget.takeLarger(wanted);
        if (larger == null) return false;
        moveFramesTo(larger.segment());
        giveBack();
        block = larger;
        segment = larger.segment();
        capacity = larger.bytes();
        return true;
    }

    private void moveFramesTo(MemorySegment larger) {
        long position = 0;
        for (long n = ackedFrames; n < appendedFrames; n++) {
            int bytes = index.logBytes(n);
            MemorySegment.copy(segment, index.start(n) & (capacity - 1), larger, position, bytes);
            index.moveTo(n, position);
            position += bytes;
        }
        tail = position;
    }

    private void giveBack() {
        if (block != null) budget.give(block);
        block = null;
        segment = MemorySegment.NULL;
        capacity = 0;
        claimed = REFUSED;
    }

    private IllegalArgumentException tooLong(int bytes) {
        return new IllegalArgumentException(
                "a frame part of " + bytes + " bytes never fits into a replay log of at most " + mostBytes + " bytes");
    }
}
