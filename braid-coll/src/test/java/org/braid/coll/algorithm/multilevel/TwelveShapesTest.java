package org.braid.coll.algorithm.multilevel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.braid.coll.Schedules;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.check.CheckFailure;
import org.braid.coll.check.Checker;
import org.braid.coll.check.Instance;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleSurgeon;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every multilevel algorithm on twelve shapes of every number of ranks up to 33, from every root, with both kinds of operators. */
@Execution(CONCURRENT)
class TwelveShapesTest {
    private static final int LARGEST = 33;
    private static final int EVERY_TREE = 6; // up to so many ranks MultilevelTest has all trees
    private static final int CYCLIC = 1; // which of the shapes has a rank on each of three hosts in turn

    /** An algorithm, and one of the operations that it serves. */
    record Served(Algorithm algorithm, Operation operation) {}

    static Stream<Served> algorithms() {
        return Arrays.stream(Algorithm.values()).filter(Algorithm::isMultilevel).flatMap(each -> Arrays.stream(Operation.values()).filter(each::serves).map(operation -> new Served(each, operation)));
    }

    @Test
    void shapesAreTwelveAndDiffer() {
        for (int ranks = EVERY_TREE + 1; ranks <= LARGEST; ranks++) {
            List<Topology> shapes = Places.twelve(ranks);
            assertEquals(12, shapes.size());
            assertEquals(12, shapes.stream().map(Topology::toString).distinct().count());
            for (Topology shape : shapes) {
                assertEquals(ranks, shape.size());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void onEachItDoesExactlyWhatTheOperationMeans(Served served) {
        int proven = 0;
        for (int ranks = EVERY_TREE + 1; ranks <= LARGEST; ranks++) {
            proven += prove(served, ranks, allRoots(served.operation, ranks), Schedules::of);
        }
        assertTrue(proven >= 12 * (LARGEST - EVERY_TREE), "so few: " + proven);
    }

    private static int[] allRoots(Operation operation, int ranks) {
        return IntStream.range(0, operation.isRooted() ? ranks : 1).toArray();
    }

    /** A leader that takes two blocks for each other, of one number of ranks, of one shape, from one root: some numbers and some roots do not show it. */
    @ParameterizedTest
    @CsvSource({"11, 6", "13, 3", "29, 17"})
    void aBugOfOneNumberOfRanksIsCaught(int which, int spoiltRoot) {
        Served served = new Served(Algorithm.MULTILEVEL_LINEAR_GATHER, Operation.GATHER);
        Maker spoilt = (algorithm, operation, topology, root, commutative, inPlace) -> {
            Schedule[] schedules = Schedules.of(algorithm, operation, topology, root, commutative, inPlace);
            boolean isHit = root == spoiltRoot && topology.toString().equals(Places.twelve(which).get(CYCLIC).toString());
            return isHit ? withBlocksExchanged(schedules, root) : schedules;
        };
        for (int ranks : new int[] {7, 8, 9, 10, 12, 16, 17, 33}) {
            prove(served, ranks, new int[] {0, ranks / 2, ranks - 1}, spoilt);
        }
        for (int ranks = EVERY_TREE + 1; ranks < which; ranks++) {
            prove(served, ranks, allRoots(served.operation, ranks), spoilt);
        }
        CheckFailure failure = assertThrows(CheckFailure.class, () -> prove(served, which, allRoots(served.operation, which), spoilt));
        assertEquals(CheckFailure.Rule.PROVENANCE, failure.rule());
    }

    /** Two blocks that the first leader beside the root receives. */
    private static Schedule[] withBlocksExchanged(Schedule[] right, int root) {
        for (int rank = 0; rank < right.length; rank++) {
            int[] receives = receives(right[rank]);
            if (rank != root && receives.length > 1) {
                Schedule[] spoilt = right.clone();
                for (int at : new int[] {Schedule.TARGET_FROM, Schedule.TARGET_TO}) {
                    spoilt[rank] = ScheduleSurgeon.withWord(spoilt[rank], receives[0], at, right[rank].word(receives[1], at));
                    spoilt[rank] = ScheduleSurgeon.withWord(spoilt[rank], receives[1], at, right[rank].word(receives[0], at));
                }
                return spoilt;
            }
        }
        throw new AssertionError("nobody receives two blocks to pass them on");
    }

    private static int[] receives(Schedule schedule) {
        return IntStream.range(0, schedule.steps()).filter(step -> schedule.word(step, Schedule.KIND) == Schedule.RECEIVE).toArray();
    }

    private interface Maker {
        Schedule[] make(Algorithm algorithm, Operation operation, Topology topology, int root, boolean commutative, InPlace inPlace);
    }

    private static int prove(Served served, int ranks, int[] roots, Maker maker) {
        int proven = 0;
        for (Topology topology : Places.twelve(ranks)) {
            for (int root : roots) {
                proven += prove(served, topology, root, maker);
            }
        }
        return proven;
    }

    private static int prove(Served served, Topology topology, int root, Maker maker) {
        int proven = 0;
        for (int kind = 0; kind < (served.operation.isReduction() ? 2 : 1); kind++) {
            if (served.algorithm.allows(topology.size(), kind == 0)) {
                for (InPlace inPlace : inPlace(served.operation, root)) {
                    Checker.check(new Instance(served.operation, topology.size(), root, 1, kind == 0), maker.make(served.algorithm, served.operation, topology, root, kind == 0, inPlace));
                }
                proven++;
            }
        }
        return proven;
    }

    /** At some roots; where there is none, both ways. */
    private static InPlace[] inPlace(Operation operation, int root) {
        return !operation.allowsInPlace() || operation.isRooted() && root % 2 == 0 ? new InPlace[] {InPlace.NOBODY} : operation.isRooted() ? new InPlace[] {InPlace.EVERYBODY} : new InPlace[] {InPlace.NOBODY, InPlace.EVERYBODY};
    }
}
