package org.braid.link.spi;

import java.util.List;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.HandlerId;
import org.jspecify.annotations.Nullable;

/**
 * One live connection of one method to one peer: Nexus's communication object (nexus-multimethod, section 3.1), VMI's connection.
 *
 * <p>A lane keeps its promise by itself: what {@link #offer} took is handed to the peer's {@link FrameSink} exactly once and in order, even if the wire below breaks and is made
 * again. Only the peer's death ends a lane; then {@link #offer} returns {@link #CLOSED}.
 *
 * <p>"Not now" is a value, never a wait: a lane that is full says {@link #FULL}, and the caller polls its own context before it tries again (receivers always drain).
 */
public abstract class Lane {
    /** The frame was taken; the payload has been copied and may be reused, unless it is a FRAGMENT's (see {@link #leftInPlace}). */
    public static final int TAKEN = 0;
    /** A device keeps the frame, and a copy of its payload, and passes it on later. Inside chains alone: a sender is told {@link #TAKEN}. */
    public static final int PENDING = 1;
    /** No room now; poll and try again. */
    public static final int FULL = -1;
    /** The peer or the lane has ended; {@link #closedBy()} says why. */
    public static final int CLOSED = -2;
    /** The peer has granted no more eager bytes; send an offer instead, or try again later. */
    public static final int NO_CREDIT = -3;
    /** The payload is longer than {@link #eagerBytes()}, or {@link #eagerArrayBytes()}; send it in bulk. */
    public static final int TOO_LONG = -4;
    /** Another thread is inside the lane and has stayed there for longer than a short spin. Senders outside the runtime never see it: their frame waits in a queue, or they are told FULL. */
    public static final int CONTENDED = -5;

    /** In place of a frame's number: the lane copied every payload so far. */
    public static final long COPIED = -1;

    /** The name of the method, as a user writes it. */
    public abstract String method();

    /** Longest payload of one frame, in bytes. */
    public abstract int frameBytes();

    /** Longest payload of one frame of a long message just now, in bytes. More than {@link #frameBytes()} where few frames are quicker than such as overlap. */
    public int pieceBytes() {
        return frameBytes();
    }

    /** Longest payload in bytes that is better copied into one frame than offered in bulk; at most {@link #frameBytes()}. */
    public abstract int eagerBytes();

    /**
     * Likewise of memory that no peer can read where it lies, as an array: where longer pieces are copied in any case, an offer saves nothing but room. At least {@link #eagerBytes()}, and it may be more than {@link #frameBytes()}.
     */
    public int eagerArrayBytes() {
        return eagerBytes();
    }

    /**
     * Offers one frame; see docs/wire.md for the header. Any thread may call.
     *
     * @param route generation, channel and flags of the header as one int
     * @param base user memory that holds the payload (see {@link org.braid.base.memory.Memory}), or null when {@code length} is 0
     * @param offset bytes from element 0 of {@code base}
     * @param length bytes, at most {@link #frameBytes()}, of a piece of a long message {@link #pieceBytes()}, of a request {@link #eagerArrayBytes()}
     * @return {@link #TAKEN}, {@link #FULL}, {@link #CONTENDED}, {@link #NO_CREDIT} (kind RSR only), {@link #CLOSED} or {@link #TOO_LONG}
     */
    public abstract int offer(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length);

    /** True if this lane puts frames into order that come by several ways, and lets {@link #offerPast} go by one of them. */
    public boolean hasWayPast() {
        return false;
    }

    /** Offers what the runtime says to its peer's and may overtake all else and come twice, because it says a total, or an answer that is repeated; {@link #offer} by default. Allocates nothing. */
    public int offerPast(int kind, int a0, int a1, int a2, int a3, byte @Nullable [] payload) {
        return offer(kind, 0, FrameHeader.ROUTE_NEEDS_YOU, HandlerId.NONE, a0, a1, a2, a3, payload, 0, payload == null ? 0 : payload.length);
    }

    /** Why a lane that nobody uses any more takes nothing. */
    public static BraidException unused() {
        return new BraidException(ErrorCode.STARTPOINT_CLOSED, "Nothing can be sent through this startpoint", "it was closed", "Close a startpoint after its last message, or make another one");
    }

