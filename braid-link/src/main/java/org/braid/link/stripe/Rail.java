package org.braid.link.stripe;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.HandlerId;
import org.braid.link.spi.Lane;
import org.braid.link.stream.Carrier;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Stream;
import org.braid.link.stream.Wish;
import org.jspecify.annotations.Nullable;

/**
 * A stream that carries a part of a striped lane (charm-on-vmi, section 4: striping). It differs from others where it goes and ends: it goes on only by lanes that take the frames of its striped lane, which breaks where
 * no way is left for it; and its peer is told when it is over. Guarded by the context's token, except what says otherwise.
 */
public final class Rail extends Stream {
    private final int stripe;
    private int count; // of the rails of its striped lane
    private int leastFrameBytes; // that any lane of it must take
    private boolean hasSaidItIsOver;
    private volatile @Nullable BraidException noWayLeft;

    /** @param stripe the number of its striped lane */
    Rail(Peer peer, int number, int stripe, Wish wish, Carrier first) {
        super(peer, number, wish, first);
        this.stripe = stripe;
    }

    /**
     * Its striped lane is there.
     *
     * @param rails how many there are in all
     * @param frameBytes frames of so many bytes go by it from now on: a lane that takes only shorter ones will not do
     */
    void isOneOf(int rails, int frameBytes) {
        count = rails;
        leastFrameBytes = frameBytes;
    }

    @Override
    public int stripe() {
        return stripe;
    }

    // ---- from lane to lane

    @Override
    protected void beginsToMove() {
        if (peer().isMoving()) {
            peer().receiving().repeat(); // an answer that this rail has taken, without which the peer's own way stays refused, would come back only when the peer has answered
        }
    }

    @Override
    protected @Nullable BraidException whyNot(Lane next) {
        return next.frameBytes() >= leastFrameBytes
                ? null
                : new BraidException(ErrorCode.NO_METHOD, "A rail cannot go on by " + next.method(), "its frames have at most " + next.frameBytes() + " bytes, and " + leastFrameBytes + " are needed", "Stripe over methods with frames of the same size");
    }

    /** The peer has not ended: the striped lane breaks, and the stream above may know another way. */
    @Override
    protected Carrier withoutAWay(@Nullable BraidException why, BraidException nothingLeads) {
        noWayLeft = nothingLeads;
        boolean ignored = peer().look();
        peer().receiving().repeat(); // of what went past the striped lane there are no copies
        return Carrier.none(peer().id(), nothingLeads);
    }

    /** Why no lane carries it, nor will; null while one does. Any thread. */
    @Nullable BraidException noWayLeft() {
        return noWayLeft;
    }

    // ---- its end

    @Override
    protected boolean owesItsEnd() {
        return !hasSaidItIsOver;
    }

    /** The last that the peer is told: by the rail itself, behind everything else, or for it by the default stream. */
    @Override
    protected boolean saysThatItIsOver() {
        if (itinerary().carrier().isNowhere()) {
            peer().post(FrameKind.OVER, number(), count, NOTHING_BEFORE, stripe, null, 0);
            hasSaidItIsOver = true;
        } else {
            int answer = lane().offer(FrameKind.OVER, 0, FrameHeader.ROUTE_NEEDS_YOU, HandlerId.NONE, number(), count, NOTHING_BEFORE, stripe, null, 0, 0);
            hasSaidItIsOver = answer == Lane.TAKEN || answer == Lane.CLOSED && !goesOn();
        }
        return hasSaidItIsOver;
    }
}
