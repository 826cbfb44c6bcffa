package org.braid.coll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.braid.base.BraidException;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.board.Extent;
import org.braid.coll.check.Instance;
import org.braid.coll.schedule.Operation;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls over shared memory that are started: the checker's results in whatever order they are waited for, with blocking ones between; those that fail, or that members differ in, end as blocking ones do. */
class BoardStartedTest {
    /** Set {@code -Dbraid.coll.seed=…} to replay one seed. */
    private static final Long REPLAYED = Long.getLong("braid.coll.seed");

    private static final int CALLS = 120;
    private static final int OPENING = 4; // blocking calls, before the last of which a board is made
    private static final int MOST_UNDER_WAY = 6;

    private static LiveCall call(Operation operation, int size, int root, int count, InPlace inPlace) {
        Algorithm algorithm = Arrays.stream(Algorithm.values()).filter(each -> each.serves(operation) && each.allows(size, false) && !each.isMultilevel()).findFirst().orElseThrow();
        Element element = operation.isReduction() ? Element.AFFINE_MAPS : Element.BYTES;
        return new LiveCall(new Instance(operation, size, root, count, !operation.isReduction()), algorithm, element, inPlace, 1);
    }

    /** Short ones, some of which have parts, or have to go by messages. */
    private static LiveCall randomCall(Random random, int size) {
        Operation operation = BoardEngines.SERVED[random.nextInt(BoardEngines.SERVED.length)];
        InPlace inPlace = operation.allowsInPlace() ? InPlace.values()[random.nextInt(3)] : InPlace.NOBODY;
        int count = random.nextInt(6) == 0 ? Extent.SHORT.placeBytes() + 1 + random.nextInt(300) : random.nextInt(9);
        return call(operation, size, operation.isRooted() ? random.nextInt(size) : 0, count, inPlace);
    }

    /** Whoever starts a call may be far ahead; which ones are started all say alike, in which order each waits for them is its own affair. */
    @ParameterizedTest
    @CsvSource({"2, 0", "2, 20", "3, 0", "3, 5", "5, 0", "5, 2", "8, 0"})
    void callsMayBeStartedAndWaitedForInAnyOrder(int size, int yields) throws InterruptedException {
        run(size, null, yields);
    }

    @ParameterizedTest
    @CsvSource({"2, 2, false, 0", "2, 3, true, 2", "3, 2, true, 0"})
    void overSeveralHostsLeadersSendMessagesBetweenSteps(int hosts, int ranksEach, boolean cyclic, int yields) throws InterruptedException {
        run(hosts * ranksEach, Places.hosts(hosts, ranksEach, cyclic), yields);
    }

    private static void run(int size, @Nullable Topology topology, int yields) throws InterruptedException {
        long first = REPLAYED == null ? System.nanoTime() : REPLAYED;
        for (int run = 0; run < (REPLAYED == null ? 4 : 1); run++) {
            long seed = first + run;
            var random = new Random(seed);
            List<LiveCall> calls = IntStream.range(0, CALLS).mapToObj(each -> randomCall(random, size)).toList();
            boolean[] isStarted = new boolean[CALLS];
            for (int at = OPENING; at < CALLS; at++) {
                isStarted[at] = random.nextInt(3) > 0;
            }
            Engine[] engines = BoardEngines.over(new InMemoryNetwork(size, seed, random.nextInt(3) / 2.0), size, topology, true, new HeapBoards(true, -1), new BoardWaits.Looks(0, yields), BoardEngines.PATIENCE_NS, rank -> false);
            Ranks.run(size, rank -> new Program(engines[rank], rank, new Random(seed + rank)).make(calls, isStarted));
            calls.forEach(each -> each.verify("replay with -Dbraid.coll.seed=" + seed));
        }
    }

    /** What one member does. */
    private static final class Program {
        private final Engine engine;
        private final int rank;
        private final Random own;
        private final List<Call> underWay = new ArrayList<>();

        Program(Engine engine, int rank, Random own) {
            this.engine = engine;
            this.rank = rank;
            this.own = own;
        }

        void make(List<LiveCall> calls, boolean[] isStarted) {
            for (int at = 0; at < calls.size(); at++) {
                Call mine = calls.get(at).describe(engine, rank);
                if (isStarted[at]) {
                    engine.start(mine);
                    underWay.add(mine);
                } else {
                    engine.run(mine);
                }
                while (underWay.size() > own.nextInt(MOST_UNDER_WAY)) {
                    end(own.nextInt(underWay.size()));
                }
            }
            while (!underWay.isEmpty()) {
                end(0);
            }
        }

