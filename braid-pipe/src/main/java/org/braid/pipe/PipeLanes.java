package org.braid.pipe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.braid.base.wire.ContextId;
import org.braid.pipe.driver.PipeRoute;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of one context, by peer and number: 0 is the one that both ends may open, once; further ones lead from the end that opened them to the other. No number is used twice, so nothing that comes late
 * can be taken for something else; what is bounded is how many there are at a time. Guarded by the context's token.
 */
final class PipeLanes {
    /** Further lanes that one end may have to one peer at a time. */
    static final int MOST_FURTHER = 64;

    /** As many may be on their way to their end over there that have ended here. */
    private static final int MOST_CALLED = 2 * MOST_FURTHER;

    /** Makes one. */
    interface Maker {
        PipeLane newLane(ContextId peer, long number, PipeRoute route);
    }

    /** Those to one peer. */
    private static final class OfPeer {
        final List<PipeLane> live = new ArrayList<>(1);
        boolean hasHadShared; // lane 0
        long lastFurther; // the largest number that a lane of ours has had

        int further(int sign) {
            int count = 0;
            for (PipeLane lane : live) {
                count += Long.signum(lane.number) == sign ? 1 : 0;
            }
            return count;
        }
    }

    private final String method;
    private final Maker maker;
    private final LaneRota rota;
    private final PipeRoute ofCallers;
    private final Map<ContextId, OfPeer> byPeer = new HashMap<>();
    private boolean closing;

    /** @param ofCallers the route of lanes that peers open */
    PipeLanes(String method, Maker maker, LaneRota rota, PipeRoute ofCallers) {
        this.method = method;
        this.maker = maker;
        this.rota = rota;
        this.ofCallers = ofCallers;
    }

    List<PipeLane> to(ContextId peer) {
        OfPeer known = byPeer.get(peer);
        return known == null ? List.of() : known.live;
    }

    /** Lanes that peers open from now on are shut from their first moment: they bring what they have taken, and what their peers say at last is an answer. */
    void startClose() {
        closing = true;
    }

    /** A lane of ours whose connections are like this route's. The first one is lane 0, which the peer may have opened. */
    PipeLane with(ContextId peer, PipeRoute wanted) {
        for (PipeLane lane : to(peer)) {
            if (lane.number >= 0 && lane.isFree() && lane.connections.route().makesTheSameAs(wanted)) {
                return lane;
            }
        }
        OfPeer known = of(peer);
        return known.hasHadShared ? anew(peer, wanted) : add(known, peer, 0, wanted);
    }

    /** A lane of ours that has carried nothing, and leads there alone. */
    PipeLane anew(ContextId peer, PipeRoute wanted) {
        OfPeer known = of(peer);
        if (known.further(1) == MOST_FURTHER) {
            throw PipeErrors.tooManyLanes(method, peer, MOST_FURTHER);
        }
        return add(known, peer, known.lastFurther + 1, wanted);
    }

    /**
     * The lane that a peer has called, by our number of it; null if it should not have. One that is new is heard out also while this context closes: its peer may close, too, and has taken something for it before it could
     * know of that.
     *
     * @param first true if the peer has never been connected by this lane: then there may be none yet
     */
    @Nullable PipeLane called(ContextId peer, long number, boolean first, long nowNs) {
        for (PipeLane lane : to(peer)) {
            if (lane.number == number) {
                return lane;
            }
        }
        if (!first || !mayBeAdded(peer, number)) {
            return null;
        }
        PipeLane fresh = add(of(peer), peer, number, ofCallers);
        if (closing) {
            fresh.startClose(nowNs);
        }
        return fresh;
    }

    private boolean mayBeAdded(ContextId peer, long number) {
        OfPeer known = byPeer.get(peer);
        return number == 0 ? known == null || !known.hasHadShared : number < 0 && (known == null || known.further(-1) < MOST_CALLED);
    }

    /** It has ended at both ends, or will be forgotten at the other one. */
    void forget(PipeLane gone) {
        of(gone.peer).live.remove(gone);
        rota.remove(gone);
        gone.letGo();
    }

    private OfPeer of(ContextId peer) {
        OfPeer known = byPeer.get(peer);
        if (known == null) {
            known = new OfPeer();
            byPeer.put(peer, known);
        }
        return known;
    }

    private PipeLane add(OfPeer known, ContextId peer, long number, PipeRoute route) {
        PipeLane lane = maker.newLane(peer, number, route);
        known.hasHadShared |= number == 0;
        known.lastFurther = Math.max(known.lastFurther, number);
        known.live.add(lane);
        rota.add(lane);
        return lane;
    }
}
