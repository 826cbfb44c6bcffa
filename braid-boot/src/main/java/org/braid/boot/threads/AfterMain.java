package org.braid.boot.threads;

import org.jspecify.annotations.Nullable;

/** What a rank does when its program has come to its end by itself: its main method has returned, and so have the threads that it left behind. */
public final class AfterMain {
    private volatile @Nullable Runnable last;

    /** Sets what is done; the one before is forgotten. */
    public void set(Runnable done) {
        last = done;
    }

    /**
     * Waits for the program's other threads, if there is anything to do behind them, and does it. Whatever that throws ends the rank as if its main method had thrown it.
     *
     * @param program the threads of the program, the calling one among them
     * @throws InterruptedException if the calling thread is interrupted while it waits
     */
    public void run(ThreadGroup program) throws InterruptedException {
        Runnable known = last;
        if (known != null) {
            awaitOthers(program);
            known.run();
        }
    }

    /**
     * Waits for threads that are no daemons: they keep a rank alive, as they keep a process.
     *
     * @throws InterruptedException if the calling thread is interrupted
     */
    public static void awaitOthers(ThreadGroup program) throws InterruptedException {
        for (Thread other = anyOther(program); other != null; other = anyOther(program)) {
            other.join();
        }
    }

    private static @Nullable Thread anyOther(ThreadGroup program) {
        Thread[] some = new Thread[program.activeCount() + 8];
        int count = program.enumerate(some);
        for (int i = 0; i < count; i++) {
            if (some[i] != Thread.currentThread() && !some[i].isDaemon()) {
                return some[i];
            }
        }
        return null;
    }
}
