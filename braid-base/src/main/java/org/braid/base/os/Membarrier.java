package org.braid.base.os;

/**
 * A memory barrier that a process executes on behalf of all registered processes: {@code membarrier(2)}, global expedited. It
 * moves the cost of a Dekker pattern from the side that runs a million times a second (no fence) to the side that is about to
 * sleep (one system call). Both sides must have registered; see {@link Futex} for the pattern.
 */
public final class Membarrier {
    private static final long QUERY = 0;
    private static final long GLOBAL_EXPEDITED = 1 << 1;
    private static final long REGISTER_GLOBAL_EXPEDITED = 1 << 2;

    private Membarrier() {}

    /** Whether the kernel has it; if not, the frequent side needs its own full fence. Registers this process at first use. */
    public static boolean available() {
        return whyNot().isEmpty();
    }

    public static String whyNot() {
        String whyNot = SystemCall.whyNot();
        return whyNot.isEmpty() ? Registration.WHY_NOT : whyNot;
    }

    /**
     * Every thread of every registered process has passed a full barrier when this returns true; false if there is no such thing
     * here, and nothing has happened.
     */
    public static boolean global() {
        return available() && command(GLOBAL_EXPEDITED) == 0;
    }

    private static long command(long command) {
        return SystemCall.call(SystemCall.Numbers.MEMBARRIER, command, 0, 0, 0, 0, 0);
    }

    private static final class Registration {
        static final String WHY_NOT = register();

        private static String register() {
            long commands = command(QUERY);
            if (commands < 0 || (commands & GLOBAL_EXPEDITED) == 0 || (commands & REGISTER_GLOBAL_EXPEDITED) == 0) {
                return "the kernel has no global expedited membarrier(2)";
            }
            return command(REGISTER_GLOBAL_EXPEDITED) == 0 ? "" : "the kernel refuses to register for membarrier(2)";
        }
    }
}
