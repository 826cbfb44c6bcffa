package org.braid.coll.algorithm;

import org.braid.coll.algorithm.movement.BinomialBcast;
import org.braid.coll.algorithm.movement.BinomialGather;
import org.braid.coll.algorithm.movement.BinomialScatter;
import org.braid.coll.algorithm.movement.BruckAllgather;
import org.braid.coll.algorithm.movement.BruckAlltoall;
import org.braid.coll.algorithm.movement.CentralAllgather;
import org.braid.coll.algorithm.movement.CentralBarrier;
import org.braid.coll.algorithm.movement.DisseminationBarrier;
import org.braid.coll.algorithm.movement.LinearAllgather;
import org.braid.coll.algorithm.movement.LinearAlltoall;
import org.braid.coll.algorithm.movement.LinearBcast;
import org.braid.coll.algorithm.movement.LinearGather;
import org.braid.coll.algorithm.movement.LinearScatter;
import org.braid.coll.algorithm.movement.NeighborExchange;
import org.braid.coll.algorithm.movement.PairwiseAlltoall;
import org.braid.coll.algorithm.movement.RecursiveDoublingAllgather;
import org.braid.coll.algorithm.movement.RingAllgather;
import org.braid.coll.algorithm.movement.ScatterRingBcast;
import org.braid.coll.algorithm.multilevel.Branching;
import org.braid.coll.algorithm.multilevel.MultilevelAllgather;
import org.braid.coll.algorithm.multilevel.MultilevelAllreduce;
import org.braid.coll.algorithm.multilevel.MultilevelBarrier;
import org.braid.coll.algorithm.multilevel.MultilevelBcast;
import org.braid.coll.algorithm.multilevel.MultilevelGather;
import org.braid.coll.algorithm.multilevel.MultilevelReduce;
import org.braid.coll.algorithm.multilevel.MultilevelScatter;
import org.braid.coll.algorithm.multilevel.Trees;
import org.braid.coll.algorithm.multilevel.Tuning;
import org.braid.coll.algorithm.reduction.BinomialReduce;
import org.braid.coll.algorithm.reduction.CentralAllreduce;
import org.braid.coll.algorithm.reduction.HillisSteeleScan;
import org.braid.coll.algorithm.reduction.LinearReduce;
import org.braid.coll.algorithm.reduction.LinearScan;
import org.braid.coll.algorithm.reduction.NeighborReduce;
import org.braid.coll.algorithm.reduction.PairwiseReduceScatter;
import org.braid.coll.algorithm.reduction.RabenseifnerAllreduce;
import org.braid.coll.algorithm.reduction.RecursiveDoublingAllreduce;
import org.braid.coll.algorithm.reduction.ReduceThenScatter;
import org.braid.coll.algorithm.reduction.RingAllreduce;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.jspecify.annotations.Nullable;

