package org.braid.link.stream;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.DirectMemory;
import org.braid.base.os.Scarcity;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.HandlerId;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/**
 * How a stream gets from one lane to the next with nothing lost, doubled or reordered, whatever happened to the first (DESIGN section 3; charm-on-vmi, section 4.4: fail-over).
 *
 * <pre>
 *   sender                                                   receiver
 *   old lane: give up: no thread gets in any more
 *   next lane: LANE stream, incarnation, which one before ──> refuses what the old lane brings from now on
 *                                                             <── HANDED stream, incarnation, accepted of the old one
 *   old lane: hand back all but those, which go first by the next lane
 * </pre>
 *
 * <p>If the next lane ends, or is refused, before the answer has come, one more is opened and asks the same. While there is no memory for one, the stream waits between the two; so it does, but not for long, while its
 * method has as many lanes as it may, since those that streams have left end by themselves. A rail to which no way is left goes on
 * by nothing: the default stream asks for it, OVER in place of LANE, and what comes back goes by whatever carries on in place of the rail's striped lane. Guarded by the context's token.
 */
final class Handover {
    private final Stream stream;
    private final Carrier old;
    private final int oldIncarnation;
    private final @Nullable BraidException why;
    private boolean left;
    private int incarnation;
    private @Nullable Carrier next;
    private boolean introduced;
    private final Scarcity scarcity = new Scarcity();

    Handover(Stream stream, Carrier old, int oldIncarnation, @Nullable BraidException why) {
        this.stream = stream;
        this.old = old;
        this.oldIncarnation = oldIncarnation;
        this.incarnation = oldIncarnation;
        this.why = why;
    }

    Carrier old() {
        return old;
    }

    int incarnation() {
        return incarnation;
    }

    Carrier next() {
        return java.util.Objects.requireNonNull(next);
    }

    /** The next lane, once the peer can know whose it is. */
    @Nullable Lane introduced() {
        return introduced && next != null ? next.lane() : null;
    }

    boolean isAnsweredBy(int answered) {
        return introduced && answered == incarnation;
    }

    /** Does what can be done now. */
    void step() {
        left = left || old.lane().giveUp();
        if (!left) {
            stream.peer().wantPoll();
            return;
        }
        Carrier trying = next;
        if (trying != null && !trying.isNowhere() && trying.lane().closedBy() != null) {
            abandon(trying, trying.whyEnded());
        }
        if (next == null && !open()) {
            return;
        }
        BraidException unfit = stream.whyNot(next().lane());
        if (unfit != null) {
            abandon(next(), unfit);
            stream.peer().wantPoll();
            return;
        }
        if (!introduced) {
            introduced = introduce();
        }
        stream.peer().wantPoll(); // until the peer answers, the next lane may end
    }

    /** Nothing may come through by the next lane: another one is opened and asks the same. */
    void again(BraidException refused) {
        Carrier trying = next;
        if (trying != null && introduced) {
            abandon(trying, refused);
            stream.peer().wantPoll();
        }
    }

    private void abandon(Carrier trying, BraidException because) {
        stream.itinerary().failed(trying, because);
        next = null;
        introduced = false;
        trying.release();
        stream.peer().receiving().repeat();
    }

    private boolean open() {
        try {
            next = stream.peer().openAnew(stream);
            scarcity.over();
        } catch (BraidException refused) {
            if (mayBeGranted(refused, stream.itinerary().nowNs())) {
                stream.peer().wantPoll(); // others give theirs back
                return false;
            }
            next = stream.withoutAWay(why, refused);
        }
        incarnation++;
        return next != null;
    }

    private boolean mayBeGranted(BraidException refused, long nowNs) {
        boolean isForLanes = refused.code() == ErrorCode.LANES_USED_UP;
        if (isForLanes || DirectMemory.isUsedUp(refused)) {
            scarcity.met(refused, nowNs);
            return !isForLanes || scarcity.lasting(nowNs) == null;
        }
        return false;
    }

    private boolean introduce() {
        if (next().isNowhere()) {
            stream.peer().post(FrameKind.OVER, stream.number(), incarnation, oldIncarnation, stream.stripe(), null, 0);
            return true;
        }
        return introduce(next(), stream.number(), incarnation, oldIncarnation, stream.stripe()) == Lane.TAKEN;
    }

    /** {@link Lane#starvedBy}, of the lane by which the stream is to go on. */
    @Nullable BraidException starvedBy() {
        return next == null ? scarcity.lasting(stream.itinerary().nowNs()) : next.lane().starvedBy();
    }

    /** {@link Lane#wantsMemory}, of the lane by which the stream is to go on. */
    boolean wantsMemory() {
        return next == null ? scarcity.isMet() : next.lane().wantsMemory();
    }

    /** The frame that introduces a lane: which stream it carries, as which of its lanes, what is asked, and the striped lane that it is a part of. */
    static int introduce(Carrier carrier, int stream, int incarnation, int before, int stripe) {
        byte[] chain = carrier.announced();
        return carrier.bottom().offer(FrameKind.LANE, 0, FrameHeader.ROUTE_NEEDS_YOU, HandlerId.NONE, stream, incarnation, before, stripe, chain, 0, chain.length);
    }
}
