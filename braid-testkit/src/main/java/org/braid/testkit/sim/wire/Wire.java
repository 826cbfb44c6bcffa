package org.braid.testkit.sim.wire;

import org.braid.testkit.sim.machine.SimProcess;
import org.braid.testkit.sim.script.Script;

/** A connection between two processes, and what can happen to it. */
final class Wire {
    private final SimProcess from;
    private final SimProcess to;
    private final Direction there;
    private final Direction back;
    private final SimPipe caller;
    private final SimPipe called;

    Wire(Script script, SimProcess from, SimProcess to) {
        this.from = from;
        this.to = to;
        int capacityBytes = script.options().socketBytes();
        long latencyNs = script.within(script.options().latencyNs());
        there = new Direction(script, capacityBytes, latencyNs);
        back = new Direction(script, capacityBytes, latencyNs);
        caller = new SimPipe(to.toString(), back, there, false);
        called = new SimPipe(from.toString(), there, back, true);
    }

    SimPipe caller() {
        return caller;
    }

    SimPipe called() {
        return called;
    }

    boolean touches(SimProcess process) {
        return from == process || to == process;
    }

    boolean isOver() {
        return there.isCut() && back.isCut() || caller.isClosed() && called.isClosed();
    }

    void cut() {
        there.cut();
        back.cut();
    }

    void silence() {
        there.silence();
        back.silence();
    }

    /** One end is told that it broke; the other one believes in it. */
    void halfCut(boolean callerKnows) {
        silence();
        (callerKnows ? back : there).cut();
    }

    boolean damage(boolean onTheWayThere) {
        return (onTheWayThere ? there : back).damage();
    }
}
