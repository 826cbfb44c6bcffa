package org.braid.testkit.sim.wire;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.braid.base.wire.ContextId;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.driver.NoPipe;
import org.braid.pipe.driver.TimeAndChance;
import org.braid.testkit.sim.machine.SimNet;
import org.braid.testkit.sim.machine.SimProcess;
import org.braid.testkit.sim.script.Fault;
import org.braid.testkit.sim.script.Script;
import org.jspecify.annotations.Nullable;

/** All connections of one world: they are made, and now and then broken. */
public final class Wires implements TimeAndChance {
    private static final int SELDOM = 4;

    private final Script script;
    private final SimNet net;
    private final List<Wire> wires = new ArrayList<>();
    private final Map<ContextId, ArrayDeque<BytePipe>> calls = new HashMap<>();

    public Wires(Script script, SimNet net) {
        this.script = script;
        this.net = net;
    }

    Script script() {
        return script;
    }

    // ---- made

    /** A call, which the other end may answer, refuse, or never hear. */
    BytePipe call(ContextId caller, ContextId callee) {
        SimProcess from = net.living(caller);
        SimProcess to = net.living(callee);
        if (from == null || to == null || calls.get(callee) == null) {
            return new NoPipe("context " + callee, "nobody listens there");
        }
        Wire wire = new Wire(script, from, to);
        wires.add(wire);
        if (!script.strikes(Fault.LOST_CALL, SELDOM)) {
            script.within(script.options().latencyNs(), () -> arrive(wire, callee));
        }
        return wire.caller();
    }

    private void arrive(Wire wire, ContextId callee) {
        ArrayDeque<BytePipe> waiting = calls.get(callee);
        if (waiting == null || net.living(callee) == null) {
            wire.cut();
        } else if (!wire.isOver()) {
            waiting.add(wire.called());
            script.within(script.options().latencyNs(), wire.caller()::answered);
        }
    }

    void listens(ContextId context) {
        calls.put(context, new ArrayDeque<>());
    }

    void listensNoMore(ContextId context) {
        calls.remove(context);
    }

    @Nullable BytePipe nextCall(ContextId callee) {
        ArrayDeque<BytePipe> waiting = calls.get(callee);
        return waiting == null ? null : waiting.poll();
    }

    // ---- broken

    /** Breaks one of those that there are, in one of the ways in which wires break. */
    public void breakOne() {
        Wire wire = someWire();
        if (wire != null) {
            strike(wire);
        }
    }

    private @Nullable Wire someWire() {
        wires.removeIf(Wire::isOver);
        return wires.isEmpty() ? null : wires.get(script.below(wires.size()));
    }

    private void strike(Wire wire) {
        if (script.strikes(Fault.CUT, SELDOM)) {
            wire.cut();
        } else if (script.strikes(Fault.SILENT_CUT, SELDOM)) {
            wire.silence();
        } else if (script.strikes(Fault.HALF_OPEN, SELDOM)) {
            wire.halfCut(script.chance(2));
        } else if (script.strikes(Fault.GARBAGE, SELDOM)) {
            boolean ignored = wire.damage(script.chance(2));
        }
    }

    /** A process has ended: its connections break, or fall silent with the machine that it was on. */
    public void ended(SimProcess process) {
        boolean silently = script.chance(2);
        for (Wire wire : wires) {
            if (wire.touches(process) && silently) {
                wire.silence();
            } else if (wire.touches(process)) {
                wire.cut();
            }
        }
    }

    // ---- what lanes may not take from the machine themselves

    @Override
    public long nowNs() {
        return script.time().nanoTime();
    }

    @Override
    public byte[] randomBytes(int count) {
        return script.bytes(count);
    }
}
