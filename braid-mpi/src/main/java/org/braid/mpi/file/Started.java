package org.braid.mpi.file;

import java.util.concurrent.Executor;

/** Accesses of one file that other threads carry out. */
final class Started {
    private int underWay; // guarded by this

    /** Has one of those threads do it. */
    void run(Runnable access, Executor threads) {
        begins();
        boolean isGiven = false;
        try {
            threads.execute(() -> {
                try {
                    access.run();
                } finally {
                    ends();
                }
            });
            isGiven = true;
        } finally {
            if (!isGiven) {
                ends();
            }
        }
    }

    private synchronized void begins() {
        underWay++;
    }

    private synchronized void ends() {
        underWay--;
        if (underWay == 0) {
            notifyAll();
        }
    }

    /** Returns when all that have begun are over, however long the disk takes; an interruption waits, too. */
    synchronized void await() {
        boolean interrupted = false;
        while (underWay > 0) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
