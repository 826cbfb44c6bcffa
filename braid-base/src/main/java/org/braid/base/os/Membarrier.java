package org.braid.base.os;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

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

    /** Whether the kernel has it; if not, the frequent side needs its own full fence. Waits until it is bound. */
    static boolean available() {
        return whyNot().isEmpty();
    }

    /** Why there is none here, or empty. Waits until it is bound. */
    public static String whyNot() {
        String whyNot = SystemCall.whyNot();
        return whyNot.isEmpty() ? Registration.await() : whyNot;
    }

    /**
     * Every thread of this process has passed a full barrier when this returns true; false if there is no such thing here, or not yet, and
     * nothing has happened. The first call lets a thread of its own bind it: who calls may be inside of what others wait for.
     */
    static boolean ofProcess() {
        return SystemCall.whyNot().isEmpty() && Registration.worked() && command(PRIVATE_EXPEDITED) == 0;
    }

    private static long command(long command) {
        return SystemCall.call(SystemCall.Numbers.MEMBARRIER, command, 0, 0, 0, 0, 0);
    }

    /** Bound beside whoever asks first: without forms in a cache that takes 80 ms, in which neither token nor lane may stand still. */
    private static final class Registration {
        private static final FutureTask<String> WHY_NOT = new FutureTask<>(Registration::register);

        static {
            begin();
        }

        private static void begin() {
            try {
                Thread.ofPlatform().name("braid-binds").daemon().start(WHY_NOT);
            } catch (OutOfMemoryError e) { // no thread is to be had: visitors go on waiting
                WHY_NOT.cancel(false);
            }
        }

        static boolean worked() {
            return WHY_NOT.state() == Future.State.SUCCESS && WHY_NOT.resultNow().isEmpty();
        }

        static String await() {
            try {
                return WHY_NOT.isCancelled() ? "no thread could be started that binds membarrier(2)" : WHY_NOT.get();
            } catch (ExecutionException e) {
                return "membarrier(2) could not be bound: " + e.getCause();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return "interrupted while membarrier(2) was bound";
            }
        }

        private static String register() {
            long commands = command(QUERY);
            if (commands < 0 || (commands & PRIVATE_EXPEDITED) == 0 || (commands & REGISTER_PRIVATE_EXPEDITED) == 0) {
                return "the kernel has no private expedited membarrier(2)";
            }
            return command(REGISTER_PRIVATE_EXPEDITED) == 0 ? "" : "the kernel refuses to register for membarrier(2)";
        }
    }
}
