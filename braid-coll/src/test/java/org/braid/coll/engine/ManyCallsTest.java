package org.braid.coll.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.RuleTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** More started calls than go on at once. */
class ManyCallsTest {
    private static final int CALLS = 20 * ActiveCalls.MOST;
    private static final long PATIENCE_NS = 20_000_000L;
    private static final long STRAIGHT = Long.MAX_VALUE;
    private static final long GRAPH = -1;

    private final InMemoryNetwork network = new InMemoryNetwork(2, 1, 1);

    private Engine engine(int rank, long straightBytes) {
        return new Engine(network.port(rank), false, RuleTable.defaults(), null, PATIENCE_NS, straightBytes);
    }

    /** Each adds {@code rank + i}; what was started is not over before the other member has started it, too. */
    private static List<Call> startAll(Engine engine, int rank, byte[][] sums) {
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            sums[i] = new byte[1];
            Call call = allreduce(engine, rank + i, sums[i]);
            engine.start(call);
            calls.add(call);
        }
        return calls;
    }

    private static Call allreduce(Engine engine, int mine, byte[] sum) {
        return engine.call(Operation.ALLREDUCE).count(1, 1).in(new byte[] {(byte) mine}, 0).out(sum, 0).reducer(Element.BYTES);
    }

    @ParameterizedTest
    @ValueSource(longs = {STRAIGHT, GRAPH})
    void aLookAtManyPendingCallsPollsABoundedNumberOfTransfers(long straightBytes) {
        Engine early = engine(0, straightBytes);
        startAll(early, 0, new byte[CALLS][]);
        assertEquals(CALLS, early.pending());
        long before = network.polls;
        early.progress();
        long polled = network.polls - before;
        assertTrue(polled >= ActiveCalls.MOST && polled <= 2 * ActiveCalls.MOST, () -> polled + " polls"); // some wait for a send, too
        int awaited = early.awaitedTickets().length;
        assertTrue(awaited <= 2 * ActiveCalls.MOST, () -> awaited + " tickets to be watched");
    }

    /** Whoever sleeps until one of them is done would sleep through one that is not there. */
    @ParameterizedTest
    @ValueSource(longs = {STRAIGHT, GRAPH})
    void allTicketsAreToBeWatchedWhenTheirListHasJustBecomeLonger(long straightBytes) {
        Engine early = engine(0, straightBytes);
        startAll(early, 0, new byte[CALLS][]);
        int[] first = early.awaitedTickets();
        assertEquals(first.length, Arrays.stream(first).distinct().count());
        assertArrayEquals(early.awaitedTickets(), first);
    }

    @ParameterizedTest
    @ValueSource(longs = {STRAIGHT, GRAPH})
    void allEndWhicheverIsWaitedForFirst(long straightBytes) throws InterruptedException {
        Ranks.run(2, rank -> {
            Engine engine = engine(rank, straightBytes);
            byte[][] sums = new byte[CALLS][];
            List<Call> calls = startAll(engine, rank, sums);
            for (Call call : rank == 0 ? calls : calls.reversed()) {
                engine.await(call);
            }
            for (int i = 0; i < CALLS; i++) {
                assertEquals((byte) (1 + 2 * i), sums[i][0]);
            }
            assertEquals(0, engine.pending());
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {STRAIGHT, GRAPH})
    void aBlockingCallBehindThemEnds(long straightBytes) throws InterruptedException {
        Ranks.run(2, rank -> {
            Engine engine = engine(rank, straightBytes);
            byte[][] sums = new byte[CALLS][];
            List<Call> calls = startAll(engine, rank, sums);
            byte[] sum = new byte[1];
            engine.run(allreduce(engine, 7, sum));
            assertEquals(14, sum[0]);
            calls.forEach(engine::await);
            assertEquals(1, sums[0][0]);
        });
    }

    @Test
    void whoWaitsForACallThatHasNoRoomYetFindsOutThatTheOldestDiffers() throws InterruptedException {
        Ranks.run(2, rank -> {
            Engine engine = engine(rank, STRAIGHT);
            Call first = engine.call(rank == 0 ? Operation.GATHER : Operation.SCATTER).root(0).count(1, 1).in(new byte[2], 0).out(new byte[2], 0);
            BraidException told = assertThrows(BraidException.class, () -> {
                if (rank == 0) {
                    engine.start(first);
                    engine.await(startAll(engine, rank, new byte[CALLS][]).getLast());
                } else {
                    engine.run(first);
                }
            });
            assertTrue(told.why().contains("gather") && told.why().contains("scatter"), told::why);
        });
    }
}
