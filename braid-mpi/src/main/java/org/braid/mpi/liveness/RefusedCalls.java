package org.braid.mpi.liveness;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.braid.coll.agreement.Disagreement;
import org.jspecify.annotations.Nullable;

/**
 * Calls that members of one communicator have refused, each for wrong arguments of its own: those of others that this member has not come to, which it may refuse as well, and its own last one. Guarded by the context's token.
 *
 * <p>A member that goes on refusing calls while others make none does not fill their memory: what is not kept, or not said, they hear when they inquire.
 */
final class RefusedCalls {
    private static final int MOST = 64;

    private final List<Disagreement> told = new ArrayList<>();
    private @Nullable Disagreement own;
    private int inARow;

    /** Another member has refused a call that this one has not made. */
    void add(Disagreement refusal) {
        if (told.size() < MOST) {
            told.add(refusal);
        }
    }

    /** Whether this member may still refuse the call, too, so that nothing is known of it yet. */
    boolean isOpen(Disagreement refusal) {
        return told.contains(refusal);
    }

    /** Members take part in what others have refused: nothing is open any more. */
    void close() {
        told.clear();
    }

    /**
     * This member refuses a call.
     *
     * @return whether the others are to be told at once
     */
    boolean refuse(Disagreement mine) {
        Disagreement before = own;
        inARow = before != null && mine.call() == before.call() + 1 ? inARow + 1 : 0;
        own = mine;
        told.removeIf(each -> each.concerns(mine.call()));
        return inARow < MOST;
    }

    /** This member's refusal of the call with this number; null if it is not the last one. */
    @Nullable Disagreement own(int call) {
        Disagreement last = own;
        return last != null && last.call() == call ? last : null;
    }

    /** About the earliest call of those that are open; null if there is none. */
    @Nullable Disagreement first() {
        Disagreement first = null;
        for (Disagreement each : told) {
            first = first == null || each.concerns(first.call()) ? each : first;
        }
        return first;
    }

    /** Takes those of which this member has made the call. */
    List<Disagreement> take(IntPredicate isMade) {
        List<Disagreement> made = new ArrayList<>(told);
        made.removeIf(each -> !isMade.test(each.call()));
        told.removeAll(made);
        return made;
    }
}
