package org.braid.coll.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rounds that are held once are those that would have been written one by one. In a build up to six ranks from every root, and some larger sizes from one; with -Dbraid.coll.roots=all up to seventeen from every root, which takes many times as long. */
@Execution(CONCURRENT)
class RoundsTest {
    private static final int LARGEST = 17;
    private static final int EVERY_ROOT = 6; // up to so many ranks in a build
    private static final int MOST_SEGMENTS = 20;
    private static final boolean ALL = "all".equals(System.getProperty("braid.coll.roots"));

    static Stream<Algorithm> pipelines() {
        return Arrays.stream(Algorithm.values()).filter(each -> each.hasSegments() && each.segments(Tuning.parse("segment=1", each.keys()), 1 << 30) > 128);
    }

    private static Schedule chain(int segments) {
        return Algorithm.CHAIN_BCAST.generate(new Shape(Operation.BCAST, 4, 1, 0, true, false), null, segments);
    }

    @Test
    void aRoundIsReadOnce() {
        String text = chain(1000).toString();
        assertEquals("""
                0: RECEIVE OUT[0,1)/1000 <- 0
                1: SEND OUT[0,1)/1000 -> 2 after 0
                2: RECEIVE OUT[1,2)/1000 <- 0 behind 0
                3: SEND OUT[1,2)/1000 -> 2 after 2 behind 1
                4: RECEIVE OUT[2,3)/1000 <- 0 behind 2
                5: SEND OUT[2,3)/1000 -> 2 after 4 behind 3
                4-5: again 997 times, OUT +1 each""", text.substring(text.indexOf('\n') + 1));
        assertEquals(2000, chain(1000).steps());
        String last = chain(1000).writtenOut().toString();
        assertTrue(last.endsWith("1999: SEND OUT[999,1000)/1000 -> 2 after 1998 behind 1997"), last.substring(last.length() - 200));
    }

    /** All dependencies are derived anew, from all steps. */
    @ParameterizedTest
    @MethodSource("pipelines")
    void stepsWaitForWhatTheyWouldWaitForIfAllWereWritten(Algorithm algorithm) {
        int looped = 0;
        for (int size = 1; size <= LARGEST; size += ALL || size < EVERY_ROOT ? 1 : 4) {
            for (Shape shape : shapes(algorithm, size, ALL || size <= EVERY_ROOT ? size : 1)) {
                for (int segments = 1; segments <= MOST_SEGMENTS; segments += ALL || segments < 8 ? 1 : 3) {
                    Schedule held = algorithm.generate(shape, null, segments);
                    looped += held.isLooped() ? 1 : 0;
                    assertDerived(held);
                }
            }
        }
        assertTrue(looped > 50, algorithm + ": only " + looped);
    }

    private static List<Shape> shapes(Algorithm algorithm, int size, int roots) {
        Operation operation = Arrays.stream(Operation.values()).filter(algorithm::serves).findFirst().orElseThrow();
        @Nullable Topology topology = !algorithm.isMultilevel() ? null : size < 7 ? Topology.flat(size) : Places.twelve(size).get(4);
        Stream.Builder<Shape> all = Stream.builder();
        for (int root = 0; root < (operation.isRooted() ? roots : 1); root++) {
            for (int rank = 0; rank < size; rank++) {
                for (boolean commutative : operation.isReduction() && algorithm.allows(size, false) ? new boolean[] {true, false} : new boolean[] {true}) {
                    all.add(new Shape(operation, size, rank, root, commutative, false).in(topology));
                    if (operation.allowsInPlace() && (!operation.isRooted() || rank == root)) {
                        all.add(new Shape(operation, size, rank, root, commutative, true).in(topology));
                    }
                }
            }
        }
        return all.build().toList();
    }

    private static void assertDerived(Schedule held) {
        Schedule all = held.writtenOut();
        var steps = new ScheduleBuilder(held.shape()).cut(Math.max(1, held.layout(Schedule.OUT)));
        for (int buffer = Schedule.FIRST_TEMPORARY; buffer < held.buffers(); buffer++) {
            steps.temporary(held.layout(buffer), held.units(buffer));
        }
        for (int step = 0; step < all.steps(); step++) {
            write(steps, all, step);
        }
        Schedule anew = steps.build();
        assertEquals(held.steps(), anew.steps());
        for (int step = 0; step < all.steps(); step++) {
            for (int at = 0; at < Schedule.STRIDE; at++) {
                assertEquals(anew.word(step, at), held.word(step, at), held.shape() + " step " + step);
            }
            assertEquals(row(anew, step), row(held, step), held.shape() + " step " + step + " of " + held.steps());
        }
    }

