package org.braid.coll.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.check.Graphs.Edge;
import org.braid.coll.schedule.Grid;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Blocks of neighbours that go along the dimensions of a grid together: every block comes where its edge ends, on all small grids and graphs; how many messages they are; and bugs. */
@Execution(CONCURRENT)
class CombiningTest {
    /** Set {@code -Dbraid.coll.seed=…} to replay one seed. */
    private static final Long REPLAYED = Long.getLong("braid.coll.seed");

    /** The lists of all ranks, on a grid. */
    private record Lists(Grid grid, Neighbours[] each) implements Neighbourhood {
        @Override
        public Neighbours ofRank(int rank) {
            return each[rank];
        }
    }

    static Stream<Algorithm> algorithms() {
        return Arrays.stream(Algorithm.values()).filter(each -> each.text().equals("combining"));
    }

    private static Operation operation(Algorithm algorithm) {
        return Arrays.stream(Operation.values()).filter(algorithm::serves).findFirst().orElseThrow();
    }

    private static boolean isPersonal(Algorithm algorithm) {
        return operation(algorithm) == Operation.NEIGHBOR_ALLTOALL || operation(algorithm) == Operation.NEIGHBOR_ALLTOALLV;
    }

    private static Schedule[] schedules(Algorithm algorithm, Lists all) {
        return schedules(algorithm, null, all);
    }

    private static Schedule[] schedules(Algorithm algorithm, @Nullable Tuning tuning, Lists all) {
        Schedule[] schedules = new Schedule[all.each.length];
        for (int rank = 0; rank < schedules.length; rank++) {
            schedules[rank] = algorithm.generate(new Shape(operation(algorithm), schedules.length, rank, 0, true, false, all.each[rank].among(all)), tuning, 1);
        }
        return schedules;
    }

    private static int prove(Algorithm algorithm, Lists all, int... counts) {
        return prove(algorithm, null, all, counts) + (parts(algorithm) == 1 ? 0 : prove(algorithm, Tuning.parse("together=2", algorithm.keys()), all, counts));
    }

    private static int prove(Algorithm algorithm, @Nullable Tuning tuning, Lists all, int... counts) {
        Checker schedules = Checker.of(schedules(algorithm, tuning, all));
        for (int count : counts) {
            schedules.check(new Instance(operation(algorithm), all.each.length, 0, count, true));
        }
        return counts.length;
    }

    /** All ways to write a number of ranks as a product of so many dimensions. */
    private static List<int[]> grids(int size, int dimensions) {
        List<int[]> all = new ArrayList<>();
        add(size, new int[dimensions], 0, all);
        return all;
    }

    private static void add(int left, int[] dims, int at, List<int[]> all) {
        if (at == dims.length) {
            if (left == 1) {
                all.add(dims.clone());
            }
            return;
        }
        for (dims[at] = 1; dims[at] <= left; dims[at]++) {
            if (left % dims[at] == 0) {
                add(left / dims[at], dims, at + 1, all);
            }
        }
    }

    /** Every rank has the ranks at all these offsets as destinations; beyond the edge there is nobody, or the other side. */
    private static Lists stencil(int[] dims, boolean isRing, int reach) {
        Grid grid = new Grid(dims);
        List<Edge> edges = new ArrayList<>();
        for (int rank = 0; rank < grid.size(); rank++) {
            int[] offset = new int[dims.length];
            Arrays.fill(offset, -reach);
            for (boolean more = true; more; more = next(offset, reach)) {
                int to = rank;
                boolean isIn = true;
                for (int d = 0; d < dims.length; d++) {
                    int at = grid.coordinate(rank, d) + offset[d];
                    isIn &= isRing || at >= 0 && at < dims[d];
                    to = grid.moved(to, d, Math.floorMod(at, dims[d]));
                }
                if (isIn && Arrays.stream(offset).anyMatch(each -> each != 0)) {
                    edges.add(new Edge(rank, to));
                }
            }
        }
        return new Lists(grid, Graphs.neighbours(grid.size(), edges));
    }

    private static boolean next(int[] offset, int reach) {
        for (int d = offset.length - 1; d >= 0; d--) {
            if (++offset[d] <= reach) {
                return true;
            }
            offset[d] = -reach;
        }
        return false;
    }

    // ---- every block comes where its edge ends

    @ParameterizedTest
    @MethodSource("algorithms")
    void everyGraphOfUpToFourRanksWithUpToThreeEdgesOnEveryGrid(Algorithm algorithm) {
        int proven = 0;
        for (int size = 1; size <= 4; size++) {
            for (int[] dims : grids(size, 2)) {
                for (int edges = 0; edges <= 3; edges++) {
                    for (int code = 0; code < Math.pow(size * size, edges); code++) {
                        proven += prove(algorithm, new Lists(new Grid(dims), Graphs.neighbours(size, Graphs.edges(size, edges, code))), 0, 1, 4);
                    }
                }
            }
        }
        assertTrue(proven > 40_000, proven + " cases");
    }

