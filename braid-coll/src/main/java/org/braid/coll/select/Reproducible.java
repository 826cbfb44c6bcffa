package org.braid.coll.select;

import static org.braid.coll.algorithm.Algorithm.*;

import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Operation;
import org.braid.coll.topology.Level;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * Takes reductions whose bits depend on the operands and on the number of ranks alone, not on where ranks are, nor on how many cores they have, nor on the root; what moves without combining is left to others. What somebody has set by hand is taken
 * as far as it keeps to that, and steps aside elsewhere.
 */
public final class Reproducible implements Selection {
    private static final String REASON = "reproducible: one association over ranks, whatever the placement";

    private final Selection others;
    private final boolean hasProcesses;
    private final @Nullable Rule[] blind = new Rule[Operation.values().length];
    private final @Nullable Rule[] blindCrowded = new Rule[Operation.values().length];

    /** What {@code others} take among ranks that no processes part, where it is reproducible or was set by hand and is. */
    public Reproducible(Selection others) {
        this(others, false);
    }

    /**
     * Likewise.
     *
     * @param topology where ranks are; processes part nobody to what is taken, as in {@link RuleTable#of}
     */
    public Reproducible(Selection others, @Nullable Topology topology) {
        this(others, topology != null && topology.kinds().contains(Level.PROCESS));
    }

    private Reproducible(Selection others, boolean hasProcesses) {
        this.others = others;
        this.hasProcesses = hasProcesses;
    }

    @Override
    public Rule choose(Operation operation, int size, int root, long bytes, boolean crowded, boolean commutative) {
        Rule theirs = others.choose(operation, size, root, bytes, crowded, commutative);
        return theirs.algorithm().isReproducible() ? theirs : hasProcesses ? among(operation, crowded) : reproducible(operation, crowded);
    }

    /** {@inheritDoc} Blocks of neighbours are moved, and not combined. */
    @Override
    public Rule choose(Operation operation, int size, Neighbourhood neighbourhood, long bytes, boolean crowded) {
        return others.choose(operation, size, neighbourhood, bytes, crowded);
    }

    @Override
    public Selection beforeAgreement() {
        return new Reproducible(others.beforeAgreement(), hasProcesses);
    }

    @Override
    public boolean prefersMemory(Operation operation, int size, int root, long bytes, boolean crowded, boolean commutative) {
        return others.prefersMemory(operation, size, root, bytes, crowded, commutative);
    }

    /** Made once, for a plan is known by its tuning. */
    private Rule among(Operation operation, boolean crowded) {
        @Nullable Rule[] known = crowded ? blindCrowded : blind;
        Rule rule = known[operation.ordinal()];
        if (rule == null) {
            rule = reproducible(operation, crowded).blindTo(Level.PROCESS);
            known[operation.ordinal()] = rule;
        }
        return rule;
    }

    private static Rule reproducible(Operation operation, boolean crowded) {
        return switch (operation) {
            case REDUCE -> rule(operation, MULTILEVEL_CANONICAL_REDUCE, crowded);
            case ALLREDUCE -> rule(operation, MULTILEVEL_CANONICAL_ALLREDUCE, crowded);
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> rule(operation, MULTILEVEL_CANONICAL_REDUCE_SCATTER, crowded);
            case SCAN -> rule(operation, MULTILEVEL_CANONICAL_SCAN, crowded);
            case EXSCAN -> rule(operation, MULTILEVEL_CANONICAL_EXSCAN, crowded);
            case NEIGHBOR_REDUCE -> Rule.always(operation, LINEAR_NEIGHBOR_REDUCE, "reproducible: operands in the order in which neighbours are named");
            default -> throw new IllegalStateException(operation.text() + " has no reproducible algorithm");
        };
    }

    /** On a host with more ranks than cores all tell the leader at once. */
    private static Rule rule(Operation operation, Algorithm algorithm, boolean crowded) {
        return Rule.taking(operation, algorithm, crowded ? Crowded.TUNING : null, REASON);
    }

    /** Read when the first such rule is wanted. */
    private static final class Crowded {
        static final Tuning TUNING = Tuning.parse("rank=linear", MULTILEVEL_CANONICAL_REDUCE.keys());
    }
}
