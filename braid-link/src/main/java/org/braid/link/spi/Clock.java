package org.braid.link.spi;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;
import org.braid.base.os.Futex;

/**
 * Time, and how a thread that waits lets it pass: the machine's, unless an {@link org.braid.link.progress.AddressSpace} is given another one, as a simulated world does. The engine reads no other
 * clock and waits in no other way, except in a transport's sockets and for the moment in which another thread is inside a lane.
 *
 * <p>In another time than the machine's, what happens meanwhile happens in these methods, on the thread that waits. While no such class is loaded the compiler knows that there is one
 * clock, and its methods cost what they call.
 */
public interface Clock {
    /** The machine's. */
    Clock MACHINE = new Machine();

    /** As {@link System#nanoTime}: only differences mean something. */
    long nanoTime();

    /** The caller has nothing to do now, and others may have. */
    void giveWay();

    /**
     * Sleeps until another thread unparks this one or the time is over; may return before, for no reason.
     *
     * @param blocker what it waits for, as a thread dump names it
     */
    default void park(Object blocker, long atMostNs) {
        giveWay();
    }

    /**
     * Sleeps while a word of native memory is {@code expected}, until it is rung or the time is over; may return before, for no reason.
     *
     * @return one of the answers of {@link Futex#await}
     */
    default int awaitWord(MemorySegment memory, long offset, int expected, long timeoutNs) {
        giveWay();
        return Futex.TIMED_OUT;
    }

    /** A class instead of a lambda: it is on the way of a job's start. */
    final class Machine implements Clock {
        private Machine() {}

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void giveWay() {
            Thread.yield();
        }

        @Override
        public void park(Object blocker, long atMostNs) {
            LockSupport.parkNanos(blocker, atMostNs);
        }

        @Override
        public int awaitWord(MemorySegment memory, long offset, int expected, long timeoutNs) {
            return Futex.await(memory, offset, expected, timeoutNs);
        }
    }
}
