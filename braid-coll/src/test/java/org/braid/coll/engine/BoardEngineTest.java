package org.braid.coll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.braid.base.BraidException;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.agreement.Disagreement;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.board.BoardSchedules;
import org.braid.coll.board.Board;
import org.braid.coll.check.Instance;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.RuleTable;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Short collectives over memory that all members share: the checker's results, by however many looks; disagreements, failures and members that see nothing end as in calls by messages. */
class BoardEngineTest {
    /** Set {@code -Dbraid.coll.seed=…} to replay one seed. */
    private static final Long REPLAYED = Long.getLong("braid.coll.seed");

    private static final long PATIENCE_NS = 50_000_000;
    private static final long NEVER_INQUIRES_NS = 600_000_000_000L; // inquiries are messages, too
    private static final BoardWaits.Looks NONE = new BoardWaits.Looks(0, 0);
    private static final BoardWaits.Looks FOR_EVER = new BoardWaits.Looks(0, Integer.MAX_VALUE);
    private static final Operation[] SERVED = Arrays.stream(Operation.values()).filter(BoardSchedules::serve).toArray(Operation[]::new);
    private static final int ALL = Arrays.stream(SERVED).mapToInt(each -> 1 << each.ordinal()).reduce(0, (one, other) -> one | other);

    private static Engine[] engines(InMemoryNetwork network, int size, HeapBoards boards, BoardWaits.Looks looks) {
        return engines(network, size, null, boards, looks);
    }

    private static Engine[] engines(InMemoryNetwork network, int size, @Nullable Topology topology, HeapBoards boards, BoardWaits.Looks looks) {
        return engines(network, size, topology, boards, looks, PATIENCE_NS);
    }

    private static Engine[] engines(InMemoryNetwork network, int size, @Nullable Topology topology, HeapBoards boards, BoardWaits.Looks looks, long patienceNs) {
        var engines = new Engine[size];
        for (int rank = 0; rank < size; rank++) {
            engines[rank] = new Engine(network.port(rank), true, RuleTable.defaults(), topology, patienceNs, Long.MAX_VALUE);
            engines[rank].shareMemory(boards.at(rank), ALL, looks);
        }
        return engines;
    }

    private static LiveCall call(Operation operation, int size, int root, int count, InPlace inPlace) {
        Algorithm algorithm = Arrays.stream(Algorithm.values()).filter(each -> each.serves(operation) && each.allows(size, false) && !each.isMultilevel()).findFirst().orElseThrow();
        Element element = operation.isReduction() ? Element.AFFINE_MAPS : Element.BYTES;
        return new LiveCall(new Instance(operation, size, root, count, !operation.isReduction()), algorithm, element, inPlace, 1);
    }

    private static LiveCall randomCall(Random random, int size) {
        Operation operation = SERVED[random.nextInt(SERVED.length)];
        InPlace inPlace = operation.allowsInPlace() ? InPlace.values()[random.nextInt(3)] : InPlace.NOBODY;
        int count = random.nextInt(8) == 0 ? Board.PLACE_BYTES + 1 : random.nextInt(9);
        return call(operation, size, operation.isRooted() ? random.nextInt(size) : 0, count, inPlace);
    }

    /** With no look every wait leaves a wish; with some, members that are late are met by wishes, others by looks. */
    @ParameterizedTest
    @CsvSource({"2, 0", "2, 20", "3, 0", "3, 5", "5, 0", "5, 20", "8, 0", "8, 50"})
    void randomCallsGiveTheCheckersResults(int size, int yields) throws InterruptedException {
        run(size, null, yields);
    }

    /** Only leaders send messages, where the operation, its size and the places of ranks allow that; what they do not goes by messages alone. */
    @ParameterizedTest
    @CsvSource({"2, 2, false, 0", "2, 3, false, 20", "2, 3, true, 0", "3, 2, true, 20", "4, 2, false, 0"})
    void randomCallsOverSeveralHostsDoSoToo(int hosts, int ranksEach, boolean cyclic, int yields) throws InterruptedException {
        run(hosts * ranksEach, Places.hosts(hosts, ranksEach, cyclic), yields);
    }

