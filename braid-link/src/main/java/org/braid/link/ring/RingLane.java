package org.braid.link.ring;

import java.util.List;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.FrameHeader;
import org.braid.link.spi.Doorbell;
import org.braid.link.spi.Farewell;
import org.braid.link.spi.Frame;
import org.braid.link.spi.Lane;
import org.braid.link.spi.LaneCounter;
import org.braid.link.spi.Reach;
import org.jspecify.annotations.Nullable;

/**
 * A lane through memory: a ring and the doorbell of the process that reads it. Final, so that a send tests for it first and calls it directly; who supplied the memory (shm, local)
 * makes no difference here.
 */
public final class RingLane extends Lane {
    /** Longest frame unless eager messages are longer: what the sender writes while the receiver reads the frame before should be in caches still, and come ahead (docs/decisions/bulk-in-the-ring.md). */
    private static final int FRAME_BYTES = 24 << 10;

    /** Longest piece of a long message while the ring is young: until they are compiled, a frame costs its two ends more than is saved where one writes while the other reads (docs/decisions/bulk-in-the-ring.md). */
    private static final int YOUNG_PIECE_BYTES = 128 << 10;

    /** Its stream takes back what the peer has not accepted, and goes on. */
    private static final BraidException LEFT_BY_ITS_STREAM =
            new BraidException(ErrorCode.LANE_CUT, "Nothing can be sent by this lane", "its stream goes on by another one", "Send by the startpoint, not by the lane");

    private final String method;
    private final RingProducer ring;
    private final Doorbell bell;
    private final Reach reach;
    private final int frameBytes;
    private final int youngPieceBytes;
    private final int eagerBytes;
    private final int eagerArrayBytes;
    private final int longestBytes;
    private volatile @Nullable Throwable closedBy;
    private boolean abandoned; // these are written and read by the holder of the token
    private boolean alone;
    private boolean left; // its stream goes on by another lane

    /**
     * A lane to whoever reads the ring.
     *
     * @param frameBytes the longest payload that the ring takes
     * @param eagerBytes see {@link #eagerBytes()}
     * @param eagerArrayBytes see {@link #eagerArrayBytes()}; at most {@code frameBytes}
     */
    public RingLane(String method, RingProducer ring, Doorbell bell, Reach reach, int frameBytes, int eagerBytes, int eagerArrayBytes) {
        this.method = method;
        this.ring = ring;
        this.bell = bell;
        this.reach = reach;
        this.frameBytes = Math.min(frameBytes, Math.max(FRAME_BYTES, eagerBytes));
        this.youngPieceBytes = Math.max(this.frameBytes, Math.min(frameBytes, YOUNG_PIECE_BYTES));
        this.eagerBytes = eagerBytes;
        this.eagerArrayBytes = Math.max(eagerBytes, eagerArrayBytes);
        this.longestBytes = Math.max(youngPieceBytes, this.eagerArrayBytes);
    }

