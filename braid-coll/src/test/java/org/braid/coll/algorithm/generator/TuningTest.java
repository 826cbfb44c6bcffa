package org.braid.coll.algorithm.generator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.Schedules;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.check.CheckFailure;
import org.braid.coll.check.Checker;
import org.braid.coll.check.Instance;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleSurgeon;
import org.braid.coll.schedule.Shape;
import org.braid.coll.select.RuleTable;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Multilevel algorithms that are told which levels there are, which trees join groups, and that messages go in segments. */
@Execution(CONCURRENT)
class TuningTest {
    private static final int SEGMENTED = Math.min(5, Integer.getInteger("braid.coll.trees", 6) - 2); // ranks; five take ten times as long
    private static final Tuning MAGPIE_MACHINE = Tuning.parse("site=none");
    private static final Tuning MAGPIE_SITE = Tuning.parse("host=none");

    static Stream<Algorithm> algorithms() {
        return Arrays.stream(Algorithm.values()).filter(Algorithm::isMultilevel);
    }

    private static Operation operation(Algorithm algorithm) {
        return Arrays.stream(Operation.values()).filter(algorithm::serves).findFirst().orElseThrow();
    }

    private static Schedule[] schedules(Algorithm algorithm, Tuning tuning, int segments, Topology topology, int root, boolean commutative, InPlace inPlace) {
        Operation operation = operation(algorithm);
        Schedule[] schedules = new Schedule[topology.size()];
        for (int rank = 0; rank < schedules.length; rank++) {
            Shape shape = new Shape(operation, schedules.length, rank, root, commutative, Schedules.isInPlace(operation, rank, root, inPlace)).in(tuning.seen(topology));
            schedules[rank] = algorithm.generate(shape, tuning, segments);
        }
        return schedules;
    }

