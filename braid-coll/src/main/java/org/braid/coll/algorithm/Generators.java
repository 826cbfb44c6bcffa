package org.braid.coll.algorithm;

import static org.braid.coll.algorithm.tree.TreeNames.BINARY;
import static org.braid.coll.algorithm.tree.TreeNames.BINOMIAL;
import static org.braid.coll.algorithm.tree.TreeNames.CHAIN;
import static org.braid.coll.algorithm.tree.TreeNames.LINEAR;

import org.braid.coll.algorithm.circulant.CirculantAllBroadcast;
import org.braid.coll.algorithm.circulant.CirculantAllReduction;
import org.braid.coll.algorithm.circulant.CirculantBcast;
import org.braid.coll.algorithm.circulant.CirculantReduce;
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
import org.braid.coll.algorithm.multilevel.MultilevelGroupsReduce;
import org.braid.coll.algorithm.multilevel.MultilevelReduce;
import org.braid.coll.algorithm.multilevel.MultilevelReduceScatter;
import org.braid.coll.algorithm.multilevel.MultilevelScan;
import org.braid.coll.algorithm.multilevel.MultilevelScatter;
import org.braid.coll.algorithm.multilevel.MultilevelScatterv;
import org.braid.coll.algorithm.multilevel.Trees;
import org.braid.coll.algorithm.multilevel.Tuning;
import org.braid.coll.algorithm.neighbors.CombiningNeighbors;
import org.braid.coll.algorithm.neighbors.CombiningNeighborsv;
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
import org.braid.coll.algorithm.reduction.HillisSteeleScan;
import org.braid.coll.algorithm.reduction.LinearPartsAllreduce;
import org.braid.coll.algorithm.reduction.LinearPartsReduce;
import org.braid.coll.algorithm.reduction.LinearReduce;
import org.braid.coll.algorithm.reduction.LinearReduceScatter;
import org.braid.coll.algorithm.reduction.LinearScan;
import org.braid.coll.algorithm.reduction.PairwiseReduceScatter;
import org.braid.coll.algorithm.reduction.RabenseifnerAllreduce;
import org.braid.coll.algorithm.reduction.RecursiveDoublingAllreduce;
import org.braid.coll.algorithm.reduction.RecursiveDoublingReduceScatter;
import org.braid.coll.algorithm.reduction.RecursiveHalvingReduceScatter;
import org.braid.coll.algorithm.reduction.RecursiveMultiplyingAllreduce;
import org.braid.coll.algorithm.reduction.ReduceScatterGather;
import org.braid.coll.algorithm.reduction.ReduceThenBcast;
import org.braid.coll.algorithm.reduction.ReduceThenScatter;
import org.braid.coll.algorithm.reduction.RingAllreduce;
import org.braid.coll.algorithm.reduction.RingReduceScatter;
import org.braid.coll.algorithm.reduction.SwingAllreduce;
import org.braid.coll.algorithm.tree.TreeNames;
import org.braid.coll.schedule.Groups;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.jspecify.annotations.Nullable;

/**
 * What makes each algorithm's schedules: one row for each file. A table of method references would say the same, and link all of them in every starting rank, which needs two or three: without an AOT cache 63 ms (docs/decisions/plans-by-name.md).
 */
final class Generators {
    /** k where nothing is said: three messages a round. */
    private static final int USUAL_RADIX = 4;

    /** λ where nothing is said. */
    private static final int USUAL_LAMBDA = 3;

    /** Blocks that go together where nothing is said: up to 32 ranks the rounds are as few as can be. */
    private static final int USUAL_BLOCKS = 16;

    /** Up to so many bytes a block of an alltoallv is copied in each round sooner than it goes by itself. */
    private static final long USUAL_TOGETHER_BYTES = 128;

    /** Subtrees of a tree that depends on lengths hold no more of others' blocks. */
    private static final long USUAL_SUBTREE_BYTES = 64 << 10;

    private Generators() {}

