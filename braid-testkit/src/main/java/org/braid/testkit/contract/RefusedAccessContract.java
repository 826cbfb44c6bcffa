package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.SharedArena;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.base.wire.region.RegionCapability;
import org.braid.link.progress.Completion;
import org.braid.link.region.Notice;
import org.braid.link.region.Region;
import org.braid.link.region.RemoteRegion;
import org.braid.link.region.Right;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Accesses to another context's memory that whoever executes them refuses: each with its code, and without a trace. */
interface RefusedAccessContract extends Connected {
    Set<Right> ALL = Set.of(Right.GET, Right.PUT, Right.ATOMIC);
    int LENGTH = 1024;
    long PATIENCE_S = 30;

    private static ByteBuffer memory(World world) {
        return world.at(1).space().arena().newByteBuffer(LENGTH);
    }

    private static Region publish(World world, Object memory, Set<Right> rights, long lifetimeNs) {
        return world.at(1).publish(memory, 0, LENGTH, rights, lifetimeNs, world.at(1).newEndpoint(1));
    }

    private static RegionCapability capability(Region region) {
        PutBuffer message = new PutBuffer();
        region.put(message);
        return RegionCapability.get(new GetBuffer(message.toBytes()));
    }

    private static RemoteRegion given(World world, RegionCapability capability) {
        PutBuffer message = new PutBuffer();
        capability.put(message);
        return world.at(0).regionFrom(new GetBuffer(message.toBytes()));
    }

    private static void refused(ErrorCode code, Runnable access) {
        assertEquals(code, assertThrows(BraidException.class, access::run).code());
    }

    private static void untouched(ByteBuffer memory) {
        byte[] now = new byte[LENGTH];
        memory.duplicate().clear().get(now);
        assertArrayEquals(new byte[LENGTH], now);
    }

    @Test
    default void aForgedKeyOrNumberOpensNothing() throws InterruptedException {
        try (World world = open(2, true)) {
            ByteBuffer memory = memory(world);
            RegionCapability real = capability(publish(world, memory, ALL, Long.MAX_VALUE));
            List<RegionCapability> forged = List.of(
                    new RegionCapability(real.number(), real.keyHigh() ^ 1, real.keyLow(), real.rights(), real.bytes(), real.record(), real.owner()),
                    new RegionCapability(real.number(), real.keyHigh(), real.keyLow() ^ Long.MIN_VALUE, real.rights(), real.bytes(), real.record(), real.owner()),
                    new RegionCapability(real.number(), 0, 0, real.rights(), real.bytes(), real.record(), real.owner()),
                    new RegionCapability(real.number() + 1, real.keyHigh() ^ 1, real.keyLow(), real.rights(), real.bytes(), RegionCapability.Place.NOWHERE, real.owner()),
                    new RegionCapability(Integer.MAX_VALUE, real.keyHigh(), real.keyLow(), real.rights(), real.bytes(), RegionCapability.Place.NOWHERE, real.owner()),
                    new RegionCapability(real.number(), real.keyHigh() ^ 2, real.keyLow(), real.rights(), real.bytes(), shifted(real), real.owner()));
            for (RegionCapability each : forged) {
                RemoteRegion remote = given(world, each);
                refused(ErrorCode.REGION_UNKNOWN, () -> remote.put(0, new byte[] {1}, 0, 1));
                refused(ErrorCode.REGION_UNKNOWN, () -> remote.get(0, new byte[1], 0, 1));
                refused(ErrorCode.REGION_UNKNOWN, () -> remote.fetchAndAdd(0, 1));
            }
            untouched(memory);
        }
    }

    private static RegionCapability.Place shifted(RegionCapability real) {
        RegionCapability.Place at = real.record();
        return at.equals(RegionCapability.Place.NOWHERE) ? at : new RegionCapability.Place(at.segment(), at.fd(), at.segmentBytes(), at.offset() + RegionCapability.RECORD_BYTES);
    }

