package org.braid.link.stream;

import org.braid.link.receiving.Answers;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/** What the receiving ends of a peer's streams say to it may overtake what waits in the outbox of the default stream, by which it goes. Guarded by the context's token. */
record PastTheOutbox(Peer peer, Unsaid unsaid) implements Answers {
    @Override
    public int offer(int kind, int a0, int a1, int a2, int a3, byte @Nullable [] payload) {
        if (unsaid.awaitsMemory()) {
            return Lane.FULL;
        }
        Stream out = peer.streamOrNull();
        return out == null ? Lane.CLOSED : out.offerPast(kind, a0, a1, a2, a3, payload);
    }

    @Override
    public void wantPoll() {
        peer.wantPoll();
    }
}
