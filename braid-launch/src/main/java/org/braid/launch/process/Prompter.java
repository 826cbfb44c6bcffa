package org.braid.launch.process;

import org.braid.launch.output.InputFlow;

/** Shows what rank 0 has printed last when it has waited long for the user's input. A thread of its own, since a reader of our output may take its time. */
public final class Prompter implements Runnable {
    private final RankProcess rank;
    private final InputFlow flow;

    private Prompter(RankProcess rank, InputFlow flow) {
        this.rank = rank;
        this.flow = flow;
    }

    /**
     * A daemon thread shows the rank's unfinished lines from now on, each time that it has waited long.
     *
     * @param rank the one that reads the user's input
     * @param flow says when that rank has waited long
     */
    public static void start(RankProcess rank, InputFlow flow) {
        Thread thread = new Thread(null, new Prompter(rank, flow), "braid-prompt", 128 * 1024);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        try {
            while (true) {
                awaitLongWait();
                rank.showUnfinished();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitLongWait() throws InterruptedException {
        synchronized (flow) {
            while (!flow.tick(System.nanoTime())) {
                long deadlineNs = flow.deadlineNs();
                flow.wait(deadlineNs == Long.MAX_VALUE ? 0 : Math.max(0, deadlineNs - System.nanoTime()) / 1_000_000 + 1);
            }
        }
    }
}
