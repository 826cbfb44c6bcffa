package org.braid.link.stream;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.link.spi.Reach;

/** How lanes to peers are found (nexus-multimethod, section 3.2). Caller holds the token. */
public interface Routing {
    /** The stream to this peer that serves a wish: one that goes the same way, or a new one. */
    Stream open(Peer peer, Wish wish);

    /** Opens the next lane of a stream. */
    Carrier openAnew(Stream stream);

    /** A stream goes by a new lane: if that is not its best way, because the best one has failed, it goes back when it may. */
    void remember(Stream stream);

    /** @throws BraidException {@code NO_METHOD} if nothing serves this wish */
    void require(Peer peer, Wish wish);

    /** Which sizes of messages go the same way. */
    Division division(Peer peer, Wish wish);

    /** What of this peer's memory can be touched by any method. */
    List<Reach> reaches(Peer peer);
}
