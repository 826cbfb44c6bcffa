package org.braid.mpi.window;

import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.coll.agreement.Purpose;
import org.braid.mpi.coll.BytesInLongs;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.coll.Words;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;

/**
 * All ranks tell all what they bring to a window. A rank that cannot bring it says so in its place, so that nobody waits for it.
 *
 * <pre>
 *   | bytes, or -1 | 8 bytes | 8 bytes | …
 * </pre>
 */
final class Exchange {
    private static final long WRONG = -1;
    private static final int MOST_BYTES = 1 << 20;

    private Exchange() {}

    /** What a rank brings, as bytes. */
    interface Contribution {
        void put(PutBuffer to);
    }

    /** @return those of all, by rank */
    static GetBuffer[] of(CollectiveRuns comm, Contribution mine) {
        long[] words = checked(comm, () -> words(mine));
        long[][] all = exchange(comm, words);
        GetBuffer[] said = new GetBuffer[all.length];
        for (int rank = 0; rank < all.length; rank++) {
            said[rank] = BytesInLongs.in(all[rank]);
        }
        return said;
    }

    private static long[] checked(CollectiveRuns comm, Supplier<long[]> mine) {
        try {
            return mine.get();
        } catch (RuntimeException wrong) {
            try {
                long[][] ignored = exchange(comm, new long[] {WRONG});
            } catch (BraidException told) {
                throw wrong; // the others are told that this one is wrong, and this one how
            }
            throw wrong;
        }
    }

    private static long[][] exchange(CollectiveRuns comm, long[] mine) {
        long[][] all = new Words(comm).allgatherv(Purpose.WIN, mine);
        for (int rank = 0; rank < all.length; rank++) {
            if (all[rank][0] == WRONG) {
                throw new MpiFailure(ErrorClass.ARG, "the window cannot be made", "rank " + rank + " cannot take part", "Look at what rank " + rank + " is told about it");
            }
        }
        return all;
    }

    private static long[] words(Contribution mine) {
        PutBuffer buffer = new PutBuffer(256, MOST_BYTES);
        mine.put(buffer);
        return BytesInLongs.of(buffer);
    }
}
