package org.braid.coll.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.Arrays;
import java.util.stream.Stream;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.check.CheckFailure.Rule;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleSurgeon;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pipelines whose rounds are held once do what their operation means, also where few steps are under way at once; and a bug in a round that is held once is found. */
@Execution(CONCURRENT)
class LoopsTest {
    /** Fewer than any engine has, so that few ranks and segments fill it. */
    private static final int NARROW = 32;

    private static final int SEGMENTS = 24;

    static Stream<Algorithm> pipelines() {
        return Arrays.stream(Algorithm.values()).filter(each -> each.hasSegments() && each.segments(Tuning.parse("segment=1", each.keys()), 1 << 30) > 128);
    }

    private static Operation operation(Algorithm algorithm) {
        return Arrays.stream(Operation.values()).filter(algorithm::serves).findFirst().orElseThrow();
    }

    private static Schedule[] schedules(Algorithm algorithm, int size, int root, boolean commutative, int segments) {
        @Nullable Topology topology = !algorithm.isMultilevel() ? null : size < 7 ? Topology.flat(size) : Places.twelve(size).get(3);
        var schedules = new Schedule[size];
        for (int rank = 0; rank < size; rank++) {
            schedules[rank] = algorithm.generate(new Shape(operation(algorithm), size, rank, root, commutative, false).in(topology), null, segments);
        }
        return schedules;
    }

    private static Schedule[] narrow(Schedule[] schedules, int places) {
        return Arrays.stream(schedules).map(each -> each.isLooped() ? ScheduleSurgeon.withWindow(each, places) : each).toArray(Schedule[]::new);
    }

    @ParameterizedTest
    @MethodSource("pipelines")
    void fewStepsUnderWayAreEnoughForAnyNumberOfRounds(Algorithm algorithm) {
        int narrowed = 0;
        for (int size = 2; size <= 9; size++) {
            for (int root = 0; root < (operation(algorithm).isRooted() ? size : 1); root += size > 5 ? 3 : 1) {
                for (boolean commutative : algorithm.allows(size, false) && operation(algorithm).isReduction() ? new boolean[] {true, false} : new boolean[] {true}) {
                    Schedule[] schedules = narrow(schedules(algorithm, size, root, commutative, SEGMENTS), NARROW);
                    narrowed += Arrays.stream(schedules).anyMatch(each -> each.window() < each.steps()) ? 1 : 0;
                    Checker.check(new Instance(operation(algorithm), size, root, SEGMENTS + 3, commutative), schedules);
                }
            }
        }
        assertTrue(narrowed >= 7, "only " + narrowed);
    }

    @ParameterizedTest
    @MethodSource("pipelines")
    void moreRoundsThanTheEngineHasUnderWayAreProvedAsItRunsThem(Algorithm algorithm) {
        Schedule[] schedules = schedules(algorithm, 4, operation(algorithm).isRooted() ? 2 : 0, true, 300);
        assertTrue(Arrays.stream(schedules).anyMatch(each -> each.window() < each.steps()));
        Checker.check(new Instance(operation(algorithm), 4, operation(algorithm).isRooted() ? 2 : 0, 300, true), schedules);
    }

    @ParameterizedTest
    @MethodSource("pipelines")
    void bugsThatArePlantedInARoundThatIsHeldOnceAreCaught(Algorithm algorithm) {
        int root = operation(algorithm).isRooted() ? 2 : 0;
        Instance instance = new Instance(operation(algorithm), 5, root, 3 * SEGMENTS + 1, true);
        Schedule[] right = schedules(algorithm, 5, root, true, SEGMENTS);
        Checker.check(instance, right);
        int planted = 0;
        int races = 0;
        for (int rank = 0; rank < right.length; rank++) {
            if (!right[rank].isLooped()) {
                continue;
            }
            for (int loop = 0; loop < ScheduleSurgeon.loops(right[rank]); loop++) {
                mustFail(instance, right, rank, ScheduleSurgeon.withRounds(right[rank], loop, 1));
                mustFail(instance, right, rank, ScheduleSurgeon.withRounds(right[rank], loop, -1));
            }
            for (int step : ScheduleSurgeon.loop(right[rank])) {
                int kind = right[rank].word(step, Schedule.KIND);
                if (kind == Schedule.SEND || kind == Schedule.RECEIVE) {
                    mustFail(instance, right, rank, ScheduleSurgeon.withWordInLoop(right[rank], step, Schedule.PEER, (right[rank].word(step, Schedule.PEER) + 1) % 5));
                } else {
                    mustFail(instance, right, rank, ScheduleSurgeon.withWordInLoop(right[rank], step, Schedule.KIND, kind == Schedule.REDUCE ? Schedule.COPY : Schedule.FENCE));
                }
                mustFail(instance, right, rank, ScheduleSurgeon.withStride(right[rank], step, kind == Schedule.RECEIVE ? Schedule.TARGET : Schedule.SOURCE));
                planted++;
                races += fails(instance, right, rank, ScheduleSurgeon.withoutPredecessorInLoop(right[rank], step)) ? 1 : 0;
            }
        }
        assertTrue(planted >= 5, "only " + planted);
        assertTrue(races >= 4, "only " + races + " of " + planted);
    }

    private static void mustFail(Instance instance, Schedule[] right, int rank, Schedule spoilt) {
        assertTrue(fails(instance, right, rank, spoilt), () -> "not caught: " + spoilt);
    }

    private static boolean fails(Instance instance, Schedule[] right, int rank, Schedule spoilt) {
        Schedule[] all = right.clone();
        all[rank] = spoilt;
        try {
            Checker.check(instance, all);
            return false;
        } catch (CheckFailure caught) {
            return true;
        }
    }

    /** Ranks that send each other something in one round, of whom each begins with what the other one is to send. */
    @Test
    void aWindowThatIsTooSmallIsADeadlock() {
        int deadlocks = 0;
        for (int size = 2; size <= 9; size++) {
            Schedule[] right = schedules(Algorithm.CIRCULANT_BCAST, size, 0, true, SEGMENTS);
            Instance instance = new Instance(Operation.BCAST, size, 0, SEGMENTS, true);
            Checker.check(instance, narrow(right, 2));
            try {
                Checker.check(instance, narrow(right, 1));
            } catch (CheckFailure caught) {
                assertEquals(Rule.DEADLOCK, caught.rule());
                deadlocks++;
            }
        }
        assertTrue(deadlocks >= 3, "only " + deadlocks);
    }
}
