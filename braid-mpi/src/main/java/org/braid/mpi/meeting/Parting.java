package org.braid.mpi.meeting;

import org.braid.base.BraidException;
import org.braid.mpi.lco.Lco;

/**
 * How processes of several jobs part, behind the barrier in which all have come to do so: none of them goes before it knows that every other one is out of that barrier. A collective call fails when any member of it ends, and whoever has parted may end at once.
 *
 * <pre>
 *   round r    rank i ── a message without data ──> rank i + 2^r          i waits for that of rank i - 2^r, or for the end of that one
 * </pre>
 *
 * <p>These are messages between two (dissemination; Hensgen, Finkel and Manber 1988), to which the end of a third member is nothing: it has ended because it was through. Cost: lg P α.
 */
final class Parting {
    private final Lco all;

    /** @param all of the members of all jobs, and otherwise used for collective calls alone */
    Parting(Lco all) {
        this.all = all;
    }

    /** This member was in the barrier. Returns when all have been, but for those that have ended. */
    void waitForAll() {
        for (int round = 0; 1 << round < all.size(); round++) {
            tell(round);
            hear(round);
        }
    }

    /** The barrier has failed here; where it has not, nobody waits for this member. */
    void waitForNobody() {
        for (int round = 0; 1 << round < all.size(); round++) {
            tell(round);
        }
    }

    private void tell(int round) {
        try {
            all.send(null, 0, 0, 0, (all.rank() + (1 << round)) % all.size(), round);
        } catch (BraidException ended) {
            // It needs no word.
        }
    }

    private void hear(int round) {
        try {
            all.completions().finish(all.irecv(null, 0, 0, 0, Math.floorMod(all.rank() - (1 << round), all.size()), round));
        } catch (BraidException ended) {
            // Nobody waits for it.
        }
    }
}
