package org.braid.coll.algorithm.multilevel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.braid.coll.Schedules;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.check.Checker;
import org.braid.coll.check.Instance;
import org.braid.coll.schedule.Operation;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every multilevel algorithm on twelve shapes of up to 33 ranks. In a build some numbers of ranks, from three roots of each; with -Dbraid.coll.roots=all every number from every root, which takes many times as long. */
@Execution(CONCURRENT)
class TwelveShapesTest {
    private static final int LARGEST = 33;
    private static final int EVERY_TREE = 6; // up to so many ranks MultilevelTest has all trees
    private static final List<Integer> IN_A_BUILD = List.of(7, 8, 9, 10, 12, 16, 17, 33);
    private static final boolean ALL = "all".equals(System.getProperty("braid.coll.roots"));

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
            for (Topology topology : ALL || IN_A_BUILD.contains(ranks) ? Places.twelve(ranks) : List.<Topology>of()) {
                for (int root : roots(served.operation, ranks)) {
                    proven += prove(served, topology, root);
                }
            }
        }
        assertTrue(proven >= 12 * IN_A_BUILD.size());
    }

    private static int[] roots(Operation operation, int ranks) {
        if (!operation.isRooted()) {
            return new int[] {0};
        }
        return ALL ? IntStream.range(0, ranks).toArray() : new int[] {0, ranks / 2, ranks - 1};
    }

    private static int prove(Served served, Topology topology, int root) {
        int proven = 0;
        for (int kind = 0; kind < (served.operation.isReduction() ? 2 : 1); kind++) {
            if (served.algorithm.allows(topology.size(), kind == 0)) {
                InPlace inPlace = !served.operation.allowsInPlace() || root % 2 == 0 ? InPlace.NOBODY : InPlace.EVERYBODY;
                Checker.check(new Instance(served.operation, topology.size(), root, 1, kind == 0), Schedules.of(served.algorithm, served.operation, topology, root, kind == 0, inPlace));
                proven++;
            }
        }
        return proven;
    }
}
