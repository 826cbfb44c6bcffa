package org.braid.pipe;

import org.braid.pipe.frame.LaneCounts;
import org.braid.pipe.hello.ResumePoint;
import org.braid.pipe.log.ReceiveCount;

/**
 * What both ends of a lane must agree on before a connection goes on where the last one broke: that each is still the end with which the other has counted. An end that was made anew has
 * another incarnation. Owned by the holder of the context's token.
 */
final class SharedPast {
    private final long lane;
    private final long incarnation;
    private final ReceiveCount receiving;
    private final LaneCounts counts;
    private long peerIncarnation;
    private long peerHas; // frames of ours, as it said when the last connection was made

    /**
     * @param lane {@link PipeLane#number}
     * @param incarnation drawn when this end was made; never 0
     */
    SharedPast(long lane, long incarnation, ReceiveCount receiving, LaneCounts counts) {
        this.lane = lane;
        this.incarnation = incarnation;
        this.receiving = receiving;
        this.counts = counts;
    }

    /** True until the first connection. */
    boolean isEmpty() {
        return peerIncarnation == 0;
    }

    /** Whether the other end remembers what this one does. */
    boolean isSharedBy(ResumePoint theirs) {
        return (theirs.knownOfPeer() == 0 || theirs.knownOfPeer() == incarnation) && (isEmpty() || theirs.incarnation() == peerIncarnation);
    }

    /** True of words that were said before the peer had more, or had acknowledged more: they come late, on a connection that it has given up since. */
    boolean hasPassed(ResumePoint theirs) {
        return theirs.nextExpected() < peerHas || theirs.accepted() < counts.accepted();
    }

    /** A new connection: the peer's first frame on it will be the one that this end expects. */
    void goesOn(ResumePoint theirs) {
        peerIncarnation = theirs.incarnation();
        peerHas = theirs.nextExpected();
        receiving.attach(receiving.expected());
    }

    /** Where this end goes on. Meaningful only while no connection can bring frames. */
    ResumePoint resumePoint() {
        return new ResumePoint(lane, incarnation, peerIncarnation, receiving.expected(), receiving.accepted());
    }
}
