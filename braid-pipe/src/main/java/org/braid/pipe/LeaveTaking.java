package org.braid.pipe;

import org.braid.base.wire.FrameHeader;
import org.braid.pipe.frame.SendSide;
import org.braid.pipe.state.CloseHandshake;
import org.braid.pipe.state.PipeTimes;

/**
 * How a lane ends in good order: when everything is accepted this end says BYE, waits a while for the other's, and is done. A BYE is not replayed, so it is said again on each new connection. It is said for
 * the whole context, which closes and decides when ({@link #mayBeSaid}), or for this lane alone. Owned by the holder of the context's token.
 */
final class LeaveTaking {
    private final CloseHandshake closing = new CloseHandshake();
    private final SendSide sending;
    private final PipeTimes times;
    private boolean said; // on the connection at hand
    private long saidNs;
    private boolean heard;
    private boolean alone;
    private boolean waits; // for the context's word to the peer
    private int how = FrameHeader.BYE_OF_CONTEXT;

    LeaveTaking(SendSide sending, PipeTimes times) {
        this.sending = sending;
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

    /** True if only this lane ends, or has ended. */
    boolean isAlone() {
        return alone;
    }

    /** The peer has said BYE for both ends of the lane. */
    boolean hasHeard() {
        return heard;
    }

    /** The peer closes, and is answered: nothing more is sent. */
    void begin(long nowNs) {
        said &= !alone; // that more ends than this lane has not been said yet
        alone = false;
        waits = false;
        close(nowNs);
    }

    /** The context closes: nothing more is sent, and BYE waits until it {@linkplain #mayBeSaid may be said}. */
    void beginToClose(long nowNs) {
        if (!hasBegun()) {
            waits = true;
            close(nowNs);
        }
    }

    boolean awaitsWord() {
        return waits;
    }

    /** @param word one of those of {@link FrameHeader} */
    void mayBeSaid(int word) {
        waits = false;
        how = word;
    }

    /** This lane ends, and the context stays. */
    void beginAlone(long nowNs) {
        if (!hasBegun()) {
            alone = true;
            close(nowNs);
        }
    }

    private void close(long nowNs) {
        if (!hasBegun()) {
            closing.close(nowNs, times.closeNs());
            sending.refuse();
        }
    }

    void heardBye() {
        heard = true;
    }

    /** BYE has been said on the connection at hand. */
    void hasSaid(long nowNs) {
        said = true;
        saidNs = nowNs;
    }

    void connectionMade() {
        said = false;
    }

    /** @return true if that was to be expected: no other connection is needed */
    boolean connectionLost() {
        if (closing.phase() == CloseHandshake.FAREWELL && !alone && !waits) {
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
        if (connected && !said && !waits) {
            hasSaid(nowNs);
            sending.bye(alone ? FrameHeader.BYE_OF_LANE : how, nowNs);
        }
        if (neverUsed || said && (heard || nowNs - saidNs >= times.farewellNs())) {
            sending.farewellDone(closing);
        }
    }

    /** This lane ends without a word: the peer does not listen, or cannot be heard. */
    void endAlone() {
        alone = true;
        sending.refuse();
        sending.failed(closing);
    }

    /** The lane has failed instead. */
    void failed() {
        sending.failed(closing);
    }
}
