package org.braid.coll.cost;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Reproducible;
import org.braid.coll.select.Rule;
import org.braid.coll.select.RuleTable;
import org.braid.coll.select.Selection;
import org.braid.coll.sim.Network;
import org.braid.coll.sim.Outcome;
import org.braid.coll.sim.Simulator;

/**
 * Takes what costs least: the schedules of each candidate are run in virtual time over what messages cost on this network, once for each operation, power of two of bytes, and host of the root. A pure function of the network, so that all
 * ranks that have the same one choose alike.
 *
 * <p>Rules decide where they were set by hand, for operations whose sizes ranks do not know alike, for barriers (by which ranks make sure that they have the same network), and where there are too many ranks to simulate. Not thread-safe:
 * it belongs to one communicator.
 */
public final class CostSelection implements Selection {
    /** How the reason begins of what was taken because of its cost. */
    static final String COSTS_LEAST = "costs least: ";

    private static final int MOST_RANKS = 1024;
    private static final int MOST_KEPT = 256;
    private static final int RANKED = 10;

    private record Key(Operation operation, int root, long bytes, boolean crowded, boolean commutative) {
        Candidates candidates(Network network) {
            return new Candidates(operation, root, bytes, commutative, crowded, network);
        }
    }

    private final Network network;
    private final RuleTable rules;
    private final boolean keepsBits;
    private final Map<Key, Rule> known = new Kept<>();
    private final Map<Key, Boolean> overMemory = new Kept<>();

    /** Those that were looked at last. */
    private static final class Kept<V> extends LinkedHashMap<Key, V> {
        private static final long serialVersionUID = 1;

        Kept() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, V> eldest) {
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
        if (rule.isByHand() || !isPriced(operation) || size != network.topology().size() || size < 2 || size > MOST_RANKS) {
            return rule;
        }
        Key key = key(operation, root, bytes, crowded, commutative);
        Rule chosen = known.get(key);
        if (chosen == null) {
            chosen = new Contest(key.candidates(network), rule, 1).winner();
            known.put(key, chosen);
        }
        return chosen;
    }

    private Key key(Operation operation, int root, long bytes, boolean crowded, boolean commutative) {
        return new Key(operation, operation.isRooted() ? rootLookedAt(root) : 0, bytesLookedAt(bytes), crowded, commutative);
    }

    /** {@inheritDoc} One more candidate, beside what was found for messages, or what the rules take for operations that are not priced; it wins where both cost as much. Of more ranks than are simulated, calls go so as without costs. */
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
        Rule rule = byMessages.choose(key.operation, network.topology().size(), key.root, key.bytes, key.crowded, key.commutative);
        Candidates call = key.candidates(network);
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
        if (operation == Operation.BARRIER) {
            return "by a barrier ranks find out whether they have the same costs, so that it must be the same without";
        }
        return isPriced(operation) ? "" : "ranks do not know alike how long each block is, and costs depend on it";
    }

    /** The bytes for which {@link #choose} looks: the power of two below. */
    public static long bytesLookedAt(long bytes) {
        return Long.highestOneBit(bytes);
    }

    /** The root for which {@link #choose} looks: the lowest rank of the innermost cluster that this one is in, for which of its ranks is the root makes little difference. */
    public int rootLookedAt(int root) {
        return network.topology().path(root).getLast().ranks().lowest();
    }

    /** What would be compared for a call, the cheapest first; what takes longer than ten times the best is left out. */
    public List<Candidate> ranking(Operation operation, int root, long bytes, boolean crowded, boolean commutative) {
        Candidates call = new Candidates(operation, root, bytes, commutative, crowded, network);
        return new Contest(call, rules.choose(operation, call.ranks(), root, call.agreedBytes(), crowded, commutative), RANKED).ranking();
    }

    private static boolean isPriced(Operation operation) {
        return switch (operation) {
            case BCAST, REDUCE, ALLREDUCE, GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN -> true;
            default -> false;
        };
    }
}
