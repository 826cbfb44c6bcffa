package org.braid.mpi.meeting;

import java.util.HashMap;
import java.util.Map;
import org.braid.base.wire.ContextId;

/** Numbers for processes in this one's groups: ranks of its own job have their world rank, others get numbers behind these as they are first seen. They are this process's own, and never travel. Any thread. */
public final class ProcessNumbers {
    private final ContextId self;
    private final int worldSize;
    private final Map<ContextId, Integer> others = new HashMap<>(); // guarded by this

    /** @param self a rank of a job of {@code worldSize} */
    public ProcessNumbers(ContextId self, int worldSize) {
        this.self = self;
        this.worldSize = worldSize;
    }

    /** Always the same for the same process, and different for others. */
    public int of(ContextId process) {
        return process.sameJob(self) ? (int) process.number() : ofOther(process);
    }

    private synchronized int ofOther(ContextId process) {
        return others.computeIfAbsent(process, unknown -> worldSize + others.size());
    }
}
