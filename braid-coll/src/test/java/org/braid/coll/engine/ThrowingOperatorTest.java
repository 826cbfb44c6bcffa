package org.braid.coll.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.braid.base.BraidException;
import org.braid.coll.agreement.CallLog;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.RuleTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program's own operator throws, an error as well as an exception, ends the call that it belongs to, at that member, and nothing else. */
class ThrowingOperatorTest {
    private static final long PATIENCE_NS = 50_000_000;
    private static final long STRAIGHT = Long.MAX_VALUE;
    private static final long GRAPH = -1;

    /** Adds bytes, unless it is told to throw. */
    private static final class Sum implements Reducer {
        private final AtomicReference<Error> thrown = new AtomicReference<>();
        private final AtomicReference<Error> noScratch = new AtomicReference<>();

        @Override
        public void reduce(Object in, long inOffset, Object inout, long inoutOffset, int count) {
            Error now = thrown.get();
            if (now != null) {
                throw now;
            }
            Element.BYTES.reduce(in, inOffset, inout, inoutOffset, count);
        }

        @Override
        public boolean isCommutative() {
            return true;
        }

        @Override
        public Object newScratch(long bytes) {
            Error now = noScratch.get();
            if (now != null) {
                throw now;
            }
            return Element.BYTES.newScratch(bytes);
        }

        @Override
        public boolean likesScratch(Object scratch) {
            return noScratch.get() == null && Element.BYTES.likesScratch(scratch);
        }
    }

    private static final class Broken extends Error {
        private static final long serialVersionUID = 1L;
    }

    private static Engine engine(InMemoryNetwork network, int rank, long straightBytes) {
        return new Engine(network.port(rank), false, RuleTable.defaults(), null, PATIENCE_NS, straightBytes);
    }

    private static Call allreduce(Engine engine, Reducer reducer, byte[] in, byte[] out) {
        return engine.call(Operation.ALLREDUCE).count(in.length, 1).in(in, 0).out(out, 0).reducer(reducer);
    }

