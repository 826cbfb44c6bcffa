package org.braid.mpi.liveness.deadlock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.braid.mpi.liveness.deadlock.WaitingWorld.Bug;
import org.braid.mpi.liveness.deadlock.WaitingWorld.Op;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who waits in a circle is told, nobody else is, whatever order things happen in. */
@Execution(CONCURRENT)
class KnotDetectionTest {
    private static final int WORLDS = 60_000;

    private static Op send(int to) {
        return new Op(Op.Kind.SEND, 1 << to);
    }

    private static Op synchronousSend(int to) {
        return new Op(Op.Kind.SYNCHRONOUS_SEND, 1 << to);
    }

    private static Op receive(int from) {
        return new Op(Op.Kind.RECEIVE, 1 << from);
    }

    private static Op[] program(Op... steps) {
        return steps;
    }

    // ---- every order of all steps

    /** Goes through all states that the world can come into; returns how many were told at each end. */
    private static Set<Integer> explore(Op[]... programs) {
        Set<String> seen = new HashSet<>();
        Set<Integer> told = new HashSet<>();
        Deque<List<Integer>> open = new ArrayDeque<>(List.of(List.of()));
        while (!open.isEmpty()) {
            List<Integer> way = open.removeLast();
            WaitingWorld world = new WaitingWorld(Bug.NONE, programs);
            way.forEach(world::step);
            List<Integer> steps = world.steps();
            if (!seen.add(world.toString())) {
                continue;
            }
            if (steps.isEmpty()) {
                world.assertAllKnotsWereTold();
                told.add(world.told());
            }
            for (int step : steps) {
                List<Integer> further = new ArrayList<>(way);
                further.add(step);
                open.add(further);
            }
        }
        return told;
    }

    @Test
    void twoThatWaitForEachOtherAreBothTold() {
        assertEquals(Set.of(2), explore(program(receive(1), send(1)), program(receive(0), send(0))));
        assertEquals(Set.of(2), explore(program(synchronousSend(1), receive(1)), program(synchronousSend(0), receive(0))));
        assertEquals(Set.of(2), explore(program(send(1), receive(1), receive(1)), program(receive(0), send(0), receive(0))));
    }

    @Test
    void twoThatAnswerEachOtherAreNeverTold() {
        assertEquals(Set.of(0), explore(program(send(1), receive(1), send(1)), program(receive(0), send(0), receive(0))));
        assertEquals(Set.of(0), explore(program(synchronousSend(1), receive(1)), program(receive(0), synchronousSend(0))));
    }

    @Test
    void threeInACircleAreAllTold() {
        assertEquals(Set.of(3), explore(program(receive(1)), program(receive(2)), program(receive(0))));
    }

    @Test
    void whoWaitsForHimselfIsTold() {
        assertEquals(Set.of(1), explore(program(receive(0)), program(send(0))));
    }

    @Test
    void whoWaitsForOneOfTwoIsToldOnlyIfNeitherCanGoOn() {
        Op either = new Op(Op.Kind.RECEIVE, 0b110);
        assertEquals(Set.of(0), explore(program(either), program(receive(0)), program(send(0))));
        assertEquals(Set.of(3), explore(program(either), program(receive(0)), program(receive(0))));
    }

    @Test
    void whoWaitsForOneThatHasLeftAndForOneThatWaitsForHimIsTold() {
        Op either = new Op(Op.Kind.RECEIVE, 0b110);
        assertEquals(Set.of(2), explore(program(either), program(receive(0)), program()));
        assertEquals(Set.of(0), explore(program(either), program(receive(0)), program(send(0))));
    }

    // ---- random programs in random order

    private static Op[][] programs(SplittableRandom random, boolean started) {
        int size = random.nextInt(2, 5);
        Op[][] programs = new Op[size][];
        for (int rank = 0; rank < size; rank++) {
            programs[rank] = new Op[random.nextInt(1, 6)];
            for (int i = 0; i < programs[rank].length; i++) {
                programs[rank][i] = op(random, rank, size, started);
            }
        }
        return programs;
    }

