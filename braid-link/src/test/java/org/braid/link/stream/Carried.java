package org.braid.link.stream;

import org.braid.link.spi.Lane;

/** Streams that tests have carried by lanes of their own making. */
public final class Carried {
    private Carried() {}

    /** Whoever wants this from now on is served by that lane. Caller holds the token. */
    public static Stream by(Lane lane, Peer peer, Wish wish) {
        Stream stream = peer.newStream(peer.streams().nextNumber(wish), wish, new Carrier(peer.id(), lane, lane, null, lane.method()));
        peer.streams().opened(lane.method(), stream);
        peer.streams().fulfil(wish, stream);
        return stream;
    }

    /** The lane that would have been opened. Caller holds the token. */
    public static Lane usual(Routing here, Peer peer) {
        Stream usual = here.open(peer, Wish.DEFAULT);
        peer.streams().forget(usual);
        return usual.lane();
    }
}
