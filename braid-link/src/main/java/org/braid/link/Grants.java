package org.braid.link;

import java.util.concurrent.atomic.AtomicInteger;
import org.braid.base.wire.Frame;
import org.braid.base.wire.HandlerId;
import org.braid.link.flow.CreditAccount;
import org.braid.link.spi.Lane;

/**
 * What this context has room for of one peer's eager data, and telling the peer so. Grants are totals: the latest is enough and may overtake. Behind payload that waits for the peer's
 * credit, two peers would wait for each other's for ever. Guarded by the context's token, except what says otherwise.
 */
final class Grants {
    /** Eager bytes a peer may have under way or unreceived here; see docs/wire.md, credit. */
    static final long WINDOW_BYTES = 4 << 20;

    private final Peer peer;
    private final CreditAccount credit = new CreditAccount(WINDOW_BYTES);
    private final AtomicInteger consumedElsewhere = new AtomicInteger();
    private boolean waits; // the lane had no room for the latest grant

    Grants(Peer peer) {
        this.peer = peer;
    }

    void consumed(int chargeBytes) {
        credit.consumed(chargeBytes);
        if (credit.grantDue() && !waits) {
            grant();
        }
    }

    /** As {@link #consumed}, from any thread; {@link #settle} follows with the token. */
    void consumedElsewhere(int chargeBytes) {
        consumedElsewhere.getAndAdd(chargeBytes);
    }

    /** Collects what other threads have consumed. */
    void settle() {
        int charge = consumedElsewhere.getAndSet(0);
        if (charge != 0) {
            consumed(charge);
        }
    }

    /** True while a grant waits for room. */
    boolean waits() {
        return waits;
    }

    /** @return frames sent */
    int drain(Lane out) {
        return waits && send(out) ? 1 : 0;
    }

    /** Nobody can be told. */
    void drop() {
        waits = false;
    }

    private void grant() {
        Lane out = peer.laneOrNull();
        if (out != null && !send(out)) {
            peer.context().wantPoll(peer);
        }
    }

    private boolean send(Lane out) {
        long granted = credit.takeGrant();
        int taken = out.offer(Frame.CREDIT, 0, 0, HandlerId.NONE, (int) granted, (int) (granted >>> 32), 0, 0, null, 0, 0);
        waits = Lane.isNotNow(taken);
        return !waits;
    }
}
