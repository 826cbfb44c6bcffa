package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.link.Context;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.dispatch.Payload;
import org.braid.link.progress.Completion;
import org.braid.link.region.FetchedLong;
import org.braid.link.region.Notice;
import org.braid.link.region.Region;
import org.braid.link.region.RemoteRegion;
import org.braid.link.region.Right;
import org.junit.jupiter.api.Test;

/** Memory of another context: bytes and words arrive where they belong, in order with messages, whichever way leads there. */
interface RemoteMemoryContract extends Connected {
    Set<Right> ALL = Set.of(Right.GET, Right.PUT, Right.ATOMIC);
    Set<Right> BYTES = Set.of(Right.GET, Right.PUT);
    long PATIENCE_S = 30;

    /** The region, as another context has it that was given its capability. */
    static RemoteRegion given(Region region, Context to) {
        PutBuffer message = new PutBuffer();
        region.put(message);
        return to.regionFrom(new GetBuffer(message.toBytes()));
    }

    static Region publish(World world, int owner, Object memory, long offset, long bytes, Set<Right> rights) {
        return world.at(owner).publish(memory, offset, bytes, rights, Long.MAX_VALUE, world.at(owner).newEndpoint(owner));
    }

    @Test
    default void whatIsPutIsThereAndComesBackWhateverItsSizeAndItsMemory() throws InterruptedException {
        try (World world = open(2, true)) {
            for (Store there : Store.values()) {
                for (int bytes : new int[] {0, 1, 7, 8, 9, 64, 1000, 4096, (32 << 10) - 64, 32 << 10, (32 << 10) + 1, 300_001}) {
                    movesBothWays(world, there, bytes);
                }
            }
        }
    }

    private static void movesBothWays(World world, Store there, int bytes) {
        int margin = 5;
        Object memory = there.allocate(world.at(1), bytes + 4 * margin);
        try (Region region = publish(world, 1, memory, margin, bytes + 2 * margin, BYTES)) {
            RemoteRegion remote = given(region, world.at(0));
            for (Store here : Store.values()) {
                String what = bytes + " bytes from " + here + " to " + there;
                Object source = here.filled(world.at(0), bytes + 1);
                remote.put(margin, source, 1, bytes);
                assertEquals(Store.view(source).slice(1, bytes), Store.view(memory).slice(2 * margin, bytes), what);
                for (int i = 0; i < 2 * margin; i++) {
                    assertEquals(0, Store.view(memory).get(i), "before " + what);
                    assertEquals(0, Store.view(memory).get(2 * margin + bytes + i), "behind " + what);
                }
                Object back = here.allocate(world.at(0), bytes + 2);
                remote.get(margin, back, 1, bytes);
                assertEquals(Store.view(source).slice(1, bytes), Store.view(back).slice(1, bytes), what + " and back");
                assertEquals(0, Store.view(back).get(bytes + 1), "behind what came back, " + what);
                Store.view(memory).put(new byte[bytes + 4 * margin]);
            }
        }
    }

    @Test
    default void whatWasPutIsThereWhenTheMessageBehindItIsHandled() throws InterruptedException {
        try (World world = open(2, true)) {
            ByteBuffer memory = world.at(1).space().arena().newByteBuffer(200_000);
            AtomicReference<String> wrong = new AtomicReference<>();
            AtomicInteger handled = new AtomicInteger();
            int look = world.register("contract.look", i -> (to, a0, a1, a2, a3, payload) -> {
                for (int at = 0; at < a1; at += 997) {
                    if (memory.get(at) != (byte) a0) {
                        wrong.compareAndSet(null, "byte " + at + " is " + memory.get(at) + " in round " + a0);
                    }
                }
                handled.incrementAndGet();
            });
            RemoteRegion remote = given(publish(world, 1, memory, 0, memory.capacity(), BYTES), world.at(0));
            int rounds = 100;
            for (int round = 1; round <= rounds; round++) {
                int bytes = round % 2 == 0 ? 8 : memory.capacity();
                byte[] data = new byte[bytes];
                Arrays.fill(data, (byte) round);
                Completion there = new Completion();
                boolean over = remote.put(0, data, 0, bytes, there);
                Arrays.fill(data, (byte) -1); // local completion: the buffer is free
                world.link(0, 1).send(look, round, bytes, 0, 0, null, 0, 0);
                assertTrue(world.link(0, 1).awaitHandled(TimeUnit.SECONDS.toNanos(PATIENCE_S)));
                assertTrue(over || there.isDone() && there.failure() == null, "what is handled behind a put is handled after its end");
            }
            assertNull(wrong.get());
            assertEquals(rounds, handled.get());
        }
    }