        private void end(int which) {
            Call call = underWay.get(which);
            boolean isDone = false;
            for (int look = own.nextInt(4); look > 0 && !isDone; look--) {
                isDone = engine.test(call);
            }
            if (!isDone) {
                engine.await(call);
            }
            underWay.remove(which);
        }
    }

    /** As long as what others show is looked for. */
    @ParameterizedTest
    @EnumSource(names = {"BARRIER", "BCAST", "REDUCE", "ALLREDUCE", "GATHERV", "SCATTERV", "ALLGATHER", "ALLGATHERV", "ALLTOALL", "REDUCE_SCATTER", "SCAN"})
    void noMessageGoesOnceTheBoardIsThere(Operation operation) throws InterruptedException {
        for (int count : new int[] {3, Extent.SHORT.placeBytes() + 50}) {
            boolean isLongByMessages = operation == Operation.GATHERV || operation == Operation.SCATTERV;
            if (operation == Operation.BARRIER && count > 3 || isLongByMessages && count > 3) {
                continue;
            }
            var network = new InMemoryNetwork(3, 1, 1);
            Engine[] engines = BoardEngines.over(network, 3, null, new HeapBoards(true, -1), BoardEngines.FOR_EVER, BoardEngines.NEVER_INQUIRES_NS);
            List<LiveCall> opening = calls(operation, count, OPENING);
            Ranks.run(3, rank -> opening.forEach(each -> engines[rank].run(each.describe(engines[rank], rank))));
            startWithoutMessages(network, engines, operation, count);
        }
    }

    /** Before the first start, as whoever makes a persistent call does. */
    @ParameterizedTest
    @EnumSource(names = {"BARRIER", "BCAST", "ALLREDUCE", "ALLGATHER", "ALLTOALL"})
    void noMessageGoesOnceMembersHaveMadeReady(Operation operation) throws InterruptedException {
        for (int count : operation == Operation.BARRIER ? new int[] {0} : new int[] {3, Extent.SHORT.placeBytes() + 50}) {
            var network = new InMemoryNetwork(3, 1, 1);
            Engine[] engines = BoardEngines.over(network, 3, null, new HeapBoards(true, -1), BoardEngines.FOR_EVER, BoardEngines.NEVER_INQUIRES_NS);
            LiveCall first = calls(operation, count, 1).getFirst();
            Ranks.run(3, rank -> {
                engines[rank].prepareToStart(first.describe(engines[rank], rank));
                assertEquals(0, engines[rank].pending());
            });
            assertTrue(network.delivered > 0, "members tell each other of the memory");
            startWithoutMessages(network, engines, operation, count);
        }
    }

    private static void startWithoutMessages(InMemoryNetwork network, Engine[] engines, Operation operation, int count) throws InterruptedException {
        long before = network.delivered;
        List<LiveCall> later = calls(operation, count, 20);
        Ranks.run(3, rank -> {
            List<Call> started = new ArrayList<>();
            for (LiveCall each : later) {
                started.add(each.describe(engines[rank], rank));
                engines[rank].start(started.getLast());
            }
            started.forEach(engines[rank]::await);
        });
        later.forEach(each -> each.verify("fixed seed"));
        assertEquals(before, network.delivered, operation + " of " + count);
    }

    private static List<LiveCall> calls(Operation operation, int count, int howMany) {
        return IntStream.range(0, howMany).mapToObj(call -> call(operation, 3, operation.isRooted() ? call % 3 : 0, count, InPlace.NOBODY)).toList();
    }

    /** All show at once what they have, and nobody waits in a start, though phases are far fewer than calls. */
    @Test
    void aStartWaitsForNobody() throws InterruptedException {
        Engine[] engines = afterBarriers(2);
        List<Call> started = new ArrayList<>();
        for (int call = 0; call < 5_000; call++) {
            started.add(engines[0].call(Operation.BCAST).root(0).count(1, 1).out(new byte[] {(byte) call}, 0));
            engines[0].start(started.getLast());
        }
        assertTrue(engines[0].pending() > 0, "the other member has read nothing");
        Ranks.run(2, rank -> {
            if (rank == 0) {
                started.forEach(engines[0]::await);
                return;
            }
            for (int call = 0; call < 5_000; call++) {
                byte[] got = new byte[1];
                Call mine = engines[1].call(Operation.BCAST).root(0).count(1, 1).out(got, 0);
                engines[1].start(mine);
                engines[1].await(mine);
                assertEquals((byte) call, got[0]);
            }
        });
        assertEquals(0, engines[0].pending());
    }

