package org.braid.mpi.comm;

import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;

/**
 * How the groups differ that two members have given for one communicator, or whose other arguments are wrong.
 *
 * @param lowest the member of the lowest rank of the group that it has given, and so of the other one
 * @param member the other one
 * @param how one of the four kinds
 * @param rank the first rank of which that is so
 */
record GroupDifference(int lowest, int member, int how, int rank) {
    private static final int ONLY_AT_LOWEST = 0;
    private static final int ONLY_AT_MEMBER = 1;
    private static final int ORDER = 2;
    private static final int WRONG_ARGUMENTS = 3;

    /** The groups, each of which has no rank twice, as the lowest one and the other one have given them: they are not the same. */
    static GroupDifference between(int lowest, long[] there, int member, int[] here) {
        for (long rank : there) {
            if (!has(here, rank)) {
                return new GroupDifference(lowest, member, ONLY_AT_LOWEST, (int) rank);
            }
        }
        for (int rank : here) {
            if (!has(there, rank)) {
                return new GroupDifference(lowest, member, ONLY_AT_MEMBER, rank);
            }
        }
        return new GroupDifference(lowest, member, ORDER, firstElsewhere(here, there));
    }

    /** All have given one group, and that member something else that is wrong in itself. */
    static GroupDifference wrongArguments(int lowest, int member) {
        return new GroupDifference(lowest, member, WRONG_ARGUMENTS, member);
    }

    private static int firstElsewhere(int[] here, long[] there) {
        int place = 0;
        while (place < here.length - 1 && here[place] == there[place]) {
            place++;
        }
        return here[place];
    }

    private static boolean has(int[] group, long rank) {
        for (int each : group) {
            if (each == rank) {
                return true;
            }
        }
        return false;
    }

    private static boolean has(long[] group, long rank) {
        for (long each : group) {
            if (each == rank) {
                return true;
            }
        }
        return false;
    }

    /** How and of which rank, in one word. */
    long packed() {
        return (long) how << Integer.SIZE | rank;
    }

    /** What {@link #packed} has packed. */
    static GroupDifference unpacked(int lowest, int member, long packed) {
        return new GroupDifference(lowest, member, (int) (packed >> Integer.SIZE), (int) packed);
    }

    /** What every member of either group is told. */
    MpiFailure refused() {
        if (how == WRONG_ARGUMENTS) {
            return new MpiFailure(
                    ErrorClass.ARG, "no communicator can be made of the group", "the arguments of rank " + member + " are wrong in themselves", "Look at what rank " + member + " is told about them");
        }
        String what =
                switch (how) {
                    case ONLY_AT_LOWEST -> "rank " + rank + " is in the group of rank " + lowest + " and not in that of rank " + member;
                    case ONLY_AT_MEMBER -> "rank " + rank + " is in the group of rank " + member + " and not in that of rank " + lowest;
                    default -> "ranks " + lowest + " and " + member + " have the same members in another order, as that of rank " + rank;
                };
        return new MpiFailure(ErrorClass.GROUP, "no communicator can be made of the group", what, "Give the same group, in the same order, at each of its members");
    }
}
