package org.braid.pipe;

import org.braid.base.wire.FrameHeader;
import org.braid.pipe.frame.SendSide;

/**
 * The halves of a lane, which end one by one, since both ends may send by it: ours when its stream has left it, the peer's when that says so. A lane that both ends use takes leave when both are over, any other one with the
 * first. Owned by the holder of the context's token.
 */
final class Halves {
    private final boolean shared;
    private final boolean opened; // by this end
    private final SendSide sending;
    private final LeaveTaking leave;
    private boolean peersIsOver; // it brings nothing any more
    private boolean saidOurs; // BYE alone, on the connection at hand, of a lane whose other half goes on
    private boolean isGivenUp;
    private boolean isReleased;

    /** @param number of the lane, see {@link PipeLane#number} */
    Halves(long number, SendSide sending, LeaveTaking leave) {
        this.shared = number == 0;
        this.opened = number > 0;
        this.sending = sending;
        this.leave = leave;
    }

    /** True if a stream may take the lane that has none. */
    boolean isFree() {
        return !isGivenUp && !isReleased;
    }

    /** True once the peer's half is over. */
    boolean isPeersOver() {
        return peersIsOver;
    }

    /** {@link org.braid.link.spi.Lane#giveUp}. */
    boolean giveUp() {
        boolean isLeft = sending.giveUp();
        isGivenUp |= isLeft;
        return isLeft;
    }

    /**
     * No stream goes by the lane any more.
     *
     * @param failed no connection of it will be made any more
     * @return true if it ends
     */
    boolean release(boolean failed) {
        isReleased = opened || failed || sending.isReturned();
        return isReleased;
    }

    /** Ours has been handed back. */
    void oursIsOver(long nowNs) {
        if (peersIsOver) {
            leave.heardBye();
        }
        if (!shared || peersIsOver) {
            leave.beginAlone(nowNs);
        }
    }

    /** The other half may go on for long: the peer is told of ours all the same. */
    void sayThatOursIsOver(boolean connected, long nowNs) {
        if (sending.isReturned() && !saidOurs && connected) {
            saidOurs = true;
            sending.bye(FrameHeader.BYE_OF_LANE, nowNs);
        }
    }

    /** The peer has said BYE, for this lane alone or for all. */
    void peersIsOver() {
        peersIsOver = true;
    }

    /** @return true if the lane takes leave now that the peer's half is over, since ours is, too, or was never used */
    boolean endWithPeers(long nowNs) {
        if (shared && !sending.isReturned()) {
            return false; // our half goes on
        }
        leave.heardBye();
        if (saidOurs) {
            leave.hasSaid(nowNs);
        }
        leave.beginAlone(nowNs);
        return true;
    }

    /** Nothing more is to be expected of the lane, by either end. */
    boolean areGone(boolean failed) {
        return leave.isOver() && leave.isAlone() || failed && (isReleased || sending.isReturned());
    }
}