    private static Engine[] afterBarriers(int size) throws InterruptedException {
        Engine[] engines = BoardEngines.over(new InMemoryNetwork(size, 3, 1), size, new HeapBoards(true, -1), BoardEngines.NONE);
        Ranks.run(size, rank -> {
            for (int call = 0; call < OPENING + 1; call++) {
                engines[rank].run(engines[rank].call(Operation.BARRIER));
            }
        });
        return engines;
    }

    /** Each member has a call under way, of which every other one needs what rank 0 combines, whose operator throws; and one behind it. */
    @Test
    void whoseOperatorThrowsCallsOffAndWhoeverWaitsIsTold() throws InterruptedException {
        Engine[] engines = afterBarriers(4);
        for (int call = 0; call < OPENING; call++) {
            Ranks.run(4, rank -> engines[rank].run(longSum(engines[rank], Element.BYTES)));
        }
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        Ranks.run(4, rank -> {
            Engine engine = engines[rank];
            Call first = longSum(engine, rank == 0 ? new Thrower() : Element.BYTES);
            Call second = longSum(engine, Element.BYTES);
            engine.start(first);
            engine.start(second);
            errors.add(rank + ending(engine, first));
            ending(engine, second);
        });
        assertTrue(errors.contains("0an operator that does not like its operands"), errors::toString);
        assertEquals(3, errors.stream().filter(each -> each.contains("rank 0 calls it off")).count(), errors::toString);
        for (Engine each : engines) {
            assertEquals(0, each.pending());
        }
    }

    private static Call longSum(Engine engine, Reducer reducer) {
        int bytes = 2 * Extent.SHORT.placeBytes();
        return engine.call(Operation.ALLREDUCE).count(bytes, 1).in(new byte[bytes], 0).out(new byte[bytes], 0).reducer(reducer);
    }

    private static String ending(Engine engine, Call call) {
        try {
            engine.await(call);
            return "done";
        } catch (BraidException told) {
            return told.why();
        } catch (IllegalStateException own) {
            return String.valueOf(own.getMessage());
        }
    }

    /** The second of two calls: what the first one shows is the same. */
    @ParameterizedTest
    @CsvSource({"BARRIER, ALLREDUCE", "BCAST, GATHER", "ALLGATHER, ALLTOALL"})
    void membersThatStartDifferentCallsAreToldByName(Operation zero, Operation one) throws InterruptedException {
        Engine[] engines = afterBarriers(2);
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        Ranks.run(2, rank -> {
            Engine engine = engines[rank];
            Call first = engine.call(Operation.BARRIER);
            Operation operation = rank == 0 ? zero : one;
            Call second = engine.call(operation).count(4, 1).in(new byte[8], 0).out(new byte[8], 0);
            if (operation.isReduction()) {
                second.reducer(Element.BYTES);
            }
            Call last = engine.call(Operation.BARRIER);
            try {
                engine.start(first);
                engine.start(second);
                engine.start(last);
            } catch (BraidException told) {
                errors.add(told.why());
                return;
            }
            String firstEnds = ending(engine, first);
            String secondEnds = ending(engine, second);
            errors.add(firstEnds.equals("done") && secondEnds.equals("done") ? ending(engine, last) : secondEnds.equals("done") ? firstEnds : secondEnds);
        });
        assertEquals(2, errors.size());
        assertTrue(errors.stream().allMatch(each -> each.contains(zero.text()) && each.contains(one.text())), errors::toString);
    }

    /** One that was started by blocking calls goes on with them; what is announced goes behind it. */
    @Test
    void blockingCallsAndAnnouncementsGoBehindThoseThatWereStarted() throws InterruptedException {
        Engine[] engines = afterBarriers(3);
        long[] numbers = new long[3];
        Ranks.run(3, rank -> {
            Engine engine = engines[rank];
            for (int round = 0; round < 300; round++) {
                byte[] got = {(byte) (rank == round % 3 ? round : -1)};
                Call started = engine.call(Operation.BCAST).root(round % 3).count(1, 1).out(got, 0);
                engine.start(started);
                if (round % 2 == 0) {
                    engine.run(engine.call(Operation.BARRIER));
                } else {
                    numbers[rank] += engine.announce(engine.call(Operation.BARRIER));
                }
                engine.await(started);
                assertEquals((byte) round, got[0]);
            }
        });
        assertEquals(numbers[0], numbers[1]);
        assertEquals(numbers[0], numbers[2]);
        for (Engine each : engines) {
            assertEquals(0, each.pending());
            assertNull(each.compareShared());
        }
    }
}
