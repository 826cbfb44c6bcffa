package org.braid.link.control;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.FrameHeader;
import org.braid.link.progress.Progress;
import org.braid.link.progress.RingReader;
import org.braid.link.ring.RingConsumer;
import org.braid.link.ring.RingLane;
import org.jspecify.annotations.Nullable;

/**
 * How a peer ends, once, whoever finds out: it has taken leave in good order, by one of its lanes, and what it had sent before by others has come; or it has failed, as the job or its last lane knows; or it has broken the
 * rules.
 *
 * <p>Rings take leave one by one: each ring's last frame, BYE, says how many were sent before it. If as many have come, the ring is polled no longer; with its last ring the peer has gone in good order, unless
 * another method still brings something, or something of it waits in a device. Guarded by the context's token.
 */
public final class PeerEnd {
    private final Correspondent peer;
    private final PeerHost host;
    private final Progress progress;
    private final List<RingReader> over = new ArrayList<>(0);
    private @Nullable Throwable leaves; // not only by one of its lanes: it ends when nothing of it is to come
    private boolean takesLeave; // it has said farewell, and rings bring what it said before
    private @Nullable BraidException failure;

    /** Of one peer, which the context behind {@code host} has met. */
    public PeerEnd(Correspondent peer, PeerHost host, Progress progress) {
        this.peer = peer;
        this.host = host;
        this.progress = progress;
    }

    /** Why nothing more will come from or go to the peer; null while it lives. */
    public @Nullable BraidException failure() {
        return failure;
    }

    /** Whether somebody who waits between two lanes may hope. A peer that takes leave answers by no lane that has, and this context, if it closes, need not wait for its other ones. */
    public boolean isAnswered() {
        return failure == null && !(takesLeave && progress.isClosing());
    }

    /** True while the peer has taken leave by one lane, and another one may bring something still: nobody says when that has ended, too. */
    public boolean isNear() {
        return leaves != null && failure == null;
    }

    // ---- its lanes, one by one

    /**
     * BYE has come, inside the poll of its ring, which therefore goes on to be polled until {@link #settle}.
     *
     * @param how one of those of {@link FrameHeader}: only this lane ends, or its context, which may have left something behind
     */
    public void heard(RingReader arrival, long framesBefore, int how) {
        RingConsumer ring = arrival.ring();
        if (ring == null || ring.records() != framesBefore + 1) {
            violated(framesBefore);
        } else if (!over.contains(arrival)) {
            switch (how) {
                case FrameHeader.BYE_OF_LANE -> {}
                case FrameHeader.BYE_INCOMPLETE -> leavesBehind();
                case FrameHeader.BYE_RENOUNCED -> ended(RingLane.renouncedBy(peer.id()));
                default -> leaves = leaves == null ? inGoodOrder() : leaves; // another lane may have said that something is missing
            }
            over(arrival);
        }
    }

    /** It closes, and something that it had sent has found no way in time; the rest may still come. */
    public void leavesBehind() {
        leaves = incomplete("what waited for room, or in a device, could not go in time");
        peer.wantPoll();
    }

    /** The ring of this arrival brings nothing more that counts: it is polled no longer, from the next turn on. */
    public void over(RingReader arrival) {
        over.add(arrival);
        peer.wantPoll();
    }

    /** One of its lanes has ended. Whoever has left in good order has no other one. */
    public void laneEnded(Throwable cause) {
        if (cause instanceof BraidException left && left.code() == ErrorCode.CONTEXT_CLOSED) {
            endedOrWaits(cause);
            return;
        }
        if (!peer.look() && !isStillHeard()) {
            ended(cause);
        }
    }

    /** What it sent before may wait in a device still, or be on its way by another method. */
    private void endedOrWaits(Throwable goodOrder) {
        if (progress.chains().waitFrom(peer.id()) || host.hears(peer.id())) {
            leaves = leaves == null ? goodOrder : leaves; // which may know that something is missing
            peer.wantPoll();
            settle();
        } else {
            ended(goodOrder);
        }
    }

    private boolean isStillHeard() {
        return progress.rings().anyOf(peer.id()) || host.hears(peer.id());
    }

    /** Between two turns. The peer has gone when nothing of it is to come, nor waits in a device. */
    public void settle() {
        for (RingReader each : over) {
            RingConsumer ring = each.ring();
            if (ring != null) {
                progress.rings().remove(ring);
                ring.retire();
                each.retired();
            }
        }
        over.clear();
        Throwable why = leaves;
        if (why != null && !isStillHeard() && !progress.chains().waitFrom(peer.id())) {
            leaves = null;
            ended(why);
        }
    }

    // ---- the peer

    /** It must not be talked to any more, whatever it thinks. */
    public void condemn(BraidException cause) {
        host.condemned(peer.id(), cause);
        ended(cause);
    }

    /** Nothing more will come from or go to it, by whatever lane; unless it has left in good order and something has more to say: a lane that takes leave by itself, or a ring that was told of and not met yet. Whoever says it says it again until then. */
    public void ended(Throwable cause) {
        BraidException why = cause instanceof BraidException b
                ? b
                : new BraidException(
                        ErrorCode.PEER_LOST, "Context " + peer.id() + " has failed", String.valueOf(cause.getMessage()), "See what ended it; the job cannot go on without it");
        boolean hasMoreToSay = why.code() == ErrorCode.CONTEXT_CLOSED && isStillHeard();
        if (why.code() == ErrorCode.CONTEXT_CLOSED && leaves instanceof BraidException known && known.code() == ErrorCode.PEER_LOST) {
            why = known; // one of its lanes has said that something is missing
        }
        takesLeave |= hasMoreToSay;
        if (failure == null && !hasMoreToSay) {
            end(why);
        }
    }

    private void end(BraidException cause) {
        failure = cause;
        progress.endChains(peer.id()); // what has come is handed up before anybody is told
        BraidException why = cause.code() == ErrorCode.CONTEXT_CLOSED && peer.hasGaps() ? incomplete("a frame of one rail is missing, and what came behind it by another one was not handed up") : cause;
        failure = why;
        if (why.code() == ErrorCode.CONTEXT_CLOSED) { // its other lanes do not know yet, and would take messages for nobody
            host.left(peer.id());
        } else {
            progress.rings().renounce(peer.id());
            host.condemned(peer.id(), why);
        }
        peer.over(why);
    }

    // ---- what is told

    private BraidException inGoodOrder() {
        return new BraidException(ErrorCode.CONTEXT_CLOSED, "Context " + peer.id() + " has closed", "it took leave in good order; everything it sent has arrived", "");
    }

    /** It took leave, and what it had sent before could not all come in time. */
    private BraidException incomplete(String what) {
        return new BraidException(
                ErrorCode.PEER_LOST,
                "Context " + peer.id() + " has closed before everything that it had sent could go",
                what,
                "Give it more time to close, or wait until all was handled before it closes");
    }

    private void violated(long framesBefore) {
        progress.rings().removeAllOf(peer.id());
        ended(new BraidException(
                ErrorCode.STREAM_VIOLATED,
                "Context " + peer.id() + " has lost or doubled messages",
                "it took leave after " + framesBefore + " frames, and no lane of it has brought so many",
                "The peer is broken: see its output; if it is not, report this"));
    }
}
