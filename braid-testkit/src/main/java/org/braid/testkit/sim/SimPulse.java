package org.braid.testkit.sim;

import org.braid.base.wire.FrameKind;


/** What the time asks of a connection: a sign of life, giving up a silent one, and packets again that nobody has acknowledged. */
final class SimPulse {
    private static final long PATH_TIMEOUT_NS = 40 * SimOptions.MS;
    private static final long HEARTBEAT_NS = 8 * SimOptions.MS;

    private final SimLane lane;
    private final SimOutput output;
    private long lastFrameNs;
    private long lastProgressNs;

    SimPulse(SimLane lane, SimOutput output) {
        this.lane = lane;
        this.output = output;
    }

    /** A connection is up. */
    void begin() {
        heard();
        progressed();
    }

    /** A frame came in. */
    void heard() {
        lastFrameNs = lane.nowNs();
    }

    /** The peer has accepted more than before. */
    void progressed() {
        lastProgressNs = lane.nowNs();
    }

    boolean isSilent() {
        return lane.nowNs() - lastFrameNs > PATH_TIMEOUT_NS;
    }

    void beat() {
        if (lane.nowNs() - output.lastSentNs() > HEARTBEAT_NS) output.beside(FrameKind.PING, 0, 0);
    }

    /** For a lane whose packets may be lost. */
    void sendAgain() {
        if (output.log().isEmpty() || lane.nowNs() - lastProgressNs <= 4 * lane.options().latencyNs + 6 * SimOptions.MS) return;
        progressed();
        lane.tally(Transition.PACKETS_SENT_AGAIN);
        output.log().connectionLost();
    }
}
