package org.braid.link.receiving;

import org.jspecify.annotations.Nullable;

/** What the runtime says to a peer past everything that waits to be sent: totals and facts that may overtake, and may come twice. Caller holds the token. */
public interface Answers {
    /** {@link org.braid.link.spi.Lane#offer} of a frame by the lane that carries the default stream now, or will. */
    int offer(int kind, int a0, int a1, int a2, int a3, byte @Nullable [] payload);

    /** What was not taken is offered again on the next turn. */
    void wantPoll();
}
