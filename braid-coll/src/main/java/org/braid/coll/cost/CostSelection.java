package org.braid.coll.cost;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Reproducible;
import org.braid.coll.select.Rule;
import org.braid.coll.select.RuleTable;
import org.braid.coll.select.Selection;
import org.braid.coll.sim.Network;
import org.braid.coll.sim.Outcome;
import org.braid.coll.sim.Simulator;
import org.jspecify.annotations.Nullable;

/**
 * Takes what costs least: the schedules of each candidate are run in virtual time over what messages cost on this network, once for each operation, power of two of bytes, and host of the root. A pure function of the network, so that all
 * ranks that have the same one choose alike.
 *
 * <p>Rules decide where they were set by hand, {@linkplain #beforeAgreement until} ranks know that they have the same network, of neighbours whose lists not all know, and where there are too many ranks to simulate. Not thread-safe: it belongs to one communicator.
 */
public final class CostSelection implements Selection {
    /** How the reason begins of what was taken because of its cost. */
    static final String COSTS_LEAST = "costs least: ";

    private static final int MOST_RANKS = 1024;
    private static final int MOST_KEPT = 256;
    private static final int RANKED = 10;
    private static final long ANY_LENGTH = -1;

    /** @param bytes {@link #ANY_LENGTH} where ranks do not know it alike */
    private record Key(Operation operation, int root, long bytes, boolean crowded, boolean commutative, @Nullable Neighbourhood neighbourhood) {
        Candidates candidates(Network network) {
            return new Candidates(operation, root, Math.max(0, bytes), commutative, crowded, network, neighbourhood);
        }

        boolean isOfAnyLength() {
            return bytes == ANY_LENGTH;
        }
    }

    private final Network network;
    private final RuleTable rules;
    private final boolean keepsBits;
    private final Map<Key, Rule> known = new Kept<>();
    private final Map<Key, Boolean> overMemory = new Kept<>();
    private final Map<Neighbourhood, Boolean> reachesAll = new Kept<>();

    /** Those that were looked at last. */
    private static final class Kept<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1;

