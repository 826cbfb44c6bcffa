package org.braid.mpi.comm;

import java.util.Arrays;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.coll.agreement.CallLog;
import org.braid.coll.agreement.Purpose;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.coll.Words;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.Request;

/**
 * What two groups tell each other through their leaders, in the matching space of collectives but outside of their numbers: members of the bridge that are no leader do not take part. A leader that
 * cannot reach the other one says so to its group.
 *
 * <pre>
 *   leader ── words ──> other leader       leader ── 1 | the other's words ──> its group
 *                                                    0 | …                       if that failed
 * </pre>
 */
final class LeaderExchange {
    private static final long SIGNATURE = 0x6C65_6164;

    /** In place of the first word, by a leader whose group does not take part. */
    private static final long CALLED_OFF = -1;

    private final CollectiveRuns local;
    private final int leader;
    private final Lco bridge;
    private final int remoteLeader;
    private final int tag;
    private final boolean hasTag;

    LeaderExchange(CollectiveRuns local, int leader, Lco bridge, int remoteLeader, int tag) {
        this.local = local;
        this.leader = leader;
        this.bridge = bridge;
        this.remoteLeader = remoteLeader;
        this.hasTag = tag >= 0;
        this.tag = CallLog.FREE_TAGS | tag & CallLog.FREE_TAGS - 1;
    }

    /** Returns if all members of this group have given the same. If not, its leader, if that can be known, calls the exchange off before this throws. */
    void agree(Supplier<long[]> given) {
        boolean haveAgreed = false;
        try {
            SameArguments.agree(local, Purpose.CREATE_INTERCOMM, given);
            haveAgreed = true;
        } finally {
            if (!haveAgreed && local.lco().rank() == leader) {
                callOff();
            }
        }
    }

    /** Waits for nobody: what the other leader says meanwhile is for a receive that nobody looks at, and is no answer to a later exchange. */
    private void callOff() {
        if (remoteLeader < 0 || remoteLeader >= bridge.size() || remoteLeader == bridge.rank() || !hasTag) {
            return; // it cannot be known whom to tell
        }
        long[] ignored = new long[1];
        bridge.completions().releaseWhenDone(bridge.collectiveReceive(ignored, 0, Long.BYTES, remoteLeader, tag, SIGNATURE));
        bridge.completions().releaseWhenDone(bridge.collectiveSend(new long[] {CALLED_OFF}, 0, Long.BYTES, remoteLeader, tag, SIGNATURE));
    }

    /** Every member of this group gets the {@code count} words of the other; what counts of its own is what the leader gives. */
    long[] swap(long[] ours, int count) {
        long[] told = new long[1 + count];
        if (local.lco().rank() == leader) {
            try {
                exchange(ours, told);
                told[0] = told[1] == CALLED_OFF ? CALLED_OFF : 1;
            } catch (BraidException failed) {
                new Words(local).bcast(Purpose.CREATE_INTERCOMM, told, leader);
                throw failed;
            }
        }
        new Words(local).bcast(Purpose.CREATE_INTERCOMM, told, leader);
        if (told[0] == CALLED_OFF) {
            throw new MpiFailure(
                    ErrorClass.ARG, Purpose.CREATE_INTERCOMM.text() + " cannot be carried out", "the other group's arguments are wrong in themselves, or differ among its members", "Look at what the members of the other group are told about them");
        }
        if (told[0] == 0) {
            throw new MpiFailure(
                    ErrorClass.ARG, Purpose.CREATE_INTERCOMM.text() + " cannot be carried out", "the leader, rank " + leader + ", has not reached the other group's", "Look at what rank " + leader + " is told about it");
        }
        return Arrays.copyOfRange(told, 1, told.length);
    }

    /** The words of the other leader come behind the first of {@code told}. */
    private void exchange(long[] ours, long[] told) {
        Request coming = bridge.collectiveReceive(told, Long.BYTES, (long) (told.length - 1) * Long.BYTES, remoteLeader, tag, SIGNATURE);
        boolean hasGone = false;
        try {
            Request going = bridge.collectiveSend(ours, 0, (long) ours.length * Long.BYTES, remoteLeader, tag, SIGNATURE);
            if (!bridge.isDoneAlways(going)) {
                bridge.completions().finish(going);
            }
            hasGone = true;
        } finally {
            if (!hasGone) {
                bridge.completions().cancel(coming);
                bridge.completions().releaseWhenDone(coming);
            }
        }
        bridge.completions().finish(coming);
    }
}
