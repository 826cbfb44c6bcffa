package org.braid.coll.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.braid.coll.Schedules;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleSurgeon;
import org.braid.coll.schedule.Shape;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Algorithms of one level that are told how to work, by other numbers than the usual ones and in segments, at every small size, from every root. */
@Execution(CONCURRENT)
class ToldAlgorithmsTest {
    private static final int LARGEST = 11;
    private static final int[] SEGMENTS = {2, 3, 7, 128};

    /** An algorithm, what it is told, and in how many pieces messages go. */
    record Told(Algorithm algorithm, @Nullable Tuning tuning, int segments) {}

    static Stream<Told> told() {
        return Arrays.stream(Algorithm.values()).filter(each -> !each.isMultilevel()).flatMap(each -> told(each).stream());
    }

    private static List<Told> told(Algorithm algorithm) {
        List<Told> all = new ArrayList<>();
        for (String key : algorithm.keys()) {
            switch (key) {
                case Tuning.RADIX -> numbers(2, 3, 4, 5, 8, 1024).forEach(number -> all.add(new Told(algorithm, Tuning.radix(number), 1)));
                case Tuning.LAMBDA -> numbers(1, 2, 3, 7, 1024).forEach(number -> all.add(new Told(algorithm, Tuning.lambda(number), 1)));
                case Tuning.WINDOW -> numbers(1, 2, 3, 4, 1024).forEach(number -> all.add(new Told(algorithm, Tuning.window(number), 1)));
                case Tuning.BLOCKS -> numbers(1, 2, 3, 4, 1024).forEach(number -> all.add(new Told(algorithm, Tuning.blocks(number), 1)));
                case Tuning.TOGETHER -> numbers(1, 2, 5, 1024).forEach(number -> all.add(new Told(algorithm, Tuning.parse("together=" + number, algorithm.keys()), 1)));
                case Tuning.SEGMENT -> Arrays.stream(SEGMENTS).forEach(segments -> all.add(new Told(algorithm, null, segments)));
                default -> throw new AssertionError(algorithm + " is told " + key + ", which nobody proves");
            }
        }
        return all;
    }

    private static List<Integer> numbers(Integer... numbers) {
        return List.of(numbers);
    }

    private static Operation operation(Algorithm algorithm) {
        return Arrays.stream(Operation.values()).filter(algorithm::serves).findFirst().orElseThrow();
    }

    private static Schedule[] schedules(Told told, int size, int root, boolean commutative, InPlace inPlace) {
        Operation operation = operation(told.algorithm);
        var schedules = new Schedule[size];
        for (int rank = 0; rank < size; rank++) {
            schedules[rank] = told.algorithm.generate(new Shape(operation, size, rank, root, commutative, Schedules.isInPlace(operation, rank, root, inPlace)), told.tuning, told.segments);
        }
        return schedules;
    }

    @ParameterizedTest
    @MethodSource("told")
    void whateverTheyAreToldTheyDoExactlyWhatTheOperationMeans(Told told) {
        Operation operation = operation(told.algorithm);
        int proven = 0;
        for (int size = 1; size <= (told.segments > 100 ? 5 : LARGEST); size++) {
            for (int root = 0; root < (operation.isRooted() ? size : 1); root++) {
                proven += prove(told, operation, size, root);
            }
        }
        assertTrue(proven >= 5);
    }

    private static int prove(Told told, Operation operation, int size, int root) {
        int proven = 0;
        for (int kind = 0; kind < (operation.isReduction() ? 2 : 1); kind++) {
            boolean commutative = kind == 0;
            for (InPlace inPlace : !told.algorithm.allows(size, commutative) ? new InPlace[0] : operation.allowsInPlace() ? InPlace.values() : new InPlace[] {InPlace.NOBODY}) {
                Checker schedules = Checker.of(schedules(told, size, root, commutative, inPlace));
                for (int count : new int[] {0, 1, 2 * told.segments + 1}) {
                    schedules.check(new Instance(operation, size, root, count, commutative));
                    proven++;
                }
            }
        }
        return proven;
    }

    @Test
    void bruckWithOneDigitIsOneRoundOfAllAndWithTwoOfTheFewestMessages() {
        assertEquals(4, sends(new Told(Algorithm.BRUCK_ALLTOALL, Tuning.radix(2), 1), 16));
        assertEquals(6, sends(new Told(Algorithm.BRUCK_ALLTOALL, Tuning.radix(4), 1), 16));
        assertEquals(15, sends(new Told(Algorithm.BRUCK_ALLTOALL, Tuning.radix(16), 1), 16));
        assertEquals(sends(new Told(Algorithm.BRUCK_ALLTOALL, Tuning.radix(2), 1), 13), sends(new Told(Algorithm.BRUCK_ALLTOALL, null, 1), 13));
    }

    private static long sends(Told told, int size) {
        Schedule schedule = schedules(told, size, 0, true, InPlace.NOBODY)[0];
        long sends = 0;
        for (int step = 0; step < schedule.steps(); step++) {
            sends += schedule.word(step, Schedule.KIND) == Schedule.SEND ? 1 : 0;
        }
        return sends;
    }

    @ParameterizedTest
    @MethodSource("told")
    void bugsThatArePlantedThereAreCaught(Told told) {
        Operation operation = operation(told.algorithm);
        if (operation == Operation.BARRIER || told.segments > 3) {
            return; // of barriers dissemination says more than is needed; more segments are more of the same
        }
        Schedule[] right = schedules(told, 6, operation.isRooted() ? 4 : 0, true, InPlace.NOBODY);
        Instance instance = new Instance(operation, 6, operation.isRooted() ? 4 : 0, 13, true);
        Checker.check(instance, right);
        int planted = 0;
        for (int rank = 0; rank < right.length; rank++) {
            for (int step = 0; step < right[rank].steps(); step++) {
                int kind = right[rank].word(step, Schedule.KIND);
                boolean isMessage = kind == Schedule.SEND || kind == Schedule.RECEIVE;
                boolean isTogether = told.algorithm.keys().contains(Tuning.TOGETHER);
                boolean isMeasured = kind == Schedule.MEASURE || kind == Schedule.ALLOCATE || kind == Schedule.COPY && Copies.move(right[rank], step, instance);
                if (isTogether && !isMessage && !isMeasured) {
                    continue; // what does nothing for blocks of this length, or only says what else comes by itself
                }
                Schedule[] spoilt = right.clone();
                spoilt[rank] = isMessage
                        ? ScheduleSurgeon.withWord(right[rank], step, Schedule.PEER, (right[rank].word(step, Schedule.PEER) + 1) % 6)
                        : ScheduleSurgeon.withWord(right[rank], step, Schedule.KIND, kind == Schedule.REDUCE ? Schedule.COPY : Schedule.FENCE);
                assertThrows(CheckFailure.class, () -> Checker.check(instance, spoilt), () -> told + " at " + spoilt[0].shape());
                planted++;
            }
        }
        assertTrue(planted >= 10);
    }
}