    /**
     * A rank's schedule: pure, local, the same whoever asks.
     *
     * @param tuning how the algorithm is to work; null for as it comes
     * @param segments in how many pieces messages go
     * @param bytes how long all blocks are of an operation whose blocks may differ; negative for lengths of their own
     */
    static Schedule generate(Algorithm algorithm, Shape shape, @Nullable Tuning tuning, int segments, long bytes) {
        return switch (algorithm) {
            case DISSEMINATION_BARRIER -> DisseminationBarrier.generate(shape);
            case K_DISSEMINATION_BARRIER -> KDisseminationBarrier.generate(shape, radix(tuning));
            case CENTRAL_BARRIER -> CentralBarrier.generate(shape);
            case BINOMIAL_BCAST -> BinomialBcast.generate(shape);
            case LINEAR_BCAST -> LinearBcast.generate(shape);
            case SCATTER_RING_BCAST -> ScatterRingBcast.generate(shape);
            case SCATTER_LINEAR_BCAST -> ScatterLinearBcast.generate(shape);
            case SCATTER_DOUBLING_BCAST -> ScatterDoublingBcast.generate(shape);
            case KNOMIAL_BCAST -> MultilevelBcast.generate(shape.in(null), new Trees(TreeNames.knomial(radix(tuning)), null), segments);
            case POSTAL_BCAST -> MultilevelBcast.generate(shape.in(null), new Trees(TreeNames.postal(lambda(tuning)), null), segments);
            case CHAIN_BCAST -> MultilevelBcast.generate(shape.in(null), new Trees(CHAIN, null), segments);
            case BINARY_BCAST -> MultilevelBcast.generate(shape.in(null), new Trees(BINARY, null), segments);
            case DOUBLE_TREE_BCAST -> DoubleTreeBcast.generate(shape, segments);
            case CIRCULANT_BCAST -> CirculantBcast.generate(shape, segments);
            case BINE_BCAST -> BineBcast.generate(shape);
            case SCATTER_BINE_BCAST -> ScatterBineBcast.generate(shape);
            case BINOMIAL_REDUCE -> BinomialReduce.generate(shape);
            case LINEAR_REDUCE -> LinearReduce.generate(shape);
            case LINEAR_PARTS_REDUCE -> LinearPartsReduce.generate(shape);
            case REDUCE_SCATTER_GATHER -> ReduceScatterGather.generate(shape);
            case KNOMIAL_REDUCE -> MultilevelReduce.generate(shape.in(null), new Trees(TreeNames.knomial(radix(tuning)), null), segments);
            case POSTAL_REDUCE -> MultilevelReduce.generate(shape.in(null), new Trees(TreeNames.postal(lambda(tuning)), null), segments);
            case CHAIN_REDUCE -> MultilevelReduce.generate(shape.in(null), new Trees(CHAIN, null), segments);
            case BINARY_REDUCE -> MultilevelReduce.generate(shape.in(null), new Trees(BINARY, null), segments);
            case CIRCULANT_GATHER_REDUCE -> CirculantExchange.reduce(shape);
            case CIRCULANT_REDUCE -> CirculantReduce.generate(shape, segments);
            case DOUBLE_TREE_REDUCE -> DoubleTreeReduce.reduce(shape, segments);
            case BINE_REDUCE -> BineReduce.generate(shape);
            case RECURSIVE_DOUBLING_ALLREDUCE -> radix(tuning, 2) < 4 ? RecursiveDoublingAllreduce.generate(shape) : RecursiveMultiplyingAllreduce.generate(shape, radix(tuning, 2));
            case CENTRAL_ALLREDUCE -> CentralAllreduce.generate(shape);
            case LINEAR_PARTS_ALLREDUCE -> LinearPartsAllreduce.generate(shape);
            case REDUCE_THEN_BCAST -> ReduceThenBcast.generate(shape);
            case RABENSEIFNER_ALLREDUCE -> RabenseifnerAllreduce.generate(shape);
            case CIRCULANT_GATHER_ALLREDUCE -> CirculantGatherAllreduce.generate(shape);
            case RING_ALLREDUCE -> RingAllreduce.generate(shape);
            case SWING_ALLREDUCE -> SwingAllreduce.generate(shape);
            case DOUBLE_TREE_ALLREDUCE -> DoubleTreeReduce.allreduce(shape, segments);
            case CIRCULANT_ALLREDUCE -> CirculantExchange.allreduce(shape);
            case LINEAR_GATHER -> LinearGather.generate(shape);
            case BINOMIAL_GATHER -> BinomialGather.generate(shape);
            case KNOMIAL_GATHER -> MultilevelGather.generate(shape.in(null), new Trees(TreeNames.knomial(radix(tuning)), null));
            case BINE_GATHER -> BineGather.generate(shape);
            case BINOMIAL_GATHERV -> MultilevelGatherv.generate(shape.in(null), new Trees(BINOMIAL, tuning));
            case TUW_GATHERV -> TuwGatherv.generate(shape, new Trees(LINEAR, tuning).togetherBytes(USUAL_SUBTREE_BYTES), bytes);
            case LINEAR_SCATTER -> LinearScatter.generate(shape);
            case BINOMIAL_SCATTER -> BinomialScatter.generate(shape);
            case KNOMIAL_SCATTER -> MultilevelScatter.generate(shape.in(null), new Trees(TreeNames.knomial(radix(tuning)), null));
            case BINE_SCATTER -> BineScatter.generate(shape);
            case BINOMIAL_SCATTERV -> MultilevelScatterv.generate(shape.in(null), new Trees(BINOMIAL, tuning));
            case TUW_SCATTERV -> TuwScatterv.generate(shape, new Trees(LINEAR, tuning).togetherBytes(USUAL_SUBTREE_BYTES), bytes);
            case RING_ALLGATHER -> RingAllgather.generate(shape);
            case LINEAR_ALLGATHER -> LinearAllgather.generate(shape);
            case RECURSIVE_DOUBLING_ALLGATHER -> RecursiveDoublingAllgather.generate(shape);
            case BRUCK_ALLGATHER -> BruckAllgather.generate(shape, radix(tuning, 2));
            case DISSEMINATION_ALLGATHER -> DisseminationAllgather.generate(shape);
            case CIRCULANT_ALLGATHER -> CirculantAllgather.generate(shape);
            case CIRCULANT_ALL_BROADCAST -> CirculantAllBroadcast.generate(shape, segments);
            case CENTRAL_ALLGATHER -> CentralAllgather.generate(shape);
            case GATHER_THEN_BCAST -> GatherThenBcast.generate(shape);
            case NEIGHBOR_EXCHANGE_ALLGATHER -> NeighborExchangeAllgather.generate(shape);
            case SPARBIT_ALLGATHER -> SparbitAllgather.generate(shape);
            case BINE_ALLGATHER -> BineAllgather.generate(shape);
            case PAT_ALLGATHER -> PatAllgather.generate(shape, blocks(tuning));
            case PAIRWISE_ALLTOALL -> PairwiseAlltoall.generate(shape, tuning == null || tuning.window() == 0 ? PairwiseAlltoall.USUAL_WINDOW : tuning.window());
            case LINEAR_ALLTOALL -> LinearAlltoall.generate(shape);
            case BRUCK_ALLTOALL -> BruckAlltoall.generate(shape, radix(tuning, 2));
            case TWO_PHASE_BRUCK_ALLTOALLV -> TwoPhaseBruckAlltoallv.generate(shape, radix(tuning, 2), new Trees(LINEAR, tuning).togetherBytes(USUAL_TOGETHER_BYTES));
            case LINEAR_SCAN -> LinearScan.inclusive(shape);
            case HILLIS_STEELE_SCAN -> HillisSteeleScan.inclusive(shape);
            case BINOMIAL_SCAN, BINOMIAL_EXSCAN -> MultilevelScan.generate(shape.in(null), new Trees(BINOMIAL, null));
            case BINARY_SCAN, BINARY_EXSCAN -> MultilevelScan.inSegments(shape, new Trees(BINARY, null), segments);
            case LINEAR_EXSCAN -> LinearScan.exclusive(shape);
            case HILLIS_STEELE_EXSCAN -> HillisSteeleScan.exclusive(shape);
            case PAIRWISE_REDUCE_SCATTER -> PairwiseReduceScatter.generate(shape);
            case LINEAR_REDUCE_SCATTER -> LinearReduceScatter.generate(shape);
            case CENTRAL_REDUCE_SCATTER -> CentralReduceScatter.generate(shape);
            case RECURSIVE_HALVING_REDUCE_SCATTER -> RecursiveHalvingReduceScatter.generate(shape);
            case REDUCE_THEN_SCATTER -> ReduceThenScatter.generate(shape);
            case CIRCULANT_REDUCE_SCATTER -> CirculantExchange.reduceScatter(shape);
            case CIRCULANT_ALL_REDUCTION -> CirculantAllReduction.generate(shape, segments);
            case RECURSIVE_DOUBLING_REDUCE_SCATTER -> RecursiveDoublingReduceScatter.generate(shape);
            case RING_REDUCE_SCATTER -> RingReduceScatter.generate(shape);
            case BINE_REDUCE_SCATTER -> BineReduceScatter.generate(shape);
            case PAT_REDUCE_SCATTER -> PatReduceScatter.generate(shape, blocks(tuning));
            case LINEAR_NEIGHBOR_ALLGATHER, LINEAR_NEIGHBOR_ALLTOALL -> NeighborExchange.generate(shape);
            case LINEAR_NEIGHBOR_REDUCE -> NeighborReduce.generate(shape);
            case BINOMIAL_NEIGHBOR_REDUCE -> betweenGroups(shape.in(null), new Trees(BINOMIAL, null), segments);
            case CENTRAL_NEIGHBOR_REDUCE -> betweenGroups(shape.in(null), new Trees(LINEAR, null), segments);
            case COMBINING_NEIGHBOR_ALLGATHER, COMBINING_NEIGHBOR_ALLTOALL -> CombiningNeighbors.generate(shape);
            case COMBINING_NEIGHBOR_ALLGATHERV, COMBINING_NEIGHBOR_ALLTOALLV -> CombiningNeighborsv.generate(shape, tuning);
            case MULTILEVEL_BARRIER -> MultilevelBarrier.generate(shape, new Trees(BINOMIAL, tuning));
            case MULTILEVEL_LINEAR_BARRIER -> MultilevelBarrier.generate(shape, new Trees(LINEAR, tuning));
            case MULTILEVEL_BCAST -> MultilevelBcast.generate(shape, new Trees(BINOMIAL, tuning), segments);
            case MULTILEVEL_LINEAR_BCAST -> MultilevelBcast.generate(shape, new Trees(LINEAR, tuning), segments);
            case MULTILEVEL_LANES_BCAST -> LanesBcast.generate(shape, new Trees(BINOMIAL, tuning));
            case MULTILEVEL_REDUCE -> MultilevelReduce.generate(shape, new Trees(BINOMIAL, tuning), segments);
            case MULTILEVEL_LINEAR_REDUCE -> MultilevelReduce.generate(shape, new Trees(LINEAR, tuning), segments);
            case MULTILEVEL_LANES_REDUCE -> LanesReduce.generate(shape, new Trees(BINOMIAL, tuning));
            case MULTILEVEL_CANONICAL_REDUCE -> MultilevelReduce.canonical(shape, new Trees(BINOMIAL, tuning), segments);
            case MULTILEVEL_ALLREDUCE -> MultilevelAllreduce.generate(shape, new Trees(BINOMIAL, tuning));
            case MULTILEVEL_LINEAR_ALLREDUCE -> MultilevelAllreduce.generate(shape, new Trees(LINEAR, tuning));
            case MULTILEVEL_PARTS_ALLREDUCE -> MultilevelAllreduce.inParts(shape, new Trees(BINOMIAL, tuning));
            case MULTILEVEL_PIPELINE_ALLREDUCE -> MultilevelAllreduce.inSegments(shape, new Trees(BINOMIAL, tuning), segments);
            case MULTILEVEL_LANES_ALLREDUCE -> LanesAllreduce.generate(shape, new Trees(BINOMIAL, tuning));
            case MULTILEVEL_CANONICAL_ALLREDUCE -> MultilevelAllreduce.canonical(shape, new Trees(BINOMIAL, tuning), segments);
            case MULTILEVEL_GATHER -> MultilevelGather.generate(shape, new Trees(BINOMIAL, tuning), segments);
            case MULTILEVEL_LINEAR_GATHER -> MultilevelGather.generate(shape, new Trees(LINEAR, tuning), segments);
            case MULTILEVEL_LANES_GATHER -> LanesGather.generate(shape);
            case MULTILEVEL_SCATTER -> MultilevelScatter.generate(shape, new Trees(BINOMIAL, tuning), segments);
            case MULTILEVEL_LINEAR_SCATTER -> MultilevelScatter.generate(shape, new Trees(LINEAR, tuning), segments);
            case MULTILEVEL_LANES_SCATTER -> LanesScatter.generate(shape);
            case MULTILEVEL_GATHERV -> MultilevelGatherv.generate(shape, new Trees(BINOMIAL, tuning));
            case MULTILEVEL_LINEAR_GATHERV -> MultilevelGatherv.generate(shape, new Trees(LINEAR, tuning));
            case MULTILEVEL_SCATTERV -> MultilevelScatterv.generate(shape, new Trees(BINOMIAL, tuning));
            case MULTILEVEL_LINEAR_SCATTERV -> MultilevelScatterv.generate(shape, new Trees(LINEAR, tuning));
            case MULTILEVEL_ALLGATHER -> MultilevelAllgather.generate(shape, new Trees(BINOMIAL, tuning));
            case MULTILEVEL_LINEAR_ALLGATHER -> MultilevelAllgather.generate(shape, new Trees(LINEAR, tuning));
            case MULTILEVEL_ALLGATHERV -> MultilevelAllgatherv.generate(shape, new Trees(BINOMIAL, tuning));
            case MULTILEVEL_LINEAR_ALLGATHERV -> MultilevelAllgatherv.generate(shape, new Trees(LINEAR, tuning));
            case MULTILEVEL_ALLTOALL -> MultilevelAlltoall.generate(shape, new Trees(BINOMIAL, tuning));
            case MULTILEVEL_LINEAR_ALLTOALL -> MultilevelAlltoall.generate(shape, new Trees(LINEAR, tuning));
            case MULTILEVEL_LANES_ALLTOALL -> LanesAlltoall.generate(shape);
            case MULTILEVEL_ALLTOALLV -> MultilevelAlltoallv.generate(shape, new Trees(BINOMIAL, tuning));
            case MULTILEVEL_LINEAR_ALLTOALLV -> MultilevelAlltoallv.generate(shape, new Trees(LINEAR, tuning));
            case MULTILEVEL_REDUCE_SCATTER -> MultilevelReduceScatter.generate(shape, new Trees(BINOMIAL, tuning));
            case MULTILEVEL_LINEAR_REDUCE_SCATTER -> MultilevelReduceScatter.generate(shape, new Trees(LINEAR, tuning));
            case MULTILEVEL_CANONICAL_REDUCE_SCATTER -> MultilevelReduceScatter.canonical(shape, new Trees(BINOMIAL, tuning));
            case MULTILEVEL_SCAN, MULTILEVEL_EXSCAN -> MultilevelScan.generate(shape, new Trees(BINOMIAL, tuning));
            case MULTILEVEL_LINEAR_SCAN, MULTILEVEL_LINEAR_EXSCAN -> MultilevelScan.generate(shape, new Trees(LINEAR, tuning));
            case MULTILEVEL_CANONICAL_SCAN, MULTILEVEL_CANONICAL_EXSCAN -> MultilevelCanonicalScan.generate(shape, new Trees(BINOMIAL, tuning));
            case MULTILEVEL_NEIGHBOR_ALLGATHER, MULTILEVEL_NEIGHBOR_ALLTOALL -> MultilevelNeighbors.generate(shape, tuning);
            case MULTILEVEL_NEIGHBOR_ALLGATHERV, MULTILEVEL_NEIGHBOR_ALLTOALLV -> MultilevelNeighborsv.generate(shape, tuning);
            case MULTILEVEL_NEIGHBOR_REDUCE -> betweenGroups(shape, new Trees(BINOMIAL, tuning), segments);
            case MULTILEVEL_LINEAR_NEIGHBOR_REDUCE -> betweenGroups(shape, new Trees(LINEAR, tuning), segments);
        };
    }

    /** Other neighbours than two groups have no leaders. */
    private static Schedule betweenGroups(Shape shape, Trees trees, int segments) {
        Groups groups = shape.neighbours().groups();
        return groups == null ? NeighborReduce.generate(shape) : MultilevelGroupsReduce.generate(shape, groups, trees, segments);
    }

    private static int radix(@Nullable Tuning tuning) {
        return radix(tuning, USUAL_RADIX);
    }

    private static int radix(@Nullable Tuning tuning, int usual) {
        return tuning == null || tuning.radix() == 0 ? usual : tuning.radix();
    }

    private static int blocks(@Nullable Tuning tuning) {
        return tuning == null || tuning.blocks() == 0 ? USUAL_BLOCKS : tuning.blocks();
    }

    private static int lambda(@Nullable Tuning tuning) {
        return tuning == null || tuning.lambda() == 0 ? USUAL_LAMBDA : tuning.lambda();
    }
}
