package org.braid.testkit.sim.plant;

import java.util.function.BooleanSupplier;

/** Whether memory outside the heap has ended: the machine of these engines asks before it gives any. There is one for each engine, since each has this class for itself. */
public final class Shortage {
    private static BooleanSupplier ends = () -> false;

    private Shortage() {}

    /** Who is asked from now on. */
    static void ask(BooleanSupplier world) {
        ends = world;
    }

    /** For the machine. */
    public static boolean isThereNone() {
        return ends.getAsBoolean();
    }
}
