package org.braid.link.bulk;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.link.spi.Reach;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Routing;
import org.braid.link.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What of one peer's memory can be touched from here. The lane by which an offer's data would come may be of another method than ours to its sender, so every method that works has a say,
 * found by trying when the first offer needs it. Guarded by the context's token.
 */
final class Reaches {
    private final Peer peer;
    private final Routing routing;
    private @Nullable List<Reach> others;

    Reaches(Peer peer, Routing routing) {
        this.peer = peer;
        this.routing = routing;
    }

    /** Where the offered data is in reach; {@link Reach#NONE} if only its sender can move it. */
    Reach of(BulkSource source) {
        if (source.kind() == BulkSource.FRAMES) {
            return Reach.NONE;
        }
        Stream stream = peer.streamOrNull(); // its process may have ended, and nobody knows yet
        Reach ours = stream == null ? Reach.NONE : stream.lane().reach();
        if (source.isWithin(ours)) {
            return ours;
        }
        for (Reach other : others()) {
            if (source.isWithin(other)) {
                return other;
            }
        }
        return Reach.NONE;
    }

    private List<Reach> others() {
        List<Reach> known = others;
        if (known != null) {
            return known;
        }
        try {
            return others = routing.reaches(peer);
        } catch (BraidException nobodyHasToldHow) {
            return List.of(); // somebody may, later
        }
    }
}
