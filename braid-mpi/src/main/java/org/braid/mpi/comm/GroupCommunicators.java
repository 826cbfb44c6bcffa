package org.braid.mpi.comm;

import java.util.Arrays;
import java.util.function.Supplier;
import org.braid.coll.agreement.Purpose;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.coll.Words;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoName;
import org.jspecify.annotations.Nullable;

/**
 * Intracommunicators of groups that the members of a larger one give (MPI_COMM_CREATE; MPI 4.1, section 7.4.2). Members may give groups without a process in common, of which each gets its own; all members of a group
 * give the same. One allgather brings of each member
 *
 * <pre>
 *   the first of its group, its own place in it    a sum over the group's members, in their order    its name
 * </pre>
 *
 * The members that name the same first one, by their places, must be the group that each of them has given: a member compares them one by one, so that a sum that is the same by chance makes no wrong communicator; the sum tells the others
 * that a member has given another group in which it has the same place.
 */
public final class GroupCommunicators {
    private static final int NAME_LONGS = LcoName.BYTES / Long.BYTES;

    private static final int LONGS = 2 + NAME_LONGS;

    /** In place of the first of a group: this member joins none. */
    private static final int NONE = -1;

    /** Likewise: the group of this member is wrong in itself. */
    private static final int WRONG = -2;

    private GroupCommunicators() {}

    /**
     * The communicator of the group that this member gives. Collective over all members of {@code collectives}.
     *
     * @param given ranks there, in the order of the new ones; what it throws is thrown here, when the others have been told
     * @return null if this process is not in the group
     * @throws MpiFailure GROUP at the members of a group that not all of its members have given
     */
    public static @Nullable Lco create(CollectiveRuns collectives, Supplier<int[]> given) {
        int[] group = WrongArguments.checked(given, () -> exchange(collectives, WRONG, 0, 0, null));
        int place = placeOf(collectives.lco().rank(), group);
        if (place == NONE) {
            exchange(collectives, NONE, 0, 0, null);
            return null;
        }
        Lco made = Intracommunicators.open(collectives.lco());
        return Intracommunicators.closedUnless(made, () -> {
            long[] all = exchange(collectives, group[0], place, sum(group), made);
            check(group, all);
            LcoName[] names = new LcoName[group.length];
            Arrays.setAll(names, i -> LcoName.get(all, group[i] * LONGS + 2));
            return made.join(place, names);
        });
    }

    private static int placeOf(int rank, int[] group) {
        for (int place = 0; place < group.length; place++) {
            if (group[place] == rank) {
                return place;
            }
        }
        return NONE;
    }

    private static long[] exchange(CollectiveRuns collectives, int first, int place, long sum, @Nullable Lco made) {
        long[] mine = new long[LONGS];
        mine[0] = (long) first << 32 | place;
        mine[1] = sum;
        if (made != null) {
            made.name().put(mine, 2);
        }
        return new Words(collectives).allgather(Purpose.CREATE, mine);
    }

    private static void check(int[] group, long[] all) {
        for (int place = 0; place < group.length; place++) {
            int rank = group[place];
            if (first(all, rank) == WRONG) {
                throw refused("rank " + rank + ", which is in the group, has given one that is wrong in itself");
            }
            if (first(all, rank) == NONE) {
                throw refused("rank " + rank + ", which is in the group, has given one that it is not in");
            }
            if (all[rank * LONGS] != ((long) group[0] << 32 | place) || all[rank * LONGS + 1] != sum(group)) {
                throw refused("rank " + rank + ", which is in the group, has given another group, or has it in another order");
            }
        }
        for (int rank = 0; rank < all.length / LONGS; rank++) {
            if (first(all, rank) == group[0] && placeOf(rank, group) == NONE) {
                throw refused("rank " + rank + ", which is not in the group, has given one with the same first member");
            }
        }
    }

    private static int first(long[] all, int rank) {
        return (int) (all[rank * LONGS] >> 32);
    }

    private static MpiFailure refused(String why) {
        return new MpiFailure(ErrorClass.GROUP, "create cannot make a communicator of the group", why, "Give the same group, in the same order, at each process that is in it, and groups without a process in common elsewhere");
    }

    /** Over the members of a group, in their order. */
    static long sum(int[] group) {
        long sum = group.length;
        for (int rank : group) {
            sum = (sum ^ rank) * 0x9E3779B97F4A7C15L;
            sum ^= sum >>> 29;
        }
        return sum;
    }
}
