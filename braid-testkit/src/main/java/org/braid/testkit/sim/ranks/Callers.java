package org.braid.testkit.sim.ranks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.coll.schedule.Operation;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Topology;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoName;
import org.braid.testkit.sim.machine.Host;
import org.braid.testkit.sim.machine.RingTransport;
import org.braid.testkit.sim.machine.SimNet;
import org.braid.testkit.sim.machine.SimProcess;
import org.braid.testkit.sim.script.Fault;
import org.braid.testkit.sim.script.Script;
import org.jspecify.annotations.Nullable;

/** The ranks of a world that make collective calls, all the same ones in the same order: on one host or as if on several, with a topology that all know alike. */
public final class Callers {
    private static final Operation[] CALLED = {
        Operation.BARRIER, Operation.BCAST, Operation.REDUCE, Operation.ALLREDUCE, Operation.GATHER, Operation.SCATTER, Operation.ALLGATHER, Operation.ALLTOALL, Operation.SCAN, Operation.EXSCAN,
        Operation.GATHERV, Operation.SCATTERV, Operation.ALLGATHERV, Operation.ALLTOALLV
    };
    private static final long JOB = 8;
    private static final int SECRET_BYTES = 32;
    private static final int MOST_RANKS = 6;
    private static final int LEAST_CALLS = 8;
    private static final int MOST_CALLS = 50;
    private static final int MOST_COPIES = 9;
    private static final int OPENING = 6;
    private static final int FEW = 10;
    private static final int LONG = 200;
    private static final int SELDOM = 10;
    private static final int SIXTEEN = 16;
    private static final int ONE_WAY = 5; // so that no call is started either
    private static final int CALLS_ONE_WAY = 300;
    private static final int SHORT = 4;

    private final Script script;
    private final SimNet net;
    private final List<Caller> ranks = new ArrayList<>();
    private final List<Collective> planned = new ArrayList<>();
    private final Map<Integer, List<LcoName>> copies = new HashMap<>();
    private final @Nullable Topology topology;
    private final boolean crowded;
    private final boolean keepsBits;
    private final int calls;
    private int over;
    private long progress;

    /** Opens everything; nothing moves yet. */
    public Callers(Script script, Host host) {
        this.script = script;
        this.net = new SimNet(script);
        int size = isOneWay() ? 3 + script.below(MOST_RANKS - 2) : 2 + script.below(MOST_RANKS - 1);
        this.topology = isOneWay() || script.chance(2) ? null : topology(size);
        this.crowded = script.chance(2);
        this.keepsBits = script.chance(3);
        this.calls = isOneWay() ? CALLS_ONE_WAY : LEAST_CALLS + script.below(MOST_CALLS - LEAST_CALLS);
        byte[] secret = new byte[SECRET_BYTES];
        Arrays.fill(secret, (byte) JOB);
        ContextConfig config = ContextConfig.alone().withTransports(List.of(new RingTransport(net, 0))).withDirectory(this::tableOf).withSecret(secret);
        for (int index = 0; index < size; index++) {
            SimProcess process = new SimProcess(host, index, script);
            ContextId id = new ContextId(JOB, JOB, index);
            net.settle(id, process);
            ranks.add(new Caller(script, this, process, Context.open(config.withId(id).withSpace(process.space())), index));
        }
    }

