package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.PutBuffer;
import org.braid.link.Context;
import org.braid.link.Startpoint;
import org.braid.link.progress.Completion;
import org.braid.link.region.AtomicWords;
import org.braid.link.region.Region;
import org.braid.link.region.RemoteRegion;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What takes more than two contexts: all of the other promises, where a third party has to do with them. A third host adds nothing to the rest. */
interface ManyContextsContract extends Connected {
    @Test
    default void manyContextsAllSendToAll() throws InterruptedException {
        int count = 8;
        int each = 50;
        try (World world = open(count)) {
            int[][] next = new int[count][count];
            AtomicInteger received = new AtomicInteger();
            int handler = world.register("contract.all", me -> (to, a0, a1, a2, a3, payload) -> {
                assertEquals(me, to.userData());
                assertEquals(next[me][a1]++, a0);
                received.incrementAndGet();
            });
            Startpoint[][] links = new Startpoint[count][count];
            for (int n = 0; n < each; n++) {
                for (int i = 0; i < count * count; i++) {
                    int from = i / count;
                    int to = i % count;
                    links[from][to] = n == 0 ? world.link(from, to) : links[from][to];
                    if (from != to) {
                        world.send(links[from][to], handler, n, from, new byte[n * 10], n * 10);
                    }
                }
            }
            world.until("all arrived", () -> received.get() >= each * count * (count - 1));
            assertEquals("", world.notices());
        }
    }

    @Test
    default void aStartpointTravelsThroughTwoContextsAndReachesItsEndpointFromTheThird() throws InterruptedException {
        try (World world = open(3)) {
            List<String> seen = new ArrayList<>();
            int home = world.register("contract.home", i -> (to, a0, a1, a2, a3, payload) -> seen.add(to.userData() + " " + a0));
            int arrive = world.register("contract.arrive", i -> (to, a0, a1, a2, a3, payload) ->
                    world.at(i).startpointFrom(payload.reader()).send(home, 42, 0, 0, 0, null, 0, 0));
            int pass = world.register("contract.pass", i -> (to, a0, a1, a2, a3, payload) -> {
                Context here = world.at(i);
                PutBuffer on = new PutBuffer(64, 4096);
                here.startpointFrom(payload.reader()).put(on);
                world.link(i, 2).send(arrive, 0, 0, 0, 0, on);
            });
            PutBuffer message = new PutBuffer(64, 4096);
            Context first = world.at(0);
            first.startpointTo(first.newEndpoint("at home")).put(message);
            byte[] bytes = message.toBytes();
            world.send(world.link(0, 1), pass, 0, 0, bytes, bytes.length);
            world.until("the message came home", () -> !seen.isEmpty());
            assertEquals(List.of("at home 42"), seen);
        }
    }

    @Test
    default void aPeerReportedFailedEndsItsLanesAndWhoeverWaitsForIt() throws InterruptedException {
        try (World world = open(3)) {
            List<BraidException> told = new ArrayList<>();
            AtomicInteger received = new AtomicInteger();
            int handler = world.register("contract.failed", i -> (to, a0, a1, a2, a3, payload) -> received.incrementAndGet());
            world.at(0).onFailure((peer, cause) -> told.add(cause));
            Startpoint link = world.link(0, 1);
            world.send(link, handler, 0, 0, null, 0);
            world.until("connected", () -> received.get() == 1);
            Completion pending = new Completion();
            assertFalse(link.start(handler, 1, 0, 0, 0, new byte[4 << 20], 0, 4 << 20, pending));
            BraidException verdict = new BraidException(ErrorCode.PEER_LOST, "Context 1 has died", "killed by signal 9", "See its output");
            world.at(0).peerFailed(world.at(1).id(), verdict);
            world.at(0).peerFailed(world.at(1).id(), verdict);
            assertSame(verdict, pending.failure());
            assertEquals(List.of(verdict), told);
            assertEquals(Lane.CLOSED, link.trySend(handler, 2, 0, 0, 0, null, 0, 0));
            assertSame(verdict, assertThrows(BraidException.class, () -> link.send(handler, 2, 0, 0, 0, null, 0, 0)));
            world.at(1).peerFailed(world.at(0).id(), verdict);
            world.send(world.link(0, 2), handler, 3, 0, null, 0);
            world.until("others are still reached", () -> received.get() >= 2);
        }
    }

