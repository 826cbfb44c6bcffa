package org.braid.testkit.sim.machine;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.testkit.sim.script.Script;
import org.jspecify.annotations.Nullable;

/** What lies between the processes of one world: who is there, and the way of everything that travels outside of rings. */
public final class SimNet {
    private final Script script;
    private final Map<ContextId, SimProcess> processes = new HashMap<>();
    private final Map<ContextId, Map<String, RingPort>> ringPorts = new HashMap<>();
    private final Map<ContextId, Long> recalls = new HashMap<>();

    public SimNet(Script script) {
        this.script = script;
    }

    Script script() {
        return script;
    }

    /** A context comes into being in a process. */
    public void settle(ContextId context, SimProcess process) {
        processes.put(context, process);
    }

    /** The process of a context; null if there is none such, or it has ended. */
    public @Nullable SimProcess living(ContextId context) {
        SimProcess process = processes.get(context);
        return process == null || process.isDead() ? null : process;
    }

    void opened(ContextId context, String method, RingPort port) {
        ringPorts.computeIfAbsent(context, key -> new TreeMap<>()).put(method, port);
    }

    /** A context shows all others how many long messages it has recalled. */
    void recalled(ContextId context, long count) {
        recalls.put(context, count);
    }

    long recallsOf(ContextId context) {
        return recalls.getOrDefault(context, 0L);
    }

    private @Nullable RingPort port(ContextId of, String method) {
        return ringPorts.getOrDefault(of, Map.of()).get(method);
    }

    /** A lane of a context breaks; false if it has none. */
    public boolean breakLane(ContextId of, String method) {
        RingPort port = port(of, method);
        BraidException why = new BraidException(ErrorCode.LANE_CUT, "A lane was cut", "its memory has failed", "See the seed");
        return port != null && port.breakOne(script.below(Integer.MAX_VALUE), why);
    }

    /** Tells a context, through its port, that another one's process has ended; false if it has no port that would know. */
    public boolean tellOfDeath(ContextId of, ContextId to, Throwable cause) {
        for (RingPort port : ringPorts.getOrDefault(to, Map.of()).values()) {
            port.sawDie(of, cause);
            return true;
        }
        return false;
    }

    /**
     * Tells a context of a ring from which it is to read, after a while, unless it has ended.
     *
     * @param isKnown to be set then
     */
    void introduce(ContextId to, String method, RingPort.Introduction ring, AtomicBoolean isKnown) {
        script.within(script.options().latencyNs(), () -> {
            RingPort port = port(to, method);
            if (port != null && living(to) != null) {
                port.introduced(ring);
                isKnown.set(true);
            }
        });
    }
}
