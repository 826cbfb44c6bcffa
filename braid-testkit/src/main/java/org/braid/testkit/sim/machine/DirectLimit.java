package org.braid.testkit.sim.machine;

import java.util.function.Supplier;
import org.braid.testkit.sim.script.Fault;
import org.braid.testkit.sim.script.Script;
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
     * What the machine itself does for a world takes of nobody's share: its shared memory outlasts worlds, and whether it has to grow depends on those before.
     *
     * @return what was made
     */
    public static <T> T lifted(Supplier<T> work) {
        Script limited = world;
        world = null;
        try {
            return work.get();
        } finally {
            world = limited;
        }
    }

    /**
     * The engine wants memory.
     *
     * @throws OutOfMemoryError as the JDK does
     */
    public static void reserve() {
        Script script = world;
        if (script != null && script.strikes(Fault.DIRECT_MEMORY_ENDS, SELDOM)) {
            throw new OutOfMemoryError("Cannot reserve direct buffer memory");
        }
    }
}
