package org.braid.coll.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.schedule.Groups;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.ScheduleSurgeon;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reductions and broadcasts between two groups: whoever gets something gets what the other group has, in its order, on all small trees; how many messages cross; and bugs. */
@Execution(CONCURRENT)
class GroupsTest {
    /** Set {@code -Dbraid.coll.seed=…} to replay one seed. */
    private static final Long REPLAYED = Long.getLong("braid.coll.seed");

    private static final int LARGEST_TREE = 5;

    static Stream<Algorithm> reductions() {
        return Arrays.stream(Algorithm.values()).filter(each -> each.serves(Operation.NEIGHBOR_REDUCE));
    }

    static Stream<Algorithm> broadcasts() {
        return Arrays.stream(Algorithm.values()).filter(each -> each.serves(Operation.BCAST));
    }

    private static Schedule[] reduction(Algorithm algorithm, Groups groups, Topology topology, boolean commutative, int segments) {
        Schedule[] schedules = new Schedule[topology.size()];
        for (int rank = 0; rank < schedules.length; rank++) {
            schedules[rank] = algorithm.generate(new Shape(Operation.NEIGHBOR_REDUCE, schedules.length, rank, 0, commutative, false, groups.known(rank)).in(topology), null, segments);
        }
        return schedules;
    }

    /** As an engine makes them: the root and the other group do what one group does; the rest of the root's group has an empty part in another operation, since it knows nothing. */
    private static Schedule[] broadcast(Algorithm algorithm, Groups groups, Topology topology, int segments) {
        Schedule[] schedules = new Schedule[topology.size()];
        int[] part = groups.opposite(groups.root());
        for (int rank = 0; rank < schedules.length; rank++) {
            Shape all = new Shape(Operation.BCAST, schedules.length, rank, groups.root(), true, false, groups.known(rank)).in(topology);
            Neighbours nobody = Neighbours.inOrder(new int[0], new int[0]);
            schedules[rank] = Arrays.binarySearch(part, rank) < 0
                    ? new ScheduleBuilder(new Shape(Operation.NEIGHBOR_ALLGATHERV, schedules.length, rank, 0, true, false, nobody)).build()
                    : algorithm.generate(all.among(Operation.BCAST, part, groups.root()), null, segments).among(all, part);
        }
        return schedules;
    }

    private static int proveReductions(Algorithm algorithm, Topology topology, int split, int... counts) {
        int size = topology.size();
        int proven = 0;
        for (int root = Groups.NOBODY; root < size; root++) {
            Groups groups = root == Groups.NOBODY ? Groups.exchanging(split, size) : Groups.toRoot(split, size, root);
            for (boolean commutative : new boolean[] {true, false}) {
                for (int segments = 1; segments <= (algorithm.hasSegments() ? 3 : 1); segments += 2) {
                    Checker schedules = Checker.of(reduction(algorithm, groups, topology, commutative, segments));
                    for (int count : counts) {
                        schedules.check(new Instance(Operation.NEIGHBOR_REDUCE, size, 0, count, commutative));
                        proven++;
                    }
                }
            }
        }
        return proven;
    }

    private static int proveBroadcasts(Algorithm algorithm, Topology topology, int split, int... counts) {
        int size = topology.size();
        int proven = 0;
        for (int root = 0; root < size; root++) {
            if (!algorithm.allows(Groups.fromRoot(split, size, root).opposite(root).length, true)) {
                continue;
            }
            for (int segments = 1; segments <= (algorithm.hasSegments() ? 3 : 1); segments += 2) {
                Checker schedules = Checker.of(broadcast(algorithm, Groups.fromRoot(split, size, root), topology, segments));
                for (int count : counts) {
                    schedules.check(new Instance(Operation.BCAST, size, root, count, true));
                    proven++;
                }
            }
        }
        return proven;
    }

    // ---- what they do

    /** Every pair of groups of one to four ranks, every root of both. */
    @ParameterizedTest
    @MethodSource("reductions")
    void everyPairOfSmallGroupsGetsWhatTheOtherOneHas(Algorithm algorithm) {
        int proven = 0;
        for (int first = 1; first <= 4; first++) {
            for (int second = 1; second <= 4; second++) {
                proven += proveReductions(algorithm, Topology.flat(first + second), first, 0, 1, 4);
            }
        }
        assertTrue(proven >= 16 * 2 * 3 * 6, proven + " cases");
    }