    /** With edges of the grid and as rings, where several of the offsets of a small ring lead to one rank, or to itself. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void everyStencilOfAllDirectionsOnEveryPlaneGridOfUpTo33RanksAndEveryCubicOneOfUpTo12(Algorithm algorithm) {
        int proven = 0;
        for (int size = 1; size <= 33; size++) {
            for (int[] dims : grids(size, size <= 12 ? 3 : 2)) {
                proven += prove(algorithm, stencil(dims, false, 1), 2) + prove(algorithm, stencil(dims, true, 1), 2);
            }
        }
        proven += prove(algorithm, stencil(new int[] {3, 3, 3}, true, 1), 0, 1, 4) + prove(algorithm, stencil(new int[] {4, 5}, true, 2), 0, 1, 4);
        assertTrue(proven > 300, proven + " cases");
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void randomGraphsInOrdersOfTheirOwnOnGridsDrawnByLot(Algorithm algorithm) {
        long first = REPLAYED == null ? System.nanoTime() : REPLAYED;
        for (int run = 0; run < (REPLAYED == null ? 400 : 1); run++) {
            long seed = first + run;
            Random random = new Random(seed);
            int size = 2 + random.nextInt(23);
            List<int[]> grids = grids(size, 1 + random.nextInt(4));
            List<Edge> edges = new ArrayList<>();
            for (int edge = random.nextInt(6 * size); edge > 0; edge--) {
                edges.add(new Edge(random.nextInt(size), random.nextInt(size)));
            }
            Lists all = new Lists(new Grid(grids.get(random.nextInt(grids.size()))), Graphs.shuffled(Graphs.neighbours(size, edges), random));
            try {
                prove(algorithm, all, 0, 1, 4);
            } catch (RuntimeException failure) {
                throw new AssertionError("replay with -Dbraid.coll.seed=" + seed, failure);
            }
        }
    }

    // ---- how many messages they are

    /** 26 neighbours around a rank of a cube are 6 messages, 80 in four dimensions are 8, and 24 of two rings around one of a plane are 8. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void aStencilOfAllDirectionsIsTwoMessagesForEachDimension(Algorithm algorithm) {
        assertEquals(6 * parts(algorithm), sends(schedules(algorithm, stencil(new int[] {3, 4, 5}, true, 1))[17]));
        assertEquals(8 * parts(algorithm), sends(schedules(algorithm, stencil(new int[] {3, 3, 3, 3}, true, 1))[80]));
        assertEquals(8 * parts(algorithm), sends(schedules(algorithm, stencil(new int[] {7, 6}, true, 2))[20]));
    }

    /** Blocks of an alltoall move once along each dimension in which their edge does, those of an allgather once to each place on the way: 9 of 27 go along each of three, or 2, 6 and 18 that nobody else there has. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void blocksMoveNoFartherThanTheirEdges(Algorithm algorithm) {
        int blocks = 0;
        Schedule schedule = schedules(algorithm, stencil(new int[] {3, 4, 5}, true, 1))[17];
        for (int step = 0; step < schedule.steps(); step++) {
            boolean isOfBlocks = schedule.word(step, Schedule.KIND) == Schedule.SEND && schedule.layout(schedule.word(step, Schedule.SOURCE)) != Schedule.LENGTHS;
            blocks += isOfBlocks ? schedule.word(step, Schedule.SOURCE_TO) - schedule.word(step, Schedule.SOURCE_FROM) : 0;
        }
        assertEquals(isPersonal(algorithm) ? 3 * 18 : 2 + 6 + 18, blocks);
    }

    private static int parts(Algorithm algorithm) {
        return operation(algorithm) == Operation.NEIGHBOR_ALLGATHERV || operation(algorithm) == Operation.NEIGHBOR_ALLTOALLV ? 2 : 1;
    }

    private static int sends(Schedule schedule) {
        int sends = 0;
        for (int step = 0; step < schedule.steps(); step++) {
            sends += schedule.word(step, Schedule.KIND) == Schedule.SEND ? 1 : 0;
        }
        return sends;
    }

    /** Who is on no grid sends straight. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void withoutAGridEveryEdgeIsAMessage(Algorithm algorithm) {
        Neighbours[] each = stencil(new int[] {3, 4, 5}, true, 1).each;
        Schedule schedule = algorithm.generate(new Shape(operation(algorithm), 60, 17, 0, true, false, each[17]));
        assertEquals(26, sends(schedule));
        assertTrue(schedules(algorithm, stencil(new int[] {3, 4, 5}, true, 1))[17].steps() != schedule.steps());
    }

    // ---- that the checker would notice

    @ParameterizedTest
    @MethodSource("algorithms")
    void plantedBugsAreCaught(Algorithm algorithm) {
        Schedule[] right = schedules(algorithm, stencil(new int[] {3, 4}, true, 1));
        Instance instance = new Instance(operation(algorithm), right.length, 0, 5, true);
        Checker.check(instance, right);
        int planted = NeighbourBugs.caught(instance, right, (schedule, step) -> schedule.layout(Schedule.OUT) != Schedule.TABLE || Copies.move(schedule, step, instance));
        System.out.println(algorithm + ": " + planted + " planted bugs caught");
        assertTrue(planted > 200);
    }
}
