package org.braid.coll.check;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.List;
import org.braid.coll.Schedules;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleSurgeon;
import org.braid.coll.schedule.Shape;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Trees whose shape ranks find by the lengths of blocks: of one schedule many trees are proved, and what finds them is spoilt. */
@Execution(CONCURRENT)
class FoundTreesTest {
    private static final int MOST_ELEMENTS = 12;
    private static final int SIZE = 7;
    private static final int ROOT = 4;

    private static Operation operation(Algorithm algorithm) {
        return algorithm.serves(Operation.GATHERV) ? Operation.GATHERV : Operation.SCATTERV;
    }

    private static Schedule[] schedules(Algorithm algorithm, int size, int root, int together, InPlace inPlace) {
        Operation operation = operation(algorithm);
        var schedules = new Schedule[size];
        for (int rank = 0; rank < size; rank++) {
            schedules[rank] = algorithm.generate(new Shape(operation, size, rank, root, true, Schedules.isInPlace(operation, rank, root, inPlace)), Tuning.parse("together=" + together, algorithm.keys()), 1);
        }
        return schedules;
    }

    /** From a bound that lets nothing go together to one that lets everything. */
    @ParameterizedTest
    @EnumSource(names = {"TUW_GATHERV", "TUW_SCATTERV"})
    void whateverTheLengthsEachBlockComesToItsPlace(Algorithm algorithm) {
        for (int size = 1; size <= 7; size++) {
            for (int root = 0; root < size; root++) {
                for (int together : new int[] {1, 4, 9, 20, 1000}) {
                    for (InPlace inPlace : List.of(InPlace.NOBODY, InPlace.EVERYBODY)) {
                        Checker schedules = Checker.of(schedules(algorithm, size, root, together, inPlace));
                        for (int count = 0; count <= MOST_ELEMENTS; count++) {
                            schedules.check(new Instance(operation(algorithm), size, root, count, true));
                        }
                    }
                }
            }
        }
    }

    /** What is simulated: there no block has a length of its own. */
    @ParameterizedTest
    @EnumSource(names = {"TUW_GATHERV", "TUW_SCATTERV"})
    void wherePeersAreKnownMessagesFitTogether(Algorithm algorithm) {
        Operation operation = operation(algorithm);
        for (int size = 1; size <= 33; size++) {
            for (int root = 0; root < size; root++) {
                var schedules = new Schedule[size];
                for (int rank = 0; rank < size; rank++) {
                    schedules[rank] = algorithm.generateForLength(new Shape(operation, size, rank, root, true, false), null, 1, 0);
                }
                Checker.check(new Instance(operation, size, root, 0, true), schedules);
            }
        }
    }

    /** A step may do nothing for blocks of some lengths, so it is spoilt for all of them, and for several bounds; what never matters, as whom a rank that never leads would send to, is not much. */
    @ParameterizedTest
    @EnumSource(names = {"TUW_GATHERV", "TUW_SCATTERV"})
    void whoeverFindsAnotherRankThanTheOthersIsCaught(Algorithm algorithm) {
        int planted = 0;
        int caught = 0;
        for (int rank = 0; rank < SIZE; rank++) {
            Schedule steps = schedules(algorithm, SIZE, ROOT, 1, InPlace.NOBODY)[rank];
            for (int step = 0; step < steps.steps(); step++) {
                if (steps.word(step, Schedule.KIND) >= Schedule.ENTER) {
                    planted++;
                    caught += isCaught(algorithm, rank, step) ? 1 : 0;
                }
            }
        }
        assertTrue(planted > 80 && caught > 0.9 * planted, caught + " of " + planted);
    }

    private static Schedule spoilt(Schedule right, int step, int kind) {
        return switch (kind) {
            case Schedule.ENTER, Schedule.FIND_ABOVE, Schedule.FIND_BELOW -> ScheduleSurgeon.withWord(right, step, Schedule.PEER, (right.word(step, Schedule.PEER) + 1) % (kind == Schedule.ENTER ? SIZE : 2));
            default -> ScheduleSurgeon.withWord(right, step, Schedule.KIND, Schedule.FENCE);
        };
    }

    private static boolean isCaught(Algorithm algorithm, int rank, int step) {
        for (int together : new int[] {4, 9, 20, 40}) {
            Schedule[] spoilt = schedules(algorithm, SIZE, ROOT, together, InPlace.NOBODY);
            spoilt[rank] = spoilt(spoilt[rank], step, spoilt[rank].word(step, Schedule.KIND));
            for (int count = 1; count <= MOST_ELEMENTS; count++) {
                try {
                    Checker.check(new Instance(operation(algorithm), SIZE, ROOT, count, true), spoilt);
                } catch (CheckFailure expected) {
                    return true;
                }
            }
        }
        return false;
    }
}
