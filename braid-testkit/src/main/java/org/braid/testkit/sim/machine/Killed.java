package org.braid.testkit.sim.machine;

/** A process was killed while one of its calls waited: the call never returns. */
public final class Killed extends Error {
    private static final long serialVersionUID = 1L;

    Killed() {
        super("killed", null, false, false);
    }
}
