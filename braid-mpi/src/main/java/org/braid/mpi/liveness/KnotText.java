package org.braid.mpi.liveness;

import java.util.List;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.liveness.deadlock.Blocked;
import org.braid.mpi.liveness.deadlock.Wait;

/** What the members of a deadlock are told: who waits for whom, in which call, for how long. */
final class KnotText {
    private static final int MOST_NAMED = 16;
    private static final long MS = 1000;

    private KnotText() {}

    /** @param knot the statement of the rank that is told comes first */
    static MpiFailure failure(List<Blocked> knot) {
        return new MpiFailure(
                ErrorClass.DEADLOCK,
                knot.size() == 1 ? "A rank waits for itself" : "Ranks wait for each other, and none can go on",
                whoWaits(knot),
                "Let all ranks make their calls in one order, or start some (iRecv, iSend, iBarrier) before they wait");
    }

    private static String whoWaits(List<Blocked> knot) {
        StringBuilder text = new StringBuilder();
        for (Blocked each : knot.subList(0, Math.min(knot.size(), MOST_NAMED))) {
            text.append(text.isEmpty() ? "" : "; ").append("rank ").append(each.in().rank()).append(" has waited more than ").append(each.waitedMs() / MS)
                    .append(" s for ").append(awaited(each.on())).append(" in ").append(each.call());
        }
        return knot.size() > MOST_NAMED ? text.append("; and so have ").append(knot.size() - MOST_NAMED).append(" more").toString() : text.toString();
    }

    private static String awaited(List<Wait> on) {
        StringBuilder text = new StringBuilder(on.size() == 1 ? "rank " : "any of ranks ");
        for (int i = 0; i < on.size(); i++) {
            text.append(i == 0 ? "" : ", ").append(on.get(i).rank());
        }
        return text.toString();
    }
}
