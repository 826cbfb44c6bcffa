package org.braid.testkit.sim.machine;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who is woken by a ring, in the one world that an engine runs at a time: the process whose doorbell it is. The engines of worlds are compiled so that their doorbells wake here; production knows
 * nothing of it.
 */
public final class SimFutex {
    private static final Map<Long, SimProcess> SLEEPERS = new HashMap<>();

    private SimFutex() {}

    /** A process has its doorbell there. */
    static void add(MemorySegment memory, long offset, SimProcess process) {
        SLEEPERS.put(memory.address() + offset, process);
    }

    static void remove(MemorySegment memory, long offset) {
        Object ignored = SLEEPERS.remove(memory.address() + offset);
    }

    /** A ringer wakes all who sleep on this word. */
    public static void wake(MemorySegment memory, long offset) {
        @Nullable SimProcess rung = SLEEPERS.get(memory.address() + offset);
        if (rung != null) {
            rung.rung();
        }
    }
}