    @Test
    default void aNoticeRunsAfterItsDataInOrderAtTheEndpointOfTheRegion() throws InterruptedException {
        try (World world = open(2, true)) {
            byte[] memory = new byte[100_000];
            StringBuffer seen = new StringBuffer();
            CountDownLatch all = new CountDownLatch(3);
            int note = world.register("contract.noted", i -> (to, a0, a1, a2, a3, payload) -> {
                seen.append(to.userData()).append(':').append(a0).append(a1).append(a2).append(a3).append('=').append(memory[a0]).append(memory[memory.length - 1]).append(' ').append(lengthOf(payload)).append(';');
                all.countDown();
            });
            Endpoint notified = world.at(1).newEndpoint("here");
            Region region = world.at(1).publish(memory, 0, memory.length, BYTES, Long.MAX_VALUE, notified);
            RemoteRegion remote = given(region, world.at(0));
            byte[] ones = new byte[memory.length];
            Arrays.fill(ones, (byte) 1);
            Completion first = new Completion();
            Completion second = new Completion();
            boolean firstOver = remote.put(0, ones, 0, ones.length, new Notice(note, 1, 2, 3, 4), first);
            boolean secondOver = remote.put(2, new byte[] {7}, 0, 1, new Notice(note, 2, 0, 0, 0), second);
            world.link(0, 1).send(note, 3, 0, 0, 0, null, 0, 0);
            assertTrue(all.await(PATIENCE_S, TimeUnit.SECONDS), () -> seen + world.notices());
            assertEquals("here:1234=11 0;here:2000=71 0;1:3000=11 0;", seen.toString());
            awaitEnd(world, first, firstOver);
            awaitEnd(world, second, secondOver);
        }
    }

    private static long lengthOf(Payload payload) {
        return payload.isOffer() ? -1 : payload.length();
    }

    private static void awaitEnd(World world, Completion end, boolean over) {
        if (!over) {
            assertTrue(world.at(0).progress().await(end, TimeUnit.SECONDS.toNanos(PATIENCE_S)));
            assertNull(end.failure());
        }
    }

    @Test
    default void whatBeganBeforeTheRegionWasClosedHereGoesOnToItsEnd() throws InterruptedException {
        try (World world = open(2, true)) {
            byte[] memory = new byte[3 << 20];
            Arrays.fill(memory, (byte) 1);
            RemoteRegion remote = given(publish(world, 1, memory, 0, memory.length, BYTES), world.at(0));
            byte[] back = new byte[memory.length];
            Completion put = new Completion();
            Completion get = new Completion();
            boolean putOver = remote.put(0, new byte[300_000], 0, 300_000, put);
            boolean getOver = remote.get(0, back, 0, back.length, get);
            remote.close();
            awaitEnd(world, put, putOver);
            awaitEnd(world, get, getOver);
            Arrays.fill(memory, 0, 300_000, (byte) 0);
            assertArrayEquals(memory, back);
        }
    }

    @Test
    default void wordsOfArraysAreAtomicToo() throws InterruptedException {
        try (World world = open(2, true)) {
            long[] memory = {1, 2, 3};
            RemoteRegion remote = given(publish(world, 1, memory, 8, 16, ALL), world.at(0));
            assertEquals(2, remote.fetchAndAdd(0, 40));
            assertEquals(3, remote.compareAndSwap(8, 3, Long.MIN_VALUE));
            assertEquals(Long.MIN_VALUE, remote.compareAndSwap(8, 3, 5));
            FetchedLong before = new FetchedLong();
            if (!remote.fetchAndAdd(0, -1, before)) {
                assertTrue(world.at(0).progress().await(before, TimeUnit.SECONDS.toNanos(PATIENCE_S)));
            }
            assertEquals(42, before.value());
            assertArrayEquals(new long[] {1, 41, Long.MIN_VALUE}, memory);
        }
    }

    @Test
    default void whatOverlapsIsCopiedAsIfByWayOfAThirdPlace() throws InterruptedException {
        try (World world = open(2, true)) {
            int most = 3 << 20;
            ByteBuffer memory = world.at(1).space().arena().newByteBuffer(most);
            RemoteRegion remote = given(publish(world, 1, memory, 0, most, BYTES), world.at(0));
            MemorySegment same = remote.memory();
            if (same == null) {
                assertFalse(remote.isDirect());
                return;
            }
            for (int bytes : new int[] {9, 64, 200, 4096, 300_000, most - 64}) {
                for (Object here : new Object[] {same, same.asByteBuffer(), same.asByteBuffer().asLongBuffer()}) {
                    for (int shift : new int[] {8, 64}) {
                        assertMoved(remote, memory, bytes / 8 * 8, 0, shift, (from, to, length) -> remote.put(to, here, from, length));
                        assertMoved(remote, memory, bytes / 8 * 8, shift, 0, (from, to, length) -> remote.put(to, here, from, length));
                        assertMoved(remote, memory, bytes / 8 * 8, 0, shift, (from, to, length) -> remote.get(from, here, to, length));
                        assertMoved(remote, memory, bytes / 8 * 8, shift, 0, (from, to, length) -> remote.get(from, here, to, length));
                    }
                }
            }
        }
    }

