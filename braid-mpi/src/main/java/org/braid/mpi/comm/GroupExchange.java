package org.braid.mpi.comm;

import java.util.Objects;
import org.braid.coll.agreement.CallLog;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/** Gathers at one member of a group and tells all of it, in the matching space of collectives but outside of their numbers: a member that is not in the group does not take part. */
final class GroupExchange {
    private final Lco comm;
    private final int tag;
    private final long signature;

    /** Messages with the same tag and another signature are an error. */
    GroupExchange(Lco comm, int tag, long signature) {
        this.comm = comm;
        this.signature = signature;
        this.tag = CallLog.FREE_TAGS | tag & CallLog.FREE_TAGS - 1;
    }

    /** At the first member: the words of the others, {@code each} of them in their places. */
    void gather(int[] members, long[] words, int each) {
        @Nullable Request[] coming = new @Nullable Request[members.length];
        int finished = 1;
        try {
            for (int i = 1; i < members.length; i++) {
                coming[i] = comm.collectiveReceive(words, (long) i * each * Long.BYTES, (long) each * Long.BYTES, members[i], tag, signature);
            }
            while (finished < members.length) {
                comm.completions().finish(Objects.requireNonNull(coming[finished++]));
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

    /** At the first member: all words to the others. */
    void tell(int[] members, long[] words) {
        for (int i = 1; i < members.length; i++) {
            send(members[i], words, 0, words.length);
        }
    }

    /** At another member: its words to the first one, and then all. */
    void contribute(int first, long[] words, int at, int count) {
        send(first, words, at, count);
        comm.completions().finish(comm.collectiveReceive(words, 0, (long) words.length * Long.BYTES, first, tag, signature));
    }

    private void send(int to, long[] words, int at, int count) {
        Request sent = comm.collectiveSend(words, (long) at * Long.BYTES, (long) count * Long.BYTES, to, tag, signature);
        if (!comm.isDoneAlways(sent)) {
            comm.completions().finish(sent);
        }
    }
}
