package org.braid.testkit.sim.machine;

import java.util.HashMap;
import java.util.Map;
import org.braid.base.wire.ContextId;
import org.braid.testkit.sim.script.Script;
import org.jspecify.annotations.Nullable;

/** What lies between the processes of one world: who is there, and the way of everything that travels outside of rings. */
public final class SimNet {
    private final Script script;
    private final Map<ContextId, SimProcess> processes = new HashMap<>();
    private final Map<ContextId, RingPort> ringPorts = new HashMap<>();

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
    @Nullable SimProcess living(ContextId context) {
        SimProcess process = processes.get(context);
        return process == null || process.isDead() ? null : process;
    }

    void opened(ContextId context, RingPort port) {
        ringPorts.put(context, port);
    }

    /** Tells a context, through its port, that another one's process has ended. */
    public void tellOfDeath(ContextId of, ContextId to, Throwable cause) {
        RingPort port = ringPorts.get(to);
        if (port != null) {
            port.sawDie(of, cause);
        }
    }

    /** Tells a context of a ring from which it is to read, after a while, unless it has ended. */
    void introduce(ContextId to, RingPort.Introduction ring) {
        script.within(script.options().latencyNs(), () -> {
            RingPort port = ringPorts.get(to);
            if (port != null && living(to) != null) {
                port.introduced(ring);
            }
        });
    }
}