    private static Op op(SplittableRandom random, int rank, int size, boolean started) {
        int other = (rank + random.nextInt(1, size)) % size;
        int another = (rank + random.nextInt(1, size)) % size;
        return switch (random.nextInt(started ? 7 : 6)) {
            case 0, 1 -> send(other);
            case 2 -> synchronousSend(other);
            case 3, 4 -> receive(other);
            case 5 -> new Op(Op.Kind.RECEIVE, 1 << other | 1 << another);
            default -> new Op(Op.Kind.STARTED_SEND, 1 << other);
        };
    }

    /** A program in which everything that is waited for comes: an order of messages for all, of which each rank has its part. */
    private static Op[][] rightPrograms(SplittableRandom random) {
        int size = random.nextInt(2, 6);
        List<List<Op>> programs = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            programs.add(new ArrayList<>());
        }
        for (int message = random.nextInt(1, 12); message > 0; message--) {
            int from = random.nextInt(size);
            int to = (from + random.nextInt(1, size)) % size;
            programs.get(from).add(random.nextBoolean() ? send(to) : synchronousSend(to));
            programs.get(to).add(receive(from));
        }
        return programs.stream().map(each -> each.toArray(new Op[0])).toArray(Op[][]::new);
    }

    /** Some worlds hurry the programs and others what ranks say of their waits. */
    private static WaitingWorld run(SplittableRandom random, WaitingWorld world) {
        int late = random.nextInt(1, 8);
        for (List<Integer> steps = world.steps(); !steps.isEmpty(); steps = world.steps()) {
            int first = steps.get(random.nextInt(steps.size()));
            world.step(random.nextInt(late) == 0 ? steps.getFirst() : first);
        }
        return world;
    }

    @Test
    void inRandomProgramsThoseAreToldThatNeverGoOnAndOnlyThose() {
        long seed = Long.getLong("braid.seed", 0x5EED);
        int told = 0;
        for (long i = 0; i < WORLDS; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            try {
                WaitingWorld world = run(random, new WaitingWorld(Bug.NONE, programs(random, true)));
                world.assertAllKnotsWereTold();
                told += world.told();
            } catch (AssertionError wrong) {
                throw new AssertionError("replay with -Dbraid.seed=" + (seed + i), wrong);
            }
        }
        assertTrue(told > WORLDS / 10, "the programs are not as bad as they should be: " + told);
    }

    @Test
    void inRandomRightProgramsNobodyIsEverTold() {
        long seed = Long.getLong("braid.seed", 0x5EED);
        for (long i = 0; i < WORLDS; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            int told = run(random, new WaitingWorld(Bug.NONE, rightPrograms(random))).told();
            assertEquals(0, told, "replay with -Dbraid.seed=" + (seed + i));
        }
    }

    // ---- a test that has never failed is no evidence

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"NONE", "COUNTS_ON_THE_GONE"})
    void aWorldWithAPlantedBugHasFalseAlarms(Bug bug) {
        AssertionError alarm = assertThrows(AssertionError.class, () -> {
            for (long seed = 0; seed < WORLDS; seed++) {
                SplittableRandom random = new SplittableRandom(seed);
                run(random, new WaitingWorld(bug, programs(random, bug == Bug.FORGETS_STARTED)));
            }
        });
        assertTrue(String.valueOf(alarm.getMessage()).startsWith("false alarm"), alarm.getMessage());
    }

    @Test
    void aWorldThatCountsOnThoseThatHaveLeftMissesKnots() {
        AssertionError missed = assertThrows(AssertionError.class, () -> {
            for (long seed = 0; seed < WORLDS; seed++) {
                SplittableRandom random = new SplittableRandom(seed);
                run(random, new WaitingWorld(Bug.COUNTS_ON_THE_GONE, programs(random, false))).assertAllKnotsWereTold();
            }
        });
        assertTrue(String.valueOf(missed.getMessage()).contains("was not told"), missed.getMessage());
    }
}
