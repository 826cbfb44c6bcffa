package org.braid.launch;

import org.braid.boot.control.ControlFrame;
import org.braid.launch.process.Crew;
import org.braid.launch.supervise.Pings;
import org.braid.launch.supervise.Supervision;
import org.braid.launch.supervise.Suspicion;
import org.braid.launch.text.Words;

/**
 * Looks at the ranks' processes once a second and says so, once, when one becomes suspect and when it runs again. The kernel is asked who is stopped; a rank itself is asked only when
 * somebody has waited long for it, for it must wake up to answer (see {@link Pings}). Owned by the launcher's main thread.
 */
final class SuspectWatch {
    private final Crew ranks;
    private final Supervision supervision;
    private final Console console;
    private final Suspicion suspicion;
    private final Pings pings;
    private final boolean[] stopped;

    SuspectWatch(Crew ranks, Supervision supervision, Console console, long nowNs) {
        this.ranks = ranks;
        this.supervision = supervision;
        this.console = console;
        this.suspicion = new Suspicion(ranks.size(), nowNs);
        this.pings = new Pings(ranks.size());
        this.stopped = new boolean[ranks.size()];
    }

    /** Another rank waits for this one. */
    void awaited(int rank, long nowNs) {
        if (supervision.isAlive(rank) && pings.awaited(rank, nowNs)) {
            ranks.send(rank, ControlFrame.PING, new byte[0]);
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
        for (int rank = 0; rank < ranks.size(); rank++) {
            boolean alive = supervision.isAlive(rank);
            boolean held = alive && ranks.isStopped(rank);
            stopped[rank] = alive ? held : stopped[rank];
            tell(rank, suspicion.saw(rank, held || (alive && !ranks.isOutOfReach(rank) && pings.isSilent(rank, nowNs))));
        }
    }

    private void tell(int rank, Suspicion.Change change) {
        if (change == Suspicion.Change.SUSPECTED) {
            console.say(describe(rank) + ": ranks that wait for it wait on" + (stopped[rank] ? "; " + ranks.resumption(rank) + " resumes it" : ""));
        } else if (change == Suspicion.Change.RECOVERED && supervision.isAlive(rank)) {
            console.say(ranks.name(rank) + " runs again, after " + Words.seconds(suspicion.heldNs(rank)));
        }
    }

    /** One line for each rank that is held, for the last lines of a job that failed. */
    String suspects() {
        StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < ranks.size(); rank++) {
            if (suspicion.isSuspect(rank)) {
                text.append("  suspect      ").append(describe(rank)).append('\n');
            }
        }
        return text.toString();
    }

    private String describe(int rank) {
        return ranks.name(rank)
                + (stopped[rank] ? " has been stopped for " : " has not reacted for ") + Words.seconds(suspicion.heldNs(rank))
                + (stopped[rank] ? " (SIGSTOP, or a debugger)" : " (a long pause of its collector, swapping, or frozen)");
    }
}
