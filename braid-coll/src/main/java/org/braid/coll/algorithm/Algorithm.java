package org.braid.coll.algorithm;

import static org.braid.coll.algorithm.tree.TreeNames.BINARY;
import static org.braid.coll.algorithm.tree.TreeNames.BINOMIAL;
import static org.braid.coll.algorithm.tree.TreeNames.CHAIN;
import static org.braid.coll.algorithm.tree.TreeNames.LINEAR;

import java.util.List;
import org.braid.coll.algorithm.circulant.CirculantAllBroadcast;
import org.braid.coll.algorithm.circulant.CirculantAllReduction;
import org.braid.coll.algorithm.circulant.CirculantBcast;
import org.braid.coll.algorithm.circulant.CirculantReduce;
import org.braid.coll.algorithm.generator.AlongKnomialTree;
import org.braid.coll.algorithm.generator.AlongLevels;
import org.braid.coll.algorithm.generator.AlongPostalTree;
import org.braid.coll.algorithm.generator.AlongTree;
import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.algorithm.irregular.TuwGatherv;
import org.braid.coll.algorithm.irregular.TuwScatterv;
import org.braid.coll.algorithm.irregular.TwoPhaseBruckAlltoallv;
import org.braid.coll.algorithm.lanes.LanesAllreduce;
import org.braid.coll.algorithm.lanes.LanesAlltoall;
import org.braid.coll.algorithm.lanes.LanesBcast;
import org.braid.coll.algorithm.lanes.LanesGather;
import org.braid.coll.algorithm.lanes.LanesReduce;
import org.braid.coll.algorithm.lanes.LanesScatter;
import org.braid.coll.algorithm.locality.BineAllgather;
import org.braid.coll.algorithm.locality.BineBcast;
import org.braid.coll.algorithm.locality.BineGather;
import org.braid.coll.algorithm.locality.BineReduce;
import org.braid.coll.algorithm.locality.BineReduceScatter;
import org.braid.coll.algorithm.locality.BineScatter;
import org.braid.coll.algorithm.locality.NeighborExchangeAllgather;
import org.braid.coll.algorithm.locality.PatAllgather;
import org.braid.coll.algorithm.locality.PatReduceScatter;
import org.braid.coll.algorithm.locality.ScatterBineBcast;
import org.braid.coll.algorithm.locality.SparbitAllgather;
import org.braid.coll.algorithm.movement.BinomialBcast;
import org.braid.coll.algorithm.movement.BinomialGather;
import org.braid.coll.algorithm.movement.BinomialScatter;
import org.braid.coll.algorithm.movement.BruckAllgather;
import org.braid.coll.algorithm.movement.BruckAlltoall;
import org.braid.coll.algorithm.movement.CentralAllgather;
import org.braid.coll.algorithm.movement.CentralBarrier;
import org.braid.coll.algorithm.movement.CirculantAllgather;
import org.braid.coll.algorithm.movement.DisseminationAllgather;
import org.braid.coll.algorithm.movement.DisseminationBarrier;
import org.braid.coll.algorithm.movement.DoubleTreeBcast;
import org.braid.coll.algorithm.movement.GatherThenBcast;
import org.braid.coll.algorithm.movement.KDisseminationBarrier;
import org.braid.coll.algorithm.movement.LinearAllgather;
import org.braid.coll.algorithm.movement.LinearAlltoall;
import org.braid.coll.algorithm.movement.LinearBcast;
import org.braid.coll.algorithm.movement.LinearGather;
import org.braid.coll.algorithm.movement.LinearScatter;
import org.braid.coll.algorithm.movement.PairwiseAlltoall;
import org.braid.coll.algorithm.movement.RecursiveDoublingAllgather;
import org.braid.coll.algorithm.movement.RingAllgather;
import org.braid.coll.algorithm.movement.ScatterDoublingBcast;
import org.braid.coll.algorithm.movement.ScatterLinearBcast;
import org.braid.coll.algorithm.movement.ScatterRingBcast;
import org.braid.coll.algorithm.multilevel.MultilevelAllgather;
import org.braid.coll.algorithm.multilevel.MultilevelAllgatherv;
import org.braid.coll.algorithm.multilevel.MultilevelAllreduce;
import org.braid.coll.algorithm.multilevel.MultilevelAlltoall;
import org.braid.coll.algorithm.multilevel.MultilevelAlltoallv;
import org.braid.coll.algorithm.multilevel.MultilevelBarrier;
import org.braid.coll.algorithm.multilevel.MultilevelBcast;
import org.braid.coll.algorithm.multilevel.MultilevelCanonicalScan;
import org.braid.coll.algorithm.multilevel.MultilevelGather;
import org.braid.coll.algorithm.multilevel.MultilevelGatherv;
import org.braid.coll.algorithm.multilevel.MultilevelReduce;
import org.braid.coll.algorithm.multilevel.MultilevelReduceScatter;
import org.braid.coll.algorithm.multilevel.MultilevelScan;
import org.braid.coll.algorithm.multilevel.MultilevelScatter;
import org.braid.coll.algorithm.multilevel.MultilevelScatterv;
import org.braid.coll.algorithm.neighbors.CombiningNeighbors;
import org.braid.coll.algorithm.neighbors.CombiningNeighborsv;
import org.braid.coll.algorithm.neighbors.GroupsReduce;
import org.braid.coll.algorithm.neighbors.MultilevelNeighbors;
import org.braid.coll.algorithm.neighbors.MultilevelNeighborsv;
import org.braid.coll.algorithm.neighbors.NeighborExchange;
import org.braid.coll.algorithm.neighbors.NeighborReduce;
import org.braid.coll.algorithm.reduction.BinomialReduce;
import org.braid.coll.algorithm.reduction.CentralAllreduce;
import org.braid.coll.algorithm.reduction.CentralReduceScatter;
import org.braid.coll.algorithm.reduction.CirculantExchange;
import org.braid.coll.algorithm.reduction.CirculantGatherAllreduce;
import org.braid.coll.algorithm.reduction.DoubleTreeReduce;
import org.braid.coll.algorithm.reduction.LinearPartsAllreduce;
import org.braid.coll.algorithm.reduction.LinearPartsReduce;
import org.braid.coll.algorithm.reduction.LinearReduce;
import org.braid.coll.algorithm.reduction.LinearReduceScatter;
import org.braid.coll.algorithm.reduction.PairwiseReduceScatter;
import org.braid.coll.algorithm.reduction.RabenseifnerAllreduce;
import org.braid.coll.algorithm.reduction.RecursiveDoublingAllreduce;
import org.braid.coll.algorithm.reduction.RecursiveDoublingReduceScatter;
import org.braid.coll.algorithm.reduction.RecursiveHalvingReduceScatter;
import org.braid.coll.algorithm.reduction.ReduceScatterGather;
import org.braid.coll.algorithm.reduction.ReduceThenBcast;
import org.braid.coll.algorithm.reduction.ReduceThenScatter;
import org.braid.coll.algorithm.reduction.RingAllreduce;
import org.braid.coll.algorithm.reduction.RingReduceScatter;
import org.braid.coll.algorithm.reduction.SwingAllreduce;
import org.braid.coll.algorithm.scan.HillisSteeleScan;
import org.braid.coll.algorithm.scan.LinearScan;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue: a row for each algorithm, with its name, what makes its schedules, what it costs, what it can do, and what it can be told. The checker's tests prove each declaration.
 *
 * <p>A new algorithm is a file, whose class is a {@link Generator}, and a row. Of some, the operation is in one file and what it goes along in another: a multilevel broadcast along other trees is a row alone.
 */
