package org.braid.link.stream;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.control.PeerHost;
import org.braid.link.progress.Progress;
import org.jspecify.annotations.Nullable;

/**
 * How a peer ends, once, whoever finds out: it has taken leave in good order, and what it had sent before has come; it has failed, as the job or its last lane knows; or it has broken the rules. Guarded by the context's token.
 */
final class PeerEnd {
    private final Peer peer;
    private final PeerHost host;
    private final PeerEnds ends;
    private final Progress progress;
    private @Nullable BraidException failure;
    private boolean takesLeave; // it has said farewell, and lanes bring what it said before

    PeerEnd(Peer peer, PeerHost host, PeerEnds ends, Progress progress) {
        this.peer = peer;
        this.host = host;
        this.ends = ends;
        this.progress = progress;
    }

    /** Why nothing more will come from or go to the peer; null while it lives. */
    @Nullable BraidException failure() {
        return failure;
    }

    /** Whether somebody who waits between two lanes may hope. A peer that takes leave answers by no lane that has, and this context, if it closes, need not wait for its other ones. */
    boolean isAnswered() {
        return failure == null && !(takesLeave && progress.isClosing());
    }

    /** One of its lanes has ended. Whoever has left in good order has no other one. */
    void laneEnded(Throwable cause) {
        if (cause instanceof BraidException left && left.code() == ErrorCode.CONTEXT_CLOSED) {
            endedOrWaits(cause);
            return;
        }
        if (!peer.look() && !isStillHeard()) {
            ended(cause);
        }
    }

    /** What it sent before may wait in a device still, or be on its way by another method. */
    private void endedOrWaits(Throwable goodOrder) {
        if (progress.chains().waitFrom(peer.id()) || host.hears(peer.id())) {
            peer.farewell().heard(goodOrder);
        } else {
            ended(goodOrder);
        }
    }

    private boolean isStillHeard() {
        return progress.rings().anyOf(peer.id()) || host.hears(peer.id());
    }

    /** It must not be talked to any more, whatever it thinks. */
    void condemn(BraidException cause) {
        host.condemned(peer.id(), cause);
        ended(cause);
    }

    /** Nothing more will come from or go to it, unless its rings have more to say, which take leave by themselves. */
    void ended(Throwable cause) {
        BraidException why = cause instanceof BraidException b
                ? b
                : new BraidException(
                        ErrorCode.PEER_LOST, "Context " + peer.id() + " has failed", String.valueOf(cause.getMessage()), "See what ended it; the job cannot go on without it");
        boolean hasMoreToSay = why.code() == ErrorCode.CONTEXT_CLOSED && progress.rings().anyOf(peer.id());
        takesLeave |= hasMoreToSay;
        if (failure == null && !hasMoreToSay) {
            settle(why);
        }
    }

    private void settle(BraidException cause) {
        failure = cause;
        progress.endChains(peer.id()); // what has come is handed up before anybody is told
        boolean inGoodOrder = cause.code() == ErrorCode.CONTEXT_CLOSED;
        BraidException why = inGoodOrder && peer.receiving().hasGaps() ? incomplete() : cause;
        failure = why;
        if (why.code() == ErrorCode.CONTEXT_CLOSED) { // its other lanes do not know yet, and would take messages for nobody
            host.left(peer.id());
        } else {
            host.condemned(peer.id(), why);
        }
        peer.streams().endRings(why);
        peer.streams().stay();
        peer.handled().fail(why);
        ends.ended(peer, why);
    }

    /** One of its lanes said farewell, and another one that was to bring what came before could not in time. */
    private BraidException incomplete() {
        return new BraidException(
                ErrorCode.PEER_LOST,
                "Context " + peer.id() + " has closed before everything that it had sent could go",
                "a frame of one rail is missing, and what came behind it by another one was not handed up",
                "Give it more time to close, or wait until all was handled before it closes");
    }
}
