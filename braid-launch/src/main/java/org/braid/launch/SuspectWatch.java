package org.braid.cli.run;

import org.braid.base.os.Machine;
import org.braid.boot.ControlFrame;

/**
 * Looks at the ranks' processes once a second and says so, once, when one becomes suspect and when it runs again. The kernel is asked who is stopped; a rank itself is asked only when
 * somebody has waited long for it, for it must wake up to answer (see {@link Pings}). Owned by the launcher's main thread.
 */
final class SuspectWatch {
    private final Launcher job;
    private final Suspicion suspicion;
    private final Pings pings;
    private final boolean[] stopped;

    SuspectWatch(Launcher job, int ranks, long nowNs) {
        this.job = job;
        this.suspicion = new Suspicion(ranks, nowNs);
        this.pings = new Pings(ranks);
        this.stopped = new boolean[ranks];
    }

    /** Another rank waits for this one. */
    void awaited(int rank, long nowNs) {
        if (job.supervision().isAlive(rank) && pings.awaited(rank, nowNs)) {
            job.rank(rank).send(ControlFrame.PING, new byte[0], 0);
        }
    }

    void answered(int rank) {
        pings.answered(rank);
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
            boolean alive = job.supervision().isAlive(rank);
            boolean held = alive && Machine.isStopped(job.rank(rank).pid());
            stopped[rank] = alive ? held : stopped[rank];
            tell(rank, suspicion.saw(rank, held || (alive && pings.isSilent(rank, nowNs))));
        }
    }

    private void tell(int rank, Suspicion.Change change) {
        if (change == Suspicion.Change.SUSPECTED) {
            job.say(describe(rank) + ": whoever waits for it waits" + (stopped[rank] ? "; kill -CONT " + job.rank(rank).pid() + " resumes it" : ""));
        } else if (change == Suspicion.Change.RECOVERED && job.supervision().isAlive(rank)) {
            job.say(who(rank) + " runs again, after " + Durations.seconds(suspicion.heldNs(rank)));
        }
    }

    /** One line for each rank that is held, for the last lines of a job that failed. */
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
        return who(rank)
                + (stopped[rank] ? " has been stopped for " : " has not reacted for ") + Durations.seconds(suspicion.heldNs(rank))
                + (stopped[rank] ? " (SIGSTOP, or a debugger)" : " (a long pause of its collector, swapping, or frozen)");
    }

    private String who(int rank) {
        return "rank " + rank + " (pid " + job.rank(rank).pid() + ")";
    }
}
