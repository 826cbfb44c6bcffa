package org.braid.coll.algorithm.multilevel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.braid.coll.Schedules;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.check.CheckFailure;
import org.braid.coll.check.Checker;
import org.braid.coll.check.Instance;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.braid.coll.select.Reproducible;
import org.braid.coll.select.Rule;
import org.braid.coll.select.RuleTable;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reductions along the canonical tree over ranks associate alike on every placement, from every root, in pieces or not, whether the operator commutes or not. */
@Execution(CONCURRENT)
class ReproducibleTest {
    private static final int LARGEST = 33;

    record Served(Algorithm algorithm, Operation operation) {}

    static Stream<Served> canonical() {
        return Stream.of(Algorithm.MULTILEVEL_CANONICAL_REDUCE, Algorithm.MULTILEVEL_CANONICAL_ALLREDUCE, Algorithm.MULTILEVEL_CANONICAL_REDUCE_SCATTER, Algorithm.MULTILEVEL_CANONICAL_SCAN, Algorithm.MULTILEVEL_CANONICAL_EXSCAN)
                .flatMap(each -> Arrays.stream(Operation.values()).filter(each::serves).map(operation -> new Served(each, operation)));
    }

    @ParameterizedTest
    @MethodSource("canonical")
    void everyTreeOfUpToSixRanksGivesTheSameBrackets(Served served) {
        for (int ranks = 1; ranks <= 6; ranks++) {
            for (Topology topology : Places.all(ranks)) {
                for (int root = 0; root < (served.operation.isRooted() ? ranks : 1); root++) {
                    prove(served, topology, root, null, 1);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("canonical")
    void everyNumberOfRanksUpTo33OnTwelvePlacementsGivesThemToo(Served served) {
        for (int ranks = 1; ranks <= LARGEST; ranks++) {
            int root = served.operation.isRooted() ? ranks / 2 : 0;
            for (Topology topology : twelve(ranks)) {
                prove(served, topology, root, null, 1);
            }
            prove(served, Topology.flat(ranks), root, Tuning.parse("rank=linear", Tuning.levelKeys()), 1);
            prove(served, Topology.flat(ranks), root, Tuning.parse("rank=chain", Tuning.levelKeys()), 1);
            if (served.algorithm.hasSegments()) {
                prove(served, Topology.flat(ranks), root, Tuning.parse("rank=chain", Tuning.levelKeys()), 3);
            }
        }
    }

    private static List<Topology> twelve(int ranks) {
        List<Topology> all = new ArrayList<>(List.of(Topology.flat(ranks)));
        if (ranks % 3 == 0) {
            all.add(Places.figure9(ranks / 3, true));
            all.add(Places.figure9(ranks / 3, false));
        }
        Random random = new Random(ranks);
        while (all.size() < 12) {
            all.add(Places.random(ranks, random));
        }
        return all;
    }

    private static void prove(Served served, Topology topology, int root, @Nullable Tuning tuning, int segments) {
        for (boolean commutative : new boolean[] {true, false}) {
            Schedule[] schedules = new Schedule[topology.size()];
            for (int rank = 0; rank < schedules.length; rank++) {
                boolean inPlace = Schedules.isInPlace(served.operation, rank, root, InPlace.ODD_RANKS);
                schedules[rank] = served.algorithm.generate(new Shape(served.operation, schedules.length, rank, root, commutative, inPlace).in(topology), tuning, segments);
            }
            Checker.checkReproducible(new Instance(served.operation, schedules.length, root, 2, false), schedules);
        }
    }

    @Test
    void otherAlgorithmsUseOtherBrackets() {
        for (Algorithm other : List.of(Algorithm.LINEAR_REDUCE, Algorithm.CHAIN_REDUCE, Algorithm.MULTILEVEL_LINEAR_REDUCE)) {
            Schedule[] schedules = Schedules.of(other, Operation.REDUCE, 5, 0, false, InPlace.NOBODY);
            Checker.check(new Instance(Operation.REDUCE, 5, 0, 2, false), schedules);
            var failure = assertThrows(CheckFailure.class, () -> Checker.checkReproducible(new Instance(Operation.REDUCE, 5, 0, 2, false), schedules));
            assertEquals(CheckFailure.Rule.ASSOCIATION, failure.rule());
        }
    }

    @Test
    void inReproducibleModeNothingElseIsTakenForAReduction() {
        RuleTable byHand = RuleTable.multilevel().with("allreduce=ring, reduce=multilevel-canonical(segment=8KiB), bcast=chain");
        Reproducible selection = new Reproducible(byHand);
        for (Operation operation : Operation.values()) {
            for (int size = 1; size <= LARGEST; size++) {
                for (long bytes = 1; bytes < 1 << 24; bytes *= 8) {
                    for (int kind = 0; kind < 4; kind++) {
                        Rule rule = selection.choose(operation, size, 0, bytes, kind % 2 == 1, kind / 2 == 1);
                        assertTrue(rule.algorithm().isReproducible(), rule::toString);
                        assertEquals(operation, rule.operation());
                    }
                }
            }
        }
        assertEquals(Algorithm.MULTILEVEL_CANONICAL_ALLREDUCE, selection.choose(Operation.ALLREDUCE, 4, 0, 8, false, true).algorithm());
        assertTrue(selection.choose(Operation.REDUCE, 4, 0, 8, false, true).isByHand());
        assertEquals(Algorithm.CHAIN_BCAST, selection.choose(Operation.BCAST, 4, 0, 8, false, true).algorithm());
    }
}
