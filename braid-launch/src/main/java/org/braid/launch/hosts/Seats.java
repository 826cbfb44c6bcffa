package org.braid.launch.hosts;

import java.util.Arrays;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Which ranks of a job have been given to whom while it gathers: whoever asks first has them. Pure. */
final class Seats<T> {
    private final @Nullable Object[] owners;
    private int free;

    Seats(int ranks) {
        owners = new Object[ranks];
        free = ranks;
    }

    int size() {
        return owners.length;
    }

    /** How many ranks nobody brings yet. */
    int free() {
        return free;
    }

    /**
     * Gives ranks to one that wants them.
     *
     * @param wanted ranks, or {@link HostProtocol#ANY}, which is the lowest that is free and not named here
     * @return the ranks in the order in which they were wanted
     * @throws BraidException {@code BRD-1407}, {@code BRD-1405} or {@code BRD-1420} if it cannot have all of them; then it has none
     */
    int[] take(T owner, List<Integer> wanted) {
        if (wanted.size() > free) {
            throw new BraidException(
                    ErrorCode.JOB_COMPLETE, "a braid join brings " + count(wanted.size()), free == 0 ? "the job has all of its " + count(owners.length) : "only " + free + " of " + owners.length + " are still free",
                    "Start the server with a larger -n, or fewer joins");
        }
        @Nullable Object[] before = owners.clone();
        try {
            int[] ranks = new int[wanted.size()];
            takeNamed(owner, wanted, ranks);
            takeAny(owner, wanted, ranks);
            free -= ranks.length;
            return ranks;
        } catch (BraidException refused) {
            System.arraycopy(before, 0, owners, 0, before.length);
            throw refused;
        }
    }

    private void takeNamed(T owner, List<Integer> wanted, int[] ranks) {
        for (int i = 0; i < ranks.length; i++) {
            int rank = wanted.get(i);
            ranks[i] = rank;
            if (rank == HostProtocol.ANY) {
                continue;
            }
            if (rank < 0 || rank >= owners.length) {
                throw new BraidException(ErrorCode.JOB_SIZE_DIFFERS, "a braid join brings rank " + rank, "the job has ranks 0 to " + (owners.length - 1), "Name ranks of this job");
            }
            if (owners[rank] != null) {
                throw new BraidException(ErrorCode.RANK_DUPLICATE, "a braid join brings rank " + rank, "it is " + owners[rank] + "'s already; the first one stays", "Name other ranks, or none");
            }
            owners[rank] = owner;
        }
    }

    private void takeAny(T owner, List<Integer> wanted, int[] ranks) {
        int next = 0;
        for (int i = 0; i < ranks.length; i++) {
            if (wanted.get(i) == HostProtocol.ANY) {
                while (owners[next] != null) {
                    next++;
                }
                owners[next] = owner;
                ranks[i] = next;
            }
        }
    }

    /** The ranks of one that has gone are free again. */
    void giveBack(int[] ranks) {
        for (int rank : ranks) {
            owners[rank] = null;
        }
        free += ranks.length;
    }

    private static String count(int ranks) {
        return ranks == 1 ? "1 rank" : ranks + " ranks";
    }

    @Override
    public String toString() {
        return Arrays.toString(owners);
    }
}
