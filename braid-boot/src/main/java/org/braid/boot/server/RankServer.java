package org.braid.boot.server;

/** A way for ranks to talk to the {@link RankServerCore} of their job. Serves until its thread is interrupted. */
public interface RankServer extends Runnable {
    /** Runs a task in the server's thread after everything that has arrived by now was handled. */
    void afterArrived(Runnable task);
}
