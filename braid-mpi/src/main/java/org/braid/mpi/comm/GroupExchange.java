package org.braid.mpi.comm;

import org.braid.coll.agreement.CallLog;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.ErrorClass;
import org.braid.mpi.p2p.MpiFailure;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/**
 * Gathers at one member of a group and tells all of it, in the matching space of collectives but outside of their numbers: a member that is not in the group does not take part. The one is the member of the lowest rank, which
 * members that have the group in different orders agree on.
 *
 * <pre>
 *   each other member ── a sum over its group, in its order | its words ──> the lowest one ── SAME, or a rank that has given another group ──> each other member
 *                                                                                          ── all words, if it is SAME                     ──>
 * </pre>
 */
final class GroupExchange {
    private static final long SAME = -1;

    private final Lco comm;
    private final int tag;
    private final long signature;

    /** Messages with the same tag and another signature are an error. */
    GroupExchange(Lco comm, int tag, long signature) {
        this.comm = comm;
        this.signature = signature;
        this.tag = CallLog.FREE_TAGS | tag & CallLog.FREE_TAGS - 1;
    }

    /**
     * What the members say, by their places in the group.
     *
     * @param members ranks, in the order of the new ones
     * @param mine what this one says
     * @throws MpiFailure GROUP if one of them has given another group, or has it in another order
     */
    long[] all(int[] members, long[] mine) {
        int lowest = lowest(members);
        return comm.rank() == lowest ? gather(members, mine) : contribute(lowest, members, mine);
    }

    private static int lowest(int[] members) {
        int lowest = members[0];
        for (int member : members) {
            lowest = Math.min(lowest, member);
        }
        return lowest;
    }

    private long[] gather(int[] members, long[] mine) {
        int each = 1 + mine.length;
        long[] said = new long[members.length * each];
        receive(members, said, each);
        long sum = GroupCommunicators.sum(members);
        long[] verdict = {SAME};
        long[] all = new long[members.length * mine.length];
        for (int place = 0; place < members.length; place++) {
            boolean isMine = members[place] == comm.rank();
            System.arraycopy(isMine ? mine : said, isMine ? 0 : place * each + 1, all, place * mine.length, mine.length);
            verdict[0] = isMine || said[place * each] == sum ? verdict[0] : members[place];
        }
        tell(members, verdict);
        throwUnlessSame(verdict[0]);
        tell(members, all);
        return all;
    }

    private void receive(int[] members, long[] words, int each) {
        @Nullable Request[] coming = new @Nullable Request[members.length];
        int finished = 0;
        try {
            for (int i = 0; i < members.length; i++) {
                coming[i] = members[i] == comm.rank() ? null : comm.collectiveReceive(words, (long) i * each * Long.BYTES, (long) each * Long.BYTES, members[i], tag, signature);
            }
            while (finished < members.length) {
                Request next = coming[finished++];
                if (next != null) {
                    comm.completions().finish(next);
                }
            }
        } finally {
            forget(coming, finished);
        }
    }

    /** Those that come after one that has failed. */
    private void forget(@Nullable Request[] coming, int from) {
        for (int i = from; i < coming.length; i++) {
            Request r = coming[i];
            if (r != null) {
                comm.completions().cancel(r);
                comm.completions().releaseWhenDone(r);
            }
        }
    }

    private void tell(int[] members, long[] words) {
        for (int member : members) {
            if (member != comm.rank()) {
                send(member, words);
            }
        }
    }

    private long[] contribute(int lowest, int[] members, long[] mine) {
        long[] words = new long[1 + mine.length];
        words[0] = GroupCommunicators.sum(members);
        System.arraycopy(mine, 0, words, 1, mine.length);
        send(lowest, words);
        throwUnlessSame(heard(lowest, 1)[0]);
        return heard(lowest, members.length * mine.length);
    }

    private long[] heard(int from, int count) {
        long[] words = new long[count];
        comm.completions().finish(comm.collectiveReceive(words, 0, (long) count * Long.BYTES, from, tag, signature));
        return words;
    }

    private static void throwUnlessSame(long verdict) {
        if (verdict != SAME) {
            throw new MpiFailure(
                    ErrorClass.GROUP, "no communicator can be made of the group", "rank " + verdict + " has given another group than the member of the lowest rank, or has it in another order", "Give the same group, in the same order, at each of its members");
        }
    }

    private void send(int to, long[] words) {
        Request sent = comm.collectiveSend(words, 0, (long) words.length * Long.BYTES, to, tag, signature);
        if (!comm.isDoneAlways(sent)) {
            comm.completions().finish(sent);
        }
    }
}