public enum Algorithm {
    DISSEMINATION_BARRIER("dissemination", new DisseminationBarrier(), "lg P α", Ability.ANY, Operation.BARRIER),
    K_DISSEMINATION_BARRIER("k-dissemination", new KDisseminationBarrier(), "log_k P (α + (k-2)o)", Ability.ANY, Parameters.RADIX, Operation.BARRIER),
    CENTRAL_BARRIER("central", new CentralBarrier(), "2α + 2(P-1)o", Ability.ANY, Operation.BARRIER),
    BINOMIAL_BCAST("binomial", new BinomialBcast(), "lg P (α + nβ)", Ability.ANY, Operation.BCAST),
    LINEAR_BCAST("linear", new LinearBcast(), "(P-2)(o + nG) + α + nβ", Ability.ANY, Operation.BCAST),
    SCATTER_RING_BCAST("scatter-ring", new ScatterRingBcast(), "(lg P + P-1)α + 2(P-1)/P nβ", Ability.ANY, Operation.BCAST),
    SCATTER_LINEAR_BCAST("scatter-linear", new ScatterLinearBcast(), "2α + 2(P-1)o + 2(P-1)/P nβ", Ability.ANY, Operation.BCAST),
    SCATTER_DOUBLING_BCAST("scatter-doubling", new ScatterDoublingBcast(), "2 lg P α + 2(P-1)/P nβ", Ability.ANY, Operation.BCAST),
    KNOMIAL_BCAST("knomial", new AlongKnomialTree(new MultilevelBcast()), "log_k P (α + (k-1)(o + nβ))", Ability.ANY, Parameters.RADIX, Operation.BCAST),
    POSTAL_BCAST("postal", new AlongPostalTree(new MultilevelBcast()), "t(α/λ) + nβ with N(t) ≥ P", Ability.ANY, Parameters.LAMBDA, Operation.BCAST),
    CHAIN_BCAST("chain", new AlongTree(CHAIN, new MultilevelBcast()), "(P-2+s)(α + nβ/s)", Ability.ANY, Parameters.SEGMENT, Operation.BCAST),
    BINARY_BCAST("binary", new AlongTree(BINARY, new MultilevelBcast()), "(lg P + 2s)(α + nβ/s)", Ability.ANY, Parameters.SEGMENT, Operation.BCAST),
    DOUBLE_TREE_BCAST("double-tree", new DoubleTreeBcast(), "2 lg P α + nβ + O(√(αβ n lg P))", Ability.ANY, Parameters.SEGMENT, Operation.BCAST),
    CIRCULANT_BCAST("circulant", new CirculantBcast(), "(lg P - 1 + s)(α + nβ/s)", Ability.ANY, Parameters.SEGMENT, Operation.BCAST),
    BINE_BCAST("bine", new BineBcast(), "lg P (α + nβ)", Ability.ANY, Operation.BCAST),
    SCATTER_BINE_BCAST("scatter-bine", new ScatterBineBcast(), "2 lg P α + 2(P-1)/P nβ", Ability.POWER_OF_TWO, Operation.BCAST),
    BINOMIAL_REDUCE("binomial", new BinomialReduce(), "lg P (α + nβ + nγ)", Ability.ANY, Operation.REDUCE),
    LINEAR_REDUCE("linear", new LinearReduce(), "α + (P-1)(o + nG + nγ)", Ability.ANY, Operation.REDUCE),
    LINEAR_PARTS_REDUCE("linear-parts", new LinearPartsReduce(), "2α + 2(P-1)o + 2(P-1)/P nβ + (P-1)/P nγ", Ability.ANY, Operation.REDUCE),
    REDUCE_SCATTER_GATHER("reduce-scatter-gather", new ReduceScatterGather(), "2 lg P α + 2(P-1)/P nβ + (P-1)/P nγ", Ability.ANY, Operation.REDUCE),
    KNOMIAL_REDUCE("knomial", new AlongKnomialTree(new MultilevelReduce()), "log_k P (α + (k-1)(o + nβ + nγ))", Ability.ANY, Parameters.RADIX, Operation.REDUCE),
    POSTAL_REDUCE("postal", new AlongPostalTree(new MultilevelReduce()), "t(α/λ) + nβ + nγ with N(t) ≥ P", Ability.ANY, Parameters.LAMBDA, Operation.REDUCE),
    CHAIN_REDUCE("chain", new AlongTree(CHAIN, new MultilevelReduce()), "(P-2+s)(α + n(β + γ)/s)", Ability.ANY, Parameters.SEGMENT, Operation.REDUCE),
    BINARY_REDUCE("binary", new AlongTree(BINARY, new MultilevelReduce()), "(lg P + 2s)(α + n(β + γ)/s)", Ability.ANY, Parameters.SEGMENT, Operation.REDUCE),
    CIRCULANT_GATHER_REDUCE("circulant-gather", new CirculantExchange(), "2 lg P α + 2(P-1)/P nβ + (P-1)/P nγ", Ability.COMMUTATIVE, Operation.REDUCE),
    CIRCULANT_REDUCE("circulant", new CirculantReduce(), "(lg P - 1 + s)(α + n(β + γ)/s)", Ability.COMMUTATIVE, Parameters.SEGMENT, Operation.REDUCE),
    DOUBLE_TREE_REDUCE("double-tree", new DoubleTreeReduce(), "2 lg P α + n(β + γ) + O(√(αβ n lg P))", Ability.COMMUTATIVE, Parameters.SEGMENT, Operation.REDUCE),
    BINE_REDUCE("bine", new BineReduce(), "lg P (α + nβ + nγ)", Ability.ANY, Operation.REDUCE),
    RECURSIVE_DOUBLING_ALLREDUCE("recursive-doubling", new RecursiveDoublingAllreduce(), "log_k P (α + (k-2)o + (k-1)(nβ + nγ))", Ability.ANY, Parameters.RADIX, Operation.ALLREDUCE),
    CENTRAL_ALLREDUCE("central", new CentralAllreduce(), "2α + 2(P-1)o + (P-1)nγ", Ability.ANY, Operation.ALLREDUCE),
    LINEAR_PARTS_ALLREDUCE("linear-parts", new LinearPartsAllreduce(), "(1 + lg P)α + (P-1)o + 2(P-1)/P nβ + (P-1)/P nγ", Ability.ANY, Operation.ALLREDUCE),
    REDUCE_THEN_BCAST("reduce-bcast", new ReduceThenBcast(), "2 lg P (α + nβ) + lg P nγ", Ability.ANY, Operation.ALLREDUCE),
    RABENSEIFNER_ALLREDUCE("rabenseifner", new RabenseifnerAllreduce(), "2 lg P α + 2(P-1)/P nβ + (P-1)/P nγ", Ability.ANY, Operation.ALLREDUCE),
    CIRCULANT_GATHER_ALLREDUCE("circulant-gather", new CirculantGatherAllreduce(), "2 lg P α + 2(P-1)/P nβ + (P-1)/P nγ", Ability.ANY, Operation.ALLREDUCE),
    RING_ALLREDUCE("ring", new RingAllreduce(), "2(P-1)α + 2(P-1)/P nβ + (P-1)/P nγ", Ability.COMMUTATIVE, Operation.ALLREDUCE),
    SWING_ALLREDUCE("swing", new SwingAllreduce(), "2 lg P α + 2(P-1)/P nβ + (P-1)/P nγ", Ability.COMMUTATIVE, Operation.ALLREDUCE),
    DOUBLE_TREE_ALLREDUCE("double-tree", new DoubleTreeReduce(), "4 lg P α + n(β + γ) + O(√(αβ n lg P))", Ability.COMMUTATIVE, Parameters.SEGMENT, Operation.ALLREDUCE),
    CIRCULANT_ALLREDUCE("circulant", new CirculantExchange(), "2 lg P α + 2(P-1)/P nβ + (P-1)/P nγ", Ability.COMMUTATIVE, Operation.ALLREDUCE),
    LINEAR_GATHER("linear", new LinearGather(), "α + (P-1)(o + nβ)", Ability.ANY, Operation.GATHER, Operation.GATHERV),
    BINOMIAL_GATHER("binomial", new BinomialGather(), "lg P α + (P-1)nβ", Ability.ANY, Operation.GATHER),
    KNOMIAL_GATHER("knomial", new AlongKnomialTree(new MultilevelGather()), "log_k P α + (P-1)nβ", Ability.ANY, Parameters.RADIX, Operation.GATHER),
    BINE_GATHER("bine", new BineGather(), "lg P α + (P-1)nβ", Ability.ANY, Operation.GATHER),
    BINOMIAL_GATHERV("binomial", new AlongTree(BINOMIAL, new MultilevelGatherv()), "lg P (α + o) + (P-1)nβ", Ability.ANY, Parameters.TOGETHER, Operation.GATHERV),
    TUW_GATHERV("tuw", new TuwGatherv(), "lg P (2α + o) + (P-1)nβ", Ability.ANY, Parameters.TOGETHER, Operation.GATHERV),
    LINEAR_SCATTER("linear", new LinearScatter(), "α + (P-1)(o + nβ)", Ability.ANY, Operation.SCATTER, Operation.SCATTERV),
    BINOMIAL_SCATTER("binomial", new BinomialScatter(), "lg P α + (P-1)nβ", Ability.ANY, Operation.SCATTER),
    KNOMIAL_SCATTER("knomial", new AlongKnomialTree(new MultilevelScatter()), "log_k P α + (P-1)nβ", Ability.ANY, Parameters.RADIX, Operation.SCATTER),
    BINE_SCATTER("bine", new BineScatter(), "lg P α + (P-1)nβ", Ability.ANY, Operation.SCATTER),
    BINOMIAL_SCATTERV("binomial", new AlongTree(BINOMIAL, new MultilevelScatterv()), "lg P (α + o) + (P-1)nβ", Ability.ANY, Parameters.TOGETHER, Operation.SCATTERV),
    TUW_SCATTERV("tuw", new TuwScatterv(), "lg P (3α + o) + (P-1)nβ", Ability.ANY, Parameters.TOGETHER, Operation.SCATTERV),
    RING_ALLGATHER("ring", new RingAllgather(), "(P-1)α + (P-1)nβ", Ability.ANY, Operation.ALLGATHER, Operation.ALLGATHERV),
    LINEAR_ALLGATHER("linear", new LinearAllgather(), "α + (P-1)(o + nβ)", Ability.ANY, Operation.ALLGATHER, Operation.ALLGATHERV),
    RECURSIVE_DOUBLING_ALLGATHER("recursive-doubling", new RecursiveDoublingAllgather(), "lg P α + (P-1)nβ", Ability.POWER_OF_TWO, Operation.ALLGATHER),
    BRUCK_ALLGATHER("bruck", new BruckAllgather(), "log_r P (α + (r-2)o) + (P-1)nβ + Pn copied", Ability.ANY, Parameters.RADIX, Operation.ALLGATHER),
    DISSEMINATION_ALLGATHER("dissemination", new DisseminationAllgather(), "lg P α + (P-1)nβ", Ability.ANY, Operation.ALLGATHER, Operation.ALLGATHERV),
    CIRCULANT_ALLGATHER("circulant", new CirculantAllgather(), "lg P α + (P-1)nβ", Ability.ANY, Operation.ALLGATHER, Operation.ALLGATHERV),
    CIRCULANT_ALL_BROADCAST("all-broadcast", new CirculantAllBroadcast(), "(lg P - 1 + s)(α + nβ/s) + (P-1)(s o + nβ)", Ability.ANY, Parameters.SEGMENT, Operation.ALLGATHER, Operation.ALLGATHERV),
    CENTRAL_ALLGATHER("central", new CentralAllgather(), "2α + 2(P-1)o + (P-1)P nβ", Ability.ANY, Operation.ALLGATHER),
    GATHER_THEN_BCAST("gather-bcast", new GatherThenBcast(), "α + (P-1)(o + nβ) + lg P (α + Pnβ)", Ability.ANY, Operation.ALLGATHER),
    NEIGHBOR_EXCHANGE_ALLGATHER("neighbor-exchange", new NeighborExchangeAllgather(), "P/2 α + (P-1)nβ", Ability.EVEN, Operation.ALLGATHER, Operation.ALLGATHERV),
    SPARBIT_ALLGATHER("sparbit", new SparbitAllgather(), "lg P α + (P-1)(o + nβ)", Ability.ANY, Operation.ALLGATHER, Operation.ALLGATHERV),
    BINE_ALLGATHER("bine", new BineAllgather(), "lg P α + (P-1)nβ", Ability.POWER_OF_TWO, Operation.ALLGATHER, Operation.ALLGATHERV),
    PAT_ALLGATHER("pat", new PatAllgather(), "(lg A + P/A)α + (P-1)nβ + 2(P-1)n copied", Ability.ANY, Parameters.BLOCKS, Operation.ALLGATHER),
    PAIRWISE_ALLTOALL("pairwise", new PairwiseAlltoall(), "(P-1)/W α + (P-1)nβ", Ability.ANY, Parameters.WINDOW, Operation.ALLTOALL, Operation.ALLTOALLV),
    LINEAR_ALLTOALL("linear", new LinearAlltoall(), "α + (P-1)(o + nβ)", Ability.ANY, Operation.ALLTOALL, Operation.ALLTOALLV),
    BRUCK_ALLTOALL("bruck", new BruckAlltoall(), "log_r P (α + (r-2)o + (r-1)/r P nβ)", Ability.ANY, Parameters.RADIX, Operation.ALLTOALL),
    TWO_PHASE_BRUCK_ALLTOALLV("two-phase-bruck", new TwoPhaseBruckAlltoallv(), "log_r P (2α + 2(r-2)o + (r-1)/r P nβ)", Ability.ANY, Parameters.RADIX_TOGETHER, Operation.ALLTOALLV),
    LINEAR_SCAN("linear", new LinearScan(), "(P-1)(α + nβ + nγ)", Ability.ANY, Operation.SCAN),
    HILLIS_STEELE_SCAN("hillis-steele", new HillisSteeleScan(), "lg P (α + nβ + nγ)", Ability.ANY, Operation.SCAN),
    BINOMIAL_SCAN("binomial", new AlongTree(BINOMIAL, new MultilevelScan()), "2 lg P (α + nβ + nγ)", Ability.ANY, Operation.SCAN),
    BINARY_SCAN("binary", MultilevelScan.inSegments(BINARY), "(2 lg P + 3s)(α + n(β + γ)/s)", Ability.ANY, Parameters.SEGMENT, Operation.SCAN),
    LINEAR_EXSCAN("linear", new LinearScan(), "(P-1)(α + nβ + nγ)", Ability.ANY, Operation.EXSCAN),
    HILLIS_STEELE_EXSCAN("hillis-steele", new HillisSteeleScan(), "α + nβ + lg P (α + nβ + nγ)", Ability.ANY, Operation.EXSCAN),
    BINOMIAL_EXSCAN("binomial", new AlongTree(BINOMIAL, new MultilevelScan()), "2 lg P (α + nβ + nγ)", Ability.ANY, Operation.EXSCAN),
    BINARY_EXSCAN("binary", MultilevelScan.inSegments(BINARY), "(2 lg P + 3s)(α + n(β + γ)/s)", Ability.ANY, Parameters.SEGMENT, Operation.EXSCAN),
    PAIRWISE_REDUCE_SCATTER("pairwise", new PairwiseReduceScatter(), "(P-1)(α + nβ + nγ)", Ability.COMMUTATIVE, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    LINEAR_REDUCE_SCATTER("linear", new LinearReduceScatter(), "α + (P-1)(o + nβ + nγ)", Ability.ANY, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    CENTRAL_REDUCE_SCATTER("central", new CentralReduceScatter(), "2α + 2(P-1)o + (P-1)P n(β + γ)", Ability.ANY, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    RECURSIVE_HALVING_REDUCE_SCATTER("recursive-halving", new RecursiveHalvingReduceScatter(), "lg P α + (P-1)n(β + γ)", Ability.COMMUTATIVE, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    REDUCE_THEN_SCATTER("reduce-scatter", new ReduceThenScatter(), "lg P (α + Pnβ + Pnγ) + α + (P-1)(o + nβ)", Ability.ANY, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    CIRCULANT_REDUCE_SCATTER("circulant", new CirculantExchange(), "lg P α + (P-1)n(β + γ)", Ability.COMMUTATIVE, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    CIRCULANT_ALL_REDUCTION("all-reduction", new CirculantAllReduction(), "(lg P - 1 + s)(α + n(β + γ)/s) + (P-1)(s o + n(β + γ))", Ability.COMMUTATIVE, Parameters.SEGMENT, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    RECURSIVE_DOUBLING_REDUCE_SCATTER("recursive-doubling", new RecursiveDoublingReduceScatter(), "lg P α + (P-1)n(β + γ) + Pn copied", Ability.ANY, Operation.REDUCE_SCATTER_BLOCK),
    RING_REDUCE_SCATTER("ring", new RingReduceScatter(), "(P-1)(α + nβ + nγ)", Ability.COMMUTATIVE, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    BINE_REDUCE_SCATTER("bine", new BineReduceScatter(), "lg P α + (P-1)n(β + γ)", Ability.COMMUTATIVE_POWER_OF_TWO, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    PAT_REDUCE_SCATTER("pat", new PatReduceScatter(), "(lg A + P/A)α + (P-1)n(β + γ)", Ability.COMMUTATIVE, Parameters.BLOCKS, Operation.REDUCE_SCATTER_BLOCK),
    LINEAR_NEIGHBOR_ALLGATHER("linear", new NeighborExchange(), "α + d(o + nβ)", Ability.ANY, Operation.NEIGHBOR_ALLGATHER, Operation.NEIGHBOR_ALLGATHERV),
    LINEAR_NEIGHBOR_ALLTOALL("linear", new NeighborExchange(), "α + d(o + nβ)", Ability.ANY, Operation.NEIGHBOR_ALLTOALL, Operation.NEIGHBOR_ALLTOALLV),
    LINEAR_NEIGHBOR_REDUCE("linear", new NeighborReduce(), "α + d(o + nG + nγ)", Ability.ANY, Operation.NEIGHBOR_REDUCE),
    BINOMIAL_NEIGHBOR_REDUCE("binomial", new AlongTree(BINOMIAL, new GroupsReduce()), "2 lg P (α + nβ) + lg P nγ", Ability.ANY, Operation.NEIGHBOR_REDUCE),
    CENTRAL_NEIGHBOR_REDUCE("central", new AlongTree(LINEAR, new GroupsReduce()), "2α + P(o + nG + nγ)", Ability.ANY, Operation.NEIGHBOR_REDUCE),
    COMBINING_NEIGHBOR_ALLGATHER("combining", new CombiningNeighbors(), "Σ (α + co + hnβ)", Ability.ANY, Operation.NEIGHBOR_ALLGATHER),
    COMBINING_NEIGHBOR_ALLGATHERV("combining", new CombiningNeighborsv(), "Σ (α + 2co + hnβ)", Ability.ANY, Parameters.TOGETHER, Operation.NEIGHBOR_ALLGATHERV),
    COMBINING_NEIGHBOR_ALLTOALL("combining", new CombiningNeighbors(), "Σ (α + co + hnβ)", Ability.ANY, Operation.NEIGHBOR_ALLTOALL),
    COMBINING_NEIGHBOR_ALLTOALLV("combining", new CombiningNeighborsv(), "Σ (α + 2co + hnβ)", Ability.ANY, Parameters.TOGETHER, Operation.NEIGHBOR_ALLTOALLV),
    MULTILEVEL_BARRIER("multilevel", new AlongLevels(BINOMIAL, new MultilevelBarrier()), "lg S α + 2 Σ α", Ability.ANY, Parameters.LEVELS, Operation.BARRIER),
    MULTILEVEL_LINEAR_BARRIER("multilevel-linear", new AlongLevels(LINEAR, new MultilevelBarrier()), "lg S α + 2 Σ (α + ko)", Ability.ANY, Parameters.LEVELS, Operation.BARRIER),
    MULTILEVEL_BCAST("multilevel", new AlongLevels(BINOMIAL, new MultilevelBcast()), "Σ (α + nβ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.BCAST),
    MULTILEVEL_LINEAR_BCAST("multilevel-linear", new AlongLevels(LINEAR, new MultilevelBcast()), "Σ (α + ko + nβ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.BCAST),
    MULTILEVEL_LANES_BCAST("multilevel-lanes", new AlongLevels(BINOMIAL, new LanesBcast()), "α + (k-1)(o + n/k β) + Σ (α + n/k β) + nβ", Ability.ANY, Parameters.LEVELS, Operation.BCAST),
    MULTILEVEL_REDUCE("multilevel", new AlongLevels(BINOMIAL, new MultilevelReduce()), "Σ (α + nβ + nγ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.REDUCE),
    MULTILEVEL_LINEAR_REDUCE("multilevel-linear", new AlongLevels(LINEAR, new MultilevelReduce()), "Σ (α + ko + nβ + nγ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.REDUCE),
    MULTILEVEL_LANES_REDUCE("multilevel-lanes", new AlongLevels(BINOMIAL, new LanesReduce()), "Σ (α + n/k (β + γ)) + n(β + γ) + α + (k-1)(o + n/k β)", Ability.ANY, Parameters.LEVELS, Operation.REDUCE),
    MULTILEVEL_CANONICAL_REDUCE("multilevel-canonical", new AlongLevels(BINOMIAL, MultilevelReduce.canonical()), "Σ (α + rnβ + rnγ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.REDUCE),
    MULTILEVEL_ALLREDUCE("multilevel", new AlongLevels(BINOMIAL, new MultilevelAllreduce()), "lg S (α + nβ + nγ) + 2 Σ (α + nβ + nγ)", Ability.ANY, Parameters.LEVELS, Operation.ALLREDUCE),
    MULTILEVEL_LINEAR_ALLREDUCE("multilevel-linear", new AlongLevels(LINEAR, new MultilevelAllreduce()), "lg S (α + nβ + nγ) + 2 Σ (α + ko + nβ + nγ)", Ability.ANY, Parameters.LEVELS, Operation.ALLREDUCE),
    MULTILEVEL_PARTS_ALLREDUCE("multilevel-parts", new AlongLevels(BINOMIAL, MultilevelAllreduce.inParts()), "2 lg S α + 2(S-1)/S nβ + (S-1)/S nγ + 2 Σ (α + nβ + nγ)", Ability.ANY, Parameters.LEVELS, Operation.ALLREDUCE),
    MULTILEVEL_PIPELINE_ALLREDUCE("multilevel-pipeline", new AlongLevels(BINOMIAL, MultilevelAllreduce.inSegments()), "2 Σ (α + nβ + nγ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.ALLREDUCE),
    MULTILEVEL_CANONICAL_ALLREDUCE("multilevel-canonical", new AlongLevels(BINOMIAL, MultilevelAllreduce.canonical()), "Σ (2α + (r+1)nβ + rnγ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.ALLREDUCE),
    MULTILEVEL_LANES_ALLREDUCE("multilevel-lanes", new AlongLevels(BINOMIAL, new LanesAllreduce()), "lg S (α + n/k (β + γ)) + 2 Σ (α + n/k (β + γ)) + 2n(β + γ)", Ability.ANY, Parameters.LEVELS, Operation.ALLREDUCE),
    MULTILEVEL_GATHER("multilevel", new AlongLevels(BINOMIAL, new MultilevelGather()), "Σ (α + mβ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.GATHER),
    MULTILEVEL_LINEAR_GATHER("multilevel-linear", new AlongLevels(LINEAR, new MultilevelGather()), "Σ (α + ko + mβ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.GATHER),
    MULTILEVEL_LANES_GATHER("multilevel-lanes", new LanesGather(), "α + (P-m)/m (o + nβ) + (m-1)(o + P/m nβ)", Ability.ANY, Parameters.LEVELS, Operation.GATHER),
    MULTILEVEL_SCATTER("multilevel", new AlongLevels(BINOMIAL, new MultilevelScatter()), "Σ (α + mβ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.SCATTER),
    MULTILEVEL_LINEAR_SCATTER("multilevel-linear", new AlongLevels(LINEAR, new MultilevelScatter()), "Σ (α + ko + mβ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.SCATTER),
    MULTILEVEL_LANES_SCATTER("multilevel-lanes", new LanesScatter(), "(m-1)(o + P/m nβ) + α + (P-m)/m (o + nβ)", Ability.ANY, Parameters.LEVELS, Operation.SCATTER),
    MULTILEVEL_GATHERV("multilevel", new AlongLevels(BINOMIAL, new MultilevelGatherv()), "Σ (α + o + mβ)", Ability.ANY, Parameters.LEVELS_TOGETHER, Operation.GATHERV),
    MULTILEVEL_LINEAR_GATHERV("multilevel-linear", new AlongLevels(LINEAR, new MultilevelGatherv()), "Σ (α + (2k+1)o + mβ)", Ability.ANY, Parameters.LEVELS_TOGETHER, Operation.GATHERV),
    MULTILEVEL_SCATTERV("multilevel", new AlongLevels(BINOMIAL, new MultilevelScatterv()), "Σ (α + o + mβ)", Ability.ANY, Parameters.LEVELS_TOGETHER, Operation.SCATTERV),
    MULTILEVEL_LINEAR_SCATTERV("multilevel-linear", new AlongLevels(LINEAR, new MultilevelScatterv()), "Σ (α + (k+1)o + mβ)", Ability.ANY, Parameters.LEVELS_TOGETHER, Operation.SCATTERV),
    MULTILEVEL_ALLGATHER("multilevel", new AlongLevels(BINOMIAL, new MultilevelAllgather()), "α + (S-1)(o + mβ) + 2 Σ (α + Pnβ)", Ability.ANY, Parameters.LEVELS, Operation.ALLGATHER),
    MULTILEVEL_LINEAR_ALLGATHER("multilevel-linear", new AlongLevels(LINEAR, new MultilevelAllgather()), "α + (S-1)(o + mβ) + 2 Σ (α + ko + Pnβ)", Ability.ANY, Parameters.LEVELS, Operation.ALLGATHER),
    MULTILEVEL_ALLGATHERV("multilevel", new AlongLevels(BINOMIAL, new MultilevelAllgatherv()), "α + (S-1)(o + mβ) + 2 Σ (α + Pnβ)", Ability.ANY, Parameters.LEVELS_TOGETHER, Operation.ALLGATHERV),
    MULTILEVEL_LINEAR_ALLGATHERV("multilevel-linear", new AlongLevels(LINEAR, new MultilevelAllgatherv()), "α + (S-1)(o + mβ) + 2 Σ (α + ko + Pnβ)", Ability.ANY, Parameters.LEVELS_TOGETHER, Operation.ALLGATHERV),
    MULTILEVEL_ALLTOALL("multilevel", new AlongLevels(BINOMIAL, new MultilevelAlltoall()), "α + (S-1)(o + m²nβ) + 2 Σ (α + m(P-m)nβ)", Ability.ANY, Parameters.LEVELS, Operation.ALLTOALL),
    MULTILEVEL_LINEAR_ALLTOALL("multilevel-linear", new AlongLevels(LINEAR, new MultilevelAlltoall()), "α + (S-1)(o + m²nβ) + 2 Σ (α + ko + m(P-m)nβ)", Ability.ANY, Parameters.LEVELS, Operation.ALLTOALL),
    MULTILEVEL_LANES_ALLTOALL("multilevel-lanes", new LanesAlltoall(), "(m-1)(o + (P-m)/m nβ) + α + (P/m-1)(o + mnβ)", Ability.ANY, Parameters.LEVELS, Operation.ALLTOALL),
    MULTILEVEL_ALLTOALLV("multilevel", new AlongLevels(BINOMIAL, new MultilevelAlltoallv()), "α + (S-1)(2o + m²nβ) + 2 Σ (α + o + m(P-m)nβ)", Ability.ANY, Parameters.LEVELS_TOGETHER, Operation.ALLTOALLV),
    MULTILEVEL_LINEAR_ALLTOALLV("multilevel-linear", new AlongLevels(LINEAR, new MultilevelAlltoallv()), "α + (S-1)(2o + m²nβ) + 2 Σ (α + 2ko + m(P-m)nβ)", Ability.ANY, Parameters.LEVELS_TOGETHER, Operation.ALLTOALLV),
    MULTILEVEL_REDUCE_SCATTER("multilevel", new AlongLevels(BINOMIAL, new MultilevelReduceScatter()), "α + (S-1)(o + mnβ + mnγ) + 2 Σ (α + Pnβ + Pnγ)", Ability.ANY, Parameters.LEVELS, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    MULTILEVEL_LINEAR_REDUCE_SCATTER("multilevel-linear", new AlongLevels(LINEAR, new MultilevelReduceScatter()), "α + (S-1)(o + mnβ + mnγ) + 2 Σ (α + ko + Pnβ + Pnγ)", Ability.ANY, Parameters.LEVELS, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    MULTILEVEL_CANONICAL_REDUCE_SCATTER("multilevel-canonical", new AlongLevels(BINOMIAL, MultilevelReduceScatter.canonical()), "Σ (2α + (r+1)Pnβ + rPnγ)", Ability.ANY, Parameters.LEVELS, Operation.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER),
    MULTILEVEL_SCAN("multilevel", new AlongLevels(BINOMIAL, new MultilevelScan()), "2 Σ (α + nβ + nγ)", Ability.ANY, Parameters.LEVELS, Operation.SCAN),
    MULTILEVEL_LINEAR_SCAN("multilevel-linear", new AlongLevels(LINEAR, new MultilevelScan()), "2 Σ (α + ko + nβ + nγ)", Ability.ANY, Parameters.LEVELS, Operation.SCAN),
    MULTILEVEL_EXSCAN("multilevel", new AlongLevels(BINOMIAL, new MultilevelScan()), "2 Σ (α + nβ + nγ)", Ability.ANY, Parameters.LEVELS, Operation.EXSCAN),
    MULTILEVEL_LINEAR_EXSCAN("multilevel-linear", new AlongLevels(LINEAR, new MultilevelScan()), "2 Σ (α + ko + nβ + nγ)", Ability.ANY, Parameters.LEVELS, Operation.EXSCAN),
    MULTILEVEL_CANONICAL_SCAN("multilevel-canonical", new AlongLevels(BINOMIAL, new MultilevelCanonicalScan()), "2 Σ (α + rnβ + rnγ)", Ability.ANY, Parameters.LEVELS, Operation.SCAN),
    MULTILEVEL_CANONICAL_EXSCAN("multilevel-canonical", new AlongLevels(BINOMIAL, new MultilevelCanonicalScan()), "2 Σ (α + rnβ + rnγ)", Ability.ANY, Parameters.LEVELS, Operation.EXSCAN),
    MULTILEVEL_NEIGHBOR_ALLGATHER("multilevel", new MultilevelNeighbors(), "α + C(o + snβ) + 2(α + d(o + nβ))", Ability.ANY, Parameters.LEVELS_EDGES, Operation.NEIGHBOR_ALLGATHER),
    MULTILEVEL_NEIGHBOR_ALLGATHERV("multilevel", new MultilevelNeighborsv(), "α + C(2o + snβ) + 2(α + d(2o + nβ))", Ability.ANY, Parameters.LEVELS_EDGES_TOGETHER, Operation.NEIGHBOR_ALLGATHERV),
    MULTILEVEL_NEIGHBOR_ALLTOALL("multilevel", new MultilevelNeighbors(), "α + C(o + enβ) + 2(α + d(o + nβ))", Ability.ANY, Parameters.LEVELS_EDGES, Operation.NEIGHBOR_ALLTOALL),
    MULTILEVEL_NEIGHBOR_ALLTOALLV("multilevel", new MultilevelNeighborsv(), "α + C(2o + enβ) + 2(α + d(2o + nβ))", Ability.ANY, Parameters.LEVELS_EDGES_TOGETHER, Operation.NEIGHBOR_ALLTOALLV),
    MULTILEVEL_NEIGHBOR_REDUCE("multilevel", new AlongLevels(BINOMIAL, new GroupsReduce()), "2 Σ (α + nβ + nγ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.NEIGHBOR_REDUCE),
    MULTILEVEL_LINEAR_NEIGHBOR_REDUCE("multilevel-linear", new AlongLevels(LINEAR, new GroupsReduce()), "2 Σ (α + ko + nβ + nγ)", Ability.ANY, Parameters.LEVELS_SEGMENT, Operation.NEIGHBOR_REDUCE);

    /** Of pipelines that nobody has told otherwise. */
    private static final long USUAL_SEGMENT_BYTES = 32 << 10;

    /** Likewise: with more of them a pipe would be filled sooner, which is a hundredth of the time of few ranks. */
    private static final int USUAL_SEGMENTS = 128;

    /** A schedule in which pieces are written one by one has so many times its steps at most. */
    private static final int MOST_WRITTEN_OUT = 128;

    private final String text;
    final Generator generator;
    private final String cost;
    private final Ability ability;
    private final Parameters parameters;
    private final Operation operation;
    private final Operation tabled;

    Algorithm(String text, Generator generator, String cost, Ability ability, Operation operation) {
        this(text, generator, cost, ability, Parameters.NONE, operation, operation);
    }

    Algorithm(String text, Generator generator, String cost, Ability ability, Operation operation, Operation tabled) {
        this(text, generator, cost, ability, Parameters.NONE, operation, tabled);
    }

    Algorithm(String text, Generator generator, String cost, Ability ability, Parameters parameters, Operation operation) {
        this(text, generator, cost, ability, parameters, operation, operation);
    }

    Algorithm(String text, Generator generator, String cost, Ability ability, Parameters parameters, Operation operation, Operation tabled) {
        this.text = text;
        this.generator = generator;
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
        return !operation.isReduction() || generator.isReproducible();
    }

    /** Whether it goes by levels. */
    public boolean isMultilevel() {
        return text.startsWith("multilevel");
    }

    /** Whether a vector goes in parts, each through other leaders: up to sixteen calls in one. */
    public boolean isOfParts() {
        return generator.isOfParts();
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
        return generateForLength(shape, tuning, segments, Told.UNKNOWN);
    }

    /**
     * Likewise, where all blocks of an operation whose blocks may differ are known to be equally long: of an algorithm whose ranks find by the lengths whom they send to, these are known here.
     *
     * @param bytes of each block; {@link Told#UNKNOWN} for lengths of their own
     */
    public Schedule generateForLength(Shape shape, @Nullable Tuning tuning, int segments, long bytes) {
        if (!serves(shape.operation()) || !allows(shape.size(), shape.commutative())) {
            throw new IllegalArgumentException(this + " can't serve " + shape);
        }
        return generator.generate(shape, new Told(tuning, segments, bytes));
    }
}
