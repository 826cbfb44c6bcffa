package org.braid.testkit.sim;

import org.braid.base.wire.FrameKind;
import org.braid.link.bulk.state.BulkStatus;
import org.braid.pipe.log.ReplayLog;
import org.braid.pipe.state.CloseHandshake;
import org.braid.pipe.state.LaneEvent;
import org.braid.pipe.state.LaneFailure;
import org.braid.pipe.state.LaneState;

/** The orderly end of a lane: nothing new is taken, and when the peer has accepted everything it is told the last number; or a deadline abandons what is left. */
final class SimClosing {
    private final SimLane lane;
    private final SimOutput output;
    private final SimInput input;
    private final ReplayLog log;
    private final CloseHandshake closing = new CloseHandshake();
    private boolean peerEnded;

    SimClosing(SimLane lane, SimOutput output, SimInput input) {
        this.lane = lane;
        this.output = output;
        this.input = input;
        this.log = output.log();
    }

    void start(long withinNs) {
        closing.close(lane.nowNs(), withinNs);
        lane.wakeSenders();
        advance();
    }

    boolean refusesSends() {
        return closing.refusesSends();
    }

    boolean refusesFrames() {
        return closing.refusesFrames();
    }

    /** This end has said all that it had to. */
    boolean hasEnded() {
        return closing.phase() == CloseHandshake.ENDED;
    }

    void advance() {
        int before = closing.phase();
        int phase = closing.advance(log, lane.nowNs());
        if (before == CloseHandshake.FLUSHING && closing.abandonedFrames() == 0 && phase != before) lane.tally(Transition.CLOSE_FLUSHED);
        boolean justEnded = before != phase && phase == CloseHandshake.ENDED;
        if (phase == CloseHandshake.FAREWELL || (justEnded && closing.abandonedFrames() == 0)) finish();
        if (hasEnded()) nowEnded();
        if (justEnded && closing.abandonedFrames() > 0) lane.on(new LaneEvent.Fatal(LaneFailure.CLOSE_DEADLINE));
    }

    /** Says the last word again, for a lane whose packets may be lost. */
    void repeat() {
        if (lane.state() instanceof LaneState.Closing(long last, _)) output.beside(FrameKind.BYE, last, 0);
    }

    /** @param confirmed not 0 in an answer to our own */
    void onBye(long last, long confirmed) {
        if (confirmed != 0) {
            if (lane.state() instanceof LaneState.Closing) lane.on(new LaneEvent.Finished());
            return;
        }
        lane.require(input.count().endsAt(last), "the peer closed after " + last + " frames, accepted were " + input.count().expected());
        peerEnded = true;
        output.beside(FrameKind.BYE, last, 1);
    }

    /** The connection is gone: one side has said farewell and we owe nothing, so this end is no break. */
    void connectionLost() {
        if ((peerEnded || hasEnded()) && output.owesNothing()) lane.on(new LaneEvent.Finish(log.appendedFrames(), lane.nowNs()));
    }

    /** The lane has no connection and needs none. */
    void nowClosed() {
        closing.farewellDone(log);
        if (hasEnded()) nowEnded();
    }

    void nowFailed() {
        closing.failed(log);
        if (closing.abandonedFrames() > 0) lane.tally(Transition.CLOSE_ABANDONED);
    }

    private void finish() {
        lane.on(new LaneEvent.Finish(log.appendedFrames(), closing.deadlineNs()));
        if (lane.state() instanceof LaneState.Closed) closing.farewellDone(log);
    }

    private void nowEnded() {
        output.dropReplies();
        lane.bulk().failAll(BulkStatus.FAILED);
        // A peer that had not finished may have called again; when that connection is gone, nobody needs another one.
        if (lane.state() instanceof LaneState.Broken && log.isEmpty()) lane.on(new LaneEvent.Finish(log.appendedFrames(), lane.nowNs()));
    }

    @Override
    public String toString() {
        return "close=" + closing.phase();
    }
}
