package org.braid.testkit.sim;

import org.braid.base.wire.FrameKind;


/**
 * Rendezvous over one lane: carries the messages between {@link org.braid.link.bulk.state.BulkSend} and {@link org.braid.link.bulk.state.BulkReceive}, which copy as they say; copies are refused now
 * and then, as an operating system does.
 */
final class SimBulk {
    private final SimLane lane;
    private final SimBulkSends sends;
    private final SimBulkReceives receives;

    SimBulk(SimLane lane) {
        this.lane = lane;
        this.sends = new SimBulkSends(lane);
        this.receives = new SimBulkReceives(lane);
    }

    SimBulkSends sends() {
        return sends;
    }

    SimBulkReceives receives() {
        return receives;
    }

    void onFrame(byte[] frame) {
        switch (SimFrame.kind(frame)) {
            case FrameKind.PULL -> sends.onPull(frame);
            case FrameKind.FRAGMENT -> receives.onFragment(frame);
            case FrameKind.DONE -> {
                if (SimFrame.endpoint(frame) == SimBulkFrames.TO_SENDER) sends.onDone(frame);
                else receives.onDone(frame);
            }
            default -> throw new SimFailure(lane + ": unknown kind " + SimFrame.kind(frame));
        }
    }

    /** The lane is gone for good: nobody may wait for its transfers. */
    void failAll(int status) {
        sends.failAll(status);
        receives.failAll(status);
    }

    boolean isIdle() {
        return sends.live() + receives.live() == 0;
    }

    @Override
    public String toString() {
        return "bulk=" + (sends.live() + receives.live()) + sends;
    }
}
