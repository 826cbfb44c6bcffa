package org.braid.launch.signal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-Z: a job stops as one program would. The terminal's signal reaches the launcher alone, for its ranks are process groups of their own; so it has them stopped, then itself. That is done by a
 * small process, the keeper, which stays as long as the job is stopped: when the launcher runs again and closes its pipe, or is killed and the pipe ends, the keeper lets the ranks go on. So stopped
 * ranks never outlive their launcher.
 */
public final class Suspension {
    private static final long BOUND_MS = 1000;

    /**
     * Words: the launcher's process, the ranks' groups. A process that is stopped forgets a resumption that it got just before, and nobody sends another. To start this one and to stop the ranks takes long on a busy machine, so the launcher is asked
     * then whether it is still to be stopped; and it is resumed at the end in any case.
     */
    private static final String KEEPER =
            "trap '' PIPE; launcher=$1; shift; for g; do kill -s STOP -- \"-$g\" || kill -s STOP \"$g\"; done; echo; read -r _ && { kill -s STOP \"$launcher\"; read -r _; }; "
                    + "for g; do kill -s CONT -- \"-$g\" || kill -s CONT \"$g\"; done; kill -s CONT \"$launcher\"";

    /** Signals that come together are handled in any order; nobody asks for a stop so soon after a resumption. */
    public static final long TOGETHER_NS = 100_000_000L;

    private CountDownLatch resumption = new CountDownLatch(0); // guarded by this
    private long resumedNs = System.nanoTime() - TOGETHER_NS; // guarded by this

    /**
     * This process got the signal by which stopped ones are resumed. Any thread.
     *
     * @param nowNs when, monotonic nanoseconds
     */
    public synchronized void resumed(long nowNs) {
        resumedNs = nowNs;
        resumption.countDown();
    }

    /**
     * Stops these process groups and this process; returns when somebody has resumed it, and the groups go on.
     *
     * @param groups process groups, as {@code kill} takes them without the sign
     * @param askedNs when the stop was asked for, monotonic nanoseconds; if the job was resumed since nothing is stopped
     * @return for how long, nanoseconds; nothing was stopped if the system gives us no shell
     */
    public long hold(List<String> groups, long askedNs) {
        CountDownLatch end = begin(askedNs);
        long sinceNs = System.nanoTime();
        if (end.getCount() == 0) {
            return 0;
        }
        try {
            Process keeper = new ProcessBuilder(keeper(groups)).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            keeper.onExit().thenRun(end::countDown);
            boolean areStopped = keeper.getInputStream().read() >= 0;
            if (areStopped && end.getCount() != 0) {
                stop(keeper);
                end.await();
            }
            keeper.getOutputStream().close();
            keeper.waitFor(BOUND_MS, TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            // No process: the job runs on.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return System.nanoTime() - sinceNs;
    }

    /** Has this process stopped as well. */
    private static void stop(Process keeper) throws IOException {
        keeper.getOutputStream().write('\n');
        keeper.getOutputStream().flush();
    }

    private synchronized CountDownLatch begin(long askedNs) {
        resumption = new CountDownLatch(askedNs - resumedNs < TOGETHER_NS ? 0 : 1);
        return resumption;
    }

    private static List<String> keeper(List<String> groups) {
        List<String> command = new ArrayList<>();
        String session = SystemTool.path("setsid"); // else a kill of this process's group would reach the keeper, too
        if (!session.isEmpty()) {
            command.add(session);
        }
        command.addAll(List.of("/bin/sh", "-c", KEEPER, "keeper", Long.toString(ProcessHandle.current().pid())));
        command.addAll(groups);
        return command;
    }
}
