package org.braid.pipe;

import org.braid.base.wire.Frame;
import org.braid.pipe.frame.LaneCounts;
import org.braid.pipe.frame.SendSide;
import org.braid.pipe.state.CloseHandshake;
import org.braid.pipe.state.PipeTimes;

/**
 * How a lane ends in good order: when everything is accepted this end says BYE, waits a while for the other's, and is done. A BYE is not replayed, so it is said again on each new
 * connection. Owned by the holder of the context's token.
 */
final class LeaveTaking {
    private final CloseHandshake closing = new CloseHandshake();
    private final SendSide sending;
    private final LaneCounts counts;
    private final PipeTimes times;
    private boolean said; // on the connection at hand
    private long saidNs;
    private boolean heard;

    LeaveTaking(SendSide sending, LaneCounts counts, PipeTimes times) {
        this.sending = sending;
        this.counts = counts;
        this.times = times;
    }

    boolean hasBegun() {
        return closing.phase() != CloseHandshake.OPEN;
    }

    /** True while it needs turns. */
    boolean isUnderWay() {
        return closing.phase() == CloseHandshake.FLUSHING || closing.phase() == CloseHandshake.FAREWELL;
    }

    boolean isOver() {
        return closing.phase() == CloseHandshake.ENDED;
    }

    /** The peer has said BYE. */
    boolean hasHeard() {
        return heard;
    }

    /** Nothing more is sent, so that the lane can end. */
    void begin(long nowNs) {
        if (!hasBegun()) {
            closing.close(nowNs, times.closeNs());
            sending.refuse();
        }
    }

    void heardBye() {
        heard = true;
    }

    void connectionMade() {
        said = false;
    }

    /** @return true if that was to be expected: no other connection is needed */
    boolean connectionLost() {
        if (closing.phase() == CloseHandshake.FAREWELL) {
            sending.farewellDone(closing);
            return true;
        }
        return said && heard;
    }

    /**
     * @param connected whether BYE can be said now
     * @param neverUsed nothing was ever exchanged: there is nobody to say farewell to
     */
    void step(boolean connected, boolean neverUsed, long nowNs) {
        if (sending.advance(closing, nowNs) != CloseHandshake.FAREWELL) {
            return;
        }
        if (connected && !said) {
            said = true;
            saidNs = nowNs;
            sending.control(Frame.BYE, counts.appended(), nowNs);
        }
        if (neverUsed || said && (heard || nowNs - saidNs >= times.farewellNs())) {
            sending.farewellDone(closing);
        }
    }

    /** The lane has failed instead. */
    void failed() {
        sending.failed(closing);
    }
}
