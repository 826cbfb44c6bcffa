package org.braid.boot.server;

import java.nio.ByteBuffer;
import org.braid.base.ErrorCode;

/**
 * Who has left MPI, how often, and who is told. A rank may leave several times (Init after Finalize): both the one that asks and the one
 * that is asked for are counted.
 */
final class Leaving {
    private final Members members;
    private final RankListener listener;
    private final int[] finished; // how often each rank has called MPI.Finalize
    private final boolean[] waits; // for the others, in the last of them
    private final int[] told; // the last of them in which it was told that all have come so far
    private int least; // how often those have finished that have finished least often, of the ranks that are not gone
    private int withLeast; // how many these are

    Leaving(Members members, RankListener listener) {
        this.members = members;
        this.listener = listener;
        this.finished = new int[members.size()];
        this.waits = new boolean[members.size()];
        this.told = new int[members.size()];
        this.withLeast = members.size();
    }

    /** LEAVE: the rank has finished but for the others, and wants to hear when they have; it says so once more when it goes. */
    void waitForAll(Session session) {
        count(session.rank, true);
    }

    /** FINISHED */
    void finish(Session session) {
        count(session.rank, false);
        listener.finished(session.rank);
    }

    private void count(int rank, boolean nowWaits) {
        boolean again = !waits[rank];
        waits[rank] = nowWaits;
        if (again && finished[rank]++ == least && !members.isGone(rank)) {
            leaveLeast();
        }
    }

    /** Its process has ended: nobody waits for it any more. Behind {@link Members#setGone}, once for each rank. */
    void gone(int rank) {
        if (finished[rank] == least) {
            leaveLeast();
        }
    }

    /** Only the last of those that had finished least often changes anything for others, and then all ranks are looked at. */
    private void leaveLeast() {
        if (--withLeast == 0) {
            countLeast();
            tellThoseThatWait();
        }
    }

    private void countLeast() {
        least = Integer.MAX_VALUE;
        for (int rank = 0; rank < members.size(); rank++) {
            if (!members.isGone(rank) && finished[rank] < least) {
                least = finished[rank];
                withLeast = 0;
            }
            withLeast += !members.isGone(rank) && finished[rank] == least ? 1 : 0;
        }
    }

    private void tellThoseThatWait() {
        for (int rank = 0; rank < members.size(); rank++) {
            Session member = members.get(rank);
            if (member != null && waits[rank] && told[rank] != finished[rank] && finished[rank] <= least) {
                told[rank] = finished[rank];
                member.send(RankProtocol.frame(RankProtocol.ALL_LEFT, 0));
            }
        }
    }

    /** HAS_LEFT */
    void tellWhetherLeft(Session session, ByteBuffer in) {
        if (!session.fits(in, 8, 8)) {
            return;
        }
        int rank = in.getInt();
        int askerFinished = in.getInt();
        if (!members.contains(rank) || askerFinished < 0) {
            session.refuse(ErrorCode.INPUT_OUT_OF_RANGE, "no rank " + rank + " has left " + askerFinished + " times");
            return;
        }
        int state = state(rank, askerFinished);
        if (state != 0) {
            session.send(RankProtocol.frame(RankProtocol.LEFT, 12).putInt(rank).putInt(askerFinished).putInt(state));
        } else if (members.get(rank) != null) {
            listener.awaited(rank);
        }
    }

    /** The state that a LEFT tells; 0 while the rank has not left more often than who asks. */
    private int state(int rank, int askerFinished) {
        if (members.isGone(rank)) {
            return RankProtocol.HAS_ENDED;
        }
        if (finished[rank] <= askerFinished) {
            return 0;
        }
        return waits[rank] ? RankProtocol.LEAVING : RankProtocol.HAS_FINISHED;
    }
}
