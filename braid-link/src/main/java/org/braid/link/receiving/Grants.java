package org.braid.link.receiving;

import java.util.concurrent.atomic.AtomicInteger;
import org.braid.base.wire.FrameKind;
import org.braid.link.flow.CreditAccount;
import org.braid.link.spi.Lane;

/**
 * What this context has room for of one stream's eager data, and telling the peer so. Grants are totals: the latest is enough and may overtake. Behind payload that waits for the peer's
 * credit, two peers would wait for each other's for ever. Guarded by the context's token, except what says otherwise.
 */
public final class Grants {
    /** Eager bytes that a stream may have under way or unreceived here; see docs/wire.md, credit. */
    public static final long WINDOW_BYTES = 4 << 20;

    private final Answers answers;
    private final int stream;
    private final CreditAccount credit = new CreditAccount(WINDOW_BYTES);
    private final AtomicInteger consumedElsewhere = new AtomicInteger();
    private boolean waits; // the lane had no room for the latest grant
    private boolean hasGranted;

    /** @param stream the number under which the peer knows it */
    Grants(Answers answers, int stream) {
        this.answers = answers;
        this.stream = stream;
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

    /** Collects what other threads have consumed, and repeats a grant that had no room. */
    int settle() {
        int charge = consumedElsewhere.getAndSet(0);
        if (charge != 0) {
            consumed(charge);
        }
        return waits && grant() ? 1 : 0;
    }

    /** The latest grant may not have got through: it is enough to say it again. */
    void repeat() {
        waits |= hasGranted;
    }

    /** True while a grant waits for room. */
    boolean waits() {
        return waits;
    }

    /** Nobody can be told. */
    void drop() {
        waits = false;
    }

    private boolean grant() {
        long granted = credit.takeGrant();
        hasGranted = true;
        int taken = answers.offer(FrameKind.CREDIT, (int) granted, (int) (granted >>> 32), stream, 0, null);
        waits = Lane.isNotNow(taken);
        if (waits) {
            answers.wantPoll();
        }
        return !waits;
    }
}