    /** Hosts of four, two and two ranks and one, at two sites. */
    @Test
    void hostsMayHaveUnequalRanks() throws InterruptedException {
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < 9; rank++) {
            places.add(Place.of(rank < 6 ? "here" : "there", "", "host" + (rank < 4 ? 0 : rank / 2)));
        }
        run(9, Topology.of(List.of("site", "cluster", "host"), places), 10);
    }

    private static void run(int size, @Nullable Topology topology, int yields) throws InterruptedException {
        long first = REPLAYED == null ? System.nanoTime() : REPLAYED;
        for (int run = 0; run < (REPLAYED == null ? 5 : 1); run++) {
            long seed = first + run;
            var random = new Random(seed);
            List<LiveCall> calls = Stream.generate(() -> randomCall(random, size)).limit(150).toList();
            Engine[] engines = engines(new InMemoryNetwork(size, seed, random.nextInt(3) / 2.0), size, topology, new HeapBoards(true, -1), new BoardWaits.Looks(0, yields));
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
        Engine[] engines = engines(network, 3, boards, FOR_EVER);
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

    /** Two for each barrier, one from each leader, and so on. */
    @ParameterizedTest
    @CsvSource({
        "BARRIER, 2", "BCAST, 1", "REDUCE, 1", "ALLREDUCE, 2", "GATHER, 1", "SCATTER, 1", "ALLGATHER, 2", "GATHERV, 2", "SCATTERV, 2", "ALLGATHERV, 2", "ALLTOALL, 2", "ALLTOALLV, 4", "SCAN, 1", "EXSCAN, 1", "REDUCE_SCATTER, 2", "REDUCE_SCATTER_BLOCK, 2"
    })
    void onceTheBoardsOfTwoHostsAreThereOnlyLeadersSendMessages(Operation operation, int eachTime) throws InterruptedException {
        var network = new InMemoryNetwork(6, 1, 1);
        var boards = new HeapBoards(true, -1);
        Engine[] engines = engines(network, 6, unequal(4, 2), boards, FOR_EVER, NEVER_INQUIRES_NS);
        List<LiveCall> calls = Stream.generate(() -> call(operation, 6, 0, 3, InPlace.NOBODY)).limit(8).toList();
        Ranks.run(6, rank -> calls.forEach(each -> engines[rank].run(each.describe(engines[rank], rank))));
        long before = network.delivered;
        List<LiveCall> later = Stream.generate(() -> call(operation, 6, 0, 3, InPlace.NOBODY)).limit(10).toList();
        Ranks.run(6, rank -> later.forEach(each -> engines[rank].run(each.describe(engines[rank], rank))));
        later.forEach(each -> each.verify("fixed seed"));
        assertEquals(2, boards.boards());
        assertEquals(10L * eachTime, network.delivered - before);
    }

    /** Hosts of so many ranks, beside each other. */
    private static Topology unequal(int... ranks) {
        List<Place> places = new ArrayList<>();
        for (int host = 0; host < ranks.length; host++) {
            for (int rank = 0; rank < ranks[host]; rank++) {
                places.add(Place.of("", "", "host" + host));
            }
        }
        return Topology.of(List.of("site", "cluster", "host"), places);
    }

    /** Rank 1, who leads nobody, has another length for its block than the root, or than rank 5 of the other host. */
    @ParameterizedTest
    @CsvSource({"GATHERV, 0", "GATHERV, 5", "SCATTERV, 0", "ALLTOALLV, 5"})
    void aBlockOfAnotherLengthThanExpectedIsToldToWhoExpectsIt(Operation operation, int expecting) throws InterruptedException {
        Engine[] engines = engines(new InMemoryNetwork(6, 3, 1), 6, unequal(4, 2), new HeapBoards(true, -1), NONE);
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        Ranks.run(6, rank -> {
            for (int call = 0; call < 6; call++) {
                boolean isLast = call == 5;
                int[] table = new int[] {2, 2, 2, 2, 2, 2};
                boolean isSender = isLast && rank == 1 && operation != Operation.SCATTERV;
                boolean isReceiver = isLast && rank == 1 && operation == Operation.SCATTERV;
                int own = isSender || isReceiver ? 3 : 2;
                if (isSender) {
                    table[expecting] = 3;
                }
                Call made = engines[rank].call(operation).root(operation.isRooted() ? expecting : 0).count(own, 1).in(new byte[32], 0).out(new byte[32], 0)
                        .inTable(table, new int[] {0, 4, 8, 12, 16, 20}).outTable(new int[] {2, 2, 2, 2, 2, 2}, new int[] {0, 4, 8, 12, 16, 20});
                try {
                    engines[rank].run(made);
                } catch (BraidException told) {
                    errors.add(rank + ": " + told.why());
                }
            }
        });
        assertEquals(1, errors.size(), errors::toString);
        String wanted = operation == Operation.SCATTERV ? "1: this rank's block is 2 bytes, and this rank expects 3" : expecting + ": the block of rank 1 is 3 bytes, and this rank expects 2";
        assertTrue(errors.getFirst().startsWith(wanted), errors::toString);
    }

    /** Rank 3 is no leader: the others of its host see what it calls, those of the other one are told. */
    @Test
    void membersOfSeveralHostsThatCallDifferentThingsAreAllTold() throws InterruptedException {
        for (BoardWaits.Looks looks : List.of(NONE, new BoardWaits.Looks(0, 100))) {
            Engine[] engines = engines(new InMemoryNetwork(4, 3, 1), 4, Places.hosts(2, 2, false), new HeapBoards(true, -1), looks);
            List<String> errors = Collections.synchronizedList(new ArrayList<>());
            Ranks.run(4, rank -> {
                for (int call = 0; call < 5; call++) {
                    engines[rank].run(engines[rank].call(Operation.BARRIER));
                }
                try {
                    engines[rank].run(described(engines[rank], rank == 3 ? Operation.ALLREDUCE : Operation.BARRIER, 8));
                    engines[rank].run(engines[rank].call(Operation.BARRIER));
                } catch (BraidException mismatch) {
                    errors.add(mismatch.why());
                }
            });
            assertEquals(4, errors.size(), errors::toString);
            assertTrue(errors.stream().allMatch(each -> each.contains("rank 3 calls allreduce")), errors::toString);
        }
    }

    /** One that does not see its host's memory keeps all hosts on messages. */
    @Test
    void whereAMemberOfOneHostSeesNoMemoryAllHostsGoOnByMessages() throws InterruptedException {
        List<LiveCall> calls = new ArrayList<>();
        for (int call = 0; call < 10; call++) {
            calls.add(call(Operation.ALLREDUCE, 4, 0, 3, InPlace.NOBODY));
        }
        var boards = new HeapBoards(true, 3);
        Engine[] engines = engines(new InMemoryNetwork(4, 1, 1), 4, Places.hosts(2, 2, false), boards, FOR_EVER);
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
        Engine[] engines = engines(network, 4, boards, FOR_EVER);
        Ranks.run(4, rank -> calls.forEach(each -> engines[rank].run(each.describe(engines[rank], rank))));
        calls.forEach(each -> each.verify("fixed seed"));
        assertTrue(network.delivered >= 10 * 2 * 3, "messages: " + network.delivered);
    }

    @Test
    void callsThatWereStartedGoOnMeanwhile() throws InterruptedException {
        for (int seed = 0; seed < 20; seed++) {
            var network = new InMemoryNetwork(3, seed, 0);
            Engine[] engines = engines(network, 3, new HeapBoards(true, -1), NONE);
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

    /** Ranks 0 and 1 make five good calls; then each makes one of its own. */
    private static List<String> told(Operation zero, int zeroBytes, Operation one, int oneBytes, BoardWaits.Looks looks) throws InterruptedException {
        Engine[] engines = engines(new InMemoryNetwork(2, 3, 1), 2, new HeapBoards(true, -1), looks);
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        Ranks.run(2, rank -> {
            for (int call = 0; call < 5; call++) {
                engines[rank].run(engines[rank].call(Operation.BARRIER));
            }
            try {
                engines[rank].run(described(engines[rank], rank == 0 ? zero : one, rank == 0 ? zeroBytes : oneBytes));
                engines[rank].run(engines[rank].call(Operation.BARRIER));
            } catch (BraidException mismatch) {
                errors.add(mismatch.what() + ": " + mismatch.why());
            }
        });
        return errors;
    }

    private static Call described(Engine engine, Operation operation, int bytes) {
        Call call = engine.call(operation).count(bytes, 1).in(new byte[4 * bytes], 0).out(new byte[4 * bytes], 0);
        return operation.isReduction() ? call.reducer(Element.BYTES) : call;
    }

    @ParameterizedTest
    @CsvSource({"BARRIER, 0, ALLREDUCE, 8", "ALLREDUCE, 8, ALLREDUCE, 16", "BCAST, 8, BARRIER, 0", "ALLGATHER, 8, ALLTOALL, 8", "BARRIER, 0, BCAST, 100000", "ALLREDUCE, 100000, ALLREDUCE, 8", "ALLGATHER, 4, SCAN, 4"})
    void membersThatCallDifferentThingsAreBothTold(Operation zero, int zeroBytes, Operation one, int oneBytes) throws InterruptedException {
        for (BoardWaits.Looks looks : List.of(NONE, new BoardWaits.Looks(0, 100))) {
            List<String> errors = told(zero, zeroBytes, one, oneBytes, looks);
            assertEquals(2, errors.size(), errors::toString);
            assertTrue(errors.stream().allMatch(each -> each.contains(zero.text()) && each.contains(one.text())), errors::toString);
        }
    }

    /** Rank 2 never makes the call that the others have started: it would wait for one of them. */
    @Test
    void membersThatDifferAreToldWhileACallThatWasStartedIsUnderWay() throws InterruptedException {
        Engine[] engines = engines(new InMemoryNetwork(3, 3, 1), 3, new HeapBoards(true, -1), NONE);
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        Ranks.run(3, rank -> {
            for (int call = 0; call < 5; call++) {
                engines[rank].run(engines[rank].call(Operation.BARRIER));
            }
            if (rank < 2) {
                engines[rank].start(engines[rank].call(Operation.BARRIER));
                try {
                    engines[rank].run(engines[rank].call(Operation.BCAST).root(1 - rank).count(8, 1).out(new byte[8], 0));
                } catch (BraidException mismatch) {
                    errors.add(mismatch.why());
                }
            }
        });
        assertEquals(2, errors.size(), errors::toString);
    }

    /** None of the last calls waits for the other one: what each member shows is all that it does. */
    @Test
    void membersWhoseLastCallsDifferFindThatWhenNobodyCallsAnyMore() throws InterruptedException {
        Engine[] engines = enginesAfterBcasts();
        assertNull(engines[0].compareShared());
        assertNull(engines[1].compareShared());
        Ranks.run(2, rank -> engines[rank].run(described(engines[rank], rank == 0 ? Operation.BCAST : Operation.GATHER, 8)));
        for (Engine each : engines) {
            assertTrue(whatItFinds(each).contains("rank 0 calls bcast with root 0 and rank 1 calls gather with root 0"), whatItFinds(each));
        }
    }

    /** What the other one shows may belong to another life of its program. */
    @Test
    void aMemberThatHasMadeACallMoreFindsThatAndTheOtherOneNothing() throws InterruptedException {
        Engine[] engines = enginesAfterBcasts();
        engines[1].run(described(engines[1], Operation.GATHER, 8));
        assertEquals("", whatItFinds(engines[0]));
        assertTrue(whatItFinds(engines[1]).contains("rank 0 calls MPI.Finalize and rank 1 calls gather"), whatItFinds(engines[1]));
    }

    private static Engine[] enginesAfterBcasts() throws InterruptedException {
        Engine[] engines = engines(new InMemoryNetwork(2, 3, 1), 2, new HeapBoards(true, -1), FOR_EVER);
        Ranks.run(2, rank -> {
            for (int call = 0; call < 40; call++) {
                engines[rank].run(described(engines[rank], Operation.BCAST, 8).root(call % 2));
            }
        });
        return engines;
    }

    private static String whatItFinds(Engine engine) {
        Disagreement found = engine.compareShared();
        return found == null ? "" : found.error().why();
    }

    private static final class Thrower implements Reducer {
        @Override
        public boolean isCommutative() {
            return true;
        }

        @Override
        public void reduce(Object in, long inOffset, Object inout, long inoutOffset, int count) {
            throw new IllegalStateException("an operator that does not like its operands");
        }

        @Override
        public Object newScratch(long bytes) {
            return new byte[(int) bytes];
        }

        @Override
        public boolean likesScratch(Object scratch) {
            return true;
        }
    }

    @Test
    void whoseOperatorThrowsCallsOffAndTheOthersAreTold() throws InterruptedException {
        Engine[] engines = engines(new InMemoryNetwork(6, 3, 1), 6, new HeapBoards(true, -1), NONE);
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

    /** Short ones lie beside each other, and nothing else says where one ends. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 2_000})
    void aBlockOfAnotherLengthThanTheRootExpectsIsAnErrorThere(int bytes) throws InterruptedException {
        Engine[] engines = engines(new InMemoryNetwork(3, 3, 1), 3, new HeapBoards(true, -1), NONE);
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        Ranks.run(3, rank -> {
            for (int call = 0; call < 5; call++) {
                engines[rank].run(engines[rank].call(Operation.BARRIER));
            }
            Call call = engines[rank].call(Operation.GATHERV).count(rank == 1 ? bytes : 2, 1).in(new byte[2_000], 0).out(new byte[6], 0);
            try {
                engines[rank].run(call.outTable(new int[] {2, 2, 2}, new int[] {0, 2, 4}));
            } catch (BraidException unequal) {
                errors.add(rank + ": " + unequal.why());
            }
        });
        assertEquals(List.of("0: the block of rank 1 is " + bytes + " bytes, and this rank expects 2"), errors);
    }

    /** Who has read all it wants still looks for wishes there, and takes them: memory that served for something else by then would be damaged. */
    @Test
    void memoryServesForSomethingElseOnceAllHaveLeftItAndNotBefore() throws InterruptedException {
        var boards = new HeapBoards(true, -1);
        Engine[] engines = engines(new InMemoryNetwork(3, 3, 1), 3, boards, NONE);
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
        Engine[] engines = engines(new InMemoryNetwork(3, 3, 1), 3, boards, NONE);
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
