package org.braid.mpi.comm;

import java.util.Arrays;
import java.util.function.Supplier;
import org.braid.coll.agreement.Purpose;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.coll.Words;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/**
 * Arguments that must be the same at all members, compared word by word with those of rank 0 before the call is carried out. All members learn the same of it, and the communicator stays of use.
 *
 * <pre>
 *   rank 0    how many words, or that its own are wrong      to all
 *   rank 0    its words, if there are any                    to all
 *   each      the same | others | wrong in themselves        to all
 * </pre>
 */
public final class SameArguments {
    private static final long WRONG = -1;
    private static final long SAME = 0;
    private static final long OTHERS = 1;

    private SameArguments() {}

    /**
     * Returns if all members have given the same.
     *
     * @param given what this member was given, as words; what it throws is thrown here, and the others are told
     * @throws MpiFailure ARG if some member has given others, or wrong ones
     */
    public static void agree(CollectiveRuns ranks, Purpose purpose, Supplier<long[]> given) {
        if (ranks.lco().size() == 1) {
            long[] ignored = given.get();
        } else {
            compare(ranks, purpose, WrongArguments.checked(given, () -> compare(ranks, purpose, null)));
        }
    }

    /** @param mine null if they are wrong */
    private static void compare(CollectiveRuns ranks, Purpose purpose, long @Nullable [] mine) {
        long[] first = wordsOfFirst(ranks, purpose, mine);
        long verdict = mine == null ? WRONG : Arrays.equals(mine, first) ? SAME : OTHERS;
        long[] verdicts = new Words(ranks).allgather(purpose, new long[] {verdict});
        for (int rank = 0; rank < verdicts.length; rank++) {
            if (verdicts[rank] == WRONG) {
                throw WrongArguments.at(purpose, rank);
            }
            if (verdicts[rank] != SAME) {
                throw new MpiFailure(
                        ErrorClass.ARG, purpose.text() + " got arguments that differ", "rank " + rank + " has given other arguments than rank 0", "Give the same at every rank of the communicator");
            }
        }
    }

    private static long[] wordsOfFirst(CollectiveRuns ranks, Purpose purpose, long @Nullable [] mine) {
        long[] count = {mine == null ? WRONG : mine.length};
        new Words(ranks).bcast(purpose, count, 0);
        if (count[0] == WRONG) {
            throw WrongArguments.at(purpose, 0);
        }
        long[] words = new long[Math.toIntExact(count[0])];
        if (mine != null && ranks.lco().rank() == 0) {
            System.arraycopy(mine, 0, words, 0, words.length);
        }
        if (words.length > 0) {
            new Words(ranks).bcast(purpose, words, 0);
        }
        return words;
    }
}