    /** True of an answer after which the same frame may be taken later. */
    public static boolean isNotNow(int answer) {
        return answer == FULL || answer == NO_CREDIT || answer == CONTENDED;
    }

    /**
     * The error that whoever waits for room is told ({@code BRD-1109}), if this lane has been full for longer than {@link org.braid.base.os.Scarcity#PATIENCE_NS} for want of memory outside the heap, and for nothing that its
     * peer could do; else null. Any thread, on no message's way.
     */
    public @Nullable BraidException starvedBy() {
        return null;
    }

    /** True if it is full for want of memory outside the heap, however short; as {@link #starvedBy}. */
    public boolean wantsMemory() {
        return false;
    }

    /** True if it looks as if a thread were inside, so that an offer would be answered {@link #CONTENDED}. A racy look. */
    public boolean isOccupied() {
        return false;
    }

    /** The peer's grant: eager bytes it lets us send in all, counted from the lane's first frame (see {@code org.braid.link.ring.RingLayout.recordBytes} for the charge). */
    public abstract void grant(long cumulativeBytes);

    /** Eager bytes taken so far, as the grant counts them. Stale is safe. */
    public long chargedBytes() {
        return 0;
    }

    /** What this lane has done and suffered so far. */
    public List<LaneCounter> counters() {
        return List.of();
    }

    /** Sends out whatever the lane still holds back to batch it; called on entry into every blocking call. */
    public void flush() {}

    /**
     * A lane may leave the native payload of a FRAGMENT where it is, since its sender keeps the buffer anyway. The number of the last frame of which it did so, or {@link #COPIED}:
     * buffers of fragments offered so far must not change until {@link #acceptedFrames} is larger, or the receiver has said that it has everything, or after {@link #copyInPlace}.
     */
    public long leftInPlace() {
        return COPIED;
    }

    /** Payloads that were left where they are may change from here on: what was taken is sent as it stands now, unless there is no memory for a copy. */
    public void copyInPlace() {}

    /** Frames that the peer's runtime has accepted, of lanes that keep frames until then. */
    public long acceptedFrames() {
        return Long.MAX_VALUE;
    }

    /** True once the peer's runtime holds everything that was taken (completion level ACCEPTED). Memory lanes are always settled. */
    public boolean settled() {
        return true;
    }

    /** False while it may be that the peer has never looked: what lies in memory of this process's is gone with it, unless the peer has mapped that. */
    public boolean isSeen() {
        return true;
    }

    /** True if a stream can leave this lane and take back what the peer has not accepted: {@link #giveUp}, {@link #handBack}. */
    public boolean mayBeLeft() {
        return false;
    }

    /** Frames taken so far; the number that both ends compare when a stream leaves the lane. Caller holds the token. */
    public long takenFrames() {
        throw new IllegalStateException("A stream cannot leave " + method());
    }

    /**
     * Takes nothing more, for good: the stream goes on by another lane. A thread that offers is told {@link #CONTENDED} or {@link #CLOSED}. Caller holds the token.
     *
     * @return false while a thread is still inside: ask again
     */
    public boolean giveUp() {
        throw new IllegalStateException("A stream cannot leave " + method());
    }

    /**
     * Hands back what the peer has not accepted: in order, every frame but the first {@code accepted} of those that were taken. Once, after {@link #giveUp}; a ring reads its own memory, a pipe its replay
     * log. The payload of a frame is valid during the call of {@code to}. Caller holds the token.
     *
     * @param accepted frames of this lane that the peer's runtime has accepted, from the lane's first on, as the peer has said by another lane
     * @throws org.braid.base.BraidException {@code STREAM_VIOLATED} if that are fewer than were freed here, or more than were taken
     */
    public void handBack(long accepted, Consumer<Frame> to) {
        throw new IllegalStateException("A stream cannot leave " + method());
    }

    /** Why the lane ended, or null while it lives. */
    public @Nullable Throwable closedBy() {
        return null;
    }

    /** How bulk data may travel to this lane's peer; {@link Reach#NONE} when only frames can. */
    public Reach reach() {
        return Reach.NONE;
    }
}
