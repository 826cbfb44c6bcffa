package org.braid.pipe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.braid.base.wire.ContextId;
import org.braid.link.spi.FrameSink;
import org.braid.pipe.driver.PipeRoute;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of one context, by peer and number: 0 is the one that both ends may open, further ones have connections with other parameters. A lane stays until its context closes; if all numbers are taken,
 * one that no link uses is called again with the parameters that are wanted. Guarded by the context's token.
 */
final class PipeLanes {
    /** Lanes with parameters of their own that one end may open to one peer, at most. */
    private static final int MOST_FURTHER = 64;

    /** Makes one. */
    interface Maker {
        PipeLane newLane(ContextId peer, long number, PipeRoute route);
    }

    private final String method;
    private final Maker maker;
    private final LaneRota rota;
    private final PipeRoute ofCallers;
    private final Map<ContextId, List<PipeLane>> byPeer = new HashMap<>();
    private boolean closing;

    /** @param ofCallers the route of lanes that peers open */
    PipeLanes(String method, Maker maker, LaneRota rota, PipeRoute ofCallers) {
        this.method = method;
        this.maker = maker;
        this.rota = rota;
        this.ofCallers = ofCallers;
    }

    List<PipeLane> to(ContextId peer) {
        List<PipeLane> known = byPeer.get(peer);
        return known == null ? List.of() : known;
    }

    /** True while some lane may bring something from this peer to this sink. */
    boolean bringTo(FrameSink sink, ContextId peer) {
        for (PipeLane lane : to(peer)) {
            if (lane.bringsTo(sink)) {
                return true;
            }
        }
        return false;
    }

    /** Peers open no further ones from now on. */
    void startClose() {
        closing = true;
    }

    /** A lane of ours whose connections are like this route's. The first one is lane 0, which the peer may have opened. */
    PipeLane with(ContextId peer, PipeRoute wanted) {
        long free = 0;
        PipeLane spare = null;
        for (PipeLane lane : to(peer)) {
            if (lane.number >= 0 && lane.connections.route().makesTheSameAs(wanted)) {
                return lane;
            }
            free = Math.max(free, lane.number + 1);
            spare = lane.isSpare() ? lane : spare;
        }
        if (free <= MOST_FURTHER) {
            return add(peer, free, wanted);
        }
        if (spare == null) {
            throw PipeErrors.tooManyLanes(method, peer, MOST_FURTHER);
        }
        return spare;
    }

    /** The lane that a peer has called, by our number of it; null if it should not have. */
    @Nullable PipeLane called(ContextId peer, long number) {
        for (PipeLane lane : to(peer)) {
            if (lane.number == number) {
                return lane;
            }
        }
        return closing || number > 0 || number < -MOST_FURTHER ? null : add(peer, number, ofCallers);
    }

    private PipeLane add(ContextId peer, long number, PipeRoute route) {
        PipeLane lane = maker.newLane(peer, number, route);
        List<PipeLane> known = byPeer.get(peer);
        if (known == null) {
            known = new ArrayList<>(1);
            byPeer.put(peer, known);
        }
        known.add(lane);
        rota.add(lane);
        return lane;
    }
}