    @Test
    default void aNoteOfARegionThatAnotherHandHasWrittenIsNone() throws InterruptedException {
        try (World world = open(2, true)) {
            SharedArena arena = world.at(1).space().arena();
            ByteBuffer secret = arena.newByteBuffer(LENGTH);
            ByteBuffer open = arena.newByteBuffer(1 << 14).order(ByteOrder.nativeOrder());
            RemoteRegion put = given(world, capability(world.at(1).publish(open, 0, open.capacity(), Set.of(Right.PUT), Long.MAX_VALUE, world.at(1).newEndpoint(1))));
            long keyHigh = 5;
            long keyLow = 6;
            ByteBuffer note = ByteBuffer.allocate(RegionCapability.RECORD_BYTES).order(ByteOrder.nativeOrder());
            note.putLong(77).putLong(keyHigh).putLong(keyLow).putInt(7).putInt(12345).putLong(LENGTH);
            place(note, place(arena, secret));
            note.putLong(Long.MAX_VALUE);
            place(note, place(arena, open.slice(8192, 8192)));
            for (int at = 0; at < open.capacity(); at += RegionCapability.RECORD_BYTES) {
                put.put(at, note.array(), 0, RegionCapability.RECORD_BYTES);
            }
            RemoteRegion forged = given(world, new RegionCapability(12345, keyHigh, keyLow, 7, LENGTH, place(arena, open.slice(0, 128)), capability(publish(world, secret, ALL, Long.MAX_VALUE)).owner()));
            refused(ErrorCode.REGION_UNKNOWN, () -> forged.get(0, new byte[8], 0, 8));
            refused(ErrorCode.REGION_UNKNOWN, () -> forged.put(0, new byte[] {1}, 0, 1));
            untouched(secret);
        }
    }

    /** Where peers may map it. */
    private static RegionCapability.Place place(SharedArena arena, ByteBuffer memory) {
        long address = MemorySegment.ofBuffer(memory).address();
        int segment = arena.segmentOf(address);
        return segment < 0 ? RegionCapability.Place.NOWHERE : new RegionCapability.Place(segment, arena.fd(segment), arena.bytes(segment), address - arena.address(segment));
    }

    private static void place(ByteBuffer to, RegionCapability.Place place) {
        to.putInt(place.segment()).putInt(place.fd()).putLong(place.segmentBytes()).putLong(place.offset());
    }

    @Test
    default void whatACapabilityClaimsBesideItsKeyCountsForNothing() throws InterruptedException {
        try (World world = open(2, true)) {
            ByteBuffer memory = memory(world);
            RegionCapability real = capability(publish(world, memory, Set.of(Right.GET), Long.MAX_VALUE));
            RemoteRegion more = given(world, new RegionCapability(real.number(), real.keyHigh(), real.keyLow(), 7, 1L << 40, real.record(), real.owner()));
            refused(ErrorCode.REGION_RIGHT, () -> more.put(0, new byte[] {1}, 0, 1));
            refused(ErrorCode.REGION_RIGHT, () -> more.fetchAndAdd(0, 1));
            refused(ErrorCode.REGION_RIGHT, () -> more.compareAndSwap(0, 0, 1));
            refused(ErrorCode.REGION_RANGE, () -> more.get(LENGTH - 7, new byte[8], 0, 8));
            more.get(LENGTH - 8, new byte[8], 0, 8);
            untouched(memory);
        }
    }