    @Test
    default void whoeverClosesTakesLeaveAndItsPeersAreToldAfterItsLastMessage() throws InterruptedException {
        try (World world = open(3)) {
            AtomicInteger received = new AtomicInteger();
            List<BraidException> told = new ArrayList<>();
            List<Integer> receivedWhenTold = new ArrayList<>();
            int handler = world.register("contract.leave", i -> (to, a0, a1, a2, a3, payload) -> received.incrementAndGet());
            world.at(1).onFailure((peer, cause) -> {
                told.add(cause);
                receivedWhenTold.add(received.get());
            });
            Startpoint back = world.link(1, 0);
            world.send(back, handler, 0, 0, null, 0);
            world.until("the way back is open", () -> received.get() == 1);
            for (int i = 0; i < 500; i++) {
                world.send(world.link(0, 1), handler, i, 0, new byte[i], i);
            }
            assertTrue(world.closes(0, 20_000_000_000L), () -> world.at(0).notices().toString());
            world.until("the peer was told", () -> !told.isEmpty());
            assertEquals(List.of(ErrorCode.CONTEXT_CLOSED), told.stream().map(BraidException::code).toList(), told::toString);
            assertEquals(List.of(501), receivedWhenTold);
            assertEquals(Lane.CLOSED, back.trySend(handler, 1, 0, 0, 0, null, 0, 0));
            BraidException refusal = assertThrows(BraidException.class, () -> back.send(handler, 1, 0, 0, 0, null, 0, 0));
            assertEquals(ErrorCode.CONTEXT_CLOSED, refusal.code());
            world.send(world.link(2, 1), handler, 0, 0, null, 0);
            world.until("others are still heard", () -> received.get() == 502);
        }
    }

    @Test
    default void wordsOfSeveralContextsAndTheOwnerAreAtomic() throws Exception {
        try (World world = open(3, true)) {
            ByteBuffer memory = world.at(0).space().arena().newByteBuffer(64);
            Region region = RemoteMemoryContract.publish(world, 0, memory, 0, 64, RemoteMemoryContract.ALL);
            int rounds = 100;
            Thread[] threads = new Thread[5];
            AtomicReference<Throwable> failed = new AtomicReference<>();
            for (int t = 0; t < threads.length; t++) {
                RemoteRegion remote = t == 4 ? null : RemoteMemoryContract.given(region, world.at(t % 2 + 1));
                threads[t] = Thread.ofPlatform().start(() -> {
                    try {
                        add(remote, memory, rounds);
                    } catch (Throwable thrown) {
                        failed.set(thrown);
                    }
                });
            }
            for (Thread each : threads) {
                each.join();
            }
            assertNull(failed.get());
            assertArrayEquals(new long[] {5L * rounds, 5L * rounds}, new long[] {memory.getLong(8), memory.getLong(16)});
        }
    }

    /** Counts one word up by adding and the next one by swapping; {@code remote} is null for the owner itself. */
    private static void add(@Nullable RemoteRegion remote, ByteBuffer memory, int rounds) {
        MemorySegment words = Objects.requireNonNull(AtomicWords.of(memory));
        for (int round = 0; round < rounds; round++) {
            long ignored = remote == null ? AtomicWords.getAndAdd(words, 8, 1) : remote.fetchAndAdd(8, 1);
            long seen = 0;
            for (long was = -1; was != seen; ) {
                seen = was == -1 ? 0 : was;
                was = remote == null ? AtomicWords.compareAndExchange(words, 16, seen, seen + 1) : remote.compareAndSwap(16, seen, seen + 1);
            }
        }
    }

    @Test
    default void aCapabilityWorksWhereverItIsTaken() throws InterruptedException {
        try (World world = open(3, true)) {
            byte[] memory = new byte[8];
            Region region = RemoteMemoryContract.publish(world, 1, memory, 0, 8, RemoteMemoryContract.BYTES);
            CountDownLatch done = new CountDownLatch(1);
            int take = world.register("contract.capability", i -> (to, a0, a1, a2, a3, payload) -> {
                RemoteRegion remote = world.at(i).regionFrom(payload.reader());
                Completion there = new Completion();
                boolean ignored = remote.put(3, new byte[] {42}, 0, 1, there); // a handler may put
                done.countDown();
            });
            PutBuffer message = new PutBuffer();
            region.put(message);
            world.link(0, 2).send(take, 0, 0, 0, 0, message);
            assertTrue(done.await(RemoteMemoryContract.PATIENCE_S, TimeUnit.SECONDS), world::notices);
            RemoteRegion remote = RemoteMemoryContract.given(region, world.at(2));
            byte[] back = new byte[8];
            remote.get(0, back, 0, 8); // behind the put of the same context
            assertArrayEquals(new byte[] {0, 0, 0, 42, 0, 0, 0, 0}, back);
        }
    }
}
