package org.braid.testkit.sim.machine;

import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The program of a simulated process that has a stack of its own, so that its calls may wait for each other as those of real processes do, in any order. It is a thread that runs only while the world stands still and waits for it: one of all of them and the world goes on at a time, and which one, the world says.
 */
public final class Fibre {
    private static final int MOST_TURNS_TO_END = 10_000;

    private final Semaphore mayRun = new Semaphore(0);
    private final Semaphore hasGivenWay = new Semaphore(0);
    private final Own thread;
    private final Runnable body;
    private boolean started;
    private boolean abandoned;
    private boolean over;
    private @Nullable Throwable thrown;

    /** The thread, which the engine of these worlds asks whether somebody else may run between two words of shared memory. */
    private static final class Own extends Thread {
        private final Fibre fibre;
        private final Runnable mayPass;

        Own(Fibre fibre, String name, Runnable mayPass) {
            super(null, null, name);
            this.fibre = fibre;
            this.mayPass = mayPass;
            setDaemon(true);
        }

        @Override
        public void run() {
            fibre.live();
        }
    }

    /**
     * Nothing runs yet.
     *
     * @param mayPass what happens where the engine touches words that others touch, too: it may {@link #giveWay}
     */
    public Fibre(String name, Runnable body, Runnable mayPass) {
        this.body = body;
        this.thread = new Own(this, name, mayPass);
    }

    private void live() {
        mayRun.acquireUninterruptibly();
        try {
            if (!abandoned) {
                body.run();
            }
        } catch (Killed dead) {
            // its process has ended
        } catch (RuntimeException | Error failed) {
            thrown = failed;
        }
        over = true;
        hasGivenWay.release();
    }

    /** Runs until it gives way, or is over. What its program has thrown is thrown. */
    public void run() {
        if (over) {
            return;
        }
        if (!started) {
            started = true;
            thread.start();
        }
        mayRun.release();
        hasGivenWay.acquireUninterruptibly();
        Throwable failed = thrown;
        thrown = null;
        if (failed instanceof Error error) {
            throw error;
        }
        if (failed instanceof RuntimeException exception) {
            throw exception;
        }
    }

    /** The world goes on, until it runs the program again that calls this. */
    public static void giveWay() {
        if (Thread.currentThread() instanceof Own own) {
            own.fibre.pause();
        } else {
            throw new IllegalStateException("only a program with a stack of its own gives way so");
        }
    }

    private void pause() {
        hasGivenWay.release();
        mayRun.acquireUninterruptibly();
        if (abandoned) {
            throw new Killed();
        }
    }

    /** The engine of these worlds is about to touch a word of shared memory: whoever has a stack of its own may give way there. */
    public static void mayPass() {
        if (Thread.currentThread() instanceof Own own && !own.fibre.abandoned) {
            own.mayPass.run();
        }
    }

    /** Nothing of its program goes on: its thread ends, whatever it was doing. */
    public void abandon() {
        abandoned = true;
        for (int turn = 0; started && !over && turn < MOST_TURNS_TO_END; turn++) {
            try {
                run();
            } catch (RuntimeException | Error last) {
                // nobody wants to know any more
            }
        }
    }
}
