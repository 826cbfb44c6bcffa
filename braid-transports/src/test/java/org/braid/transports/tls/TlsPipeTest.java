package org.braid.transports.tls;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.braid.boot.authority.Authority;
import org.braid.link.spi.trust.TlsPolicy;
import org.braid.pipe.driver.BytePipe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pipe around a pipe that holds little, so that it is always in the way of records. */
class TlsPipeTest {
    private final long seed = Long.getLong("braid.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    @ParameterizedTest
    @ValueSource(ints = {3, 1000, 20_000, 1 << 20})
    void bytesArriveInOrderHoweverLittleTheWayHolds(int holds) {
        Ends ends = new Ends(holds);
        byte[] sent = new byte[Math.min(150_000, 1000 * holds)];
        random.nextBytes(sent);
        ByteBuffer source = ByteBuffer.allocateDirect(sent.length).put(sent).flip();
        ByteBuffer got = ByteBuffer.allocate(sent.length);
        while (got.hasRemaining()) {
            int limit = source.position() + Math.min(source.remaining(), random.nextInt(40_000));
            source.limit(limit);
            if (random.nextBoolean()) {
                ends.a.write(source, 1); // any address will do: the other pipe sees records only
            } else {
                long taken = ends.a.write(split(source), 0, 2);
                source.position(source.position() + (int) taken);
            }
            source.limit(sent.length);
            ends.a.read(ByteBuffer.allocate(8), 0); // sends what waits, as the next turn does
            readSome(ends.b, got);
        }
        assertArrayEquals(sent, got.array(), () -> "replay with -Dbraid.seed=" + seed);
    }

    @Test
    void whoeverSleepsIsWokenWhenRecordsWaitForRoom() {
        Ends ends = new Ends(1000);
        ends.a.watch(false);
        assertFalse(ends.wires[0].watchesRoom);
        assertEquals(5000, ends.a.write(ByteBuffer.allocate(5000), 0));
        assertTrue(ends.wires[0].watchesRoom, "the lane thinks that all has gone");
        ByteBuffer got = ByteBuffer.allocate(5000);
        while (got.hasRemaining()) {
            ends.a.read(ByteBuffer.allocate(8), 0);
            ends.b.read(got, 0);
        }
        assertFalse(ends.wires[0].watchesRoom);
    }

    @Test
    void memoryThatIsGoneCostsNothingThatWasNotTold() {
        Ends ends = new Ends(1 << 20);
        ByteBuffer closed;
        try (Arena arena = Arena.ofShared()) {
            closed = arena.allocate(100).asByteBuffer();
        }
        ByteBuffer good = ByteBuffer.allocate(10);
        assertThrows(IllegalStateException.class, () -> ends.a.write(new ByteBuffer[] {good, closed}, 0, 2));
        assertEquals(0, good.position(), "nothing was taken");
        assertEquals(10, ends.a.write(good, 0), "and the pipe goes on");
        assertThrows(IllegalStateException.class, () -> ends.b.read(new ByteBuffer[] {closed}));
        assertEquals(10, ends.b.read(new ByteBuffer[] {ByteBuffer.allocate(4), ByteBuffer.allocate(100)}), "what was opened stays");
    }

    @Test
    void closingIsAnEndAtTheOtherEnd() {
        Ends ends = new Ends(1 << 20);
        ends.a.write(ByteBuffer.allocate(10), 0);
        ends.a.close();
        ByteBuffer room = ByteBuffer.allocate(100);
        assertEquals(10, ends.b.read(room, 0));
        assertEquals(BytePipe.ENDED, ends.b.read(room, 0));
        assertNull(ends.b.why());
    }

    @Test
    void aConnectionThatIsCutIsBroken() {
        Ends ends = new Ends(1 << 20);
        ends.wires[0].close();
        assertEquals(BytePipe.BROKEN, ends.b.read(ByteBuffer.allocate(10), 0));
        assertEquals("the connection ended without a last record", ends.b.why());
        assertEquals(BytePipe.BROKEN, ends.b.write(ByteBuffer.allocate(10), 0));
    }

    @Test
    void whatCameBeforeTheWayWasCutIsReadToItsEnd() {
        Ends ends = new Ends(1 << 20);
        ends.b.write(ByteBuffer.allocate(10), 0);
        ends.b.close();
        ends.wires[0].isCutForWriters = true;
        long taken = ends.a.write(ByteBuffer.allocate(5), 0); // as a lane that acknowledges behind the peer's farewell
        assertTrue(taken == 5 || taken == BytePipe.BROKEN);
        assertEquals(BytePipe.BROKEN, ends.a.write(ByteBuffer.allocate(5), 0), "it goes nowhere");
        assertEquals(10, ends.a.read(ByteBuffer.allocate(100), 0));
        assertEquals(BytePipe.ENDED, ends.a.read(ByteBuffer.allocate(100), 0), "the farewell was heard, too");
    }

    @Test
    void aCallerThatIsNotOfTheJobNeverConnectsAndIsTold() {
        Wire.End[] wires = Wire.ends(1 << 20);
        TlsPolicy foreign = new TlsPolicy(Contexts.credentials(Authority.of(Contexts.secret(2)), Contexts.CALLER, -1, 1));
        TlsPipe caller = new TlsPipe(wires[0], Contexts.end(foreign.calling()));
        TlsPipe called = new TlsPipe(wires[1], Contexts.end(Contexts.CALLEDS.called()));
        for (int i = 0; i < 10; i++) {
            assertFalse(caller.isConnected());
            assertFalse(called.isConnected());
        }
        assertNotNull(caller.why());
        assertNotNull(called.why());
    }

    @Test
    void whoeverLeavesBeforeItsFirstWordHasFoundAnotherConnection() {
        Wire.End[] wires = Wire.ends(1 << 20);
        TlsPipe caller = new TlsPipe(wires[0], Contexts.end(Contexts.CALLERS.calling()));
        TlsPipe called = new TlsPipe(wires[1], Contexts.end(Contexts.CALLEDS.called()));
        caller.isConnected();
        called.isConnected();
        assertFalse(called.wasLeft());
        caller.close();
        called.isConnected();
        assertTrue(called.wasLeft());
        assertNotNull(called.why());
    }

    @Test
    void whoeverNeverSpokeTlsHasNotLeftButIsAStranger() {
        Wire.End[] wires = Wire.ends(1 << 20);
        TlsPipe called = new TlsPipe(wires[1], Contexts.end(Contexts.CALLEDS.called()));
        wires[0].close();
        called.isConnected();
        assertFalse(called.wasLeft());
        assertNotNull(called.why());
    }

    @Test
    void whoIsAtTheOtherEndIsKnown() {
        Ends ends = new Ends(1 << 20);
        assertNull(ends.a.whyNot(Contexts.CALLED));
        assertNull(ends.b.whyNot(Contexts.CALLER));
        assertNotNull(ends.a.whyNot(Contexts.CALLER));
    }

    @Test
    void oneTurnRunsOneTaskForAllCallersAndEachGetsToItsEnd() {
        Allowance tasks = new Allowance(1);
        List<TlsPipe> callers = new ArrayList<>();
        List<TlsPipe> called = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Wire.End[] wires = Wire.ends(1 << 20);
            callers.add(new TlsPipe(wires[0], Contexts.end(Contexts.CALLERS.calling())));
            called.add(new TlsPipe(wires[1], new TlsEnd(Contexts.CALLEDS::called, tasks)));
        }
        int turns = 0;
        while (called.stream().filter(TlsPipe::isConnected).count() < 5) {
            assertTrue(tasks.taken() <= turns + 1, "more than one task in a turn");
            callers.forEach(TlsPipe::isConnected);
            tasks.renew();
            assertTrue(++turns < 200, "a caller is forgotten");
        }
        assertTrue(tasks.taken() >= 5, "nothing was counted");
    }

