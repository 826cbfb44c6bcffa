package org.braid.mpi.comm;

import org.braid.coll.agreement.Purpose;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.coll.Words;
import org.braid.mpi.failure.MpiFailure;

/**
 * Arguments that may differ from member to member, and are looked at before the call is carried out: if those of one are wrong in themselves, it is carried out at none. The communicator stays of use.
 *
 * <pre>
 *   each      right | wrong in themselves      to all
 * </pre>
 */
public final class RightArguments {
    private static final long RIGHT = 0;
    private static final long WRONG = 1;

    private RightArguments() {}

    /**
     * Returns if nothing is wrong with the arguments of any member.
     *
     * @param check of this member's; what it throws is thrown here, and the others are told
     * @throws MpiFailure ARG if those of another member are wrong
     */
    public static void agree(CollectiveRuns ranks, Purpose purpose, Runnable check) {
        if (ranks.lco().size() == 1) {
            check.run();
        } else {
            tell(ranks, purpose, WrongArguments.checked(() -> right(check), () -> tell(ranks, purpose, WRONG)));
        }
    }

    private static long right(Runnable check) {
        check.run();
        return RIGHT;
    }

    private static void tell(CollectiveRuns ranks, Purpose purpose, long mine) {
        long[] all = new Words(ranks).allgather(purpose, new long[] {mine});
        for (int rank = 0; rank < all.length; rank++) {
            if (all[rank] == WRONG) {
                throw WrongArguments.at(purpose, rank);
            }
        }
    }
}
