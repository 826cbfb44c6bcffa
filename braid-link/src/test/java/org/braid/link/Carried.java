package org.braid.link;

import org.braid.link.spi.Lane;
import org.braid.link.stream.Carrier;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Stream;
import org.braid.link.stream.Wish;

/** Streams that tests have carried by lanes of their own making. */
final class Carried {
    private Carried() {}

    /** Whoever wants this from now on is served by that lane. Caller holds the token. */
    static Stream by(Lane lane, Peer peer, Wish wish) {
        Stream stream = new Stream(peer, peer.streams().nextNumber(wish), wish, new Carrier(peer.id(), lane, lane, null, lane.method()));
        peer.streams().opened(lane.method(), stream);
        peer.streams().fulfil(wish, stream);
        return stream;
    }

    /** The lane that would have been opened. Caller holds the token. */
    static Lane usual(Context here, Peer peer) {
        Stream usual = here.ways().open(peer, Wish.DEFAULT);
        peer.streams().forget(usual);
        return usual.lane();
    }
}
