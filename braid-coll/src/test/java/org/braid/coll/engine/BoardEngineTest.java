package org.braid.coll.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.braid.base.BraidException;
import org.braid.base.memory.spi.Scattered;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.board.Extent;
import org.braid.coll.check.Instance;
import org.braid.coll.schedule.Operation;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Short collectives over memory that all members share: the checker's results, by however many looks; failures and members that see nothing end as in calls by messages. */
class BoardEngineTest {
    /** Set {@code -Dbraid.coll.seed=…} to replay one seed. */
    private static final Long REPLAYED = Long.getLong("braid.coll.seed");


    private static LiveCall call(Operation operation, int size, int root, int count, InPlace inPlace) {
        Algorithm algorithm = Arrays.stream(Algorithm.values()).filter(each -> each.serves(operation) && each.allows(size, false) && !each.isMultilevel()).findFirst().orElseThrow();
        Element element = operation.isReduction() ? Element.AFFINE_MAPS : Element.BYTES;
        return new LiveCall(new Instance(operation, size, root, count, !operation.isReduction()), algorithm, element, inPlace, 1);
    }

    private static LiveCall randomCall(Random random, int size) {
        Operation operation = BoardEngines.SERVED[random.nextInt(BoardEngines.SERVED.length)];
        InPlace inPlace = operation.allowsInPlace() ? InPlace.values()[random.nextInt(3)] : InPlace.NOBODY;
        int count = random.nextInt(8) == 0 ? Extent.SHORT.placeBytes() + 1 + random.nextInt(300) : random.nextInt(9);
        return call(operation, size, operation.isRooted() ? random.nextInt(size) : 0, count, inPlace);
    }

    /** With no look every wait leaves a wish; with some, members that are late are met by wishes, others by looks. */
    @ParameterizedTest
    @CsvSource({"2, 0", "2, 20", "3, 0", "3, 5", "5, 0", "5, 2", "8, 0", "8, 2"})
    void randomCallsGiveTheCheckersResults(int size, int yields) throws InterruptedException {
        run(size, null, yields, false);
    }

    /** Only leaders send messages, where the operation, its size and the places of ranks allow that; what they do not goes by messages alone. */
    @ParameterizedTest
    @CsvSource({"2, 2, false, 0", "2, 3, false, 2", "2, 3, true, 0", "3, 2, true, 2", "4, 2, false, 0"})
    void randomCallsOverSeveralHostsDoSoToo(int hosts, int ranksEach, boolean cyclic, int yields) throws InterruptedException {
        run(hosts * ranksEach, Places.hosts(hosts, ranksEach, cyclic), yields, false);
        run(hosts * ranksEach, Places.hosts(hosts, ranksEach, cyclic), yields, true);
    }

