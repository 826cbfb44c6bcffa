package org.braid.testkit.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A world of a few processes, made from one seed: runs a workload under faults, heals, demands progress, closes everything, and checks
 * that nothing is left. The same seed gives the same run, event by event.
 *
 * <pre>{@code
 *   SimTally counts = SimWorld.of(4711).run();      // throws SimFailure with the options and the command that replays
 * }</pre>
 */
public final class SimWorld {
    private static final long TICK_NS = 2 * SimOptions.MS;
    private static final long STUCK_NS = 1_500 * SimOptions.MS;
    private static final long LONGEST_NS = 60_000 * SimOptions.MS;
    private static final int RUNNING = 0;
    private static final int CLOSING = 1;
    private static final int ENDED = 2;

    private final LaneSteps steps;
    private final SplittableRandom random;
    private final SimOptions options;
    private final EventQueue events = new EventQueue();
    private final SimTally tally = new SimTally();
    private final SimFrame frames = new SimFrame();
    private final Ledger ledger;
    private final long originNs;
    private final boolean[][] partitioned;
    private final List<SimContext> contexts = new ArrayList<>();
    private final List<SimLane> lanes = new ArrayList<>();
    private final List<SimWire> wires = new ArrayList<>();
    private int phase = RUNNING;
    private long progressAtNs;
    private long epochs;

    private SimWorld(long seed, LaneSteps steps) {
        this.steps = steps;
        random = new SplittableRandom(seed);
        options = new SimOptions(seed, random);
        partitioned = new boolean[options.contexts][options.contexts];
        // Some worlds begin shortly before the clock's sign changes: times may only be compared by their difference.
        originNs = random.nextInt(4) == 0 ? Long.MAX_VALUE - random.nextLong(50 * SimOptions.MS) : random.nextLong();
        ledger = new Ledger(this);
        for (int id = 0; id < options.contexts; id++) contexts.add(new SimContext(this, id));
        for (SimContext context : contexts) context.open();
        for (SimContext context : contexts) lanes.addAll(context.lanes());
        new Nemesis(this);
        after(TICK_NS, this::tick);
        if (options.closesImpatiently) after(random.nextLong(options.faultPhaseNs), this::closeAll);
    }

    /** A world of sound lanes. */
    public static SimWorld of(long seed) {
        return new SimWorld(seed, new LaneSteps());
    }

    /** A world whose lanes take these steps: for planted bugs. */
    static SimWorld of(long seed, LaneSteps steps) {
        return new SimWorld(seed, steps);
    }

    /**
     * Runs to the end.
     *
     * @return what happened, counted
     * @throws SimFailure if a promise was broken; the message has everything that is needed to see it again
     */
    public SimTally run() {
        try {
            while (phase != ENDED) {
                tally.events++;
                if (!events.step()) throw new SimFailure("the world stood still");
            }
            checkNothingIsLeft();
        } catch (RuntimeException | SimFailure e) {
            throw new SimFailure(e.getMessage() + "\n  at " + elapsedNs() / 1000 + " us of virtual time, phase " + phase + "\n  " + options
                    + "\n  replay: mvn -q -B -pl braid-testkit -am test -Dtest=SimWorldTest -Dsurefire.failIfNoSpecifiedTests=false -Dsim.seed="
                    + options.seed, e);
        } finally {
            for (SimLane lane : lanes) lane.drop();
            for (SimContext context : contexts) {
                context.freeMemory();
                context.budget().close();
            }
        }
        tally.end(elapsedNs());
        return tally;
    }

    // ---- the turn of the world

    private void tick() {
        for (SimLane lane : lanes) lane.tick();
        advancePhase();
        if (elapsedNs() - progressAtNs > STUCK_NS && !isFaulty()) throw stuck("nothing moves");
        if (elapsedNs() > LONGEST_NS) throw stuck("no end");
        after(TICK_NS, this::tick);
    }

    private void advancePhase() {
        if (phase == RUNNING && allQuiet()) closeAll();
        else if (phase == CLOSING && allEnded()) phase = ENDED;
    }

    private boolean allQuiet() {
        for (SimLane lane : lanes) if (!isOver(lane) && !lane.isQuiet()) return false;
        return true;
    }

    private boolean isOver(SimLane lane) {
        return lane.context().isDead() || lane.hasFailed();
    }

