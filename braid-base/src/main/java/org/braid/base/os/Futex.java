package org.braid.base.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * A word of shared memory on which a thread of one process sleeps until a thread of another wakes it: {@code futex(2)} without
 * the PRIVATE flag.
 *
 * <p>The pattern, after Dekker: the sleeper stores "asleep" into the word (volatile), looks once more for work, then awaits while
 * the word is still "asleep". The waker publishes the work, has a full fence, reads the word, and
 * if it says "asleep" stores "awake" and wakes. Either the waker sees the word or the sleeper sees the work.
 *
 * <p>Without native access {@link #await} parks for growing times, 50 µs to 1 ms, and reads the word in between; {@link #wake}
 * then has nothing to do. Only platform threads should wait: a native call pins a virtual thread's carrier.
 */
public final class Futex {
    /** Another thread woke this one, or the kernel did without a reason. */
    public static final int WOKEN = 0;
    /** The word differed from the expected value already, or changed while a fallback slept. */
    public static final int CHANGED = 1;
    public static final int TIMED_OUT = 2;
    /** A signal came, or the thread was interrupted while a fallback slept; the interrupt status stays. */
    public static final int INTERRUPTED = 3;

    private static final long WAIT = 0;
    private static final long WAKE = 1;
    private static final long FIRST_PARK_NS = 50_000;
    private static final long LONGEST_PARK_NS = 1_000_000;
    private static final VarHandle WORD = JAVA_INT.varHandle().withInvokeExactBehavior();

    private Futex() {}

    /** Whether the kernel's futex is used; else {@link #whyNot} says why not, and the fallback works. */
    static boolean available() {
        return whyNot().isEmpty();
    }

    /** Why there is no futex here; empty if there is. */
    public static String whyNot() {
        String whyNot = SystemCall.whyNot();
        return whyNot.isEmpty() ? Probe.WHY_NOT : whyNot;
    }

    /**
     * Sleeps while the int at {@code offset} of {@code memory}, which is native and aligned, is {@code expected}, at most
     * {@code timeoutNs}; the answer is one of the four constants.
     */
    public static int await(MemorySegment memory, long offset, int expected, long timeoutNs) {
        if (word(memory, offset) != expected) {
            return CHANGED;
        } else if (timeoutNs <= 0) {
            return TIMED_OUT;
        }
        return Probe.NATIVE
                ? awaitNative(memory, offset, expected, timeoutNs)
                : awaitParked(memory, offset, expected, timeoutNs);
    }

    /** The kernel's answer is told apart by what can be seen, so that no errno has to be captured on this path. */
    private static int awaitNative(MemorySegment memory, long offset, int expected, long timeoutNs) {
        MemorySegment timespec = Timespec.of(timeoutNs);
        long start = System.nanoTime();
        long result = SystemCall.call(SystemCall.Numbers.FUTEX, memory.address() + offset, WAIT, expected, timespec.address(), 0, 0);
        if (result == 0) {
            return WOKEN;
        } else if (word(memory, offset) != expected) {
            return CHANGED;
        }
        return System.nanoTime() - start >= timeoutNs ? TIMED_OUT : INTERRUPTED;
    }

    private static int awaitParked(MemorySegment memory, long offset, int expected, long timeoutNs) {
        long start = System.nanoTime();
        long parkNs = FIRST_PARK_NS;
        while (word(memory, offset) == expected) {
            long left = timeoutNs - (System.nanoTime() - start);
            if (left <= 0) {
                return TIMED_OUT;
            } else if (Thread.currentThread().isInterrupted()) {
                return INTERRUPTED;
            }
            LockSupport.parkNanos(memory, Math.min(left, parkNs));
            parkNs = Math.min(2 * parkNs, LONGEST_PARK_NS);
        }
        return CHANGED;
    }

    /** Wakes up to {@code waiters} threads, of any process, that await this word; returns how many there were. */
    public static int wake(MemorySegment memory, long offset, int waiters) {
        int ignored = word(memory, offset);     // a segment that is closed, or an offset outside, throws here
        return Probe.NATIVE ? (int) wake(memory.address() + offset, waiters) : 0;
    }

    private static long wake(long address, int waiters) {
        return SystemCall.call(SystemCall.Numbers.FUTEX, address, WAKE, waiters, 0, 0, 0);
    }

    /** Acquire: pairs with the volatile store of whoever changed the word, so that what was published before it is seen. */
    private static int word(MemorySegment memory, long offset) {
        return (int) WORD.getVolatile(memory, offset);
    }

    /** The timeout as the kernel reads it: seconds and nanoseconds, each a long. One for each waiting thread, kept. */
    private static final class Timespec {
        private static final ThreadLocal<MemorySegment> OF_THREAD = new ThreadLocal<>() {
            @Override
            protected MemorySegment initialValue() {
                return Arena.ofAuto().allocate(2L * Long.BYTES, Long.BYTES);
            }
        };

        static MemorySegment of(long timeoutNs) {
            MemorySegment timespec = OF_THREAD.get();
            timespec.set(JAVA_LONG, 0, timeoutNs / 1_000_000_000);
            timespec.set(JAVA_LONG, 8, timeoutNs % 1_000_000_000);
            return timespec;
        }
    }

    /** Tried once, for real: a seccomp filter may refuse the call although the JVM allows it. */
    private static final class Probe {
        static final String WHY_NOT = tryIt();
        static final boolean NATIVE = WHY_NOT.isEmpty();

        private static String tryIt() {
            if (!SystemCall.whyNot().isEmpty()) {
                return SystemCall.whyNot();
            }
            try (Arena arena = Arena.ofConfined()) {
                return wake(arena.allocate(JAVA_INT).address(), 1) == 0 ? "" : "the kernel refuses futex(2)";
            }
        }
    }
}