/** The catalogue: every algorithm with its name, what it can do, and what it costs. The checker's tests prove each declaration. */
public enum Algorithm {
    DISSEMINATION_BARRIER("dissemination", "lg P α", Ability.ANY, Operation.BARRIER),
    CENTRAL_BARRIER("central", "2α + 2(P-1)o", Ability.ANY, Operation.BARRIER),
    BINOMIAL_BCAST("binomial", "lg P (α + nβ)", Ability.ANY, Operation.BCAST),
    LINEAR_BCAST("linear", "(P-2)(o + nG) + α + nβ", Ability.ANY, Operation.BCAST),
    SCATTER_RING_BCAST("scatter-ring", "(lg P + P-1)α + 2(P-1)/P nβ", Ability.ANY, Operation.BCAST),
    BINOMIAL_REDUCE("binomial", "lg P (α + nβ + nγ)", Ability.ANY, Operation.REDUCE),
    LINEAR_REDUCE("linear", "α + (P-1)(o + nG + nγ)", Ability.ANY, Operation.REDUCE),
    RECURSIVE_DOUBLING_ALLREDUCE("recursive-doubling", "lg P (α + nβ + nγ)", Ability.ANY, Operation.ALLREDUCE),
    CENTRAL_ALLREDUCE("central", "2α + 2(P-1)o + (P-1)nγ", Ability.ANY, Operation.ALLREDUCE),
    RABENSEIFNER_ALLREDUCE("rabenseifner", "2 lg P α + 2(P-1)/P nβ + (P-1)/P nγ", Ability.ANY, Operation.ALLREDUCE),
    RING_ALLREDUCE("ring", "2(P-1)α + 2(P-1)/P nβ + (P-1)/P nγ", Ability.COMMUTATIVE, Operation.ALLREDUCE),
    LINEAR_GATHER("linear", "α + (P-1)(o + nβ)", Ability.ANY, Operation.GATHER, Operation.GATHERV),
    BINOMIAL_GATHER("binomial", "lg P α + (P-1)nβ", Ability.ANY, Operation.GATHER),
    LINEAR_SCATTER("linear", "α + (P-1)(o + nβ)", Ability.ANY, Operation.SCATTER, Operation.SCATTERV),
    BINOMIAL_SCATTER("binomial", "lg P α + (P-1)nβ", Ability.ANY, Operation.SCATTER),
    RING_ALLGATHER("ring", "(P-1)α + (P-1)nβ", Ability.ANY, Operation.ALLGATHER, Operation.ALLGATHERV),
    LINEAR_ALLGATHER("linear", "α + (P-1)(o + nβ)", Ability.ANY, Operation.ALLGATHER, Operation.ALLGATHERV),
    RECURSIVE_DOUBLING_ALLGATHER("recursive-doubling", "lg P α + (P-1)nβ", Ability.POWER_OF_TWO, Operation.ALLGATHER),
    BRUCK_ALLGATHER("bruck", "lg P α + (P-1)nβ + Pn copied", Ability.ANY, Operation.ALLGATHER),
    CENTRAL_ALLGATHER("central", "2α + 2(P-1)o + (P-1)P nβ", Ability.ANY, Operation.ALLGATHER),
    PAIRWISE_ALLTOALL("pairwise", "(P-1)(α + nβ)", Ability.ANY, Operation.ALLTOALL, Operation.ALLTOALLV),
    LINEAR_ALLTOALL("linear", "α + (P-1)(o + nβ)", Ability.ANY, Operation.ALLTOALL, Operation.ALLTOALLV),
    BRUCK_ALLTOALL("bruck", "lg P α + (P/2) lg P nβ", Ability.ANY, Operation.ALLTOALL),
    LINEAR_SCAN("linear", "(P-1)(α + nβ + nγ)", Ability.ANY, Operation.SCAN),
    HILLIS_STEELE_SCAN("hillis-steele", "lg P (α + nβ + nγ)", Ability.ANY, Operation.SCAN),
    LINEAR_EXSCAN("linear", "(P-1)(α + nβ + nγ)", Ability.ANY, Operation.EXSCAN),
    HILLIS_STEELE_EXSCAN("hillis-steele", "α + nβ + lg P (α + nβ + nγ)", Ability.ANY, Operation.EXSCAN),
    PAIRWISE_REDUCE_SCATTER("pairwise", "(P-1)(α + nβ + nγ)", Ability.COMMUTATIVE, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    REDUCE_THEN_SCATTER("reduce-scatter", "lg P (α + Pnβ + Pnγ) + α + (P-1)(o + nβ)", Ability.ANY, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    LINEAR_NEIGHBOR_ALLGATHER("linear", "α + d(o + nβ)", Ability.ANY, Operation.NEIGHBOR_ALLGATHER, Operation.NEIGHBOR_ALLGATHERV),
    LINEAR_NEIGHBOR_ALLTOALL("linear", "α + d(o + nβ)", Ability.ANY, Operation.NEIGHBOR_ALLTOALL, Operation.NEIGHBOR_ALLTOALLV),
    LINEAR_NEIGHBOR_REDUCE("linear", "α + d(o + nG + nγ)", Ability.ANY, Operation.NEIGHBOR_REDUCE),
    MULTILEVEL_BARRIER("multilevel", "lg S α + 2 Σ α", Ability.ANY, Operation.BARRIER),
    MULTILEVEL_LINEAR_BARRIER("multilevel-linear", "lg S α + 2 Σ (α + ko)", Ability.ANY, Operation.BARRIER),
    MULTILEVEL_BCAST("multilevel", "Σ (α + nβ)", Ability.ANY, Operation.BCAST),
    MULTILEVEL_LINEAR_BCAST("multilevel-linear", "Σ (α + ko + nβ)", Ability.ANY, Operation.BCAST),
    MULTILEVEL_REDUCE("multilevel", "Σ (α + nβ + nγ)", Ability.ANY, Operation.REDUCE),
    MULTILEVEL_LINEAR_REDUCE("multilevel-linear", "Σ (α + ko + nβ + nγ)", Ability.ANY, Operation.REDUCE),
    MULTILEVEL_ALLREDUCE("multilevel", "lg S (α + nβ + nγ) + 2 Σ (α + nβ + nγ)", Ability.ANY, Operation.ALLREDUCE),
    MULTILEVEL_LINEAR_ALLREDUCE("multilevel-linear", "lg S (α + nβ + nγ) + 2 Σ (α + ko + nβ + nγ)", Ability.ANY, Operation.ALLREDUCE),
    MULTILEVEL_GATHER("multilevel", "Σ (α + mβ)", Ability.ANY, Operation.GATHER),
    MULTILEVEL_LINEAR_GATHER("multilevel-linear", "Σ (α + ko + mβ)", Ability.ANY, Operation.GATHER),
    MULTILEVEL_SCATTER("multilevel", "Σ (α + mβ)", Ability.ANY, Operation.SCATTER),
    MULTILEVEL_LINEAR_SCATTER("multilevel-linear", "Σ (α + ko + mβ)", Ability.ANY, Operation.SCATTER),
    MULTILEVEL_ALLGATHER("multilevel", "α + (S-1)(o + mβ) + 2 Σ (α + Pnβ)", Ability.ANY, Operation.ALLGATHER),
    MULTILEVEL_LINEAR_ALLGATHER("multilevel-linear", "α + (S-1)(o + mβ) + 2 Σ (α + ko + Pnβ)", Ability.ANY, Operation.ALLGATHER);

    /** What an algorithm asks for. */
    enum Ability { ANY, COMMUTATIVE, POWER_OF_TWO }

    private final String text;
    private final String cost;
    private final Ability ability;
    private final Operation operation;
    private final Operation tabled;

    Algorithm(String text, String cost, Ability ability, Operation operation) {
        this(text, cost, ability, operation, operation);
    }

    Algorithm(String text, String cost, Ability ability, Operation operation, Operation tabled) {
        this.text = text;
        this.cost = cost;
        this.ability = ability;
        this.operation = operation;
        this.tabled = tabled;
    }

    /** The name in selection rules; unique among the algorithms of one operation. */
    public String text() {
        return text;
    }

    /** The cost formula, in the symbols of the package page. */
    public String cost() {
        return cost;
    }

    /** Whether it has schedules for that operation, plain or with a table of blocks. */
    public boolean serves(Operation wanted) {
        return wanted == operation || wanted == tabled;
    }

    /** Whether the result is right for this size and kind of operator. */
    public boolean allows(int size, boolean commutative) {
        return switch (ability) {
            case ANY -> true;
            case COMMUTATIVE -> commutative;
            case POWER_OF_TWO -> Integer.bitCount(size) == 1;
        };
    }

    /** Whether it goes by levels, and can be told how. */
    public boolean isMultilevel() {
        return text.startsWith("multilevel");
    }

    /** Whether its messages can go in segments. */
    public boolean hasSegments() {
        return isMultilevel() && (operation == Operation.BCAST || operation == Operation.REDUCE);
    }

    /** This rank's schedule, as the algorithm comes; pure and local. */
    public Schedule generate(Shape shape) {
        return generate(shape, null, 1);
    }

    /**
     * This rank's schedule; pure and local.
     *
     * @param tuning how an algorithm that {@linkplain #isMultilevel goes by levels} is to work on a topology that it {@linkplain Tuning#seen sees}; null for as it comes
     * @param segments in how many pieces messages go, of one that {@linkplain #hasSegments has some}
     */
    public Schedule generate(Shape shape, @Nullable Tuning tuning, int segments) {
        if (!serves(shape.operation()) || !allows(shape.size(), shape.commutative())) {
            throw new IllegalArgumentException(this + " can't serve " + shape);
        }
        return switch (this) {
            case DISSEMINATION_BARRIER -> DisseminationBarrier.generate(shape);
            case CENTRAL_BARRIER -> CentralBarrier.generate(shape);
            case BINOMIAL_BCAST -> BinomialBcast.generate(shape);
            case LINEAR_BCAST -> LinearBcast.generate(shape);
            case SCATTER_RING_BCAST -> ScatterRingBcast.generate(shape);
            case BINOMIAL_REDUCE -> BinomialReduce.generate(shape);
            case LINEAR_REDUCE -> LinearReduce.generate(shape);
            case RECURSIVE_DOUBLING_ALLREDUCE -> RecursiveDoublingAllreduce.generate(shape);
            case CENTRAL_ALLREDUCE -> CentralAllreduce.generate(shape);
            case RABENSEIFNER_ALLREDUCE -> RabenseifnerAllreduce.generate(shape);
            case RING_ALLREDUCE -> RingAllreduce.generate(shape);
            case LINEAR_GATHER -> LinearGather.generate(shape);
            case BINOMIAL_GATHER -> BinomialGather.generate(shape);
            case LINEAR_SCATTER -> LinearScatter.generate(shape);
            case BINOMIAL_SCATTER -> BinomialScatter.generate(shape);
            case RING_ALLGATHER -> RingAllgather.generate(shape);
            case LINEAR_ALLGATHER -> LinearAllgather.generate(shape);
            case RECURSIVE_DOUBLING_ALLGATHER -> RecursiveDoublingAllgather.generate(shape);
            case BRUCK_ALLGATHER -> BruckAllgather.generate(shape);
            case CENTRAL_ALLGATHER -> CentralAllgather.generate(shape);
            case PAIRWISE_ALLTOALL -> PairwiseAlltoall.generate(shape);
            case LINEAR_ALLTOALL -> LinearAlltoall.generate(shape);
            case BRUCK_ALLTOALL -> BruckAlltoall.generate(shape);
            case LINEAR_SCAN -> LinearScan.inclusive(shape);
            case HILLIS_STEELE_SCAN -> HillisSteeleScan.inclusive(shape);
            case LINEAR_EXSCAN -> LinearScan.exclusive(shape);
            case HILLIS_STEELE_EXSCAN -> HillisSteeleScan.exclusive(shape);
            case PAIRWISE_REDUCE_SCATTER -> PairwiseReduceScatter.generate(shape);
            case REDUCE_THEN_SCATTER -> ReduceThenScatter.generate(shape);
            case LINEAR_NEIGHBOR_ALLGATHER, LINEAR_NEIGHBOR_ALLTOALL -> NeighborExchange.generate(shape);
            case LINEAR_NEIGHBOR_REDUCE -> NeighborReduce.generate(shape);
            case MULTILEVEL_BARRIER -> MultilevelBarrier.generate(shape, new Trees(Branching.BINOMIAL, tuning));
            case MULTILEVEL_LINEAR_BARRIER -> MultilevelBarrier.generate(shape, new Trees(Branching.LINEAR, tuning));
            case MULTILEVEL_BCAST -> MultilevelBcast.generate(shape, new Trees(Branching.BINOMIAL, tuning), segments);
            case MULTILEVEL_LINEAR_BCAST -> MultilevelBcast.generate(shape, new Trees(Branching.LINEAR, tuning), segments);
            case MULTILEVEL_REDUCE -> MultilevelReduce.generate(shape, new Trees(Branching.BINOMIAL, tuning), segments);
            case MULTILEVEL_LINEAR_REDUCE -> MultilevelReduce.generate(shape, new Trees(Branching.LINEAR, tuning), segments);
            case MULTILEVEL_ALLREDUCE -> MultilevelAllreduce.generate(shape, new Trees(Branching.BINOMIAL, tuning));
            case MULTILEVEL_LINEAR_ALLREDUCE -> MultilevelAllreduce.generate(shape, new Trees(Branching.LINEAR, tuning));
            case MULTILEVEL_GATHER -> MultilevelGather.generate(shape, new Trees(Branching.BINOMIAL, tuning));
            case MULTILEVEL_LINEAR_GATHER -> MultilevelGather.generate(shape, new Trees(Branching.LINEAR, tuning));
            case MULTILEVEL_SCATTER -> MultilevelScatter.generate(shape, new Trees(Branching.BINOMIAL, tuning));
            case MULTILEVEL_LINEAR_SCATTER -> MultilevelScatter.generate(shape, new Trees(Branching.LINEAR, tuning));
            case MULTILEVEL_ALLGATHER -> MultilevelAllgather.generate(shape, new Trees(Branching.BINOMIAL, tuning));
            case MULTILEVEL_LINEAR_ALLGATHER -> MultilevelAllgather.generate(shape, new Trees(Branching.LINEAR, tuning));
        };
    }
}
