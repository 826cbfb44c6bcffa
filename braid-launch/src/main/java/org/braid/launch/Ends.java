package org.braid.launch;

import org.braid.launch.process.Crew;
import org.braid.launch.supervise.Notes;
import org.braid.launch.supervise.Supervision;
import org.braid.launch.supervise.Verdict;

/** What is to be done when a rank's process has ended: the job's fate is decided, and what the rank said of its end is passed on unless the job's last lines will. Main thread only. */
record Ends(Supervision supervision, Notes notes, Crew ranks, Console console) {
    void exited(int rank, int code, long nowNs) {
        supervision.exited(rank, code, nowNs);
        Verdict verdict = supervision.verdictSoFar();
        if (verdict != null && verdict.culprit() >= 0) {
            notes.blame(verdict.culprit());
        }
        console.write(notes.take(rank, ranks.name(rank)));
    }
}