    @Test
    default void noPlaceOutsideIsReached() throws InterruptedException {
        try (World world = open(2, true)) {
            ByteBuffer memory = memory(world);
            RegionCapability real = capability(publish(world, memory, ALL, Long.MAX_VALUE));
            RemoteRegion honest = given(world, real);
            RemoteRegion claiming = given(world, new RegionCapability(real.number(), real.keyHigh(), real.keyLow(), 7, 1L << 48, real.record(), real.owner()));
            for (RemoteRegion remote : List.of(honest, claiming)) {
                for (long at : new long[] {-1, -8, LENGTH, LENGTH - 7, 1L << 32, (1L << 32) + 8, 1L << 47, Long.MAX_VALUE, Long.MAX_VALUE - 7, Long.MIN_VALUE, Long.MIN_VALUE + 8}) {
                    refused(ErrorCode.REGION_RANGE, () -> remote.put(at, new byte[] {1, 1, 1, 1, 1, 1, 1, 1}, 0, 8));
                    refused(ErrorCode.REGION_RANGE, () -> remote.get(at, new byte[8], 0, 8));
                    refused(ErrorCode.REGION_RANGE, () -> remote.fetchAndAdd(at, 1));
                    refused(ErrorCode.REGION_RANGE, () -> remote.compareAndSwap(at, 0, 1));
                }
                refused(ErrorCode.REGION_RANGE, () -> remote.put(0, new byte[8], 0, -1));
                refused(ErrorCode.REGION_RANGE, () -> remote.get(8, new byte[8], 0, Long.MAX_VALUE));
                refused(ErrorCode.MEMORY_RANGE, () -> remote.put(0, new byte[8], 1, 8));
            }
            untouched(memory);
        }
    }

    @Test
    default void aWordThatIsNotAlignedIsRefused() throws InterruptedException {
        try (World world = open(2, true)) {
            ByteBuffer memory = memory(world);
            RemoteRegion remote = given(world, capability(publish(world, memory, ALL, Long.MAX_VALUE)));
            for (int at = 1; at < Long.BYTES; at++) {
                long place = at;
                refused(ErrorCode.REGION_ALIGNMENT, () -> remote.fetchAndAdd(place, 1));
                refused(ErrorCode.REGION_ALIGNMENT, () -> remote.compareAndSwap(place, 0, 1));
            }
            untouched(memory);
        }
    }

    @Test
    default void anExpiredRegionIsRefused() throws InterruptedException {
        try (World world = open(2, true)) {
            ByteBuffer memory = memory(world);
            RemoteRegion over = given(world, capability(publish(world, memory, ALL, 0)));
            RemoteRegion good = given(world, capability(publish(world, memory, ALL, TimeUnit.HOURS.toNanos(1))));
            refused(ErrorCode.REGION_EXPIRED, () -> over.put(0, new byte[] {1}, 0, 1));
            refused(ErrorCode.REGION_EXPIRED, () -> over.get(0, new byte[1], 0, 1));
            refused(ErrorCode.REGION_EXPIRED, () -> over.fetchAndAdd(0, 1));
            untouched(memory);
            good.put(0, new byte[] {1}, 0, 1);
            assertEquals(1, memory.get(0));
        }
    }

