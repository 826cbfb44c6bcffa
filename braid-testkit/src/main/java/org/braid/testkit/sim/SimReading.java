package org.braid.testkit.sim;

import org.braid.base.wire.FrameKind;
import org.braid.pipe.log.ReplayLog;
import org.braid.pipe.state.LaneEvent;
import org.braid.pipe.state.LaneFailure;

/** What each kind of frame means for the lane to which it came. */
final class SimReading {
    private final SimLane lane;
    private final SimInput input;
    private final SimOutput output;
    private final SimCredit credit;
    private final ReplayLog log;

    SimReading(SimLane lane, SimInput input, SimOutput output, SimCredit credit) {
        this.lane = lane;
        this.input = input;
        this.output = output;
        this.credit = credit;
        this.log = output.log();
    }

    /** False: not now, keep it. */
    boolean onFrame(WireEnd end, byte[] frame) {
        if (lane.context().isDead()) return true;
        if (end != lane.connections().atHand()) {
            lane.connections().onCandidate(end, frame);
            return true;
        }
        lane.pulse().heard();
        switch (SimFrame.kind(frame)) {
            case FrameKind.HELLO -> lane.connections().onHello(frame);
            case FrameKind.ACK -> onAck(SimFrame.first(frame));
            case FrameKind.CREDIT -> onCredit(frame);
            case FrameKind.PING -> onPing();
            case FrameKind.PONG -> {}
            case FrameKind.BYE -> lane.closing().onBye(SimFrame.first(frame), SimFrame.second(frame));
            case FrameKind.ALERT -> lane.on(new LaneEvent.Fatal(LaneFailure.REFUSED));
            default -> {
                return lane.isFlowing() && input.onFrame(frame);
            }
        }
        return true;
    }

    private void onAck(long frames) {
        SimWorld world = lane.context().world();
        world.ledger().acknowledged(lane, frames);
        long before = log.ackedFrames();
        boolean held = log.capacityBytes() > 0;
        if (frames > log.writtenFrames()) lane.tally(Transition.ACK_AHEAD_OF_REPLAY);
        output.accepted(frames);
        if (log.ackedFrames() == before) return;
        if (held && log.capacityBytes() == 0) lane.tally(Transition.LOG_GAVE_BACK);
        lane.pulse().progressed();
        world.progressed();
        lane.bulk().sends().settle();
        lane.context().wakeSenders();
        lane.closing().advance();
        lane.pump();
    }

    private void onCredit(byte[] frame) {
        credit.granted(frame);
        lane.wakeSenders();
    }

    private void onPing() {
        output.beside(FrameKind.PONG, 0, 0);
        input.count().askForAck();
        lane.tally(Transition.GRANT_REPEATED);
        credit.announce(output);
        lane.pump();
    }
}