    /** Copies within one memory. */
    @FunctionalInterface
    interface Move {
        /** From one place to the other. */
        void apply(long from, long to, long bytes);
    }

    private static void assertMoved(RemoteRegion remote, ByteBuffer memory, int bytes, int from, int to, Move move) {
        byte[] before = new byte[bytes + Math.max(from, to)];
        new SplittableRandom(bytes).nextBytes(before);
        remote.put(0, before, 0, before.length);
        move.apply(from, to, bytes);
        byte[] now = new byte[bytes];
        memory.duplicate().clear().get(to, now);
        assertArrayEquals(Arrays.copyOfRange(before, from, from + bytes), now, () -> bytes + " bytes from " + from + " to " + to);
    }

    @Test
    default void memoryOfOneThreadServesThatThreadAndIsRefusedWhereOthersWouldWriteIt() throws InterruptedException {
        int bytes = (2 << 20) + 5;
        try (World world = open(2, true); Arena arena = Arena.ofConfined()) {
            byte[] memory = new byte[bytes];
            RemoteRegion remote = given(publish(world, 1, memory, 0, bytes, BYTES), world.at(0));
            MemorySegment mine = arena.allocate(bytes, 8);
            byte[] data = new byte[bytes];
            new SplittableRandom(bytes).nextBytes(data);
            for (Object here : new Object[] {mine, mine.asByteBuffer()}) {
                mine.copyFrom(MemorySegment.ofArray(data));
                remote.put(0, here, 0, bytes);
                assertArrayEquals(data, memory);
                mine.fill((byte) 0);
                remote.get(0, here, 0, bytes);
                assertArrayEquals(data, mine.toArray(ValueLayout.JAVA_BYTE));
                remote.get(0, here, bytes, 0);
                mine.fill((byte) 0);
                if (!remote.isDirect()) {
                    assertEquals(ErrorCode.MEMORY_UNSUITABLE, assertThrows(BraidException.class, () -> remote.get(0, here, 0, bytes, new Completion())).code());
                    assertEquals(0, mine.get(ValueLayout.JAVA_BYTE, 0));
                }
            }
            assertEquals(ErrorCode.MEMORY_UNSUITABLE, assertThrows(BraidException.class, () -> remote.get(0, ofAnotherThread(), 0, 8)).code());
        }
    }

    private static MemorySegment ofAnotherThread() {
        AtomicReference<MemorySegment> its = new AtomicReference<>();
        try {
            Thread.ofPlatform().start(() -> its.set(Arena.ofConfined().allocate(8))).join();
        } catch (InterruptedException ended) {
            throw new IllegalStateException(ended);
        }
        return Objects.requireNonNull(its.get());
    }

    @Test
    default void aCompletionThatHasServedServesAgain() throws InterruptedException {
        try (World world = open(2, true)) {
            long[] memory = new long[1000];
            RemoteRegion remote = given(publish(world, 1, memory, 0, 8000, ALL), world.at(0));
            FetchedLong word = new FetchedLong();
            Completion bytes = new Completion();
            for (int round = 0; round < 50; round++) {
                awaitEnd(world, word, remote.fetchAndAdd(8, 1, word));
                assertEquals(round, word.value());
                awaitEnd(world, word, remote.compareAndSwap(8, round + 1, round + 1, word));
                assertEquals(round + 1, word.value());
                awaitEnd(world, bytes, remote.put(16, new long[] {round}, 0, 8, bytes));
                assertEquals(round, memory[2]);
            }
            word.fail(new BraidException(ErrorCode.PEER_LOST, "An operation before has failed", "its peer was lost", "None"));
            awaitEnd(world, word, remote.fetchAndAdd(8, 1, word));
            assertNull(word.failure());
            assertEquals(50, word.value());
        }
    }

    @Test
    default void aHandlerThatWouldWaitIsRefusedBeforeAnythingIsDone() throws InterruptedException {
        try (World world = open(2, true)) {
            byte[] memory = new byte[8];
            Region region = publish(world, 1, memory, 0, 8, BYTES);
            RemoteRegion remote = given(region, world.at(0));
            AtomicReference<BraidException> refused = new AtomicReference<>();
            CountDownLatch done = new CountDownLatch(1);
            int wait = world.register("contract.waits", i -> (to, a0, a1, a2, a3, payload) -> {
                try {
                    remote.put(0, new byte[] {1}, 0, 1);
                } catch (BraidException told) {
                    refused.set(told);
                }
                done.countDown();
            });
            world.link(1, 0).send(wait, 0, 0, 0, 0, null, 0, 0);
            assertTrue(done.await(PATIENCE_S, TimeUnit.SECONDS), world::notices);
            byte[] back = new byte[1];
            remote.get(0, back, 0, 1);
            BraidException told = refused.get();
            assertEquals(remote.isDirect(), told == null);
            assertEquals(told == null ? 1 : 0, back[0]);
            assertTrue(told == null || told.code() == ErrorCode.HANDLER_MUST_NOT_WAIT);
        }
    }
}