    private boolean allEnded() {
        for (SimLane lane : lanes) if (!lane.isEnded()) return false;
        return true;
    }

    private void closeAll() {
        if (phase != RUNNING) return;
        phase = CLOSING;
        progressed();
        for (SimLane lane : lanes) {
            long withinNs = (options.closesImpatiently ? random.nextLong(20) : 500) * SimOptions.MS;
            after(random.nextLong(10 * SimOptions.MS), () -> lane.startClosing(withinNs));
        }
    }

    private SimFailure stuck(String what) {
        StringBuilder who = new StringBuilder(what);
        for (SimLane lane : lanes) who.append("\n    ").append(lane);
        return new SimFailure(who.toString());
    }

    private void checkNothingIsLeft() {
        for (SimLane lane : lanes) {
            boolean whole = !options.closesImpatiently && !isOver(lane) && !isOver(lane(lane.peer(), lane.context().id()));
            if (whole) ledger.complete(lane);
        }
        for (SimContext context : contexts) {
            if (context.isDead()) continue;
            if (context.sends().live() + context.receives().live() > 0) throw stuck("a transfer is left");
        }
        for (SimLane lane : lanes) lane.drop();
        for (SimContext context : contexts) context.freeMemory();
        for (SimContext context : contexts)
            if (context.budget().usedBytes() != 0) throw stuck("log memory of context " + context.id() + " leaked: " + context.budget().usedBytes());
    }

    // ---- the network

    /** Somebody calls somebody. Silence is a possible answer. */
    void connect(SimLane from, int serial) {
        SimLane to = lane(from.peer(), from.context().id());
        if (isPartitioned(from) || to.context().isDead()) return;
        if (isFaulty() && options.has(Fault.LOST_CONNECT) && random.nextInt(3) == 0 && strike(Fault.LOST_CONNECT)) return;
        SimWire wire = new SimWire(this, from, to);
        tally.connections++;
        wires.add(wire);
        long latencyNs = options.latencyNs + random.nextLong(options.latencyNs);
        after(latencyNs, () -> {
            if (!to.context().isDead()) to.connections().called(wire.end(1));
        });
        after(latencyNs + options.latencyNs, () -> from.connections().made(wire.end(0), serial));
    }

    @Nullable SimWire someLiveWire() {
        wires.removeIf(wire -> !wire.isLive());
        return wires.isEmpty() ? null : wires.get(random.nextInt(wires.size()));
    }

    void kill(int id) {
        SimContext victim = contexts.get(id);
        victim.kill();
        long noticedNs = random.nextLong(60 * SimOptions.MS);
        for (SimLane lane : lanes) if (lane.peer() == id && !lane.context().isDead()) after(noticedNs + random.nextLong(SimOptions.MS), lane::peerDied);
    }

    void partition(int one, int other) {
        partitioned[one][other] = true;
        partitioned[other][one] = true;
        for (SimWire wire : wires) {
            SimLane lane = wire.end(0).lane();
            if (isPartitioned(lane)) wire.silence();
        }
    }

    boolean isPartitioned(SimLane lane) {
        return partitioned[lane.context().id()][lane.peer()];
    }

    /** Counts a fault that is about to happen. */
    boolean strike(Fault fault) {
        tally.count(fault);
        return true;
    }

    /** Before the world heals. Safety is demanded always, progress afterwards. */
    boolean isFaulty() {
        return elapsedNs() < options.faultPhaseNs;
    }

    // ---- what everybody needs

    void progressed() {
        progressAtNs = elapsedNs();
    }

    void after(long delayNs, Runnable action) {
        events.after(delayNs, action);
    }

    long elapsedNs() {
        return events.elapsedNs();
    }

    long nowNs() {
        return originNs + elapsedNs();
    }

    long nextEpoch() {
        return ++epochs;
    }

    SimLane lane(int from, int to) {
        return contexts.get(from).lanes().get(to < from ? to : to - 1);
    }

    SimContext context(int id) {
        return contexts.get(id);
    }

    SimOptions options() {
        return options;
    }

    boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    SplittableRandom random() {
        return random;
    }

    SimTally tally() {
        return tally;
    }

    SimFrame frames() {
        return frames;
    }

    LaneSteps steps() {
        return steps;
    }

    Ledger ledger() {
        return ledger;
    }
}