    /** Hosts of four, two and two ranks and one, at two sites. */
    @Test
    void hostsMayHaveUnequalRanks() throws InterruptedException {
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < 9; rank++) {
            places.add(Place.of(rank < 6 ? "here" : "there", "", "host" + (rank < 4 ? 0 : rank / 2)));
        }
        run(9, Topology.of(List.of("site", "cluster", "host"), places), 2, false);
        run(9, Topology.of(List.of("site", "cluster", "host"), places), 2, true);
    }

    private static void run(int size, @Nullable Topology topology, int yields, boolean keepsBits) throws InterruptedException {
        long first = REPLAYED == null ? System.nanoTime() : REPLAYED;
        for (int run = 0; run < (REPLAYED == null ? 5 : 1); run++) {
            long seed = first + run;
            var random = new Random(seed);
            List<LiveCall> calls = Stream.generate(() -> randomCall(random, size)).limit(150).toList();
            Engine[] engines = BoardEngines.over(new InMemoryNetwork(size, seed, random.nextInt(3) / 2.0), size, topology, new HeapBoards(true, -1), new BoardWaits.Looks(0, yields), BoardEngines.PATIENCE_NS, rank -> keepsBits);
            Ranks.run(size, rank -> {
                var pauses = new Random(seed + rank);
                for (LiveCall each : calls) {
                    dawdle(pauses.nextInt(20) == 0 ? pauses.nextInt(2_000) : 0);
                    engines[rank].run(each.describe(engines[rank], rank));
                }
            });
            calls.forEach(each -> each.verify("replay with -Dbraid.coll.seed=" + seed));
        }
    }

    private static void dawdle(int turns) {
        for (int turn = 0; turn < turns; turn++) {
            Thread.onSpinWait();
        }
    }

    @Test
    void onceTheBoardIsThereNoMessageGoesAnyMore() throws InterruptedException {
        var network = new InMemoryNetwork(3, 1, 1);
        var boards = new HeapBoards(true, -1);
        Engine[] engines = BoardEngines.over(network, 3, boards, BoardEngines.FOR_EVER);
        long[] delivered = new long[2];
        Ranks.run(3, rank -> {
            for (int call = 0; call < 100; call++) {
                engines[rank].run(engines[rank].call(Operation.BARRIER));
                if (rank == 0 && call == 9) {
                    delivered[0] = network.delivered;
                }
            }
        });
        delivered[1] = network.delivered;
        assertEquals(1, boards.boards());
        assertEquals(delivered[0], delivered[1]);
    }

    /** Parts of 128 bytes, of which four may be under way. More ranks than three sleep instead of looking: on two cores a look of each of nine costs a turn of the scheduler; whoever wakes them sends a message without bytes. */
    @ParameterizedTest
    @EnumSource(names = {"BCAST", "REDUCE", "ALLREDUCE", "GATHER", "SCATTER", "ALLGATHER", "ALLGATHERV", "ALLTOALL", "REDUCE_SCATTER", "REDUCE_SCATTER_BLOCK", "SCAN", "EXSCAN"})
    void longVectorsAndBlocksGoPartByPart(Operation operation) throws InterruptedException {
        for (int size : operation == Operation.REDUCE ? new int[] {3, 5, 7, 9} : new int[] {2, 3, 5, 7, 9}) { // two ranks reduce what is not that long by messages
            boolean sleep = size > 3;
            var network = new InMemoryNetwork(size, 1, 1);
            Engine[] engines = BoardEngines.over(network, size, null, new HeapBoards(true, -1), sleep ? BoardEngines.NONE : BoardEngines.FOR_EVER, BoardEngines.NEVER_INQUIRES_NS);
            List<LiveCall> opening = longCalls(operation, size, 4);
            run(engines, opening);
            long before = network.delivered;
            long bytesBefore = network.deliveredBytes;
            List<LiveCall> calls = longCalls(operation, size, 12);
            run(engines, calls);
            assertEquals(bytesBefore, network.deliveredBytes, "a message of " + size + " ranks had bytes");
            assertTrue(sleep || network.delivered == before, "a message was sent by " + size + " ranks");
            Stream.concat(opening.stream(), calls.stream()).forEach(each -> each.verify("fixed seed"));
        }
    }

    /** Roots go round, and so does who is in place. */
    private static List<LiveCall> longCalls(Operation operation, int size, int count) {
        List<LiveCall> calls = new ArrayList<>();
        for (int call = 0; call < count; call++) {
            InPlace inPlace = operation.allowsInPlace() ? InPlace.values()[call % 3] : InPlace.NOBODY;
            calls.add(call(operation, size, operation.isRooted() ? call % size : 0, Extent.SHORT.placeBytes() + 1 + 37 * call, inPlace));
        }
        return calls;
    }

    private static void run(Engine[] engines, List<LiveCall> calls) throws InterruptedException {
        Ranks.run(engines.length, rank -> calls.forEach(each -> engines[rank].run(each.describe(engines[rank], rank))));
    }

    @Test
    void whoFailsInTheMiddleOfALongVectorHasCountedItsParts() throws InterruptedException {
        Engine[] engines = BoardEngines.over(new InMemoryNetwork(4, 3, 1), 4, new HeapBoards(true, -1), BoardEngines.NONE);
        run(engines, longCalls(Operation.ALLREDUCE, 4, 5));
        List<Integer> failed = Collections.synchronizedList(new ArrayList<>());
        var reads = new Throwing(3);
        Ranks.run(4, rank -> {
            try {
                engines[rank].run(engines[rank].call(Operation.BCAST).count(2_000, 1).root(0).out(rank == 2 ? reads : new byte[2_000], 0));
            } catch (RuntimeException own) {
                failed.add(rank);
            }
        });
        assertEquals(List.of(2), failed);
        List<LiveCall> later = longCalls(Operation.ALLREDUCE, 4, 3);
        run(engines, later);
        later.forEach(each -> each.verify("after a failure"));
    }

    /** Memory that takes so many pieces, and refuses the next one. */
    private static final class Throwing extends Scattered {
        private int left;

        Throwing(int pieces) {
            left = pieces;
        }

        @Override
        public long bytes() {
            return Long.MAX_VALUE;
        }

        @Override
        public void gather(long position, MemorySegment to, long at, int length) {
            throw new IllegalStateException("nobody sends from it");
        }

        @Override
        public void scatter(MemorySegment from, long at, long position, int length) {
            if (left-- == 0) {
                throw new IllegalStateException("full");
            }
        }
    }

    /** Two for each barrier, one from each leader, and so on. */
    @ParameterizedTest
    @CsvSource({
        "BARRIER, 2", "BCAST, 1", "REDUCE, 1", "ALLREDUCE, 2", "GATHER, 1", "SCATTER, 1", "ALLGATHER, 2", "GATHERV, 2", "SCATTERV, 2", "ALLGATHERV, 2", "ALLTOALL, 2", "ALLTOALLV, 4", "SCAN, 1", "EXSCAN, 1", "REDUCE_SCATTER, 2", "REDUCE_SCATTER_BLOCK, 2"
    })
    void onceTheBoardsOfTwoHostsAreThereOnlyLeadersSendMessages(Operation operation, int eachTime) throws InterruptedException {
        var network = new InMemoryNetwork(6, 1, 1);
        var boards = new HeapBoards(true, -1);
        Engine[] engines = BoardEngines.over(network, 6, Places.hosts(4, 2), boards, BoardEngines.FOR_EVER, BoardEngines.NEVER_INQUIRES_NS);
        List<LiveCall> calls = Stream.generate(() -> call(operation, 6, 0, 3, InPlace.NOBODY)).limit(8).toList();
        Ranks.run(6, rank -> calls.forEach(each -> engines[rank].run(each.describe(engines[rank], rank))));
        long before = network.delivered;
        List<LiveCall> later = Stream.generate(() -> call(operation, 6, 0, 3, InPlace.NOBODY)).limit(10).toList();
        Ranks.run(6, rank -> later.forEach(each -> engines[rank].run(each.describe(engines[rank], rank))));
        later.forEach(each -> each.verify("fixed seed"));
        assertEquals(2, boards.boards());
        assertEquals(10L * eachTime, network.delivered - before);
    }

    /** Doubles whose sum has other bits in another order, for every root: the first three calls go by messages, the others over boards. */
    @ParameterizedTest
    @EnumSource(names = {"REDUCE", "ALLREDUCE", "SCAN", "EXSCAN", "REDUCE_SCATTER_BLOCK"})
    void reductionsThatKeepTheirBitsHaveThoseOfMessagesAndOfOneHostOnEveryPlacement(Operation operation) throws InterruptedException {
        long[] wanted = bits(operation, null);
        for (Topology topology : List.of(Places.hosts(4, 2), Places.hosts(2, 3, true), Places.hosts(3, 2, true), Places.hosts(1, 5))) {
            assertArrayEquals(wanted, bits(operation, topology), () -> topology + " gives other bits");
        }
    }

    /** What the results of six ranks come to, or that of the root; of each call the same. */
    private static long[] bits(Operation operation, @Nullable Topology topology) throws InterruptedException {
        boolean isRooted = operation.isRooted();
        var boards = new HeapBoards(true, -1);
        Engine[] engines = BoardEngines.over(new InMemoryNetwork(6, 1, 1), 6, topology, boards, BoardEngines.FOR_EVER, BoardEngines.NEVER_INQUIRES_NS, rank -> true);
        long[][] bits = new long[6][isRooted ? 1 : 6];
        Ranks.run(6, rank -> {
            for (int call = 0; call < bits.length; call++) {
                byte[] in = Doubles.drawn(rank, 6);
                byte[] out = new byte[in.length];
                int count = operation == Operation.REDUCE_SCATTER_BLOCK ? 1 : 6;
                engines[rank].run(engines[rank].call(operation).root(isRooted ? call : 0).count(count, Double.BYTES).in(in, 0).out(out, 0).reducer(Doubles.SUM));
                if (!isRooted || rank == call) {
                    bits[call][isRooted ? 0 : rank] = Arrays.hashCode(out);
                }
            }
        });
        for (long[] each : bits) {
            assertArrayEquals(bits[0], each);
        }
        assertTrue(boards.boards() > 0);
        return bits[0];
    }

    /** One that does not see its host's memory keeps all hosts on messages. */
    @Test
    void whereAMemberOfOneHostSeesNoMemoryAllHostsGoOnByMessages() throws InterruptedException {
        List<LiveCall> calls = new ArrayList<>();
        for (int call = 0; call < 10; call++) {
            calls.add(call(Operation.ALLREDUCE, 4, 0, 3, InPlace.NOBODY));
        }
        var boards = new HeapBoards(true, 3);
        Engine[] engines = BoardEngines.over(new InMemoryNetwork(4, 1, 1), 4, Places.hosts(2, 2, false), boards, BoardEngines.FOR_EVER);
        Ranks.run(4, rank -> calls.forEach(each -> engines[rank].run(each.describe(engines[rank], rank))));
        calls.forEach(each -> each.verify("fixed seed"));
        assertEquals(0, boards.kept());
    }

    @ParameterizedTest
    @CsvSource({"false, -1", "true, 2"})
    void whereNotAllSeeTheMemoryAllGoOnByMessages(boolean hasMemory, int blind) throws InterruptedException {
        List<LiveCall> calls = new ArrayList<>();
        for (int call = 0; call < 10; call++) {
            calls.add(call(Operation.ALLREDUCE, 4, 0, 3, InPlace.NOBODY));
        }
        var boards = new HeapBoards(hasMemory, blind);
        var network = new InMemoryNetwork(4, 1, 1);
        Engine[] engines = BoardEngines.over(network, 4, boards, BoardEngines.FOR_EVER);
        Ranks.run(4, rank -> calls.forEach(each -> engines[rank].run(each.describe(engines[rank], rank))));
        calls.forEach(each -> each.verify("fixed seed"));
        assertTrue(network.delivered >= 10 * 2 * 3, "messages: " + network.delivered);
    }

    @Test
    void callsThatWereStartedGoOnMeanwhile() throws InterruptedException {
        for (int seed = 0; seed < 20; seed++) {
            var network = new InMemoryNetwork(3, seed, 0);
            Engine[] engines = BoardEngines.over(network, 3, new HeapBoards(true, -1), BoardEngines.NONE);
            LiveCall started = call(Operation.ALLGATHER, 3, 0, 7, InPlace.NOBODY);
            List<LiveCall> blocking = new ArrayList<>();
            for (int call = 0; call < 8; call++) {
                blocking.add(call(Operation.ALLREDUCE, 3, 0, 2, InPlace.NOBODY));
            }
            Ranks.run(3, rank -> {
                Call mine = started.describe(engines[rank], rank);
                engines[rank].start(mine);
                blocking.forEach(each -> engines[rank].run(each.describe(engines[rank], rank)));
                engines[rank].await(mine);
            });
            started.verify("seed " + seed);
            blocking.forEach(each -> each.verify("fixed seed"));
        }
    }

    @Test
    void whoseOperatorThrowsCallsOffAndTheOthersAreTold() throws InterruptedException {
        Engine[] engines = BoardEngines.over(new InMemoryNetwork(6, 3, 1), 6, new HeapBoards(true, -1), BoardEngines.NONE);
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        Reducer thrower = new Thrower();
        Ranks.run(6, rank -> {
            for (int call = 0; call < 5; call++) {
                engines[rank].run(engines[rank].call(Operation.BARRIER));
            }
            try {
                engines[rank].run(engines[rank].call(Operation.ALLREDUCE).count(1, 1).in(new byte[1], 0).out(new byte[1], 0).reducer(rank == 0 ? thrower : Element.BYTES));
            } catch (BraidException told) {
                errors.add(told.why());
            } catch (IllegalStateException own) {
                errors.add("own: " + rank);
            }
        });
        assertEquals(6, errors.size(), errors::toString);
        assertEquals(1, errors.stream().filter("own: 0"::equals).count(), errors::toString);
    }

    /** Who has read all it wants still looks for wishes there, and takes them: memory that served for something else by then would be damaged. */
    @Test
    void memoryServesForSomethingElseOnceAllHaveLeftItAndNotBefore() throws InterruptedException {
        var boards = new HeapBoards(true, -1);
        Engine[] engines = BoardEngines.over(new InMemoryNetwork(3, 3, 1), 3, boards, BoardEngines.NONE);
        Ranks.run(3, rank -> {
            for (int call = 0; call < 8; call++) {
                engines[rank].run(engines[rank].call(Operation.BARRIER));
            }
        });
        for (Engine engine : engines) {
            assertFalse(boards.mayServeAgain());
            engine.close();
        }
        assertTrue(boards.mayServeAgain());
        assertEquals(0, boards.kept());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void memoryThatNotAllSeeIsGivenBackAtOnce(int blind) throws InterruptedException {
        var boards = new HeapBoards(true, blind);
        Engine[] engines = BoardEngines.over(new InMemoryNetwork(3, 3, 1), 3, boards, BoardEngines.NONE);
        Ranks.run(3, rank -> {
            for (int call = 0; call < 5; call++) {
                engines[rank].run(engines[rank].call(Operation.BARRIER));
            }
        });
        assertTrue(boards.mayServeAgain());
        assertEquals(0, boards.kept());
        for (Engine engine : engines) {
            engine.close();
        }
        assertEquals(0, boards.kept());
    }
}
