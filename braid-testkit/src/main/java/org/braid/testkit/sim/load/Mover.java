package org.braid.testkit.sim.load;

import org.braid.base.BraidException;
import org.braid.base.wire.MethodExpression;
import org.braid.link.Startpoint;
import org.braid.link.spi.Lane;
import org.braid.testkit.sim.machine.RingTransport;
import org.braid.testkit.sim.machine.SimNet;
import org.braid.testkit.sim.script.Fault;
import org.braid.testkit.sim.script.Script;
import org.braid.testkit.sim.script.Sight;
import org.braid.testkit.sim.wire.PipeTransport;
import org.jspecify.annotations.Nullable;

/** Makes the streams from one context to another leave their lanes: by hand, or because a lane breaks. */
final class Mover {
    private static final String[] CHAINS = {"pass+", "checksum+", "delay(20us)+", "pass+checksum+", "chaos(kill=5%, seed=7)+"};
    /** What waits in the second device is refused by the first one, now and then. */
    private static final String HOLDING = "checksum+delay(20us)+chaos(corrupt=5%, seed=5)+";

    private static final String FATAL = "chaos(kill=90%, seed=3)+";
    private static final int SELDOM = 2;
    private static final long MOVE_NS = 100_000;

    /** A way that is cut again and again, and nothing gets through, is given up. */
    private static final long BREAK_NS = 1_000_000;

    private final Script script;
    private final Ledger ledger;
    private final SimNet net;
    private final Node from;
    private final Node to;
    private @Nullable Startpoint startpoint;

    Mover(Script script, Ledger ledger, SimNet net, Node from, Node to) {
        this.script = script;
        this.ledger = ledger;
        this.net = net;
        this.from = from;
        this.to = to;
    }

    void start() {
        script.within(MOVE_NS, this::moveOn);
        script.within(BREAK_NS, this::breakOn);
    }

    private boolean isOver() {
        return from.isWindingUp() || from.isLeaving() || from.knowsGone(to) || !script.isFaulty();
    }

    private void moveOn() {
        if (!isOver()) {
            if (from.hasMet(to) && script.strikes(Fault.MOVED_BY_HAND, SELDOM)) {
                if (script.options().chained() && script.chance(SELDOM)) {
                    passBy();
                } else {
                    move();
                }
            }
            script.within(MOVE_NS, this::moveOn);
        }
    }

    private void breakOn() {
        if (!isOver()) {
            int rings = script.options().methods();
            if (rings > 0 && from.hasMet(to) && script.strikes(Fault.LANE_BREAKS, SELDOM)) {
                from.inside(() -> net.breakLane(from.context().id(), RingTransport.name(script.below(rings))));
            }
            script.within(BREAK_NS, this::breakOn);
        }
    }

    private void move() {
        Startpoint moved = startpoint;
        if (moved == null) {
            moved = Endpoints.startpoints(from, to, script.below(script.options().channels())).getFirst();
            startpoint = moved;
        }
        MethodExpression method = MethodExpression.parse(method());
        Startpoint whole = moved;
        try {
            from.inside(() -> whole.moveTo(method));
        } catch (BraidException refused) {
            ledger.demand(from.knowsGone(to) || to.isGone() || ledger.isForWantOfMemory(refused), () -> "the stream from " + from + " to " + to + " could not be moved: " + refused);
        }
    }

    /** Opens a stream whose first lane has devices above it, and leaves that lane before its peer can know of it. */
    private void passBy() {
        Startpoint fresh = Endpoints.startpoint(from, to, 0).by(MethodExpression.parse(CHAINS[script.below(CHAINS.length)] + lane()));
        MethodExpression method = MethodExpression.parse(way());
        try {
            from.inside(() -> {
                Lane ignored = fresh.lane();
                fresh.moveTo(method);
                fresh.close();
            });
        } catch (BraidException refused) {
            ledger.demand(from.knowsGone(to) || to.isGone() || ledger.isForWantOfMemory(refused), () -> "a stream from " + from + " to " + to + " could not be opened and moved: " + refused);
        }
    }

    private String method() {
        if (!script.options().chained() || script.chance(2)) {
            return script.options().chained() && script.options().piped() && script.chance(4) ? HOLDING + PipeTransport.NAME : way();
        }
        return script.options().methods() > 0 && script.chance(3) ? brokenStripe() : stripe();
    }

    /** Several lanes at once that break again and again, until no way is left to one of them, and what is written behind them. */
    private String brokenStripe() {
        script.tally().count(Sight.MOVED_TO_BROKEN_STRIPE);
        return top() + "failover(stripe(" + FATAL + ring() + ", " + FATAL + ring() + "), " + way() + ")";
    }

    /** The devices above several lanes. */
    private String top() {
        return script.chance(4) ? HOLDING : chain();
    }

    private String ring() {
        return RingTransport.name(script.below(script.options().methods()));
    }

    /** Several lanes at once, each of which may break by itself. */
    private String stripe() {
        script.tally().count(Sight.MOVED_TO_STRIPE);
        String rails = way() + ", " + way();
        return top() + "stripe(" + (script.chance(2) ? rails : rails + ", " + way()) + ")";
    }

    private String way() {
        String lane = lane();
        return chain() + lane;
    }

    private String lane() {
        int rings = script.options().methods();
        int drawn = script.below(script.options().piped() ? rings + 1 : rings);
        return drawn == rings ? PipeTransport.NAME : RingTransport.name(drawn);
    }

    /** The devices above the lane; in most cases none. */
    private String chain() {
        if (!script.options().chained() || script.chance(2)) {
            return "";
        }
        script.tally().count(Sight.MOVED_TO_CHAIN);
        return CHAINS[script.below(CHAINS.length)];
    }
}
