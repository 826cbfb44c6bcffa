package org.braid.coll.cost;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Rule;
import org.braid.coll.select.RuleTable;
import org.braid.coll.select.Selection;
import org.braid.coll.sim.Network;

/**
 * Takes what costs least: the schedules of each candidate are run in virtual time over what messages cost on this network, once for each operation, power of two of bytes, and host of the root. A pure function of the network, so that all
 * ranks that have the same one choose alike.
 *
 * <p>Rules decide where they were set by hand, for operations whose sizes ranks do not know alike, for barriers (by which ranks make sure that they have the same network), and where there are too many ranks to simulate. Not thread-safe:
 * it belongs to one communicator.
 */
public final class CostSelection implements Selection {
    private static final int MOST_RANKS = 1024;
    private static final int MOST_KEPT = 256;
    private static final int RANKED = 10;

    private record Key(Operation operation, int root, long bytes, boolean crowded, boolean commutative) {}

    private final Network network;
    private final RuleTable rules;
    private final Map<Key, Rule> known = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Rule> eldest) {
            return size() > MOST_KEPT;
        }
    };

    /**
     * For the ranks of this network.
     *
     * @param rules what decides elsewhere, and what was set by hand
     */
    public CostSelection(Network network, RuleTable rules) {
        this.network = network;
        this.rules = rules;
    }

    @Override
    public Rule choose(Operation operation, int size, int root, long bytes, boolean crowded, boolean commutative) {
        Rule rule = rules.choose(operation, size, root, bytes, crowded, commutative);
        if (rule.isByHand() || !isPriced(operation) || size != network.topology().size() || size < 2 || size > MOST_RANKS) {
            return rule;
        }
        Key key = new Key(operation, operation.isRooted() ? representative(root) : 0, Long.highestOneBit(bytes), crowded, commutative);
        Rule chosen = known.get(key);
        if (chosen == null) {
            chosen = new Contest(new Candidates(operation, key.root, key.bytes, commutative, crowded, network), rule, 1).winner();
            known.put(key, chosen);
        }
        return chosen;
    }

    /** What would be compared for a call, the cheapest first; what takes longer than ten times the best is left out. */
    public List<Candidate> ranking(Operation operation, int root, long bytes, boolean crowded, boolean commutative) {
        Rule rule = rules.choose(operation, network.topology().size(), root, bytes, crowded, commutative);
        return new Contest(new Candidates(operation, root, bytes, commutative, crowded, network), rule, RANKED).ranking();
    }

    private static boolean isPriced(Operation operation) {
        return switch (operation) {
            case BCAST, REDUCE, ALLREDUCE, GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN -> true;
            default -> false;
        };
    }

    /** The lowest rank of the innermost cluster that the root is in: which of its ranks is the root makes little difference. */
    private int representative(int root) {
        return network.topology().path(root).getLast().ranks().lowest();
    }
}
