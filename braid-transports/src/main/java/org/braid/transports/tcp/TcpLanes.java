package org.braid.transports.tcp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.braid.base.wire.ContextId;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of one context, by peer and number: 0 is the one that both ends may open, further ones have connections with other parameters. A lane stays until its context closes; if
 * all numbers are taken, one that no link uses is called again with the parameters that are wanted. Guarded by the context's token.
 */
final class TcpLanes {
    /** Lanes with parameters of their own that one end may open to one peer, at most. */
    private static final int MOST_FURTHER = 64;

    private final TcpPort port;
    private final LaneRota rota;
    private final Map<ContextId, List<TcpLane>> byPeer = new HashMap<>();

    TcpLanes(TcpPort port, LaneRota rota) {
        this.port = port;
        this.rota = rota;
    }

    List<TcpLane> to(ContextId peer) {
        List<TcpLane> known = byPeer.get(peer);
        return known == null ? List.of() : known;
    }

    /** A lane of ours with these parameters. The first one is lane 0, which the peer may have opened. */
    TcpLane with(ContextId peer, TcpParameters wanted) {
        long free = 0;
        TcpLane spare = null;
        for (TcpLane lane : to(peer)) {
            if (lane.number >= 0 && lane.parameters().sameConnection(wanted)) {
                return lane;
            }
            free = Math.max(free, lane.number + 1);
            spare = lane.isSpare() ? lane : spare;
        }
        if (free <= MOST_FURTHER) {
            return add(peer, free, wanted);
        }
        if (spare == null) {
            throw TcpErrors.tooManyLanes(peer, MOST_FURTHER);
        }
        return spare;
    }

    /** The lane that a peer has called, by our number of it; null if it should not have. */
    @Nullable TcpLane called(ContextId peer, long number) {
        for (TcpLane lane : to(peer)) {
            if (lane.number == number) {
                return lane;
            }
        }
        return port.isClosing() || number > 0 || number < -MOST_FURTHER ? null : add(peer, number, port.parameters());
    }

    private TcpLane add(ContextId peer, long number, TcpParameters with) {
        TcpLane lane = port.newLane(peer, number, with);
        List<TcpLane> known = byPeer.get(peer);
        if (known == null) {
            known = new ArrayList<>(1);
            byPeer.put(peer, known);
        }
        known.add(lane);
        rota.add(lane);
        return lane;
    }
}