    private static void write(ScheduleBuilder steps, Schedule all, int step) {
        int source = all.word(step, Schedule.SOURCE);
        int from = all.word(step, Schedule.SOURCE_FROM);
        int to = all.word(step, Schedule.SOURCE_TO);
        int target = all.word(step, Schedule.TARGET);
        int targetFrom = all.word(step, Schedule.TARGET_FROM);
        switch (all.word(step, Schedule.KIND)) {
            case Schedule.SEND -> steps.send(all.word(step, Schedule.PEER), source, from, to);
            case Schedule.RECEIVE -> steps.receive(all.word(step, Schedule.PEER), target, targetFrom, all.word(step, Schedule.TARGET_TO));
            case Schedule.COPY -> steps.copy(source, from, to, target, targetFrom);
            case Schedule.REDUCE -> steps.reduce(source, from, to, target, targetFrom);
            default -> throw new AssertionError("kind " + all.word(step, Schedule.KIND));
        }
    }

    private static TreeSet<Integer> row(Schedule schedule, int step) {
        TreeSet<Integer> row = new TreeSet<>();
        for (int at = schedule.firstPredecessor(step); at < schedule.firstPredecessor(step + 1); at++) {
            row.add(schedule.predecessor(at));
        }
        return row;
    }

    @ParameterizedTest
    @MethodSource("pipelines")
    void howMuchIsHeldDoesNotDependOnTheNumberOfRounds(Algorithm algorithm) {
        for (int size : new int[] {2, 3, 8, 17, 60}) {
            for (Shape shape : shapes(algorithm, size, 2)) {
                if (shape.rank() % 7 == 1) {
                    assertTrue(mostHeld(algorithm, shape, 1000) <= mostHeld(algorithm, shape, 60), () -> algorithm + " " + shape);
                }
            }
        }
    }

    /** Of some such numbers of segments: where they do not fill all rounds, it is less. */
    private static int mostHeld(Algorithm algorithm, Shape shape, int segments) {
        int most = 0;
        for (int more = 0; more < 6; more++) {
            most = Math.max(most, ScheduleSurgeon.heldSteps(algorithm.generate(shape, null, segments + more)));
        }
        return most;
    }

    /** A loop that goes forwards or backwards through two buffers, with steps before it and behind it that look back as far as it says, and no farther. */
    @Test
    void whateverStandsBehindALoopWaitsForItsLastRounds() {
        long seed = Long.getLong("braid.coll.seed", System.nanoTime());
        Random random = new Random(seed);
        int looped = 0;
        for (int trial = 0; trial < 2000; trial++) {
            int count = 1 + random.nextInt(30);
            int reach = random.nextInt(4);
            long each = random.nextLong();
            Schedule held = mixed(count, reach, new Random(each), true);
            Schedule all = mixed(count, reach, new Random(each), false);
            assertFalse(all.isLooped());
            assertEquals(all.steps(), held.steps());
            looped += held.isLooped() ? 1 : 0;
            for (int step = 0; step < all.steps(); step++) {
                int which = step;
                assertEquals(row(all, step), row(held, step), () -> "step " + which + ", replay with -Dbraid.coll.seed=" + seed + "\n" + held + "\n" + all);
                assertEquals(all.word(step, Schedule.SOURCE_FROM), held.word(step, Schedule.SOURCE_FROM));
            }
        }
        assertTrue(looped > 1000, "only " + looped);
    }

