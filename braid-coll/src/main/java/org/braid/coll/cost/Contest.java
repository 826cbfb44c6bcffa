package org.braid.coll.cost;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.algorithm.tree.TreeNames;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Rule;
import org.braid.coll.sim.ChannelCost;
import org.braid.coll.sim.Outcome;
import org.braid.coll.sim.Simulator;
import org.braid.coll.sim.VirtualTime;
import org.braid.coll.topology.Cluster;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * All candidates of a call, run one after the other, each no longer than the best before it needed, or several times as long where segments may make it quicker. First those of the catalogue as they come, and with other numbers, then multilevel ones with levels left out, then in segments of several lengths the best of those that
 * can go so. What the rules would take begins, and wins where others cost as much.
 */
final class Contest {
    /** What one choice may cost, so that the first call of a kind is not kept waiting for ever: some tenths of a second. */
    static final long MOST_EVENTS = 600_000;

    private static final long SHORTEST_SEGMENT = 1 << 10;
    private static final long LONGEST_SEGMENT = 256 << 10;
    private static final int FEW_SEGMENTS = 128;
    private static final int EVENTS_A_SEGMENT = 16; // of each rank, and as often as lengths are tried
    private static final int LISTS_AN_EVENT = 8; // so many edges are looked at while an event is simulated
    private static final int BASIS = 3;
    private static final int GAIN = 8; // segments may make a way through the levels so many times as quick
    private static final long SLACK = 100; // of a broadcast's time: what it may take longer by itself to take less in a loop, if others that are not told anything take as long
    private static final long TREES = 200; // likewise, for a tree through the levels: what MagPIe would take is never missed for a quicker broadcast that keeps the loop longer
    private static final long ABOUT = 500; // likewise, in any case

    private record Entry(Algorithm algorithm, @Nullable Tuning tuning) {}

    private final Candidates call;
    private final Rule rule;
    private final int patience;
    private final Set<Long> segments;
    private final List<Candidate> finished = new ArrayList<>();
    private final Set<Entry> tried = new HashSet<>();
    private final @Nullable Edges edges;
    private final long mostEvents;
    private long eventsLeft;

    /** @param patience how many times as long as the best before it a candidate may take and still be ranked */
    Contest(Candidates call, Rule rule, int patience) {
        this(call, rule, patience, MOST_EVENTS);
    }

    /**
     * Likewise.
     *
     * @param mostEvents how much is simulated
     */
    Contest(Candidates call, Rule rule, int patience, long mostEvents) {
        this.call = call;
        this.rule = rule;
        this.patience = patience;
        this.mostEvents = mostEvents;
        this.eventsLeft = mostEvents;
        this.edges = call.neighbourhood() == null ? null : Edges.of(call.neighbourhood(), call.ranks());
        this.segments = segments();
    }

    /** What costs least, with its cost and the next one's as the reason. */
    Rule winner() {
        List<Candidate> ranking = ranking();
        if (ranking.isEmpty()) {
            return rule;
        }
        return call.operation() == Operation.BCAST ? leastInLoop(ranking) : taking(ranking.getFirst(), us(ranking.getFirst().timePs()));
    }

    private Rule taking(Candidate best, String cost) {
        return Rule.taking(call.operation(), best.algorithm(), best.tuning(), CostSelection.COSTS_LEAST + cost);
    }

    private static String us(long ps) {
        return ps / 1_000_000 + " us";
    }

    /** Takes, of those that cost about the least by themselves, what costs least where ranks wait for each other. */
    private Rule leastInLoop(List<Candidate> ranking) {
        AcknowledgedLoop loop = new AcknowledgedLoop(call);
        Candidate quickest = ranking.getFirst();
        Candidate best = quickest;
        long aboutPs = aboutPs(ranking);
        long treesPs = Math.max(aboutPs, quickest.timePs() + quickest.timePs() / TREES);
        long quickestPs = loop.turnPs(quickest);
        long leastPs = quickestPs;
        for (Candidate each : ranking) {
            long turnPs = each.timePs() > (isTree(each) ? treesPs : aboutPs) ? Long.MAX_VALUE : loop.turnPs(each);
            best = turnPs < leastPs ? each : best;
            leastPs = Math.min(turnPs, leastPs);
        }
        return taking(best, best == quickest ? us(best.timePs()) : us(leastPs) + " a turn of the loop of Figure 6, where ranks wait for each other, " + (quickestPs - leastPs) / 1000 + " ns less than by " + quickest.text() + ", the quickest by itself");
    }

    /** What others may take: no more than the quickest tree through the levels, if that is within a hundredth, and else two thousandths more than the least. */
    private static long aboutPs(List<Candidate> ranking) {
        long leastPs = ranking.getFirst().timePs();
        for (Candidate each : ranking) {
            if (isTree(each) && each.timePs() <= leastPs + leastPs / SLACK) {
                return each.timePs();
            }
        }
        return leastPs + leastPs / ABOUT;
    }