    @ParameterizedTest
    @MethodSource("reductions")
    void onEveryTreeOfAFewRanksTheyDoSoToo(Algorithm algorithm) {
        int proven = 0;
        for (int size = 2; size <= LARGEST_TREE; size++) {
            for (Topology topology : Places.all(size)) {
                for (int split = 1; split < size; split++) {
                    proven += proveReductions(algorithm, topology, split, 4);
                }
            }
        }
        assertTrue(proven >= 236 * 4 * 2 * 6, proven + " cases");
    }

    @ParameterizedTest
    @MethodSource("broadcasts")
    void whatTheRootHasComesToTheOtherGroupAndToNobodyElse(Algorithm algorithm) {
        int proven = 0;
        for (int size = 2; size <= LARGEST_TREE; size++) {
            for (Topology topology : algorithm.isMultilevel() ? Places.all(size) : List.of(Topology.flat(size))) {
                for (int split = 1; split < size; split++) {
                    proven += proveBroadcasts(algorithm, topology, split, 0, 1, 4);
                }
            }
        }
        for (int first = 1; first <= 4; first++) {
            proven += proveBroadcasts(algorithm, Topology.flat(first + 4), first, 1, 9);
        }
        assertTrue(proven > (algorithm.allows(3, true) ? 100 : 40), proven + " cases");
    }

    @ParameterizedTest
    @MethodSource("reductions")
    void largerGroupsOnTreesDrawnByLotDoSoToo(Algorithm algorithm) {
        long first = REPLAYED == null ? System.nanoTime() : REPLAYED;
        for (int run = 0; run < (REPLAYED == null ? 30 : 1); run++) {
            long seed = first + run;
            Random random = new Random(seed);
            int size = 6 + random.nextInt(13);
            int split = 1 + random.nextInt(size - 1);
            Topology topology = Places.random(size, random);
            try {
                proveReductions(algorithm, topology, split, 1 + random.nextInt(5));
                proveBroadcasts(Algorithm.MULTILEVEL_BCAST, topology, split, 1 + random.nextInt(5));
            } catch (RuntimeException failure) {
                throw new AssertionError("replay with -Dbraid.coll.seed=" + seed, failure);
            }
        }
    }

    /** Those who take part are where they would be if nobody else were there. */
    @Test
    void theTreeOfSomeRanksIsThatOfTheirPlaces() {
        Random random = new Random(7);
        for (int run = 0; run < 500; run++) {
            int size = 1 + random.nextInt(12);
            List<Place> places = new ArrayList<>();
            List<Place> kept = new ArrayList<>();
            int[] members = new int[size];
            for (int rank = 0; rank < size; rank++) {
                List<String> names = new ArrayList<>();
                for (int level = 0; level < 3; level++) {
                    names.add(random.nextInt(4) == 0 ? "" : "n" + random.nextInt(3));
                }
                places.add(new Place(names));
                if (rank == size - 1 && kept.isEmpty() || random.nextBoolean()) {
                    members[kept.size()] = rank;
                    kept.add(places.get(rank));
                }
            }
            List<String> kinds = List.of("site", "cluster", "host");
            assertEquals(Topology.of(kinds, kept).toString(), Topology.of(kinds, places).among(Arrays.copyOf(members, kept.size())).toString());
        }
    }

    // ---- how many messages there are, and over which channel

    @Test
    void messagesAreAsManyAsMembersAndNotAsPairs() {
        for (int each : new int[] {1, 2, 8, 32}) {
            Topology flat = Topology.flat(2 * each);
            Groups all = Groups.exchanging(each, 2 * each);
            assertEquals(2 * each * each, messages(reduction(Algorithm.LINEAR_NEIGHBOR_REDUCE, all, flat, true, 1)));
            assertEquals(2 * (2 * each - 1), messages(reduction(Algorithm.BINOMIAL_NEIGHBOR_REDUCE, all, flat, true, 1)));
            assertEquals(each, messages(reduction(Algorithm.BINOMIAL_NEIGHBOR_REDUCE, Groups.toRoot(each, 2 * each, 0), flat, true, 1)));
            assertEquals(each, messages(broadcast(Algorithm.BINOMIAL_BCAST, Groups.fromRoot(each, 2 * each, 0), flat, 1)));
        }
    }

