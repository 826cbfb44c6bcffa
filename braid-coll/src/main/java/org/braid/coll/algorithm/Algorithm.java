package org.braid.coll.algorithm;

import java.util.List;
import org.braid.coll.algorithm.multilevel.Tuning;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue: every algorithm with its name, what it can do, what it costs, and what it can be told. What makes its schedules is in {@link Generators}, so that a rank that only looks names up loads none of it. The checker's tests
 * prove each declaration.
 */
public enum Algorithm {
    DISSEMINATION_BARRIER("dissemination", "lg P α", Ability.ANY, Operation.BARRIER),
    K_DISSEMINATION_BARRIER("k-dissemination", "log_k P (α + (k-2)o)", Ability.ANY, Parameters.RADIX, Operation.BARRIER),
    CENTRAL_BARRIER("central", "2α + 2(P-1)o", Ability.ANY, Operation.BARRIER),
    BINOMIAL_BCAST("binomial", "lg P (α + nβ)", Ability.ANY, Operation.BCAST),
    LINEAR_BCAST("linear", "(P-2)(o + nG) + α + nβ", Ability.ANY, Operation.BCAST),
    SCATTER_RING_BCAST("scatter-ring", "(lg P + P-1)α + 2(P-1)/P nβ", Ability.ANY, Operation.BCAST),
    SCATTER_LINEAR_BCAST("scatter-linear", "2α + 2(P-1)o + 2(P-1)/P nβ", Ability.ANY, Operation.BCAST),
    SCATTER_DOUBLING_BCAST("scatter-doubling", "2 lg P α + 2(P-1)/P nβ", Ability.ANY, Operation.BCAST),
    KNOMIAL_BCAST("knomial", "log_k P (α + (k-1)(o + nβ))", Ability.ANY, Parameters.RADIX, Operation.BCAST),
    POSTAL_BCAST("postal", "t(α/λ) + nβ with N(t) ≥ P", Ability.ANY, Parameters.LAMBDA, Operation.BCAST),
    CHAIN_BCAST("chain", "(P-2+s)(α + nβ/s)", Ability.ANY, Parameters.SEGMENT, Operation.BCAST),
    BINARY_BCAST("binary", "(lg P + 2s)(α + nβ/s)", Ability.ANY, Parameters.SEGMENT, Operation.BCAST),
    DOUBLE_TREE_BCAST("double-tree", "2 lg P α + nβ + O(√(αβ n lg P))", Ability.ANY, Parameters.SEGMENT, Operation.BCAST),
    CIRCULANT_BCAST("circulant", "(lg P - 1 + s)(α + nβ/s)", Ability.ANY, Parameters.SEGMENT, Operation.BCAST),
    BINE_BCAST("bine", "lg P (α + nβ)", Ability.ANY, Operation.BCAST),
    SCATTER_BINE_BCAST("scatter-bine", "2 lg P α + 2(P-1)/P nβ", Ability.POWER_OF_TWO, Operation.BCAST),
    BINOMIAL_REDUCE("binomial", "lg P (α + nβ + nγ)", Ability.ANY, Operation.REDUCE),
    LINEAR_REDUCE("linear", "α + (P-1)(o + nG + nγ)", Ability.ANY, Operation.REDUCE),
    LINEAR_PARTS_REDUCE("linear-parts", "2α + 2(P-1)o + 2(P-1)/P nβ + (P-1)/P nγ", Ability.ANY, Operation.REDUCE),
    REDUCE_SCATTER_GATHER("reduce-scatter-gather", "2 lg P α + 2(P-1)/P nβ + (P-1)/P nγ", Ability.ANY, Operation.REDUCE),
    KNOMIAL_REDUCE("knomial", "log_k P (α + (k-1)(o + nβ + nγ))", Ability.ANY, Parameters.RADIX, Operation.REDUCE),
    POSTAL_REDUCE("postal", "t(α/λ) + nβ + nγ with N(t) ≥ P", Ability.ANY, Parameters.LAMBDA, Operation.REDUCE),
    CHAIN_REDUCE("chain", "(P-2+s)(α + n(β + γ)/s)", Ability.ANY, Parameters.SEGMENT, Operation.REDUCE),
    BINARY_REDUCE("binary", "(lg P + 2s)(α + n(β + γ)/s)", Ability.ANY, Parameters.SEGMENT, Operation.REDUCE),
    CIRCULANT_GATHER_REDUCE("circulant-gather", "2 lg P α + 2(P-1)/P nβ + (P-1)/P nγ", Ability.COMMUTATIVE, Operation.REDUCE),
    CIRCULANT_REDUCE("circulant", "(lg P - 1 + s)(α + n(β + γ)/s)", Ability.COMMUTATIVE, Parameters.SEGMENT, Operation.REDUCE),
    DOUBLE_TREE_REDUCE("double-tree", "2 lg P α + n(β + γ) + O(√(αβ n lg P))", Ability.COMMUTATIVE, Parameters.SEGMENT, Operation.REDUCE),
    BINE_REDUCE("bine", "lg P (α + nβ + nγ)", Ability.ANY, Operation.REDUCE),
    RECURSIVE_DOUBLING_ALLREDUCE("recursive-doubling", "log_k P (α + (k-2)o + (k-1)(nβ + nγ))", Ability.ANY, Parameters.RADIX, Operation.ALLREDUCE),
    CENTRAL_ALLREDUCE("central", "2α + 2(P-1)o + (P-1)nγ", Ability.ANY, Operation.ALLREDUCE),
    LINEAR_PARTS_ALLREDUCE("linear-parts", "(1 + lg P)α + (P-1)o + 2(P-1)/P nβ + (P-1)/P nγ", Ability.ANY, Operation.ALLREDUCE),
    REDUCE_THEN_BCAST("reduce-bcast", "2 lg P (α + nβ) + lg P nγ", Ability.ANY, Operation.ALLREDUCE),
    RABENSEIFNER_ALLREDUCE("rabenseifner", "2 lg P α + 2(P-1)/P nβ + (P-1)/P nγ", Ability.ANY, Operation.ALLREDUCE),
    CIRCULANT_GATHER_ALLREDUCE("circulant-gather", "2 lg P α + 2(P-1)/P nβ + (P-1)/P nγ", Ability.ANY, Operation.ALLREDUCE),
    RING_ALLREDUCE("ring", "2(P-1)α + 2(P-1)/P nβ + (P-1)/P nγ", Ability.COMMUTATIVE, Operation.ALLREDUCE),
    SWING_ALLREDUCE("swing", "2 lg P α + 2(P-1)/P nβ + (P-1)/P nγ", Ability.COMMUTATIVE, Operation.ALLREDUCE),
    DOUBLE_TREE_ALLREDUCE("double-tree", "4 lg P α + n(β + γ) + O(√(αβ n lg P))", Ability.COMMUTATIVE, Parameters.SEGMENT, Operation.ALLREDUCE),
    CIRCULANT_ALLREDUCE("circulant", "2 lg P α + 2(P-1)/P nβ + (P-1)/P nγ", Ability.COMMUTATIVE, Operation.ALLREDUCE),
    LINEAR_GATHER("linear", "α + (P-1)(o + nβ)", Ability.ANY, Operation.GATHER, Operation.GATHERV),
    BINOMIAL_GATHER("binomial", "lg P α + (P-1)nβ", Ability.ANY, Operation.GATHER),
    KNOMIAL_GATHER("knomial", "log_k P α + (P-1)nβ", Ability.ANY, Parameters.RADIX, Operation.GATHER),
    BINE_GATHER("bine", "lg P α + (P-1)nβ", Ability.ANY, Operation.GATHER),
    BINOMIAL_GATHERV("binomial", "lg P (α + o) + (P-1)nβ", Ability.ANY, Parameters.TOGETHER, Operation.GATHERV),
    TUW_GATHERV("tuw", "lg P (2α + o) + (P-1)nβ", Ability.ANY, Parameters.TOGETHER, Operation.GATHERV),
    LINEAR_SCATTER("linear", "α + (P-1)(o + nβ)", Ability.ANY, Operation.SCATTER, Operation.SCATTERV),
    BINOMIAL_SCATTER("binomial", "lg P α + (P-1)nβ", Ability.ANY, Operation.SCATTER),
    KNOMIAL_SCATTER("knomial", "log_k P α + (P-1)nβ", Ability.ANY, Parameters.RADIX, Operation.SCATTER),
    BINE_SCATTER("bine", "lg P α + (P-1)nβ", Ability.ANY, Operation.SCATTER),
    BINOMIAL_SCATTERV("binomial", "lg P (α + o) + (P-1)nβ", Ability.ANY, Parameters.TOGETHER, Operation.SCATTERV),
    TUW_SCATTERV("tuw", "lg P (3α + o) + (P-1)nβ", Ability.ANY, Parameters.TOGETHER, Operation.SCATTERV),
    RING_ALLGATHER("ring", "(P-1)α + (P-1)nβ", Ability.ANY, Operation.ALLGATHER, Operation.ALLGATHERV),
    LINEAR_ALLGATHER("linear", "α + (P-1)(o + nβ)", Ability.ANY, Operation.ALLGATHER, Operation.ALLGATHERV),
    RECURSIVE_DOUBLING_ALLGATHER("recursive-doubling", "lg P α + (P-1)nβ", Ability.POWER_OF_TWO, Operation.ALLGATHER),
    BRUCK_ALLGATHER("bruck", "log_r P (α + (r-2)o) + (P-1)nβ + Pn copied", Ability.ANY, Parameters.RADIX, Operation.ALLGATHER),
    DISSEMINATION_ALLGATHER("dissemination", "lg P α + (P-1)nβ", Ability.ANY, Operation.ALLGATHER, Operation.ALLGATHERV),
    CIRCULANT_ALLGATHER("circulant", "lg P α + (P-1)nβ", Ability.ANY, Operation.ALLGATHER, Operation.ALLGATHERV),
    CIRCULANT_ALL_BROADCAST("all-broadcast", "(lg P - 1 + s)(α + nβ/s) + (P-1)(s o + nβ)", Ability.ANY, Parameters.SEGMENT, Operation.ALLGATHER, Operation.ALLGATHERV),
    CENTRAL_ALLGATHER("central", "2α + 2(P-1)o + (P-1)P nβ", Ability.ANY, Operation.ALLGATHER),
    GATHER_THEN_BCAST("gather-bcast", "α + (P-1)(o + nβ) + lg P (α + Pnβ)", Ability.ANY, Operation.ALLGATHER),
    NEIGHBOR_EXCHANGE_ALLGATHER("neighbor-exchange", "P/2 α + (P-1)nβ", Ability.EVEN, Operation.ALLGATHER, Operation.ALLGATHERV),
    SPARBIT_ALLGATHER("sparbit", "lg P α + (P-1)(o + nβ)", Ability.ANY, Operation.ALLGATHER, Operation.ALLGATHERV),
    BINE_ALLGATHER("bine", "lg P α + (P-1)nβ", Ability.POWER_OF_TWO, Operation.ALLGATHER, Operation.ALLGATHERV),
    PAT_ALLGATHER("pat", "(lg A + P/A)α + (P-1)nβ + 2(P-1)n copied", Ability.ANY, Parameters.BLOCKS, Operation.ALLGATHER),
    PAIRWISE_ALLTOALL("pairwise", "(P-1)/W α + (P-1)nβ", Ability.ANY, Parameters.WINDOW, Operation.ALLTOALL, Operation.ALLTOALLV),
    LINEAR_ALLTOALL("linear", "α + (P-1)(o + nβ)", Ability.ANY, Operation.ALLTOALL, Operation.ALLTOALLV),
    BRUCK_ALLTOALL("bruck", "log_r P (α + (r-2)o + (r-1)/r P nβ)", Ability.ANY, Parameters.RADIX, Operation.ALLTOALL),
    TWO_PHASE_BRUCK_ALLTOALLV("two-phase-bruck", "log_r P (2α + 2(r-2)o + (r-1)/r P nβ)", Ability.ANY, Parameters.RADIX_TOGETHER, Operation.ALLTOALLV),
    LINEAR_SCAN("linear", "(P-1)(α + nβ + nγ)", Ability.ANY, Operation.SCAN),
    HILLIS_STEELE_SCAN("hillis-steele", "lg P (α + nβ + nγ)", Ability.ANY, Operation.SCAN),
    BINOMIAL_SCAN("binomial", "2 lg P (α + nβ + nγ)", Ability.ANY, Operation.SCAN),
    BINARY_SCAN("binary", "(2 lg P + 3s)(α + n(β + γ)/s)", Ability.ANY, Parameters.SEGMENT, Operation.SCAN),
    LINEAR_EXSCAN("linear", "(P-1)(α + nβ + nγ)", Ability.ANY, Operation.EXSCAN),
    HILLIS_STEELE_EXSCAN("hillis-steele", "α + nβ + lg P (α + nβ + nγ)", Ability.ANY, Operation.EXSCAN),
    BINOMIAL_EXSCAN("binomial", "2 lg P (α + nβ + nγ)", Ability.ANY, Operation.EXSCAN),
    BINARY_EXSCAN("binary", "(2 lg P + 3s)(α + n(β + γ)/s)", Ability.ANY, Parameters.SEGMENT, Operation.EXSCAN),
    PAIRWISE_REDUCE_SCATTER("pairwise", "(P-1)(α + nβ + nγ)", Ability.COMMUTATIVE, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    LINEAR_REDUCE_SCATTER("linear", "α + (P-1)(o + nβ + nγ)", Ability.ANY, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    CENTRAL_REDUCE_SCATTER("central", "2α + 2(P-1)o + (P-1)P n(β + γ)", Ability.ANY, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    RECURSIVE_HALVING_REDUCE_SCATTER("recursive-halving", "lg P α + (P-1)n(β + γ)", Ability.COMMUTATIVE, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    REDUCE_THEN_SCATTER("reduce-scatter", "lg P (α + Pnβ + Pnγ) + α + (P-1)(o + nβ)", Ability.ANY, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    CIRCULANT_REDUCE_SCATTER("circulant", "lg P α + (P-1)n(β + γ)", Ability.COMMUTATIVE, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    CIRCULANT_ALL_REDUCTION("all-reduction", "(lg P - 1 + s)(α + n(β + γ)/s) + (P-1)(s o + n(β + γ))", Ability.COMMUTATIVE, Parameters.SEGMENT, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    RECURSIVE_DOUBLING_REDUCE_SCATTER("recursive-doubling", "lg P α + (P-1)n(β + γ) + Pn copied", Ability.ANY, Operation.REDUCE_SCATTER_BLOCK),
    RING_REDUCE_SCATTER("ring", "(P-1)(α + nβ + nγ)", Ability.COMMUTATIVE, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    BINE_REDUCE_SCATTER("bine", "lg P α + (P-1)n(β + γ)", Ability.COMMUTATIVE_POWER_OF_TWO, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    PAT_REDUCE_SCATTER("pat", "(lg A + P/A)α + (P-1)n(β + γ)", Ability.COMMUTATIVE, Parameters.BLOCKS, Operation.REDUCE_SCATTER_BLOCK),
    LINEAR_NEIGHBOR_ALLGATHER("linear", "α + d(o + nβ)", Ability.ANY, Operation.NEIGHBOR_ALLGATHER, Operation.NEIGHBOR_ALLGATHERV),
    LINEAR_NEIGHBOR_ALLTOALL("linear", "α + d(o + nβ)", Ability.ANY, Operation.NEIGHBOR_ALLTOALL, Operation.NEIGHBOR_ALLTOALLV),
    LINEAR_NEIGHBOR_REDUCE("linear", "α + d(o + nG + nγ)", Ability.ANY, Operation.NEIGHBOR_REDUCE),
    BINOMIAL_NEIGHBOR_REDUCE("binomial", "2 lg P (α + nβ) + lg P nγ", Ability.ANY, Operation.NEIGHBOR_REDUCE),
    CENTRAL_NEIGHBOR_REDUCE("central", "2α + P(o + nG + nγ)", Ability.ANY, Operation.NEIGHBOR_REDUCE),
    COMBINING_NEIGHBOR_ALLGATHER("combining", "Σ (α + co + hnβ)", Ability.ANY, Operation.NEIGHBOR_ALLGATHER),
    COMBINING_NEIGHBOR_ALLGATHERV("combining", "Σ (α + 2co + hnβ)", Ability.ANY, Parameters.TOGETHER, Operation.NEIGHBOR_ALLGATHERV),
    COMBINING_NEIGHBOR_ALLTOALL("combining", "Σ (α + co + hnβ)", Ability.ANY, Operation.NEIGHBOR_ALLTOALL),
    COMBINING_NEIGHBOR_ALLTOALLV("combining", "Σ (α + 2co + hnβ)", Ability.ANY, Parameters.TOGETHER, Operation.NEIGHBOR_ALLTOALLV),
    MULTILEVEL_BARRIER("multilevel", "lg S α + 2 Σ α", Ability.ANY, Parameters.LEVELS, Operation.BARRIER),
    MULTILEVEL_LINEAR_BARRIER("multilevel-linear", "lg S α + 2 Σ (α + ko)", Ability.ANY, Parameters.LEVELS, Operation.BARRIER),
    MULTILEVEL_BCAST("multilevel", "Σ (α + nβ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.BCAST),
    MULTILEVEL_LINEAR_BCAST("multilevel-linear", "Σ (α + ko + nβ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.BCAST),
    MULTILEVEL_LANES_BCAST("multilevel-lanes", "α + (k-1)(o + n/k β) + Σ (α + n/k β) + nβ", Ability.ANY, Parameters.LEVELS, Operation.BCAST),
    MULTILEVEL_REDUCE("multilevel", "Σ (α + nβ + nγ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.REDUCE),
    MULTILEVEL_LINEAR_REDUCE("multilevel-linear", "Σ (α + ko + nβ + nγ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.REDUCE),
    MULTILEVEL_LANES_REDUCE("multilevel-lanes", "Σ (α + n/k (β + γ)) + n(β + γ) + α + (k-1)(o + n/k β)", Ability.ANY, Parameters.LEVELS, Operation.REDUCE),
    MULTILEVEL_CANONICAL_REDUCE("multilevel-canonical", "Σ (α + rnβ + rnγ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.REDUCE),
    MULTILEVEL_ALLREDUCE("multilevel", "lg S (α + nβ + nγ) + 2 Σ (α + nβ + nγ)", Ability.ANY, Parameters.LEVELS, Operation.ALLREDUCE),
    MULTILEVEL_LINEAR_ALLREDUCE("multilevel-linear", "lg S (α + nβ + nγ) + 2 Σ (α + ko + nβ + nγ)", Ability.ANY, Parameters.LEVELS, Operation.ALLREDUCE),
    MULTILEVEL_PARTS_ALLREDUCE("multilevel-parts", "2 lg S α + 2(S-1)/S nβ + (S-1)/S nγ + 2 Σ (α + nβ + nγ)", Ability.ANY, Parameters.LEVELS, Operation.ALLREDUCE),
    MULTILEVEL_PIPELINE_ALLREDUCE("multilevel-pipeline", "2 Σ (α + nβ + nγ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.ALLREDUCE),
    MULTILEVEL_CANONICAL_ALLREDUCE("multilevel-canonical", "Σ (2α + (r+1)nβ + rnγ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.ALLREDUCE),
    MULTILEVEL_LANES_ALLREDUCE("multilevel-lanes", "lg S (α + n/k (β + γ)) + 2 Σ (α + n/k (β + γ)) + 2n(β + γ)", Ability.ANY, Parameters.LEVELS, Operation.ALLREDUCE),
    MULTILEVEL_GATHER("multilevel", "Σ (α + mβ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.GATHER),
    MULTILEVEL_LINEAR_GATHER("multilevel-linear", "Σ (α + ko + mβ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.GATHER),
    MULTILEVEL_LANES_GATHER("multilevel-lanes", "α + (P-m)/m (o + nβ) + (m-1)(o + P/m nβ)", Ability.ANY, Parameters.LEVELS, Operation.GATHER),
    MULTILEVEL_SCATTER("multilevel", "Σ (α + mβ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.SCATTER),
    MULTILEVEL_LINEAR_SCATTER("multilevel-linear", "Σ (α + ko + mβ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.SCATTER),
    MULTILEVEL_LANES_SCATTER("multilevel-lanes", "(m-1)(o + P/m nβ) + α + (P-m)/m (o + nβ)", Ability.ANY, Parameters.LEVELS, Operation.SCATTER),
    MULTILEVEL_GATHERV("multilevel", "Σ (α + o + mβ)", Ability.ANY, Parameters.LEVELS_TOGETHER, Operation.GATHERV),
    MULTILEVEL_LINEAR_GATHERV("multilevel-linear", "Σ (α + (2k+1)o + mβ)", Ability.ANY, Parameters.LEVELS_TOGETHER, Operation.GATHERV),
    MULTILEVEL_SCATTERV("multilevel", "Σ (α + o + mβ)", Ability.ANY, Parameters.LEVELS_TOGETHER, Operation.SCATTERV),
    MULTILEVEL_LINEAR_SCATTERV("multilevel-linear", "Σ (α + (k+1)o + mβ)", Ability.ANY, Parameters.LEVELS_TOGETHER, Operation.SCATTERV),
    MULTILEVEL_ALLGATHER("multilevel", "α + (S-1)(o + mβ) + 2 Σ (α + Pnβ)", Ability.ANY, Parameters.LEVELS, Operation.ALLGATHER),
    MULTILEVEL_LINEAR_ALLGATHER("multilevel-linear", "α + (S-1)(o + mβ) + 2 Σ (α + ko + Pnβ)", Ability.ANY, Parameters.LEVELS, Operation.ALLGATHER),
    MULTILEVEL_ALLGATHERV("multilevel", "α + (S-1)(o + mβ) + 2 Σ (α + Pnβ)", Ability.ANY, Parameters.LEVELS_TOGETHER, Operation.ALLGATHERV),
    MULTILEVEL_LINEAR_ALLGATHERV("multilevel-linear", "α + (S-1)(o + mβ) + 2 Σ (α + ko + Pnβ)", Ability.ANY, Parameters.LEVELS_TOGETHER, Operation.ALLGATHERV),
    MULTILEVEL_ALLTOALL("multilevel", "α + (S-1)(o + m²nβ) + 2 Σ (α + m(P-m)nβ)", Ability.ANY, Parameters.LEVELS, Operation.ALLTOALL),
    MULTILEVEL_LINEAR_ALLTOALL("multilevel-linear", "α + (S-1)(o + m²nβ) + 2 Σ (α + ko + m(P-m)nβ)", Ability.ANY, Parameters.LEVELS, Operation.ALLTOALL),
    MULTILEVEL_LANES_ALLTOALL("multilevel-lanes", "(m-1)(o + (P-m)/m nβ) + α + (P/m-1)(o + mnβ)", Ability.ANY, Parameters.LEVELS, Operation.ALLTOALL),
    MULTILEVEL_ALLTOALLV("multilevel", "α + (S-1)(2o + m²nβ) + 2 Σ (α + o + m(P-m)nβ)", Ability.ANY, Parameters.LEVELS_TOGETHER, Operation.ALLTOALLV),
    MULTILEVEL_LINEAR_ALLTOALLV("multilevel-linear", "α + (S-1)(2o + m²nβ) + 2 Σ (α + 2ko + m(P-m)nβ)", Ability.ANY, Parameters.LEVELS_TOGETHER, Operation.ALLTOALLV),
    MULTILEVEL_REDUCE_SCATTER("multilevel", "α + (S-1)(o + mnβ + mnγ) + 2 Σ (α + Pnβ + Pnγ)", Ability.ANY, Parameters.LEVELS, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    MULTILEVEL_LINEAR_REDUCE_SCATTER("multilevel-linear", "α + (S-1)(o + mnβ + mnγ) + 2 Σ (α + ko + Pnβ + Pnγ)", Ability.ANY, Parameters.LEVELS, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    MULTILEVEL_CANONICAL_REDUCE_SCATTER("multilevel-canonical", "Σ (2α + (r+1)Pnβ + rPnγ)", Ability.ANY, Parameters.LEVELS, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    MULTILEVEL_SCAN("multilevel", "2 Σ (α + nβ + nγ)", Ability.ANY, Parameters.LEVELS, Operation.SCAN),
    MULTILEVEL_LINEAR_SCAN("multilevel-linear", "2 Σ (α + ko + nβ + nγ)", Ability.ANY, Parameters.LEVELS, Operation.SCAN),
    MULTILEVEL_EXSCAN("multilevel", "2 Σ (α + nβ + nγ)", Ability.ANY, Parameters.LEVELS, Operation.EXSCAN),
    MULTILEVEL_LINEAR_EXSCAN("multilevel-linear", "2 Σ (α + ko + nβ + nγ)", Ability.ANY, Parameters.LEVELS, Operation.EXSCAN),
    MULTILEVEL_CANONICAL_SCAN("multilevel-canonical", "2 Σ (α + rnβ + rnγ)", Ability.ANY, Parameters.LEVELS, Operation.SCAN),
    MULTILEVEL_CANONICAL_EXSCAN("multilevel-canonical", "2 Σ (α + rnβ + rnγ)", Ability.ANY, Parameters.LEVELS, Operation.EXSCAN),
    MULTILEVEL_NEIGHBOR_ALLGATHER("multilevel", "α + C(o + snβ) + 2(α + d(o + nβ))", Ability.ANY, Parameters.LEVELS_EDGES, Operation.NEIGHBOR_ALLGATHER),
    MULTILEVEL_NEIGHBOR_ALLGATHERV("multilevel", "α + C(2o + snβ) + 2(α + d(2o + nβ))", Ability.ANY, Parameters.LEVELS_EDGES_TOGETHER, Operation.NEIGHBOR_ALLGATHERV),
    MULTILEVEL_NEIGHBOR_ALLTOALL("multilevel", "α + C(o + enβ) + 2(α + d(o + nβ))", Ability.ANY, Parameters.LEVELS_EDGES, Operation.NEIGHBOR_ALLTOALL),
    MULTILEVEL_NEIGHBOR_ALLTOALLV("multilevel", "α + C(2o + enβ) + 2(α + d(2o + nβ))", Ability.ANY, Parameters.LEVELS_EDGES_TOGETHER, Operation.NEIGHBOR_ALLTOALLV),
    MULTILEVEL_NEIGHBOR_REDUCE("multilevel", "2 Σ (α + nβ + nγ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.NEIGHBOR_REDUCE),
    MULTILEVEL_LINEAR_NEIGHBOR_REDUCE("multilevel-linear", "2 Σ (α + ko + nβ + nγ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.NEIGHBOR_REDUCE);

    /** Of pipelines that nobody has told otherwise. */
    private static final long USUAL_SEGMENT_BYTES = 32 << 10;

    /** Likewise: with more of them a pipe would be filled sooner, which is a hundredth of the time of few ranks. */
    private static final int USUAL_SEGMENTS = 128;

    /** In place of the length of all blocks. */
    private static final long UNKNOWN = -1;

    /** A schedule in which pieces are written one by one has so many times its steps at most. */
    private static final int MOST_WRITTEN_OUT = 128;

    private final String text;
    private final String cost;
    private final Ability ability;
    private final Parameters parameters;
    private final Operation operation;
    private final Operation tabled;

    Algorithm(String text, String cost, Ability ability, Operation operation) {
        this(text, cost, ability, Parameters.NONE, operation, operation);
    }

    Algorithm(String text, String cost, Ability ability, Operation operation, Operation tabled) {
        this(text, cost, ability, Parameters.NONE, operation, tabled);
    }

    Algorithm(String text, String cost, Ability ability, Parameters parameters, Operation operation) {
        this(text, cost, ability, parameters, operation, operation);
    }

    Algorithm(String text, String cost, Ability ability, Parameters parameters, Operation operation, Operation tabled) {
        this.text = text;
        this.cost = cost;
        this.ability = ability;
        this.parameters = parameters;
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
            case COMMUTATIVE_POWER_OF_TWO -> commutative && Integer.bitCount(size) == 1;
            case EVEN -> size % 2 == 0;
        };
    }

    /** How many ranks it serves, in words. */
    public String ranksServed() {
        return switch (ability) {
            case ANY, COMMUTATIVE -> "any number of ranks";
            case POWER_OF_TWO, COMMUTATIVE_POWER_OF_TWO -> "powers of two of ranks";
            case EVEN -> "even numbers of ranks";
        };
    }

    /**
     * Whether its result has the bits that every other such algorithm of the operation gives, whatever the topology, the root and what it is told: it associates along one tree over ranks.
     */
    public boolean isReproducible() {
        return switch (this) {
            case MULTILEVEL_CANONICAL_REDUCE, MULTILEVEL_CANONICAL_ALLREDUCE, MULTILEVEL_CANONICAL_REDUCE_SCATTER, MULTILEVEL_CANONICAL_SCAN, MULTILEVEL_CANONICAL_EXSCAN -> true;
            default -> !operation.isReduction() || this == LINEAR_NEIGHBOR_REDUCE;
        };
    }

    /** Whether it goes by levels. */
    public boolean isMultilevel() {
        return text.startsWith("multilevel");
    }

    /** Whether a vector goes in parts, each through other leaders: up to sixteen calls in one. */
    public boolean isOfParts() {
        return this == MULTILEVEL_LANES_BCAST || this == MULTILEVEL_LANES_REDUCE || this == MULTILEVEL_LANES_ALLREDUCE;
    }

    /** What it can be told: keys of a {@link Tuning}. */
    public List<String> keys() {
        return parameters.keys;
    }

    /** Whether its messages can go in segments. */
    public boolean hasSegments() {
        return keys().contains(Tuning.SEGMENT);
    }

    /** In how many pieces messages of so many bytes go: of a pipeline that nobody has told how long they are, in some of the usual length, or as many as are usual. */
    public int segments(@Nullable Tuning tuning, long bytes) {
        if (tuning != null && tuning.segmentBytes() > 0) {
            return Tuning.segments(bytes, tuning.segmentBytes(), isWrittenOut() ? MOST_WRITTEN_OUT : Tuning.MOST_SEGMENTS);
        }
        return Tuning.segments(bytes, parameters == Parameters.SEGMENT ? USUAL_SEGMENT_BYTES : 0, USUAL_SEGMENTS);
    }

    /** Whether each piece has steps of its own in a schedule: those of all blocks are mixed where all ranks have all, and a reduction between groups waits for another one. */
    private boolean isWrittenOut() {
        return switch (operation) {
            case NEIGHBOR_REDUCE, ALLGATHER, REDUCE_SCATTER_BLOCK -> true;
            default -> false;
        };
    }

    /** This rank's schedule, as the algorithm comes; pure and local. */
    public Schedule generate(Shape shape) {
        return generate(shape, null, 1);
    }

    /**
     * This rank's schedule; pure and local.
     *
     * @param tuning how it is to work, by its {@linkplain #keys keys}, on a topology that a multilevel one {@linkplain Tuning#seen sees}; null for as it comes
     * @param segments in how many pieces messages go, of one that {@linkplain #hasSegments has some}
     */
    public Schedule generate(Shape shape, @Nullable Tuning tuning, int segments) {
        return generateForLength(shape, tuning, segments, UNKNOWN);
    }

    /**
     * Likewise, where all blocks of an operation whose blocks may differ are known to be equally long: of an algorithm whose ranks find by the lengths whom they send to, these are known here.
     *
     * @param bytes of each block; -1 for lengths of their own
     */
    public Schedule generateForLength(Shape shape, @Nullable Tuning tuning, int segments, long bytes) {
        if (!serves(shape.operation()) || !allows(shape.size(), shape.commutative())) {
            throw new IllegalArgumentException(this + " can't serve " + shape);
        }
        return Generators.generate(this, shape, tuning, segments, bytes);
    }
}
