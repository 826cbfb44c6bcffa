package org.braid.coll.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.braid.coll.algorithm.neighbors.NeighborExchange;
import org.braid.coll.algorithm.neighbors.NeighborReduce;
import org.braid.coll.check.Graphs.Edge;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleSurgeon;
import org.braid.coll.schedule.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** Collectives of neighbours over graphs of all kinds, several edges between one pair and edges to oneself included: every block comes where its edge ends, and nowhere else. */
@Execution(CONCURRENT)
class NeighbourhoodsTest {
    private static final List<Operation> OPERATIONS =
            List.of(Operation.NEIGHBOR_ALLGATHER, Operation.NEIGHBOR_ALLGATHERV, Operation.NEIGHBOR_ALLTOALL, Operation.NEIGHBOR_ALLTOALLV, Operation.NEIGHBOR_REDUCE);

    /** Set {@code -Dbraid.coll.seed=…} to replay one seed. */
    private static final Long REPLAYED = Long.getLong("braid.coll.seed");

    @Test
    void everyGraphOfUpToThreeRanksWithUpToThreeEdges() {
        int proven = 0;
        for (int size = 1; size <= 3; size++) {
            int pairs = size * size;
            for (int edges = 0; edges <= 3; edges++) {
                for (int code = 0; code < Math.pow(pairs, edges); code++) {
                    proven += prove(size, Graphs.neighbours(size, Graphs.edges(size, edges, code)), "graph " + code + " of " + edges + " edges");
                }
            }
        }
        assertTrue(proven > 9_000, proven + " cases");
    }

    @Test
    void randomGraphsWithSeveralEdgesBetweenOnePairInOrdersOfTheirOwn() {
        long first = REPLAYED == null ? System.nanoTime() : REPLAYED;
        for (int run = 0; run < (REPLAYED == null ? 400 : 1); run++) {
            long seed = first + run;
            Random random = new Random(seed);
            int size = 1 + random.nextInt(9);
            List<Edge> edges = new ArrayList<>();
            for (int edge = random.nextInt(5 * size); edge > 0; edge--) {
                edges.add(new Edge(random.nextInt(size), random.nextInt(size)));
            }
            prove(size, Graphs.shuffled(Graphs.neighbours(size, edges), random), "replay with -Dbraid.coll.seed=" + seed);
        }
    }

    @Test
    void aBlockThatComesToTheWrongPlaceIsCaught() {
        Neighbours[] twice = Graphs.neighbours(2, List.of(new Edge(0, 1), new Edge(0, 1), new Edge(1, 0)));
        Schedule[] right = schedules(Operation.NEIGHBOR_ALLTOALL, twice);
        for (int step = 0; step < right[1].steps(); step++) {
            if (right[1].word(step, Schedule.KIND) == Schedule.RECEIVE) {
                Schedule[] spoilt = right.clone();
                int from = right[1].word(step, Schedule.TARGET_FROM);
                spoilt[1] = ScheduleSurgeon.withWord(ScheduleSurgeon.withWord(right[1], step, Schedule.TARGET_FROM, 1 - from), step, Schedule.TARGET_TO, 2 - from);
                assertThrows(CheckFailure.class, () -> Checker.check(new Instance(Operation.NEIGHBOR_ALLTOALL, 2, 0, 3, true), spoilt));
            }
        }
    }

    @Test
    void anEdgeThatOnlyOneOfItsEndsKnowsIsCaught() {
        Neighbours[] oneSided = {Neighbours.inOrder(new int[0], new int[] {1}), Neighbours.inOrder(new int[0], new int[0])};
        CheckFailure failure = assertThrows(CheckFailure.class, () -> prove(2, oneSided, "one end"));
        assertEquals(CheckFailure.Rule.MATCHING, failure.rule());
    }

    private static int prove(int size, Neighbours[] neighbours, String where) {
        int proven = 0;
        for (Operation operation : OPERATIONS) {
            Schedule[] schedules = schedules(operation, neighbours);
            for (int count : new int[] {0, 1, 4}) {
                try {
                    Checker.check(new Instance(operation, size, 0, count, false), schedules);
                } catch (RuntimeException failure) {
                    System.out.println(operation + " of " + size + " ranks, " + where);
                    throw failure;
                }
                proven++;
            }
        }
        return proven;
    }

    private static Schedule[] schedules(Operation operation, Neighbours[] neighbours) {
        Schedule[] schedules = new Schedule[neighbours.length];
        for (int rank = 0; rank < schedules.length; rank++) {
            schedules[rank] = generate(new Shape(operation, schedules.length, rank, 0, false, false, neighbours[rank]));
        }
        return schedules;
    }

    private static Schedule generate(Shape shape) {
        return shape.operation() == Operation.NEIGHBOR_REDUCE ? new NeighborReduce().generate(shape) : new NeighborExchange().generate(shape);
    }

    @Test
    void operandsOfNeighboursThatAreCombinedInAnotherOrderAreCaught() {
        Neighbours[] both = {Neighbours.inOrder(new int[] {1, 2}, new int[0]), Neighbours.inOrder(new int[0], new int[] {0}), Neighbours.inOrder(new int[0], new int[] {0})};
        Neighbours[] swapped = both.clone();
        swapped[0] = Neighbours.inOrder(new int[] {2, 1}, new int[0]);
        Schedule[] spoilt = schedules(Operation.NEIGHBOR_REDUCE, both);
        Schedule other = schedules(Operation.NEIGHBOR_REDUCE, swapped)[0];
        for (int step = 0; step < other.steps(); step++) {
            spoilt[0] = ScheduleSurgeon.withWord(spoilt[0], step, Schedule.PEER, other.word(step, Schedule.PEER));
        }
        assertThrows(CheckFailure.class, () -> Checker.check(new Instance(Operation.NEIGHBOR_REDUCE, 3, 0, 3, false), spoilt));
        Checker.check(new Instance(Operation.NEIGHBOR_REDUCE, 3, 0, 3, true), spoilt); // of which the order does not matter
    }

    /** Edges in one order at all ranks. */
}
