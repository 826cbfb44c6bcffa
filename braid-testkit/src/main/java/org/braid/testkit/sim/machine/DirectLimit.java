package org.braid.testkit.sim.machine;

import org.braid.testkit.sim.script.Fault;
import org.braid.testkit.sim.script.Script;
import org.braid.testkit.sim.script.SimOptions;
import org.jspecify.annotations.Nullable;

/**
 * What is left outside the heap of the one world that an engine runs at a time. The engines of worlds are compiled so that each of their allocations asks here first; production knows nothing of
 * it.
 */
public final class DirectLimit {
    private static final int SELDOM = 3;

    private static @Nullable Script world;

    private DirectLimit() {}

    /** From now on it is this world's; null if there is none. */
    public static void holdsFor(@Nullable Script script) {
        world = script;
    }

    /**
     * Rings need none for what they carry. A pipe's log and a chain's copies do: there a frame of the runtime itself can be refused, which it takes for the end of a lane, or of a peer. Short messages that waited for a
     * thread in the lane may become offers, which a receiver without memory refuses, and of which nobody can be told any more.
     */
    private static boolean mayEnd(SimOptions options) {
        return !options.piped() && !options.chained() && !options.faults().contains(Fault.LANE_OCCUPIED);
    }

    /**
     * The engine wants memory.
     *
     * @throws OutOfMemoryError as the JDK does
     */
    public static void reserve() {
        Script script = world;
        if (script != null && mayEnd(script.options()) && script.strikes(Fault.DIRECT_MEMORY_ENDS, SELDOM)) {
            throw new OutOfMemoryError("Cannot reserve direct buffer memory");
        }
    }
}
