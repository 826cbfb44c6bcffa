package org.braid.pipe.fake;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.braid.base.wire.ContextId;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.driver.NoPipe;
import org.braid.pipe.driver.TimeAndChance;
import org.jspecify.annotations.Nullable;

/** Nodes that can call each other, and the time and chance that they live in. */
public final class Fabric implements TimeAndChance {
    /** A turn of the crank takes so long. */
    public static final long TURN_NS = 10_000;

    private static final int MOST_TURNS = 2_000_000;

    private final SplittableRandom random;
    private final List<Node> nodes = new ArrayList<>();
    private final Map<ContextId, ArrayDeque<BytePipe>> calls = new HashMap<>();
    private final List<Wire> wires = new ArrayList<>();
    private long nowNs = 1_000_000_000_000L;
    private boolean isOutOfOrder;
    private long handshakeNs;
    private boolean areCallsAnswered;

    /** @param seed of everything that is left to chance */
    public Fabric(long seed) {
        random = new SplittableRandom(seed);
    }

    void add(Node node) {
        nodes.add(node);
        calls.put(node.self(), new ArrayDeque<>());
    }

    /** From now on no call gets through, or again. */
    public void outOfOrder(boolean yes) {
        isOutOfOrder = yes;
    }

    /** From now on connections take that long to be made; meanwhile whoever is called answers, or does not. */
    public void handshakesTake(long ns, boolean areAnswered) {
        handshakeNs = ns;
        areCallsAnswered = areAnswered;
    }

    /** A pipe from here to there, if calls get through. */
    public BytePipe call(ContextId from, ContextId to) {
        ArrayDeque<BytePipe> waiting = calls.get(to);
        if (isOutOfOrder || waiting == null) {
            return new NoPipe("context " + to, "nobody answers");
        }
        Wire wire = new Wire("context " + from, "context " + to);
        long untilNs = nowNs + handshakeNs;
        wire.takesLong(() -> nowNs >= untilNs, areCallsAnswered);
        wires.add(wire);
        waiting.add(wire.called());
        return wire.caller();
    }

    @Nullable BytePipe nextCall(ContextId to) {
        return Objects.requireNonNull(calls.get(to)).poll();
    }

    /** All that were ever made, oldest first. */
    public List<Wire> wires() {
        return wires;
    }

    /** The youngest. */
    public Wire lastWire() {
        return wires.getLast();
    }

    /** Turns all nodes until it is so. */
    public void until(String what, BooleanSupplier so) {
        for (int turn = 0; turn < MOST_TURNS; turn++) {
            if (so.getAsBoolean()) {
                return;
            }
            turn();
        }
        throw new AssertionError("after " + MOST_TURNS + " turns still not: " + what + nodes);
    }

    /** Turns all nodes for some time in which nothing particular is expected. */
    public void turnFor(long ns) {
        for (long endNs = nowNs + ns; nowNs < endNs; ) {
            turn();
        }
    }

    /** One turn of each node. */
    public void turn() {
        nowNs += TURN_NS;
        for (Node node : nodes) {
            node.port().poll(64);
        }
    }

    /** Time passes in which nobody does anything. */
    public void pass(long ns) {
        nowNs += ns;
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
