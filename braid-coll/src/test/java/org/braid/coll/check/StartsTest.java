package org.braid.coll.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.Arrays;
import java.util.Random;
import org.braid.coll.Schedules;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.check.Rendezvous.Starts;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleSurgeon;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** The checker runs steps in order, and takes a run that ends for one of steps that start as soon as they may as well: so it is, whatever more steps are made to wait for. */
@Execution(CONCURRENT)
class StartsTest {
    private static final int SIZE = 8;
    private static final int TRIALS = 60; // of each algorithm

    @Test
    void whatEndsInOrderEndsWithTheSameValuesWhenStepsStartAsSoonAsTheyMay() {
        long seed = Long.getLong("braid.coll.seed", 20_261_201L);
        Random random = new Random(seed);
        int[] counts = new int[3];
        for (Algorithm algorithm : Algorithm.values()) {
            Operation operation = Arrays.stream(Operation.values()).filter(algorithm::serves).findFirst().orElseThrow();
            boolean commutative = !algorithm.allows(SIZE, false);
            Schedule[] right = Schedules.of(algorithm, operation, SIZE, 0, commutative, InPlace.NOBODY);
            for (int trial = 0; trial < TRIALS; trial++) {
                Schedule[] held = waitingForMore(right, random);
                counts[compare(new Instance(operation, SIZE, 0, 3, commutative), held, algorithm + ", replay with -Dbraid.coll.seed=" + seed)]++;
            }
        }
        assertTrue(counts[0] > 0 && counts[1] > 0 && counts[2] > 0, () -> "ends, in no order, in order not: " + Arrays.toString(counts));
    }

    /** Some steps also wait until an earlier one is complete. */
    private static Schedule[] waitingForMore(Schedule[] right, Random random) {
        Schedule[] more = Arrays.stream(right).map(Schedule::writtenOut).toArray(Schedule[]::new);
        for (int change = random.nextInt(4); change >= 0; change--) {
            int rank = random.nextInt(more.length);
            if (more[rank].steps() > 1) {
                int step = 1 + random.nextInt(more[rank].steps() - 1);
                more[rank] = ScheduleSurgeon.withPredecessor(more[rank], step, random.nextInt(step));
            }
        }
        return more;
    }

    /** 0 if both end, 1 if neither does, 2 if only the one does that starts steps as soon as it may. */
    private static int compare(Instance instance, Schedule[] schedules, String what) {
        SymbolicMemory[] inOrder = memories(instance, schedules);
        SymbolicMemory[] asTheyMay = memories(instance, schedules);
        CheckFailure failure = run(instance, schedules, inOrder, Starts.IN_ORDER);
        CheckFailure other = run(instance, schedules, asTheyMay, Starts.WHEN_THEY_MAY);
        if (failure != null) {
            return other == null ? 2 : 1;
        }
        assertNull(other, () -> what + ": ends in order only");
        for (int rank = 0; rank < schedules.length; rank++) {
            for (int element = 0; element < inOrder[rank].elements(Schedule.OUT); element++) {
                assertEquals(inOrder[rank].get(Schedule.OUT, element), asTheyMay[rank].get(Schedule.OUT, element), what);
            }
        }
        return 0;
    }

    private static SymbolicMemory[] memories(Instance instance, Schedule[] schedules) {
        Meaning meaning = new Meaning(instance, schedules);
        SymbolicMemory[] memories = new SymbolicMemory[schedules.length];
        for (int rank = 0; rank < memories.length; rank++) {
            memories[rank] = new SymbolicMemory(instance, schedules[rank]);
            meaning.prepare(schedules[rank], memories[rank]);
        }
        return memories;
    }

    private static @Nullable CheckFailure run(Instance instance, Schedule[] schedules, SymbolicMemory[] memories, Starts starts) {
        try {
            new Rendezvous(instance.operation(), schedules, memories, starts, schedules).run();
            return null;
        } catch (CheckFailure failure) {
            assertEquals(CheckFailure.Rule.DEADLOCK, failure.rule());
            return failure;
        }
    }
}