    /** Through all levels, or some, that is binomial within hosts, in one piece, as MagPIe's are. */
    private static boolean isTree(Candidate each) {
        return each.algorithm() == Algorithm.MULTILEVEL_BCAST && (each.tuning() == null || each.tuning().segmentBytes() == 0);
    }

    /** How long a candidate may take if the best before it took so long: longer if it goes through the levels in one piece, and may be tried in segments. */
    private long bound(Entry entry, long bestPs) {
        boolean mayGain = entry.algorithm.isMultilevel() && entry.algorithm.hasSegments() && (entry.tuning == null || entry.tuning.segmentBytes() == 0) && !segments.isEmpty();
        int times = mayGain ? Math.max(patience, GAIN) : patience;
        long slackPs = call.operation() == Operation.BCAST ? bestPs / SLACK : 0;
        return Math.max(times * Math.min(bestPs, Long.MAX_VALUE / times), VirtualTime.plus(bestPs, slackPs));
    }

    /** Those that were run to their end, the cheapest first. */
    List<Candidate> ranking() {
        enter(new Entry(rule.algorithm(), rule.tuning()));
        boolean byLevelsOnly = call.operation().isRooted() && !call.network().topology().isFlat(); // others' costs depend on which rank of a host is the root
        for (Algorithm algorithm : call.algorithms()) {
            if (!isTried(algorithm)) {
                continue;
            }
            if (!byLevelsOnly || algorithm.isMultilevel()) {
                enter(new Entry(algorithm, null));
            }
            if (!byLevelsOnly) {
                numbers(algorithm).forEach(told -> enter(new Entry(algorithm, told)));
            }
            if (algorithm.isMultilevel() && !algorithm.isOfParts()) { // these cross all levels
                leftOut().forEach(levels -> enter(new Entry(algorithm, new Tuning(levels, Map.of(), 0))));
            }
        }
        List<Candidate> whole = sorted().stream().filter(each -> each.algorithm().hasSegments()).limit(BASIS).toList();
        for (int i = 0; i < whole.size(); i++) {
            Candidate each = whole.get(i);
            if (whole.subList(0, i).stream().noneMatch(before -> isAs(each, before))) { // what leaves a level out may go along the same trees
                inSegments(each);
            }
        }
        return sorted();
    }

    /** Whether both are the same in one piece, and so in segments, for which nobody names trees. */
    private boolean isAs(Candidate one, Candidate other) {
        return !namesTrees(one) && !namesTrees(other) && one.doesAs(other) && call.collective(one.algorithm(), one.tuning()).goesAs(call.collective(other.algorithm(), other.tuning()));
    }

    private static boolean namesTrees(Candidate one) {
        return one.tuning() != null && !one.tuning().trees().isEmpty();
    }

    private boolean isTried(Algorithm algorithm) {
        return switch (algorithm) {
            case MULTILEVEL_LANES_BCAST -> false; // gains where bandwidth is each rank's own, and no profile says that it is
            case COMBINING_NEIGHBOR_ALLGATHER, COMBINING_NEIGHBOR_ALLTOALL -> isOnGrid() && edges != null && edges.reachesAll(); // blocks may pass ranks without neighbours, who do not know how long they are
            case COMBINING_NEIGHBOR_ALLGATHERV, COMBINING_NEIGHBOR_ALLTOALLV -> isOnGrid();
            default -> true;
        };
    }

    /** Whether there are dimensions to combine along; else all would go straight once more. */
    private boolean isOnGrid() {
        return call.neighbourhood() != null && call.neighbourhood().grid() != null;
    }

    /** Of an algorithm with a number to it, several, one of which is what is usual: the λ is what the network says it is. */
    private List<Tuning> numbers(Algorithm algorithm) {
        if (algorithm.keys().contains(Tuning.RADIX)) {
            return List.of(Tuning.radix(2), Tuning.radix(4), Tuning.radix(8), Tuning.radix(16));
        }
        if (algorithm.keys().contains(Tuning.WINDOW)) {
            return List.of(Tuning.window(1), Tuning.window(16), Tuning.window(64));
        }
        if (algorithm.keys().contains(Tuning.BLOCKS)) {
            return List.of(Tuning.blocks(4), Tuning.blocks(64), Tuning.blocks(TreeNames.MOST_WAYS));
        }
        ChannelCost channel = call.network().channels().getLast();
        long lambda = 1 + channel.latencyPs() / Math.max(1, Math.max(channel.sendPs(), channel.gapPs()));
        return algorithm.keys().contains(Tuning.LAMBDA) ? List.of(Tuning.lambda((int) Math.clamp(lambda, 1, TreeNames.MOST_WAYS))) : List.of();
    }