    @Override
    public int offer(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        if (closedBy != null) {
            return CLOSED;
        }
        if (length > longestBytes) {
            return TOO_LONG;
        }
        int taken = ring.offer(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
        if (bell.mustRing((route & FrameHeader.ROUTE_NEEDS_YOU) != 0)) {
            bell.ring();
        }
        return taken;
    }

    /** A frame is likely to be offered at once: see {@link RingProducer#fetchLine}. */
    public void expect() {
        if (closedBy == null) {
            ring.fetchLine();
        }
    }

    /** Not for ever by whoever has said farewell. */
    @Override
    public boolean isOccupied() {
        return closedBy == null && ring.isOccupied();
    }

    @Override
    public void grant(long cumulativeBytes) {
        ring.allow(cumulativeBytes);
    }

    @Override
    public long chargedBytes() {
        return ring.charged();
    }

    @Override
    public List<LaneCounter> counters() {
        return List.of(new LaneCounter("frames sent", ring.records()), new LaneCounter("eager bytes sent", ring.charged()), new LaneCounter("bytes unread", ring.unreadBytes()));
    }

    /** Takes nothing more; what was taken still goes to the peer, and then {@link #sayFarewell}. */
    public void startClose(Throwable why) {
        if (closedBy == null) {
            closedBy = why;
        }
    }

    /** No link uses this lane any more: it ends, and its context stays. What remains is to {@link #sayFarewell} until that has succeeded. */
    public void startRelease() {
        alone = true;
        startClose(Lane.unused());
    }

    /** True when the peer will never touch the ring's memory again. */
    public boolean isGivenBack() {
        return ring.isGivenBack();
    }

    @Override
    public boolean isSeen() {
        return ring.isSeen();
    }

    @Override
    public boolean mayBeLeft() {
        return true;
    }

    @Override
    public long takenFrames() {
        return ring.records();
    }

    @Override
    public boolean giveUp() {
        left = left || ring.leave();
        if (left) {
            startClose(LEFT_BY_ITS_STREAM);
        }
        return left;
    }

    @Override
    public void handBack(long accepted, Consumer<Frame> to) {
        ring.handBack(accepted, to);
    }

    /**
     * Sends the last frame, with the number of frames before it, once no thread is inside.
     *
     * @param how one of those of {@link FrameHeader} if the context closes, or {@link Farewell#NOT_YET}; a lane that ends alone says that
     * @return true when it is sent, or nobody is there to read it
     */
    public boolean sayFarewell(int how) {
        if (abandoned || left || ring.hasSaidFarewell()) {
            return true;
        }
        if (how == Farewell.NOT_YET) {
            return false;
        }
        boolean said = ring.farewell(FrameHeader.ROUTE_NEEDS_YOU, alone ? FrameHeader.BYE_OF_LANE : how);
        if (bell.mustRing(true)) {
            bell.ring();
        }
        return said;
    }

    /** True when the peer has read everything that was taken, or has gone. The farewell may be read later: it waits in memory that the peer has mapped. */
    public boolean closed() {
        return abandoned || left || ring.tookLeave();
    }

    /**
     * Why this lane ends, and all others to this peer, although it has said no farewell: the peer has closed and will read nothing more, which is how one takes leave that has never opened a lane of its own; or it has given this
     * context up, and whatever stream goes by this lane, or has left it, waits for nobody. Null while nothing is wrong, or when the lane has ended.
     */
    public @Nullable BraidException desertedBy(ContextId peer) {
        long word = ring.deserts();
        if (word == 0 || abandoned) {
            return null;
        }
        if (word == RingLayout.RENOUNCES) {
            return renouncedBy(peer);
        }
        return closedBy != null || !ring.isDeserted()
                ? null
                : new BraidException(
                        ErrorCode.CONTEXT_CLOSED, "Context " + peer + " has closed", "it took leave in good order; what it had not read by then is lost", "Close it after the last message to it");
    }

    /** The peer lives, and has given this context up. */
    public static BraidException renouncedBy(ContextId peer) {
        return new BraidException(
                ErrorCode.PEER_LOST, "Context " + peer + " has given this one up", "no way led here any more, or it holds this one for dead; what it had not read by then is lost", "See its output and its notices for the cause");
    }

    /** Ends the lane, for its peer has gone: every later offer says {@link Lane#CLOSED}. */
    public void end(Throwable cause) {
        abandoned = true;
        startClose(cause);
    }

    /** As {@link #end}, for its peer was given up, which may live: it learns that if it reads on. */
    public void renounce(Throwable cause) {
        if (!abandoned && !ring.hasSaidFarewell() && ring.farewell(FrameHeader.ROUTE_NEEDS_YOU, FrameHeader.BYE_RENOUNCED) && bell.mustRing(true)) {
            bell.ring();
        }
        end(cause);
    }

    @Override
    public @Nullable Throwable closedBy() {
        return closedBy;
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public int frameBytes() {
        return frameBytes;
    }

    @Override
    public int pieceBytes() {
        return ring.isYoung() ? youngPieceBytes : frameBytes;
    }

    @Override
    public int eagerBytes() {
        return eagerBytes;
    }

    @Override
    public int eagerArrayBytes() {
        return eagerArrayBytes;
    }

    @Override
    public Reach reach() {
        return reach;
    }
}
