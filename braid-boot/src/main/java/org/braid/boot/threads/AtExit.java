package org.braid.boot.threads;

import org.jspecify.annotations.Nullable;

/**
 * What a rank does when its program ends it by {@code System.exit}, whatever the code: a JVM tells nobody what it is. Not done when a signal ends the process, or an exception its program: then nothing may be waited for. Any thread.
 */
public final class AtExit {
    private final RankScope scope;
    private @Nullable Runnable last; // guarded by this, as is all that follows
    private boolean isHooked;
    private boolean isCalledOff;

    AtExit(RankScope scope) {
        this.scope = scope;
    }

    /** Sets what is done, which has to bound its time; the one before is forgotten. Nothing changes in a process that is about to end. */
    public synchronized void set(Runnable done) {
        last = done;
        if (!isHooked) {
            isHooked = true;
            hook();
        }
    }

    private void hook() {
        try {
            scope.addHook(new Thread(null, this::run, "braid-at-exit", 128 * 1024));
        } catch (IllegalStateException shutdownInProgress) {
            // Who calls Init while the process ends gets no further anyway.
        }
    }

    /** It is not to be done: the rank fails. */
    public synchronized void callOff() {
        isCalledOff = true;
    }

    private void run() {
        Runnable done = due();
        if (done != null) {
            done.run();
        }
    }

    private synchronized @Nullable Runnable due() {
        return isCalledOff || isSignalled() ? null : last;
    }

    /** The JDK has a signal's handler, and with it the end of the process, run by a thread named for the signal. Where it had another name, the rank would only take the time of what is done. */
    private static boolean isSignalled() {
        ThreadGroup all = Thread.currentThread().getThreadGroup();
        while (all.getParent() != null) {
            all = all.getParent();
        }
        Thread[] some = new Thread[all.activeCount() + 8];
        int count = all.enumerate(some);
        for (int i = 0; i < count; i++) {
            if (some[i].getName().matches("SIG[A-Z0-9]+ handler")) {
                return true;
            }
        }
        return false;
    }
}