    private void readSome(TlsPipe from, ByteBuffer into) {
        ByteBuffer room = ByteBuffer.allocate(1 + random.nextInt(60_000));
        ByteBuffer second = ByteBuffer.allocate(1 + random.nextInt(100));
        if (random.nextBoolean()) {
            from.read(room, 1);
        } else {
            from.read(new ByteBuffer[] {room, second});
        }
        into.put(room.flip()).put(second.flip());
    }

    private ByteBuffer[] split(ByteBuffer whole) {
        int at = whole.position() + random.nextInt(whole.remaining() + 1);
        return new ByteBuffer[] {whole.duplicate().limit(at), whole.duplicate().position(at)};
    }

    private static final class Ends {
        final Wire.End[] wires;
        final TlsPipe a;
        final TlsPipe b;

        Ends(int holds) {
            wires = Wire.ends(holds);
            a = new TlsPipe(wires[0], Contexts.end(Contexts.CALLERS.calling()));
            b = new TlsPipe(wires[1], Contexts.end(Contexts.CALLEDS.called()));
            for (int i = 0; i < 10_000 && !(a.isConnected() & b.isConnected()); i++) {
                assertNull(a.why());
                assertNull(b.why());
            }
            assertTrue(a.isConnected() && b.isConnected());
        }
    }
}
