package org.braid.mpi.partition;

import org.braid.coll.agreement.CallLog;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoName;
import org.braid.mpi.p2p.Request;

/**
 * How the two ends of a partitioned message find each other: the receiver makes an object for it, and tells the sender its name, by the communicator, in the matching space of collectives outside of their
 * numbers. Ends of one communicator, pair of ranks and tag meet in the order in which they were made (MPI 4.1, section 4.2.1).
 *
 * <pre>
 *   receiver ── tag | its partitioning | name of its object ──> sender                    by the communicator
 *   sender   ── its partitioning ──> that object                                          from then on everything goes there
 *   sender   ── partition p ──> that object, tag p                                        each time
 * </pre>
 */
final class Meeting {
    /** The tag of the sender's partitioning; partitions have smaller ones. */
    static final int PARTITIONING = Integer.MAX_VALUE;

    private static final long SIGNATURE = 0x7061_7274;
    private static final int SPACE = CallLog.FREE_TAGS | 1 << 29;
    private static final int TAG_MASK = (1 << 29) - 1;
    private static final int NAME_AT = 1 + Partitioning.LONGS;
    private static final int LONGS = NAME_AT + LcoName.BYTES / Long.BYTES;

    private final int tag;
    private final long[] words = new long[LONGS];

    Meeting(int tag) {
        this.tag = tag;
    }

    Request tell(Lco comm, int sender, Partitioning mine, LcoName object) {
        words[0] = tag;
        mine.put(words, 1);
        object.put(words, NAME_AT);
        return comm.collectiveSend(words, 0, (long) LONGS * Long.BYTES, sender, SPACE | tag & TAG_MASK, SIGNATURE);
    }

    Request await(Lco comm, int receiver) {
        return comm.collectiveReceive(words, 0, (long) LONGS * Long.BYTES, receiver, SPACE | tag & TAG_MASK, SIGNATURE);
    }

    /** What the receiver has told, once it has come. */
    Partitioning partitioning() {
        if (words[0] != tag) {
            throw new MpiFailure(
                    ErrorClass.TAG, "a partitioned send has met another receive", "its tag is " + tag + " and the receive's " + words[0] + ", which are the same to Braid's last 29 bits", "Use tags below " + (1 << 29));
        }
        return Partitioning.get(words, 1);
    }

    LcoName object() {
        return LcoName.get(words, NAME_AT);
    }
}