        Kept() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > MOST_KEPT;
        }
    }

    /**
     * For the ranks of this network.
     *
     * @param rules what decides elsewhere, and what was set by hand
     */
    public CostSelection(Network network, RuleTable rules) {
        this(network, rules, false);
    }

    /**
     * Likewise.
     *
     * @param keepsBits whether {@link Reproducible} stands before it, and shared memory is compared with what that takes
     */
    public CostSelection(Network network, RuleTable rules, boolean keepsBits) {
        this.network = network;
        this.rules = rules;
        this.keepsBits = keepsBits;
    }

    @Override
    public Rule choose(Operation operation, int size, int root, long bytes, boolean crowded, boolean commutative) {
        Rule rule = rules.choose(operation, size, root, bytes, crowded, commutative);
        return rule.isByHand() || operation.isOfNeighbours() || !isPriced(size) ? rule : choose(key(operation, root, bytes, crowded, commutative));
    }

    /** {@inheritDoc} A reduction of neighbours, which goes between groups, is not simulated. */
    @Override
    public Rule choose(Operation operation, int size, Neighbourhood neighbourhood, long bytes, boolean crowded) {
        Rule rule = rules.choose(operation, size, neighbourhood, bytes, crowded);
        if (rule.isByHand() || operation == Operation.NEIGHBOR_REDUCE || !isPriced(size)) {
            return rule;
        }
        boolean isSizeAgreed = operation.isSizeAgreed() && reachesAll.computeIfAbsent(neighbourhood, all -> Edges.of(all, size).reachesAll());
        return choose(new Key(operation, 0, isSizeAgreed ? bytesLookedAt(bytes) : ANY_LENGTH, crowded, true, neighbourhood));
    }

    private boolean isPriced(int size) {
        return size == network.topology().size() && size >= 2 && size <= MOST_RANKS;
    }

    private Rule choose(Key key) {
        Rule chosen = known.get(key);
        if (chosen == null) {
            Candidates call = key.candidates(network);
            Rule rule = rules.choose(call.operation(), call.ranks(), call.root(), call.bytes(), call.crowded(), call.commutative()); // of what is looked at, so that it depends on nothing else
            chosen = key.isOfAnyLength() ? new AnyLength(call, rule).winner() : new Contest(call, rule, 1).winner();
            known.put(key, chosen);
        }
        return chosen;
    }

    /** {@inheritDoc} By rules alone, and those set by hand. */
    @Override
    public Selection beforeAgreement() {
        return rules;
    }

    /** A barrier has no bytes, which all know. */
    private Key key(Operation operation, int root, long bytes, boolean crowded, boolean commutative) {
        boolean isSizeAgreed = operation.isSizeAgreed() || operation == Operation.BARRIER;
        return new Key(operation, operation.isRooted() ? rootLookedAt(root) : 0, isSizeAgreed ? bytesLookedAt(bytes) : ANY_LENGTH, crowded, commutative, null);
    }

    /** {@inheritDoc} One more candidate, beside what was found for messages, of empty blocks where ranks do not know alike how long these are; it wins where both cost as much. Of more ranks than are simulated, calls go so as without costs. */
    @Override
    public boolean prefersMemory(Operation operation, int size, int root, long bytes, boolean crowded, boolean commutative) {
        if (size != network.topology().size() || size > MOST_RANKS) {
            return true;
        }
        Key key = key(operation, root, bytes, crowded, commutative);
        Boolean prefers = overMemory.get(key);
        if (prefers == null) {
            prefers = costsLessOverMemory(key);
            overMemory.put(key, prefers);
        }
        return prefers;
    }

    private boolean costsLessOverMemory(Key key) {
        Selection byMessages = keepsBits ? new Reproducible(this) : this;
        Candidates call = key.candidates(network);
        Rule rule = byMessages.choose(call.operation(), call.ranks(), call.root(), call.bytes(), call.crowded(), call.commutative());
        try {
            Outcome messages = Simulator.runWithin(call.collective(rule.algorithm(), rule.tuning()), network, Long.MAX_VALUE, Contest.MOST_EVENTS);
            return call.runOverBoards(keepsBits, messages == null ? Long.MAX_VALUE : messages.timePs(), Contest.MOST_EVENTS) != null;
        } catch (BraidException tooLarge) {
            if (tooLarge.code() != ErrorCode.SIMULATION_TOO_LARGE) {
                throw tooLarge;
            }
            return true;
        }
    }

    /** Whether costs have decided, and no rule. */
    public static boolean isByCost(Rule taken) {
        return taken.reason().startsWith(COSTS_LEAST);
    }

    /** Why rules decide, whatever messages cost; "" where costs do, unless somebody has chosen by hand. */
    public static String whyByRules(Operation operation, int ranks) {
        if (ranks < 2 || ranks > MOST_RANKS) {
            return "costs are compared among 2 to " + MOST_RANKS + " ranks";
        }
        return operation == Operation.NEIGHBOR_REDUCE ? "what goes between two groups is not simulated" : "";
    }

    /** The bytes for which {@link #choose} looks: the power of two below. */
    public static long bytesLookedAt(long bytes) {
        return Long.highestOneBit(bytes);
    }

    /** The root for which {@link #choose} looks: the lowest rank of the innermost cluster that this one is in, for which of its ranks is the root makes little difference. */
    public int rootLookedAt(int root) {
        return network.topology().path(root).getLast().ranks().lowest();
    }

    /** What would be compared for a call of exactly so many bytes, the cheapest first; what takes longer than ten times the best is left out. */
    public List<Candidate> ranking(Candidates call) {
        return new Contest(call, rules.choose(call.operation(), call.ranks(), call.root(), call.agreedBytes(), call.crowded(), call.commutative()), RANKED).ranking();
    }
}