    private Topology topology(int size) {
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            places.add(Place.of("", "", "host" + script.below(3)));
        }
        return Topology.of(List.of("site", "cluster", "host"), places);
    }

    private @Nullable DescriptorTable tableOf(ContextId id) {
        for (Caller each : ranks) {
            if (each.id().equals(id)) {
                return each.isLeaving() ? null : each.table();
            }
        }
        return null;
    }

    /** All begin, once all are there; one may be killed. */
    public void start() {
        ranks.forEach(Caller::start);
        if (script.strikes(Fault.KILL, 1)) {
            script.within(script.options().faultNs(), () -> kill(ranks.get(mortal())));
        }
    }

    private int mortal() {
        return isOneWay() ? 1 + script.below(ranks.size() - 1) : script.below(ranks.size());
    }

    private void kill(Caller victim) {
        if (!victim.isOver()) {
            victim.process().kill();
            ended(victim);
        }
    }

    /** A process has ended: others are told, as by a launcher. */
    void ended(Caller gone) {
        over++;
        gone.end();
        progressed();
        BraidException cause = new BraidException(ErrorCode.PEER_LOST, gone + " has failed", "its process has ended", "See the seed");
        for (Caller other : ranks) {
            if (other != gone) {
                script.within(script.options().latencyNs(), () -> net.tellOfDeath(gone.id(), other.id(), cause));
            }
        }
    }

    /** Whether none is left. */
    public boolean areOver() {
        return over == ranks.size();
    }

    /** Grows while something moves. */
    public long progress() {
        return progress;
    }

    void progressed() {
        progress++;
    }

    /** Gives everything back to the machine. */
    public void release() {
        ranks.forEach(Caller::abandon);
        ranks.forEach(each -> each.process().release());
    }

    /** What all are like, and where each has come to. */
    public String describe() {
        return (topology == null ? "one host" : "hosts " + topology) + (crowded ? ", crowded" : "") + (keepsBits ? ", keeping bits" : "") + ", " + calls + " calls: " + ranks;
    }

    // ---- what they have in common

    /** The call with that number. */
    Collective planned(int number) {
        while (planned.size() <= number) {
            planned.add(isOneWay() ? new Collective(planned.size(), Operation.BCAST, ranks.size(), 0, 1 + script.below(SHORT), true) : drawn(planned.size()));
        }
        return planned.get(number);
    }

    private Collective drawn(int number) {
        Operation operation = CALLED[script.below(CALLED.length)];
        int elements = 1 + script.below(script.chance(SELDOM) ? LONG : FEW);
        return new Collective(number, operation, ranks.size(), script.below(ranks.size()), elements, script.chance(2));
    }

    /** In one world of sixteen all calls go from the first rank to others that compute for long, by messages, and whoever hears of a death looks at nothing any more: rings fill, and stay so. */
    boolean isOneWay() {
        return Math.floorMod(script.seed(), SIXTEEN) == ONE_WAY;
    }

    /** How often the communicator is copied behind a call; never in every other world. */
    int copiesBehind(Collective call) {
        boolean copies = !isOneWay() && script.seed() % 2 != 0 && call.number % 3 == 1;
        return copies ? 1 + call.number % MOST_COPIES : 0;
    }

    /** Whether a call is started, and waited for later; none in every other two worlds, nor those before which a board is made. */
    boolean isStarted(Collective call) {
        return (script.seed() & 2) != 0 && call.number >= OPENING && call.number % 4 != 0;
    }

    /** All members have to mean the same objects by the copy with that number. */
    void compareCopies(int number, Lco copied) {
        List<LcoName> names = new ArrayList<>();
        for (int rank = 0; rank < copied.size(); rank++) {
            names.add(copied.nameOf(rank));
        }
        List<LcoName> known = copies.putIfAbsent(number, names);
        demand(known == null || known.equals(names), () -> "copy " + number + " is of " + known + " and of " + names);
        demand(names.get(copied.rank()).equals(copied.name()), () -> "copy " + number + " is of " + names + " at rank " + copied.rank() + ", whose object is " + copied.name());
    }

    /** Whether a rank has failed in it, or in an earlier one. */
    boolean isCalledOff(Collective what) {
        return planned.stream().anyMatch(each -> each.number <= what.number && each.isCalledOff());
    }

    boolean hasCalledOff() {
        return planned.stream().anyMatch(Collective::isCalledOff);
    }

    /** Whether another one has ended, or is about to. */
    boolean hasLost(Caller one) {
        return ranks.stream().anyMatch(other -> other != one && other.isLeaving());
    }

    boolean haveDied() {
        return ranks.stream().anyMatch(each -> each.process().isDead());
    }

    /** Whether none makes a call any more, so that they may leave. */
    boolean haveCalledAll() {
        return ranks.stream().allMatch(Caller::hasCalledAll);
    }

    void demand(boolean truth, Supplier<String> otherwise) {
        if (!truth) {
            script.time().broken(otherwise.get());
        }
    }

    ContextId context(int rank) {
        return ranks.get(rank).id();
    }

    int size() {
        return ranks.size();
    }

    int calls() {
        return calls;
    }

    @Nullable Topology topologySeenBy(int rank) {
        return topology == null ? null : topology.seenBy(rank);
    }

    boolean isCrowded() {
        return crowded;
    }

    boolean keepsBits() {
        return keepsBits;
    }
}