    private static Schedule mixed(int count, int reach, Random random, boolean holds) {
        var steps = new ScheduleBuilder(new Shape(Operation.BARRIER, 3, 0, 0, true, false));
        int[] buffers = {steps.temporary(1, 80), steps.temporary(1, 80), steps.temporary(1, 3)};
        boolean isBackwards = random.nextBoolean();
        int[] kinds = random.ints(1 + random.nextInt(4), 0, 4).toArray();
        int[] backs = random.ints(kinds.length, 0, reach + 1).toArray();
        int[] which = random.ints(kinds.length, 0, 2).toArray();
        int[] behind = random.ints(3, 0, 3).toArray();
        boolean looksBack = random.nextBoolean();
        int written = random.nextInt(3);
        for (int before = 0; before < written; before++) {
            steps.receive(1, buffers[before], 0, 1);
        }
        Rounds rounds = steps.rounds(count, reach);
        for (int round = 0; round < count; round = holds ? rounds.next(round) : round + 1) {
            for (int i = 0; i < kinds.length; i++) {
                int at = isBackwards ? 60 - 2 * round + 2 * backs[i] : 10 + 2 * round - 2 * backs[i];
                step(steps, kinds[i], buffers[which[i]], at, buffers[1 - which[i]]);
            }
        }
        for (int each : behind) {
            int last = isBackwards ? 60 - 2 * (count - 1) : 10 + 2 * (count - 1);
            steps.copy(buffers[each % 2], last, last + 2, buffers[2], 0);
            steps.send(1, buffers[1 - each % 2], last + (looksBack && reach > 0 ? isBackwards ? 2 : -2 : 0), last + 1 + (looksBack && reach > 0 ? isBackwards ? 2 : -2 : 0));
        }
        return steps.build();
    }

    private static void step(ScheduleBuilder steps, int kind, int buffer, int at, int other) {
        switch (kind) {
            case 0 -> steps.send(1, buffer, at, at + 2);
            case 1 -> steps.receive(2, buffer, at, at + 1);
            case 2 -> steps.copy(buffer, at, at + 2, other, at);
            default -> steps.reduce(buffer, at + 1, at + 2, other, at + 1);
        }
    }

    @Test
    void whoLooksFartherBackThanALoopSaysIsRefused() {
        var steps = new ScheduleBuilder(new Shape(Operation.BCAST, 2, 1, 0, true, false)).cut(100);
        Rounds rounds = steps.rounds(100, 0);
        for (int round = 0; round < 100; round = rounds.next(round)) {
            steps.receive(0, Schedule.OUT, round, round + 1);
        }
        assertThrows(IllegalStateException.class, () -> steps.send(0, Schedule.OUT, 0, 100));
    }

    @Test
    void roundsThatAreUnlikeEachOtherAreWrittenOneByOne() {
        var steps = new ScheduleBuilder(new Shape(Operation.BCAST, 3, 1, 0, true, false)).cut(100);
        Rounds rounds = steps.rounds(10, 0);
        for (int round = 0; round < 10; round = rounds.next(round)) {
            steps.receive(2 * (round % 2), Schedule.OUT, round, round + 1);
        }
        Schedule schedule = steps.build();
        assertFalse(schedule.isLooped());
        assertEquals(10, schedule.steps());
    }

    /** The second one's first round waits for the first one's last. */
    @Test
    void loopsFollowEachOther() {
        var steps = new ScheduleBuilder(new Shape(Operation.BCAST, 3, 1, 0, true, false)).cut(100);
        for (int loop = 0; loop < 2; loop++) {
            Rounds rounds = steps.rounds(50, 0);
            for (int round = 0; round < 50; round = rounds.next(round)) {
                steps.receive(loop == 0 ? 0 : 2, Schedule.OUT, 50 * loop + round, 50 * loop + round + 1);
                steps.send(0, Schedule.OUT, 50 * loop + round, 50 * loop + round + 1);
            }
        }
        Schedule schedule = steps.build();
        String text = schedule.toString();
        assertEquals("""
                0: RECEIVE OUT[0,1)/100 <- 0
                1: SEND OUT[0,1)/100 -> 0 after 0
                2: RECEIVE OUT[1,2)/100 <- 0 behind 0
                3: SEND OUT[1,2)/100 -> 0 after 2 behind 1
                4: RECEIVE OUT[2,3)/100 <- 0 behind 2
                5: SEND OUT[2,3)/100 -> 0 after 4 behind 3
                4-5: again 47 times, OUT +1 each
                100: RECEIVE OUT[50,51)/100 <- 2
                101: SEND OUT[50,51)/100 -> 0 after 100 behind 99
                102: RECEIVE OUT[51,52)/100 <- 2 behind 100
                103: SEND OUT[51,52)/100 -> 0 after 102 behind 101
                104: RECEIVE OUT[52,53)/100 <- 2 behind 102
                105: SEND OUT[52,53)/100 -> 0 after 104 behind 103
                104-105: again 47 times, OUT +1 each""", text.substring(text.indexOf('\n') + 1));
        assertEquals(200, schedule.steps());
        assertEquals(12, ScheduleSurgeon.heldSteps(schedule));
        assertDerived(schedule);
    }
}
