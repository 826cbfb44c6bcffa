package org.braid.testkit.sim.load;

import java.lang.reflect.Field;
import org.braid.base.BraidException;
import org.braid.base.os.Gate;
import org.braid.link.ring.RingLane;
import org.braid.link.spi.Lane;
import org.braid.testkit.sim.script.Fault;
import org.braid.testkit.sim.script.Script;
import org.jspecify.annotations.Nullable;

/** A thread of a context that sits inside the lane to another one now and then, as one that was preempted there. It holds no token, and sends nothing. */
final class Occupier {
    private static final int SELDOM = 3;

    private final Script script;
    private final Ledger ledger;
    private final Node from;
    private final Node to;

    Occupier(Script script, Ledger ledger, Node from, Node to) {
        this.script = script;
        this.ledger = ledger;
        this.from = from;
        this.to = to;
    }

    void start() {
        script.within(script.options().thinkNs(), this::turn);
    }

    private void turn() {
        if (from.isLeaving() || from.knowsGone(to) || !script.isFaulty()) {
            return;
        }
        if (!from.isInCall() && !to.isGone() && from.hasMet(to) && script.strikes(Fault.LANE_OCCUPIED, SELDOM)) {
            sit();
        } else {
            start();
        }
    }

    private void sit() {
        Lane lane = lane();
        Gate gate = lane instanceof RingLane ? gateOf(lane) : null;
        if (gate != null && gate.tryEnter()) {
            script.within(script.options().pollNs(), () -> {
                gate.exit();
                start();
            });
        } else {
            start();
        }
    }

    /** Null if there is none, nor memory for one. */
    private @Nullable Lane lane() {
        try {
            return Endpoints.startpoint(from, to, 0).lane();
        } catch (BraidException refused) {
            ledger.demand(ledger.isForWantOfMemory(refused), () -> "the lane from " + from + " to " + to + " could not be opened: " + refused);
            return null;
        }
    }

    /** Where the thread sits is nobody's business but the lane's. */
    private static Gate gateOf(Lane lane) {
        return (Gate) field(field(lane, "ring"), "gate");
    }

    private static Object field(Object of, String name) {
        try {
            Field field = of.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field.get(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(of.getClass() + " has no " + name + " any more: tell the occupier where the gate is", e);
        }
    }
}
