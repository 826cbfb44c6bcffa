package org.braid.base.os;

/**
 * What the kernel knows about the calling thread's time so far, from {@code /proc/thread-self/schedstat}. Of two readings the difference tells whether the thread had something to do.
 *
 * @param onCoreNs how long it has run; -1 if the kernel does not say
 * @param readyNs how long it has run or waited for a core; -1 if the kernel does not say
 */
public record ThreadTime(long onCoreNs, long readyNs) {
    /** The calling thread's time; of a virtual thread nothing is known. Reads a file: not for every message. */
    public static ThreadTime now() {
        return of(Thread.currentThread().isVirtual() ? "" : Machine.text("/proc/thread-self/schedstat"));
    }

    /** The text has nanoseconds on a core, nanoseconds in a queue for one, and time slices. */
    static ThreadTime of(String schedstat) {
        long onCoreNs = Machine.number(schedstat, 0);
        long queuedNs = Machine.number(schedstat, schedstat.indexOf(' ') + 1);
        return onCoreNs < 0 || queuedNs < 0 ? new ThreadTime(-1, -1) : new ThreadTime(onCoreNs, onCoreNs + queuedNs);
    }

    /** Whether this machine tells the processor time of a thread. */
    public boolean isKnown() {
        return onCoreNs >= 0;
    }
}
