package org.braid.link.control;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.progress.Progress;
import org.braid.link.progress.RingReader;
import org.braid.link.ring.RingConsumer;
import org.jspecify.annotations.Nullable;

/**
 * How a peer takes leave whose frames come through rings: each ring's last frame, BYE, says how many were sent before it. If as many have come, the ring is polled no longer; with its
 * last ring the peer has gone in good order, unless another method still brings something. Guarded by the context's token.
 */
public final class Farewell {
    private final Correspondent peer;
    private final PeerHost host;
    private final Progress progress;
    private final List<RingReader> over = new ArrayList<>(0);
    private @Nullable Throwable leaves; // not only one of its lanes

    /** Of one peer, which the context behind {@code host} has met. */
    public Farewell(Correspondent peer, PeerHost host, Progress progress) {
        this.peer = peer;
        this.host = host;
        this.progress = progress;
    }

    /**
     * BYE has come, inside the poll of its ring, which therefore goes on to be polled until {@link #settle}.
     *
     * @param alone only this lane ends
     */
    public void heard(RingReader arrival, long framesBefore, boolean alone) {
        RingConsumer ring = arrival.ring();
        if (ring == null || ring.records() != framesBefore + 1) {
            violated(framesBefore);
        } else if (!over.contains(arrival)) {
            leaves = alone ? leaves : inGoodOrder();
            over(arrival);
        }
    }

    /** The ring of this arrival brings nothing more that counts. */
    public void over(RingReader arrival) {
        over.add(arrival);
        peer.wantPoll();
    }

    /** A lane of another method says so that it has taken leave. */
    public void heard(Throwable goodOrder) {
        leaves = goodOrder;
        peer.wantPoll();
        settle();
    }

    /** True while the peer has said so by one lane, and another one may bring something still: nobody says when that has ended, too. */
    public boolean isUnderWay() {
        return leaves != null;
    }

    /** Between two turns. The peer has gone when nothing of it is to come, nor waits in a device. */
    public void settle() {
        for (RingReader each : over) {
            RingConsumer ring = each.ring();
            if (ring != null) {
                progress.rings().remove(ring);
                ring.retire();
                each.retired();
            }
        }
        over.clear();
        Throwable why = leaves;
        if (why != null && !progress.rings().anyOf(peer.id()) && !host.hears(peer.id()) && !progress.chains().waitFrom(peer.id())) {
            leaves = null;
            peer.ended(why);
        }
    }

    private BraidException inGoodOrder() {
        return new BraidException(ErrorCode.CONTEXT_CLOSED, "Context " + peer.id() + " has closed", "it took leave in good order; everything it sent has arrived", "");
    }

    private void violated(long framesBefore) {
        progress.rings().removeAllOf(peer.id());
        peer.ended(new BraidException(
                ErrorCode.STREAM_VIOLATED,
                "Context " + peer.id() + " has lost or doubled messages",
                "it took leave after " + framesBefore + " frames, and no lane of it has brought so many",
                "The peer is broken: see its output; if it is not, report this"));
    }
}