    private static void prove(Algorithm algorithm, Tuning tuning, int segments, Topology topology, int root) {
        Operation operation = operation(algorithm);
        for (int kind = 0; kind < (operation.isReduction() ? 2 : 1); kind++) {
            for (InPlace inPlace : InPlace.values()) {
                Checker all = Checker.of(schedules(algorithm, tuning, segments, topology, root, kind == 0, inPlace));
                for (int count : segments == 1 ? new int[] {1} : new int[] {0, 1, 5}) {
                    all.check(new Instance(operation, topology.size(), root, count, kind == 0));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void whateverTheyAreToldTheyDoExactlyWhatTheOperationMeans(Algorithm algorithm) {
        List<Tuning> tunings = List.of(MAGPIE_MACHINE, MAGPIE_SITE, Tuning.parse("site=none,cluster=none,host=none,rank=chain"), Tuning.parse("site=chain,cluster=binomial,host=binomial,rank=chain"), Tuning.parse("rank=linear,site=linear"));
        long seed = Long.getLong("braid.coll.seed", 20_261_124L);
        Random random = new Random(seed);
        for (Tuning tuning : tunings) {
            for (int trial = 0; trial < 12; trial++) {
                Topology topology = trial == 0 ? Places.figure1() : trial < 3 ? Places.figure9(5, trial == 1) : Places.random(1 + random.nextInt(14), random);
                try {
                    prove(algorithm, tuning, 1, topology, operation(algorithm).isRooted() ? random.nextInt(topology.size()) : 0);
                } catch (RuntimeException failure) {
                    throw new AssertionError(tuning + ": replay with -Dbraid.coll.seed=" + seed, failure);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void inSegmentsTheyDoSoOnEveryTreeOfAFewRanksFromEveryRoot(Algorithm algorithm) {
        if (!algorithm.hasSegments()) {
            assertTrue(algorithm.text().equals("multilevel-lanes") || operation(algorithm) != Operation.BCAST && operation(algorithm) != Operation.REDUCE);
            return;
        }
        for (Topology topology : Places.all(SEGMENTED)) {
            for (int root = 0; root < SEGMENTED; root++) {
                prove(algorithm, new Tuning(Set.of(), Map.of(), 1), 3, topology, root);
            }
        }
        for (int segments : new int[] {2, 5, 40}) {
            prove(algorithm, Tuning.parse("rank=chain,segment=1"), segments, Places.figure1(), 19);
            prove(algorithm, Tuning.parse("host=none,segment=1"), segments, Places.figure9(4, true), 7);
        }
    }

    @Test
    void levelsThatAreLeftOutMakeThePapersMachinesThoseOfMagPIe() {
        assertCounts("64 32 2160", MAGPIE_MACHINE, false);
        assertCounts("48 176 2032", MAGPIE_SITE, false);
        assertCounts("64 32 2160", MAGPIE_MACHINE, true);
        assertCounts("48 768 1440", MAGPIE_SITE, true);
    }

    private static void assertCounts(String expected, Tuning tuning, boolean cyclic) {
        Topology topology = Places.figure9(16, cyclic);
        int[] counts = new int[4];
        for (int root = 0; root < topology.size(); root++) {
            for (Schedule schedule : schedules(Algorithm.MULTILEVEL_BCAST, tuning, 1, topology, root, true, InPlace.NOBODY)) {
                for (int step = 0; step < schedule.steps(); step++) {
                    if (schedule.word(step, Schedule.KIND) == Schedule.SEND) {
                        counts[topology.channel(schedule.shape().rank(), schedule.word(step, Schedule.PEER))]++;
                    }
                }
            }
        }
        assertEquals(expected, counts[0] + " " + counts[2] + " " + counts[3]);
    }

    @Test
    void aTopologyWithoutALevelHasTheRanksOfItsClustersInTheOneAbove() {
        Topology machines = Places.figure9(16, false);
        assertEquals(3, machines.without(Set.of("site")).top().constituents());
        assertEquals(2, machines.without(Set.of("host")).top().constituents());
        assertTrue(machines.without(Set.of("site", "host")).isFlat());
        assertEquals(Places.figure1().depth(0) - 1, Places.figure1().without(Set.of("cluster")).depth(0));
        for (Topology any : Places.all(5)) {
            Topology less = any.without(Set.of("b"));
            assertEquals(5, less.whole().ranks().size());
            assertEquals(any.toString(), any.without(Set.of("z")).toString());
        }
    }

    @Test
    void aLengthThatCannotBeReadIsRefusedWithWhatItIsOf() {
        for (String length : List.of("9999999999999999", "xyz", "1XB", "-1")) {
            BraidException refused = assertThrows(BraidException.class, () -> RuleTable.named(Operation.BCAST, "chain(segment=" + length + ")"));
            assertEquals(ErrorCode.OPTION_VALUE, refused.code());
            assertEquals("the choice of collective algorithms \"chain(segment=" + length + ")\"", refused.what());
            assertTrue(refused.why().startsWith("how an algorithm is to work, \"segment=" + length + "\": "), refused::getMessage);
        }
    }

    @Test
    void segmentsAreAsManyAsTheLengthNeedsAndNeverTooMany() {
        Tuning tuning = Tuning.parse("segment=8KiB");
        for (Algorithm algorithm : List.of(Algorithm.MULTILEVEL_BCAST, Algorithm.MULTILEVEL_GATHER)) {
            assertEquals(1, algorithm.segments(tuning, 0));
            assertEquals(1, algorithm.segments(tuning, 8 << 10));
            assertEquals(2, algorithm.segments(tuning, (8 << 10) + 1));
            assertEquals(1, algorithm.segments(MAGPIE_SITE, 1L << 40));
            assertEquals(1, algorithm.segments(null, 1L << 40));
        }
        assertEquals(Tuning.MOST_SEGMENTS, Algorithm.MULTILEVEL_BCAST.segments(tuning, 1L << 40));
        assertEquals(16_384, Algorithm.MULTILEVEL_GATHER.segments(tuning, 1L << 40), "a loop for each block");
        assertEquals(128, Algorithm.CHAIN_BCAST.segments(null, 1L << 40), "as many as are usual");
        assertEquals(1000, Algorithm.CHAIN_BCAST.segments(tuning, 8_192_000));
        assertEquals("(site=none, rank=chain, segment=8KiB)", Tuning.parse("segment=8192, site=none, rank=chain").toString());
    }

    @Test
    void bugsPlantedIntoSegmentsAreCaught() {
        for (Algorithm algorithm : List.of(Algorithm.MULTILEVEL_BCAST, Algorithm.MULTILEVEL_REDUCE)) {
            Topology topology = Places.figure9(3, true);
            Schedule[] right = schedules(algorithm, MAGPIE_SITE, 3, topology, 4, true, InPlace.NOBODY);
            Instance instance = new Instance(operation(algorithm), topology.size(), 4, 7, true);
            Checker.check(instance, right);
            int planted = 0;
            for (int rank = 0; rank < right.length; rank++) {
                List<Schedule> wrong = new ArrayList<>();
                for (int step = 0; step < right[rank].steps(); step++) {
                    int kind = right[rank].word(step, Schedule.KIND);
                    if (kind == Schedule.SEND) {
                        wrong.add(ScheduleSurgeon.withWord(right[rank], step, Schedule.SOURCE_FROM, right[rank].word(step, Schedule.SOURCE_FROM) + 1));
                    } else if (kind == Schedule.RECEIVE) {
                        wrong.add(ScheduleSurgeon.withWord(right[rank], step, Schedule.TARGET_FROM, right[rank].word(step, Schedule.TARGET_FROM) - 1));
                    } else if (kind == Schedule.REDUCE) {
                        wrong.add(ScheduleSurgeon.withWord(right[rank], step, Schedule.KIND, Schedule.FENCE));
                    }
                }
                for (int at : ScheduleSurgeon.neededPredecessors(right[rank])) {
                    wrong.add(ScheduleSurgeon.withoutPredecessor(right[rank], at));
                }
                for (Schedule each : wrong) {
                    Schedule[] spoilt = right.clone();
                    spoilt[rank] = each;
                    assertThrows(CheckFailure.class, () -> Checker.check(instance, spoilt), algorithm + " " + each);
                    planted++;
                }
            }
            assertTrue(planted > 40);
        }
    }
}
