package org.braid.testkit.sim;

import org.braid.link.flow.CreditAccount;
import org.braid.link.flow.ReorderWindow;
import org.braid.pipe.log.ReceiveCount;

/** The steps of a lane that a planted bug replaces; here they are sound. */
class LaneSteps {
    /** Whether the frame that arrived on a byte stream is new. */
    boolean admits(ReceiveCount receiveCount) {
        return receiveCount.admits();
    }

    /** What the window says about an explicit number. */
    int arrived(ReorderWindow window, long number) {
        return window.arrived(number);
    }

    /** Takes a new frame: first it is safe, then it is counted. False: not now. */
    boolean accept(SimLane lane, byte[] frame) {
        if (!lane.enqueue(frame)) return false;
        lane.accepted(frame);
        return true;
    }

    /** The count to go on with on a new connection. */
    ReceiveCount countForNewConnection(SimInput input, ReceiveCount before) {
        return before;
    }

    /** How many bytes of an offer the transfer moves, where {@code wanted} are asked for. */
    int taken(int wanted) {
        return wanted;
    }

    /** Payload was handed over. */
    void consumed(SimLane lane, CreditAccount account, int bytes) {
        account.consumed(bytes);
    }

    /** Something changed that a waiting thread may wait for. */
    void wake(SimLane lane, Runnable waiter) {
        lane.context().world().after(0, waiter);
    }
}
