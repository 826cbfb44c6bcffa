package org.braid.cli.run;

import org.braid.base.os.Machine;

/**
 * Looks at the ranks' processes once a second and says so, once, when one becomes suspect and when it runs again. The kernel is asked and not the rank: a rank that is asked would have
 * to wake up to answer, and one that is stopped never would. Owned by the launcher's main thread.
 */
final class SuspectWatch {
    private final Launcher job;
    private final Suspicion suspicion;

    SuspectWatch(Launcher job, int ranks, long nowNs) {
        this.job = job;
        this.suspicion = new Suspicion(ranks, nowNs);
    }

    long nextLookNs() {
        return suspicion.nextLookNs();
    }

    void look(long nowNs) {
        if (nowNs - suspicion.nextLookNs() < 0) {
            return;
        }
        suspicion.look(nowNs);
        for (int rank = 0; rank < job.options().ranks(); rank++) {
            tell(rank, suspicion.saw(rank, job.supervision().isAlive(rank) && Machine.isStopped(job.rank(rank).pid())));
        }
    }

    private void tell(int rank, Suspicion.Change change) {
        if (change == Suspicion.Change.SUSPECTED) {
            job.say(describe(rank) + ": whoever waits for it waits; kill -CONT " + job.rank(rank).pid() + " resumes it");
        } else if (change == Suspicion.Change.RECOVERED && job.supervision().isAlive(rank)) {
            job.say(who(rank) + " runs again, after " + Durations.seconds(suspicion.heldNs(rank)));
        }
    }

    /** One line for each rank that is stopped, for the last lines of a job that failed. */
    String suspects() {
        StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < job.options().ranks(); rank++) {
            if (suspicion.isSuspect(rank)) {
                text.append("  suspect      ").append(describe(rank)).append('\n');
            }
        }
        return text.toString();
    }

    private String describe(int rank) {
        return who(rank) + " has been stopped for " + Durations.seconds(suspicion.heldNs(rank)) + " (SIGSTOP, or a debugger)";
    }

    private String who(int rank) {
        return "rank " + rank + " (pid " + job.rank(rank).pid() + ")";
    }
}