    private void inSegments(Candidate each) {
        Set<String> levels = each.tuning() == null ? Set.of() : each.tuning().leftOut();
        for (long segment : segments) {
            enter(new Entry(each.algorithm(), new Tuning(levels, Map.of(), segment)));
        }
    }

    /** Powers of four, of which there are not too many to be tried, and what is just too short to be offered; a segment that is offered waits for its receiver as often as there are segments. */
    private Set<Long> segments() {
        long offered = call.network().channels().stream().mapToLong(ChannelCost::offeredBytes).min().orElse(Long.MAX_VALUE);
        Set<Long> lengths = new TreeSet<>(Comparator.reverseOrder());
        for (long length = SHORTEST_SEGMENT; (length <= LONGEST_SEGMENT || lengths.isEmpty()) && 2 * length <= call.bytes(); length *= 4) {
            if (length < offered && isFew(length)) {
                lengths.add(length);
            }
        }
        if (offered <= call.bytes() && offered > SHORTEST_SEGMENT && isFew(offered - 1)) {
            lengths.add(offered - 1);
        }
        return lengths;
    }

    /** Whether so many messages of that length can be simulated as often as there are candidates. */
    private boolean isFew(long length) {
        return Math.ceilDiv(call.bytes(), length) <= Math.max(FEW_SEGMENTS, MOST_EVENTS / EVENTS_A_SEGMENT / ranks());
    }

    /** All sets of levels between whose clusters there are several, but the empty one. */
    private List<Set<String>> leftOut() {
        Topology topology = call.network().topology();
        List<String> levels = new ArrayList<>();
        for (String kind : topology.kinds()) {
            if (isParted(topology, topology.whole(), topology.kinds().indexOf(kind))) {
                levels.add(kind);
            }
        }
        List<Set<String>> sets = new ArrayList<>();
        for (int bits = 1; bits < 1 << levels.size(); bits++) {
            Set<String> set = new TreeSet<>();
            for (int i = 0; i < levels.size(); i++) {
                if ((bits >> i & 1) != 0) {
                    set.add(levels.get(i));
                }
            }
            sets.add(set);
        }
        return sets;
    }

    private static boolean isParted(Topology topology, Cluster cluster, int kind) {
        boolean is = cluster.kind() == kind && cluster.constituents() > 1;
        for (int i = 0; i < cluster.constituents() && !is; i++) {
            @Nullable Cluster below = cluster.constituent(i);
            is = below != null && isParted(topology, below, kind);
        }
        return is;
    }

    private void enter(Entry entry) {
        long looks = looks(entry.algorithm);
        if (eventsLeft <= looks && !finished.isEmpty() || isOfPairs(entry.algorithm) && (long) ranks() * ranks() > eventsLeft || !tried.add(entry)) {
            return;
        }
        eventsLeft -= looks;
        @Nullable Outcome outcome = outcome(entry);
        eventsLeft -= outcome == null ? ranks() : outcome.events();
        if (outcome != null) {
            finished.add(new Candidate(entry.algorithm, entry.tuning, outcome, ""));
        }
    }

    /** Whether each rank has a message, or a step, for each other one. */
    private boolean isOfPairs(Algorithm algorithm) {
        return edges == null && (call.operation() == Operation.ALLGATHERV || call.operation() == Operation.ALLTOALLV || algorithm.name().endsWith("_ALLTOALL") || algorithm.name().endsWith("_ALLGATHER"));
    }

    /** As how many events it counts that ranks look at the lists of others to plan by; none do where all goes straight. */
    private long looks(Algorithm algorithm) {
        boolean isStraight = algorithm == Algorithm.LINEAR_NEIGHBOR_ALLGATHER || algorithm == Algorithm.LINEAR_NEIGHBOR_ALLTOALL;
        return edges == null || isStraight ? 0 : ranks() * edges.count() / LISTS_AN_EVENT;
    }

    private @Nullable Outcome outcome(Entry entry) {
        long bestPs = finished.stream().mapToLong(Candidate::timePs).min().orElse(Long.MAX_VALUE / 2);
        try {
            return Simulator.runWithin(call.collective(entry.algorithm, entry.tuning), call.network(), bound(entry, bestPs), mostEvents);
        } catch (BraidException tooLarge) {
            if (tooLarge.code() != ErrorCode.SIMULATION_TOO_LARGE) {
                throw tooLarge;
            }
            return null;
        }
    }

    private List<Candidate> sorted() {
        List<Candidate> all = new ArrayList<>(finished);
        all.sort(Comparator.comparingLong(Candidate::timePs));
        return all;
    }

    private int ranks() {
        return call.network().topology().size();
    }
}