    @Test
    default void aWithdrawnRegionIsRefusedAndItsNumberNotTakenForIt() throws InterruptedException {
        try (World world = open(2, true)) {
            ByteBuffer memory = memory(world);
            Region region = publish(world, memory, ALL, Long.MAX_VALUE);
            RemoteRegion used = given(world, capability(region));
            RemoteRegion late = given(world, capability(region));
            used.put(0, new byte[] {1}, 0, 1);
            assertTrue(region.withdraw(TimeUnit.SECONDS.toNanos(PATIENCE_S)));
            assertTrue(region.withdraw(0), "twice does no harm");
            memory.put(0, (byte) 0);
            for (RemoteRegion each : List.of(used, late)) {
                refused(ErrorCode.REGION_WITHDRAWN, () -> each.put(0, new byte[] {1}, 0, 1));
                refused(ErrorCode.REGION_WITHDRAWN, () -> each.get(0, new byte[1], 0, 1));
            }
            List<Region> others = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                Region other = publish(world, memory, ALL, Long.MAX_VALUE);
                others.add(other);
                other.close();
            }
            ErrorCode code = assertThrows(BraidException.class, () -> used.put(0, new byte[] {1}, 0, 1)).code();
            assertTrue(code == ErrorCode.REGION_WITHDRAWN || code == ErrorCode.REGION_UNKNOWN, code.id());
            untouched(memory);
        }
    }

    @Test
    default void memoryThatWasWithdrawnInTheMiddleIsNotTouchedAnyMore() throws InterruptedException {
        try (World world = open(2, true)) {
            for (int bytes : new int[] {8, 200_000}) {
                ByteBuffer memory = world.at(1).space().arena().newByteBuffer(bytes);
                Region region = world.at(1).publish(memory, 0, bytes, ALL, Long.MAX_VALUE, world.at(1).newEndpoint(1));
                RemoteRegion remote = given(world, capability(region));
                CountDownLatch running = new CountDownLatch(20);
                AtomicReference<BraidException> end = new AtomicReference<>();
                byte[] ones = new byte[bytes];
                Arrays.fill(ones, (byte) 1);
                Thread initiator = Thread.ofPlatform().start(() -> {
                    try {
                        while (true) {
                            remote.put(0, ones, 0, bytes);
                            running.countDown();
                        }
                    } catch (BraidException told) {
                        end.set(told);
                    }
                });
                assertTrue(running.await(PATIENCE_S, TimeUnit.SECONDS), world::notices);
                assertTrue(region.withdraw(TimeUnit.SECONDS.toNanos(PATIENCE_S)));
                memory.duplicate().clear().put(new byte[bytes]);
                initiator.join(TimeUnit.SECONDS.toMillis(PATIENCE_S));
                assertFalse(initiator.isAlive());
                assertEquals(ErrorCode.REGION_WITHDRAWN, Objects.requireNonNull(end.get()).code());
                byte[] now = new byte[bytes];
                memory.duplicate().clear().get(now);
                assertArrayEquals(new byte[bytes], now);
            }
        }
    }

    @Test
    default void aRefusedPutNotifiesNobody() throws InterruptedException {
        try (World world = open(2, true)) {
            AtomicInteger notified = new AtomicInteger();
            int note = world.register("contract.silent", i -> (to, a0, a1, a2, a3, payload) -> notified.addAndGet(a0));
            Region region = publish(world, new byte[LENGTH], Set.of(Right.PUT), Long.MAX_VALUE);
            RemoteRegion remote = given(world, capability(region));
            remote.put(0, new byte[] {1}, 0, 1);
            region.close();
            Completion there = new Completion();
            assertEquals(ErrorCode.REGION_WITHDRAWN, endOf(world, () -> remote.put(0, new byte[] {1}, 0, 1, new Notice(note, 1, 0, 0, 0), there), there).code());
            world.link(0, 1).send(note, 100, 0, 0, 0, null, 0, 0);
            assertTrue(world.link(0, 1).awaitHandled(TimeUnit.SECONDS.toNanos(PATIENCE_S)));
            assertEquals(100, notified.get());
        }
    }

    /** The error, whether it was thrown at once or told by the completion. */
    private static BraidException endOf(World world, BooleanSupplier access, Completion over) {
        try {
            assertFalse(access.getAsBoolean());
        } catch (BraidException atOnce) {
            return atOnce;
        }
        assertTrue(world.at(0).progress().await(over, TimeUnit.SECONDS.toNanos(PATIENCE_S)));
        return Objects.requireNonNull(over.failure());
    }

    @Test
    default void whoeverWaitsForAPeerThatFailsIsTold() throws InterruptedException {
        try (World world = open(3)) {
            ByteBuffer memory = memory(world);
            RemoteRegion remote = given(world, capability(publish(world, memory, ALL, Long.MAX_VALUE)));
            Completion put = new Completion();
            Completion get = new Completion();
            boolean putOver = remote.put(0, new byte[] {1}, 0, 1, put); // nobody steps the owner
            boolean getOver = remote.get(0, new byte[8], 0, 8, get);
            BraidException verdict = new BraidException(ErrorCode.PEER_LOST, "Context 1 has died", "killed by signal 9", "See its output");
            world.at(0).peerFailed(world.at(1).id(), verdict);
            assertTrue(putOver || put.failure() == verdict);
            assertTrue(getOver || get.failure() == verdict);
            assertSame(verdict, assertThrows(BraidException.class, () -> remote.put(0, new byte[] {1}, 0, 1)));
            assertSame(verdict, assertThrows(BraidException.class, () -> remote.fetchAndAdd(0, 1)));
            world.at(1).peerFailed(world.at(0).id(), verdict);
        }
    }

    @Test
    default void memoryThatItsOwnerHasClosedIsAnErrorAndNoMore() throws InterruptedException {
        try (World world = open(2, true)) {
            Arena arena = Arena.ofShared();
            Region region = publish(world, arena.allocate(LENGTH, 8), ALL, Long.MAX_VALUE);
            RemoteRegion remote = given(world, capability(region));
            remote.put(0, new byte[] {1}, 0, 1);
            arena.close();
            for (Runnable access : List.<Runnable>of(() -> remote.put(0, new byte[] {1}, 0, 1), () -> remote.get(0, new byte[1], 0, 1), () -> remote.fetchAndAdd(0, 1))) {
                refused(ErrorCode.REGION_MEMORY, access);
            }
            if (remote.isDirect()) {
                refused(ErrorCode.REGION_MEMORY, remote::memory);
            }
            region.close();
        }
    }

    @Test
    default void aContextThatClosesWithdrawsItsRegions() throws InterruptedException {
        try (World world = open(2, true)) {
            ByteBuffer memory = memory(world);
            RemoteRegion remote = given(world, capability(publish(world, memory, ALL, Long.MAX_VALUE)));
            remote.put(0, new byte[] {1}, 0, 1);
            assertTrue(world.closes(1, 20_000_000_000L));
            BraidException told = assertThrows(BraidException.class, () -> remote.put(0, new byte[] {2}, 0, 1));
            assertTrue(Set.of(ErrorCode.REGION_WITHDRAWN, ErrorCode.CONTEXT_CLOSED, ErrorCode.PEER_ENDED, ErrorCode.PEER_LOST).contains(told.code()), told.getMessage());
            assertEquals(1, memory.get(0));
        }
    }

    @Test
    default void whatIsNoMemoryForSuchRightsIsNotPublished() throws InterruptedException {
        try (World world = open(2)) {
            refused(ErrorCode.MEMORY_UNSUITABLE, () -> publish(world, "text", ALL, Long.MAX_VALUE));
            refused(ErrorCode.MEMORY_RANGE, () -> publish(world, new byte[LENGTH - 1], Set.of(Right.GET), Long.MAX_VALUE));
            refused(ErrorCode.MEMORY_READ_ONLY, () -> publish(world, ByteBuffer.allocateDirect(LENGTH).asReadOnlyBuffer(), Set.of(Right.GET, Right.PUT), Long.MAX_VALUE));
            refused(ErrorCode.REGION_ALIGNMENT, () -> publish(world, new byte[LENGTH], ALL, Long.MAX_VALUE));
            refused(ErrorCode.REGION_ALIGNMENT, () -> publish(world, new int[LENGTH], ALL, Long.MAX_VALUE));
            try (Arena arena = Arena.ofConfined()) {
                refused(ErrorCode.MEMORY_UNSUITABLE, () -> publish(world, arena.allocate(LENGTH), Set.of(Right.GET), Long.MAX_VALUE));
                refused(ErrorCode.MEMORY_UNSUITABLE, () -> publish(world, arena.allocate(LENGTH).asByteBuffer(), Set.of(Right.GET), Long.MAX_VALUE));
                refused(ErrorCode.MEMORY_UNSUITABLE, () -> publish(world, arena.allocate(LENGTH).asByteBuffer().asLongBuffer(), Set.of(Right.GET), Long.MAX_VALUE));
            }
        }
    }

    @Test
    @SuppressWarnings("NullAway") // what it is about
    default void nothingThatIsNullIsAccepted() throws InterruptedException {
        try (World world = open(2, true)) {
            ByteBuffer memory = memory(world);
            RemoteRegion remote = given(world, capability(publish(world, memory, ALL, Long.MAX_VALUE)));
            byte[] one = {1};
            for (Executable access : List.<Executable>of(
                    () -> remote.put(0, null, 0, 1), () -> remote.put(0, null, 0, 0), () -> remote.get(0, null, 0, 1), () -> remote.put(0, null, 0, 1, new Completion()), () -> remote.get(0, null, 0, 1, new Completion()),
                    () -> remote.put(0, one, 0, 1, null), () -> remote.put(0, one, 0, 1, null, new Completion()), () -> remote.get(0, one, 0, 1, null), () -> remote.fetchAndAdd(0, 1, null), () -> remote.compareAndSwap(0, 0, 1, null))) {
                assertThrows(NullPointerException.class, access);
            }
            assertThrows(NullPointerException.class, () -> publish(world, null, ALL, Long.MAX_VALUE));
            untouched(memory);
            remote.put(0, one, 0, 1);
            assertEquals(1, memory.get(0), "no peer was blamed");
        }
    }

    @Test
    default void theMemoryItselfGivesNoOtherRightsAndNotForLonger() throws InterruptedException {
        try (World world = open(2, true)) {
            ByteBuffer memory = memory(world);
            Region region = publish(world, memory, Set.of(Right.GET), Long.MAX_VALUE);
            RemoteRegion toGet = given(world, capability(region));
            RemoteRegion toPut = given(world, capability(publish(world, memory, Set.of(Right.PUT), Long.MAX_VALUE)));
            RemoteRegion over = given(world, capability(publish(world, memory, ALL, 0)));
            RemoteRegion all = given(world, capability(publish(world, memory, ALL, Long.MAX_VALUE)));
            MemorySegment read = toGet.memory();
            MemorySegment written = all.memory();
            if (read == null || written == null) {
                assertFalse(toGet.isDirect());
                return;
            }
            written.set(ValueLayout.JAVA_BYTE, 5, (byte) 9);
            assertTrue(read.isReadOnly());
            assertEquals(9, read.get(ValueLayout.JAVA_BYTE, 5));
            refused(ErrorCode.REGION_RIGHT, toPut::memory);
            refused(ErrorCode.REGION_EXPIRED, over::memory);
            region.close();
            refused(ErrorCode.REGION_WITHDRAWN, toGet::memory);
        }
    }

    @Test
    default void whatWasClosedAccessesNothing() throws InterruptedException {
        try (World world = open(2, true)) {
            ByteBuffer memory = memory(world);
            RegionCapability real = capability(publish(world, memory, ALL, Long.MAX_VALUE));
            RemoteRegion unused = given(world, real);
            RemoteRegion used = given(world, real);
            used.put(0, new byte[] {1}, 0, 1);
            memory.put(0, (byte) 0);
            for (RemoteRegion each : List.of(unused, used)) {
                each.close();
                each.close();
                refused(ErrorCode.STARTPOINT_CLOSED, () -> each.put(0, new byte[] {1}, 0, 1));
                refused(ErrorCode.STARTPOINT_CLOSED, () -> each.fetchAndAdd(0, 1));
            }
            untouched(memory);
            RemoteRegion late = given(world, real);
            late.put(0, new byte[1], 0, 1);
            assertTrue(world.closes(0, 20_000_000_000L));
            refused(ErrorCode.CONTEXT_CLOSED, () -> late.put(0, new byte[] {1}, 0, 1));
            untouched(memory);
        }
    }
}