    /** Two sites of two hosts, four ranks on each. */
    private static Topology sites(boolean cyclic) {
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < 16; rank++) {
            int host = cyclic ? rank % 4 : rank / 4;
            places.add(Place.of("site" + host / 2, "", "host" + host));
        }
        return Topology.of(List.of("site", "cluster", "host"), places);
    }

    /** Each group is a site: what it has goes to the other one in one message. */
    @Test
    void betweenTwoSitesOneMessageGoesEachWay() {
        assertEquals(List.of(2L, 4L), crossing(reduction(Algorithm.MULTILEVEL_NEIGHBOR_REDUCE, Groups.exchanging(8, 16), sites(false), true, 1), sites(false)));
        assertEquals(List.of(128L, 0L), crossing(reduction(Algorithm.LINEAR_NEIGHBOR_REDUCE, Groups.exchanging(8, 16), sites(false), true, 1), sites(false)));
        assertEquals(List.of(1L, 1L), crossing(reduction(Algorithm.MULTILEVEL_NEIGHBOR_REDUCE, Groups.toRoot(8, 16, 0), sites(false), true, 1), sites(false)));
        assertEquals(List.of(1L, 1L), crossing(broadcast(Algorithm.MULTILEVEL_BCAST, Groups.fromRoot(8, 16, 12), sites(false), 1), sites(false)));
    }

    /** Both groups have ranks on every host: each of them crosses between the sites once up and once down, and they meet on one host. */
    @Test
    void groupsThatShareSitesCrossBetweenThemAsOneGroupDoes() {
        assertEquals(List.of(4L, 8L), crossing(reduction(Algorithm.MULTILEVEL_NEIGHBOR_REDUCE, Groups.exchanging(8, 16), sites(true), true, 1), sites(true)));
        assertEquals(List.of(1L, 2L), crossing(reduction(Algorithm.MULTILEVEL_NEIGHBOR_REDUCE, Groups.toRoot(8, 16, 3), sites(true), true, 1), sites(true)));
        assertEquals(List.of(1L, 2L), crossing(broadcast(Algorithm.MULTILEVEL_BCAST, Groups.fromRoot(8, 16, 3), sites(true), 1), sites(true)));
    }

    private static int messages(Schedule[] schedules) {
        int count = 0;
        for (Schedule schedule : schedules) {
            for (int step = 0; step < schedule.steps(); step++) {
                count += schedule.word(step, Schedule.KIND) == Schedule.SEND ? 1 : 0;
            }
        }
        return count;
    }

    /** Between sites, and between hosts of one. */
    private static List<Long> crossing(Schedule[] schedules, Topology topology) {
        long[] counts = new long[4];
        for (Schedule schedule : schedules) {
            for (int step = 0; step < schedule.steps(); step++) {
                if (schedule.word(step, Schedule.KIND) == Schedule.SEND) {
                    counts[topology.channel(schedule.shape().rank(), schedule.word(step, Schedule.PEER))]++;
                }
            }
        }
        return List.of(counts[0], counts[2]);
    }

    // ---- that the checker would notice

    @ParameterizedTest
    @MethodSource("reductions")
    void plantedBugsAreCaught(Algorithm algorithm) {
        int planted = 0;
        for (boolean cyclic : new boolean[] {false, true}) {
            for (Groups groups : List.of(Groups.exchanging(4, 9), Groups.toRoot(4, 9, 2), Groups.toRoot(4, 9, 6))) {
                Schedule[] right = reduction(algorithm, groups, Places.figure9(3, cyclic), false, 1);
                Instance instance = new Instance(Operation.NEIGHBOR_REDUCE, 9, 0, 19, false);
                Checker.check(instance, right);
                planted += plant(instance, right);
            }
        }
        System.out.println(algorithm + ": " + planted + " planted bugs caught");
        assertTrue(planted > 200);
    }

    /** A rank that the messages of a broadcast between groups go to by its place among those who take part, not by its number among all. */
    @Test
    void plantedBugsOfABroadcastAreCaught() {
        Groups groups = Groups.fromRoot(4, 9, 2);
        Schedule[] right = broadcast(Algorithm.MULTILEVEL_BCAST, groups, Places.figure9(3, true), 1);
        Instance instance = new Instance(Operation.BCAST, 9, 2, 5, true);
        Checker.check(instance, right);
        assertTrue(plant(instance, right) > 10);
        Schedule[] unnamed = right.clone();
        unnamed[2] = Algorithm.MULTILEVEL_BCAST.generate(right[2].shape().among(Operation.BCAST, groups.opposite(2), 2));
        assertThrows(CheckFailure.class, () -> Checker.check(instance, unnamed));
    }

    /** What one group has in the other's place: a leader that tells its own group what that has itself. */
    @Test
    void aGroupThatGetsItsOwnOperandsIsCaught() {
        Groups groups = Groups.exchanging(3, 6);
        Schedule[] right = reduction(Algorithm.BINOMIAL_NEIGHBOR_REDUCE, groups, Topology.flat(6), true, 1);
        Instance instance = new Instance(Operation.NEIGHBOR_REDUCE, 6, 0, 2, true);
        int planted = 0;
        for (int rank = 0; rank < 6; rank++) {
            for (int step = 0; step < right[rank].steps(); step++) {
                if (right[rank].word(step, Schedule.KIND) == Schedule.SEND && right[rank].word(step, Schedule.SOURCE) == Schedule.OUT) {
                    assertCaught(instance, right, rank, ScheduleSurgeon.withWord(right[rank], step, Schedule.SOURCE, Schedule.IN), "own operand");
                    planted++;
                }
            }
        }
        assertTrue(planted >= 4);
    }

    private static int plant(Instance instance, Schedule[] right) {
        int planted = 0;
        for (int rank = 0; rank < right.length; rank++) {
            for (int step = 0; step < right[rank].steps(); step++) {
                for (Schedule spoilt : spoilt(right[rank], step)) {
                    assertCaught(instance, right, rank, spoilt, "step " + step);
                    planted++;
                }
            }
            for (int at : ScheduleSurgeon.neededPredecessors(right[rank])) {
                assertCaught(instance, right, rank, ScheduleSurgeon.withoutPredecessor(right[rank], at), "dependency " + at);
                planted++;
            }
        }
        return planted;
    }

    private static void assertCaught(Instance instance, Schedule[] right, int rank, Schedule wrong, String what) {
        Schedule[] all = right.clone();
        all[rank] = wrong;
        assertThrows(CheckFailure.class, () -> Checker.check(instance, all), () -> "rank " + rank + ", " + what + " went unnoticed\n" + wrong);
    }

    /** A wrong peer; a wrong buffer; a result that is not combined. */
    private static List<Schedule> spoilt(Schedule right, int step) {
        List<Schedule> wrong = new ArrayList<>();
        int kind = right.word(step, Schedule.KIND);
        if (kind == Schedule.SEND || kind == Schedule.RECEIVE) {
            wrong.add(ScheduleSurgeon.withWord(right, step, Schedule.PEER, (right.word(step, Schedule.PEER) + 1) % right.shape().size()));
        }
        if (kind == Schedule.REDUCE || kind == Schedule.COPY) {
            wrong.add(ScheduleSurgeon.withWord(right, step, Schedule.KIND, Schedule.FENCE));
        }
        if (kind == Schedule.REDUCE) {
            wrong.add(ScheduleSurgeon.withWord(right, step, Schedule.KIND, Schedule.COPY));
        }
        if (kind == Schedule.RECEIVE || kind == Schedule.REDUCE) {
            wrong.add(ScheduleSurgeon.withWord(right, step, Schedule.TARGET, (right.word(step, Schedule.TARGET) + 1) % right.buffers()));
        }
        return wrong;
    }
}
