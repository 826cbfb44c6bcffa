package org.braid.base.os;

/**
 * A memory barrier that a thread lets all other threads of its process execute: {@code membarrier(2)}, private expedited. It
 * moves the cost of a Dekker pattern from the side that runs a million times a second (no fence) to the side that comes seldom
 * (one system call); see {@link Gate} for the pattern. Cores that run other processes are not interrupted: the global
 * command would stop those of every registered process of the machine.
 */
public final class Membarrier {
    private static final long QUERY = 0;
    private static final long PRIVATE_EXPEDITED = 1 << 3;
    private static final long REGISTER_PRIVATE_EXPEDITED = 1 << 4;

    private Membarrier() {}

    /** Whether the kernel has it; if not, the frequent side needs its own full fence. Registers this process at first use. */
    static boolean available() {
        return whyNot().isEmpty();
    }

    /** Why there is none here, or empty. */
    public static String whyNot() {
        String whyNot = SystemCall.whyNot();
        return whyNot.isEmpty() ? Registration.WHY_NOT : whyNot;
    }

    /**
     * Every thread of this process has passed a full barrier when this returns true; false if there is no such thing here, and
     * nothing has happened.
     */
    static boolean ofProcess() {
        return available() && command(PRIVATE_EXPEDITED) == 0;
    }

    private static long command(long command) {
        return SystemCall.call(SystemCall.Numbers.MEMBARRIER, command, 0, 0, 0, 0, 0);
    }

    private static final class Registration {
        static final String WHY_NOT = register();

        private static String register() {
            long commands = command(QUERY);
            if (commands < 0 || (commands & PRIVATE_EXPEDITED) == 0 || (commands & REGISTER_PRIVATE_EXPEDITED) == 0) {
                return "the kernel has no private expedited membarrier(2)";
            }
            return command(REGISTER_PRIVATE_EXPEDITED) == 0 ? "" : "the kernel refuses to register for membarrier(2)";
        }
    }
}
