package org.braid.testkit.sim;

import org.braid.link.flow.ReorderWindow;
import org.braid.pipe.log.ReceiveCount;
import org.jspecify.annotations.Nullable;

/** The receiving side of a lane: which frame is new, which is early, which was here before. */
final class SimInput {
    static final int HOLD_SLOTS = 64;
    private static final long ACK_DELAY_NS = 3 * SimOptions.MS;

    private final SimLane lane;
    private final LaneSteps steps;
    private final ReorderWindow hold = new ReorderWindow(HOLD_SLOTS);
    private final byte[] @Nullable [] held = new byte[HOLD_SLOTS][];
    private ReceiveCount count;
    private long safeFrames;

    SimInput(SimLane lane) {
        this.lane = lane;
        this.steps = lane.context().world().steps();
        this.count = newCount();
    }

    ReceiveCount newCount() {
        return new ReceiveCount(lane.options().logMostBytes / 64, lane.options().logFirstBytes, ACK_DELAY_NS);
    }

    ReceiveCount count() {
        return count;
    }

    void newConnection() {
        count = steps.countForNewConnection(this, count);
    }

    /** A frame that counts came in. False: not now, keep it. */
    boolean onFrame(byte[] frame) {
        return lane.options().numbered ? onNumbered(frame) : onNext(frame);
    }

    private boolean onNext(byte[] frame) {
        if (steps.admits(count)) return steps.accept(lane, frame);
        lane.tally(Transition.DUPLICATE_DROPPED);
        return true;
    }

    private boolean onNumbered(byte[] frame) {
        long number = SimFrame.number(frame);
        switch (steps.arrived(hold, number)) {
            case ReorderWindow.NEXT -> {
                lane.tally(Transition.HOLD_NEXT);
                if (!steps.accept(lane, frame)) return false;
                hold.delivered();
                drainHeld();
            }
            case ReorderWindow.HELD -> {
                lane.tally(Transition.HOLD_HELD);
                held[hold.slot(number)] = frame;
            }
            case ReorderWindow.DUPLICATE -> {
                lane.tally(Transition.HOLD_DUPLICATE);
                count.askForAck();
            }
            default -> throw new SimFailure(lane + ": number " + number + " is outside the window at " + hold.expected());
        }
        return true;
    }

    /** Hands over early frames whose turn has come, as far as the application takes them. */
    void drainHeld() {
        while (hold.nextIsHeld()) {
            int slot = hold.slot(hold.expected());
            byte[] frame = held[slot];
            if (frame == null || !steps.accept(lane, frame)) return;
            held[slot] = null;
            hold.delivered();
        }
    }

    void safe() {
        safeFrames++;
    }

    /** Frames that are enqueued or handled; an acknowledgement may never be ahead of this. */
    long safeFrames() {
        return safeFrames;
    }

    void checkBounds() {
        lane.require(hold.heldCount() <= HOLD_SLOTS, "too many frames are held");
    }
}