    @ParameterizedTest
    @ValueSource(longs = {STRAIGHT, GRAPH})
    void aSoundCallThatIsUnderWayAtTheSameTimeEnds(long straightBytes) throws InterruptedException {
        var network = new InMemoryNetwork(2, 5, 0.5);
        Ranks.run(2, rank -> {
            var engine = engine(network, rank, straightBytes);
            var broken = new Sum();
            broken.thrown.set(new Broken());
            byte[] sum = new byte[100];
            Call unsound = allreduce(engine, broken, new byte[100], new byte[100]);
            engine.start(unsound);
            Call sound = allreduce(engine, new Sum(), filled(100, rank + 1), sum);
            engine.start(sound);
            engine.await(sound);
            assertArrayEquals(filled(100, 3), sum);
            assertThrows(Broken.class, () -> engine.await(unsound));
            assertEquals(0, engine.pending());
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {STRAIGHT, GRAPH})
    void whoOnlyStartedTheCallIsToldWhatWasThrownAndWhoMovesItOnIsNot(long straightBytes) throws InterruptedException {
        var network = new InMemoryNetwork(2, 5, 0.5);
        Ranks.run(2, rank -> {
            var engine = engine(network, rank, straightBytes);
            var broken = new Sum();
            broken.thrown.set(new Broken());
            var told = new AtomicReference<Throwable>();
            engine.start(allreduce(engine, broken, new byte[100], new byte[100]), told::set);
            engine.run(engine.call(Operation.BARRIER));
            assertSame(broken.thrown.get(), told.get());
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {STRAIGHT, GRAPH})
    void aBlockingCallThrowsItAndTheNextOneSucceeds(long straightBytes) throws InterruptedException {
        var network = new InMemoryNetwork(2, 5, 0.5);
        Ranks.run(2, rank -> {
            var engine = engine(network, rank, straightBytes);
            var operator = new Sum();
            operator.thrown.set(new Broken());
            assertThrows(Broken.class, () -> engine.run(allreduce(engine, operator, new byte[100], new byte[100])));
            assertEquals(0, engine.pending());
            operator.thrown.set(null);
            byte[] sum = new byte[100];
            engine.run(allreduce(engine, operator, filled(100, rank + 1), sum));
            assertArrayEquals(filled(100, 3), sum);
        });
    }

    @Test
    void aMemberThatWaitsForTheBrokenOneIsToldThatItCalledOff() throws InterruptedException {
        var network = new InMemoryNetwork(3, 5, 1);
        Ranks.run(3, rank -> {
            var engine = engine(network, rank, STRAIGHT);
            var operator = new Sum();
            operator.thrown.set(rank == 0 ? new Broken() : null);
            Call call = allreduce(engine, operator, new byte[1], new byte[1]);
            if (rank == 0) {
                assertThrows(Broken.class, () -> engine.run(call));
                awaitInquiry(network, rank);
            } else {
                String why = assertThrows(BraidException.class, () -> engine.run(call)).why();
                assertTrue(why.contains("rank 0 calls it off after an error of its own"), why);
            }
        });
    }

    @Test
    void aMemberThatOnlySendsIsToldWhenItAsksAgain() {
        var network = new InMemoryNetwork(2, 5, 0); // nobody takes what is sent
        var engine = engine(network, 0, STRAIGHT);
        var told = new AtomicReference<Throwable>();
        engine.start(engine.call(Operation.BCAST).root(0).count(100, 1).out(new byte[100], 0), told::set);
        engine.inquire();
        assertNull(told.get(), "nobody has called it off yet");
        CallLog other = new CallLog();
        other.callOff(other.record(0), false);
        network.port(0).disagree(Objects.requireNonNull(other.compareCalledOff(1, 0, 0, 0)));
        engine.progress();
        engine.inquire();
        assertInstanceOf(BraidException.class, told.get());
        assertEquals(0, engine.pending());
    }

    /** Rank 0 is elsewhere, and looks at what comes. */
    private static void awaitInquiry(InMemoryNetwork network, int rank) {
        long endNs = System.nanoTime() + 15_000_000_000L;
        while (network.port(rank).disagreement() == null && System.nanoTime() - endNs < 0) {
            network.step();
            Thread.onSpinWait();
        }
    }

    @Test
    void aCallThatFindsNoMemoryWasNotMadeAndMayBeMadeAgain() throws InterruptedException {
        var network = new InMemoryNetwork(2, 5, 0.5);
        Ranks.run(2, rank -> {
            var engine = engine(network, rank, STRAIGHT);
            var operator = new Sum();
            operator.noScratch.set(rank == 0 ? new OutOfMemoryError("no room for operands") : null);
            byte[] sum = new byte[100];
            if (rank == 0) {
                assertThrows(OutOfMemoryError.class, () -> engine.run(allreduce(engine, operator, new byte[100], sum)));
                operator.noScratch.set(null);
            }
            engine.run(allreduce(engine, operator, filled(100, rank + 1), sum));
            assertArrayEquals(filled(100, 3), sum);
        });
    }

    @Test
    void callsThatFailTakeNoMoreTicketsThanCallsThatSucceed() {
        var port = new InstantPort(0, 2);
        var engine = new Engine(port, false, RuleTable.defaults(), null);
        var operator = new Sum();
        operator.thrown.set(new Broken());
        for (int call = 0; call < 1000; call++) {
            assertThrows(Broken.class, () -> engine.run(allreduce(engine, operator, new byte[100], new byte[100])));
            Call started = allreduce(engine, operator, new byte[100], new byte[100]);
            engine.start(started);
            assertThrows(Broken.class, () -> engine.await(started));
        }
        assertTrue(port.tickets <= 64, "tickets: " + port.tickets);
    }

    private static byte[] filled(int length, int value) {
        byte[] all = new byte[length];
        java.util.Arrays.fill(all, (byte) value);
        return all;
    }
}
