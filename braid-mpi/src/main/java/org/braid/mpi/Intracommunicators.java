package org.braid.mpi;

import java.util.Arrays;
import org.braid.coll.engine.Purpose;
import org.jspecify.annotations.Nullable;

/**
 * Making intracommunicators out of LCO operations and one allgather of names (generalized-communicators, figure 3). Each call is collective over {@code comm}; calls on one communicator
 * follow each other in the same order on all ranks.
 */
public final class Intracommunicators {
    /** The colour of ranks that join no part of a split. */
    public static final int UNDEFINED = -32766;

    private static final int NAME_LONGS = LcoName.BYTES / 8;

    private Intracommunicators() {}

    /** The same ranks in the same order, as a communication space of its own (MPI_COMM_DUP). */
    public static Lco dup(CollectiveRuns collectives) {
        Lco comm = collectives.lco();
        Lco made = open(comm);
        long[] mine = new long[NAME_LONGS];
        made.name().put(mine, 0);
        long[] all = collectives.allgather(Purpose.DUP, mine);
        LcoName[] names = new LcoName[comm.size()];
        for (int i = 0; i < names.length; i++) {
            names[i] = LcoName.get(all, i * NAME_LONGS);
        }
        return made.join(comm.rank(), names);
    }

    /**
     * One intracommunicator for each colour, its ranks ordered by key, then by their order in {@code comm} (MPI_COMM_SPLIT).
     *
     * @param purpose which of MPI's functions the program called
     * @param color not negative, or {@link #UNDEFINED}
     * @return null for ranks whose colour is undefined
     */
    public static @Nullable Lco split(CollectiveRuns collectives, Purpose purpose, int color, int key) {
        Lco comm = collectives.lco();
        Lco made = open(comm);
        int k = 1 + NAME_LONGS;
        long[] mine = new long[k];
        mine[0] = (long) color << 32 | key & 0xFFFF_FFFFL;
        made.name().put(mine, 1);
        long[] all = collectives.allgather(purpose, mine);
        if (color == UNDEFINED) {
            made.close();
            return null;
        }
        int[] members = membersOf(color, all, k, comm.size());
        LcoName[] names = new LcoName[members.length];
        int rank = 0;
        for (int i = 0; i < members.length; i++) {
            names[i] = LcoName.get(all, members[i] * k + 1);
            rank = members[i] == comm.rank() ? i : rank;
        }
        return made.join(rank, names);
    }

    /** An object that others may send to as soon as they know its name, which may be before we know theirs. */
    private static Lco open(Lco comm) {
        Lco made = comm.engine().newLco();
        made.addReceiveSlots(comm.size());
        return made;
    }

    /** Ranks of this colour by key, then by rank: one sort of longs with the key above the rank. */
    private static int[] membersOf(int color, long[] all, int k, int size) {
        long[] keyed = new long[size];
        int count = 0;
        for (int rank = 0; rank < size; rank++) {
            if ((int) (all[rank * k] >> 32) == color) {
                keyed[count++] = (long) (int) all[rank * k] << 32 | rank;
            }
        }
        Arrays.sort(keyed, 0, count);
        int[] members = new int[count];
        for (int i = 0; i < count; i++) {
            members[i] = (int) keyed[i];
        }
        return members;
    }
}
