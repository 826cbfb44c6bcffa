package org.braid.mpi.comm;

import java.util.function.Supplier;
import org.braid.coll.agreement.Disagreement;
import org.braid.coll.agreement.Purpose;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.coll.Words;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoName;

/**
 * A matching space of its own for one persistent collective: members may start those of one communicator in whatever order, so that the starts cannot be numbered together (MPI 4.1, section 6.13).
 *
 * <pre>
 *   what a member says when the request is made   | code of the call, or WRONG | its signature | name of its object |
 * </pre>
 */
public final class PersistentSpace {
    private static final long WRONG = 0;

    /** In place of a signature: the member has nothing to give alike. */
    private static final long NOTHING = 0;

    private static final int NAME_AT = 2;
    private static final int MEMBER_LONGS = NAME_AT + LcoName.BYTES / Long.BYTES;

    private PersistentSpace() {}

    /**
     * A space of the members of {@code ranks}. Collective.
     *
     * @param call which persistent collective is made, as users of MPI write it
     * @param said what members have to give alike, a {@link org.braid.coll.agreement.Signature}, or 0 for nothing; throws what is wrong with this member's arguments, which is thrown here, and the others are told
     * @throws MpiFailure ARG if some member's arguments are wrong, or others than this one's, or if it makes another persistent collective
     */
    public static Lco create(CollectiveRuns ranks, String call, Supplier<Long> said) {
        Lco made = ranks.lco().newLco();
        boolean hasSucceeded = false;
        try {
            made.addReceiveSlots(ranks.lco().size());
            long mine = WrongArguments.checked(said, () -> exchange(ranks, made, WRONG, 0, call));
            made.join(ranks.lco().rank(), exchange(ranks, made, codeOf(call), mine, call));
            hasSucceeded = true;
            return made;
        } finally {
            if (!hasSucceeded) {
                made.close();
            }
        }
    }

    private static LcoName[] exchange(CollectiveRuns ranks, Lco made, long code, long signature, String call) {
        long[] mine = new long[MEMBER_LONGS];
        mine[0] = code;
        mine[1] = signature;
        made.name().put(mine, NAME_AT);
        long[] all = new Words(ranks).allgather(Purpose.PERSISTENT, mine);
        LcoName[] names = new LcoName[ranks.lco().size()];
        for (int rank = 0; rank < names.length; rank++) {
            long said = all[rank * MEMBER_LONGS];
            if (said == WRONG) {
                throw WrongArguments.at(Purpose.PERSISTENT, rank);
            }
            if (said != codeOf(call)) {
                throw new MpiFailure(
                        ErrorClass.ARG, call + " cannot be carried out", "rank " + rank + " makes another persistent collective", "Make the same ones in the same order at every rank of the communicator");
            }
            long other = all[rank * MEMBER_LONGS + 1];
            if (other != signature && other != NOTHING && signature != NOTHING) {
                throw new MpiFailure(
                        ErrorClass.ARG, call + " cannot be carried out", new Disagreement(0, ranks.lco().rank(), signature, rank, other).error().why(), "Make it with the same root, operation, count and type at every rank of the communicator");
            }
            names[rank] = LcoName.get(all, rank * MEMBER_LONGS + NAME_AT);
        }
        return names;
    }

    /** Never {@link #WRONG}. */
    private static long codeOf(String call) {
        return 1L << 32 | call.hashCode() & 0xFFFF_FFFFL;
    }
}
