package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.link.Startpoint;
import org.braid.link.bulk.Offer;
import org.braid.link.bulk.Slab;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;

/** Back pressure is a value; credit bounds what a receiver holds and hides nothing from it. */
interface FlowContract extends Connected {
    /** More than any lane and its devices take from a peer that nobody reads. */
    int MOST_UNREAD = 1_000_000;

    /** Less than after what a pipe gives up a peer that takes no turn: whoever waits for such a one is found out. */
    long FLUSH_NS = 8_000_000_000L;

    @Test
    default void aLaneWithoutRoomSaysSoAndLosesNothing() throws InterruptedException {
        try (World world = open(2)) {
            AtomicInteger next = new AtomicInteger();
            int handler = world.register("contract.full", i -> (to, a0, a1, a2, a3, payload) -> assertEquals(next.getAndIncrement(), a0));
            Startpoint link = world.link(0, 1);
            int sent = 0;
            for (int round = 0; round < 3; round++) {
                int answer = link.trySend(handler, sent, 0, 0, 0, new byte[64], 0, 64);
                while (answer == Lane.TAKEN) {
                    sent++;
                    answer = link.trySend(handler, sent, 0, 0, 0, new byte[64], 0, 64);
                }
                assertTrue(answer == Lane.FULL || answer == Lane.NO_CREDIT, "answer " + answer);
                int all = sent;
                world.until("what was taken arrived", () -> next.get() == all);
            }
            assertEquals("", world.notices());
        }
    }

    @Test
    default void contextsThatHaveFlushedToEachOtherNeedNoTurnOfTheOtherAnyMore() throws InterruptedException {
        try (World world = open(2)) {
            AtomicInteger received = new AtomicInteger();
            AtomicBoolean flushed = new AtomicBoolean();
            int handler = world.register("contract.last", i -> (to, a0, a1, a2, a3, payload) -> received.incrementAndGet());
            Startpoint link = world.link(0, 1);
            Thread other = new Thread(() -> flushed.set(
                    world.at(1).progress().awaitThat(() -> received.get() == 10, FLUSH_NS) && world.at(1).flush(List.of(world.at(0).id()), FLUSH_NS)));
            other.start();
            for (int i = 0; i < 10; i++) {
                link.send(handler, i, 0, 0, 0, new byte[64], 0, 64);
            }
            assertTrue(world.at(0).flush(List.of(world.at(1).id()), FLUSH_NS), "its peer has all, and says so before it goes");
            other.join();
            assertTrue(flushed.get(), "and has nothing more to say");
        }
    }

    @Test
    default void aFlushToAPeerThatStandsStillEndsWithItsTime() throws InterruptedException {
        try (World world = open(2)) {
            AtomicInteger received = new AtomicInteger();
            int handler = world.register("contract.still", i -> (to, a0, a1, a2, a3, payload) -> received.incrementAndGet());
            Startpoint link = world.link(0, 1);
            List<ContextId> peer = List.of(world.at(1).id());
            int sent = 0;
            boolean isFull = false;
            while (!isFull && sent < MOST_UNREAD) { // some of them wait in devices for a while, and are with the peer then
                world.at(0).progress().enter();
                try {
                    for (int i = 0; i < 1000; i++) {
                        link.answer(handler, sent++, 0, 0, 0);
                    }
                } finally {
                    world.at(0).progress().exit();
                }
                isFull = !world.at(0).flush(peer, 20_000_000L);
            }
            assertTrue(isFull, "something waits here");
            int all = sent;
            world.until("all arrived", () -> received.get() == all);
            world.until("its peer has said so", () -> world.at(0).flush(peer, 0));
        }
    }

    @Test
    default void aMessageWhoseMemoryRefusesToBeReadCostsNoCredit() throws InterruptedException {
        try (World world = open(2)) {
            AtomicInteger received = new AtomicInteger();
            int handler = world.register("contract.refused", i -> (to, a0, a1, a2, a3, payload) -> received.incrementAndGet());
            Startpoint link = world.link(0, 1);
            world.send(link, handler, 0, 0, null, 0);
            long charged = link.lane().chargedBytes();
            assertThrows(BraidException.class, () -> link.trySend(handler, 1, 0, 0, 0, new byte[64], 1, 64));
            assertEquals(charged, link.lane().chargedBytes());
            world.send(link, handler, 2, 0, new byte[64], 64);
            world.until("the others arrived", () -> received.get() == 2);
        }
    }

    @Test
    default void withoutCreditTheEnvelopeStillArrivesAndHidesNoLaterMessage() throws InterruptedException {
        try (World world = open(2)) {
            List<Slab> held = new ArrayList<>();
            List<Offer> offers = new ArrayList<>();
            List<Integer> seen = new ArrayList<>();
            int handler = world.registerForOffers("contract.credit", (to, a0, a1, a2, a3, payload) -> {
                seen.add(a0);
                if (payload.isOffer()) {
                    offers.add(payload.takeOffer());
                } else {
                    held.add(payload.grab());
                }
            });
            Startpoint link = world.link(0, 1);
            byte[] data = new byte[4096];
            int sent = exhaust(world, link, handler, data);
            Completion free = world.start(link, handler, sent, data, 0, data.length);
            Completion later = world.start(link, handler, sent + 1, data, 0, 1);
            world.until("both envelopes arrived", () -> seen.size() == sent + 2);
            assertEquals(sent + 1, seen.getLast());
            assertFalse(free.isDone());
            pullAll(world, offers);
            world.until("the sender is free", () -> free.isDone() && later.isDone());
            assertNull(free.failure());
            held.forEach(Slab::release);
            world.until("credit came back", () -> link.trySend(handler, sent + 2, 0, 0, 0, data, 0, data.length) == Lane.TAKEN);
            world.until("the last message arrived", () -> seen.size() == sent + 3);
            held.getLast().release();
        }
    }

    @Test
    default void whoGoesOnNeedsNoRoomAndNothingIsLostOrOvertaken() throws InterruptedException {
        try (World world = open(2)) {
            List<Integer> seen = new ArrayList<>();
            List<Offer> offers = new ArrayList<>();
            int handler = world.registerForOffers("contract.goOn", (to, a0, a1, a2, a3, payload) -> {
                seen.add(a0);
                if (payload.isOffer()) {
                    offers.add(payload.takeOffer());
                }
            });
            Startpoint link = world.link(0, 1);
            byte[] data = new byte[1024];
            List<Completion> frees = new ArrayList<>();
            for (int i = 0; i < 3000; i++) {
                frees.add(world.startAndGoOn(link, handler, i, data, i % 3 == 0 ? 8 : data.length));
            }
            world.until("all arrived", () -> seen.size() == frees.size());
            assertEquals(IntStream.range(0, frees.size()).boxed().toList(), seen);
            pullAll(world, offers);
            world.until("all are free", () -> frees.stream().allMatch(Completion::isDone));
            assertTrue(frees.stream().allMatch(free -> free.failure() == null));
            assertEquals("", world.notices());
        }
    }

    private static int exhaust(World world, Startpoint link, int handler, byte[] data) {
        int[] sent = {0};
        world.until("credit is used up", () -> {
            int answer = link.trySend(handler, sent[0], 0, 0, 0, data, 0, data.length);
            sent[0] += answer == Lane.TAKEN ? 1 : 0;
            return answer == Lane.NO_CREDIT;
        });
        return sent[0];
    }

    private static void pullAll(World world, List<Offer> offers) {
        world.at(1).progress().enter();
        try {
            for (Offer offer : offers) {
                offer.pull(new byte[(int) offer.length()], 0, offer.length(), new Completion());
            }
        } finally {
            world.at(1).progress().exit();
        }
    }

    @Test
    default void grabbedPayloadsStayWholeUntilTheyAreReleased() throws InterruptedException {
        try (World world = open(2)) {
            List<Slab> grabbed = new ArrayList<>();
            int handler = world.register("contract.grab", i -> (to, a0, a1, a2, a3, payload) -> grabbed.add(payload.grab()));
            Startpoint link = world.link(0, 1);
            List<Completion> sends = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                byte[] data = new byte[i % 50 == 0 ? 300_000 : 1 + i * 7];
                Arrays.fill(data, (byte) data.length);
                sends.add(world.start(link, handler, i, data, 0, data.length));
            }
            world.until("all arrived", () -> grabbed.size() == 300 && sends.stream().allMatch(Completion::isDone));
            for (Slab slab : grabbed) {
                byte mark = (byte) slab.length();
                for (byte b : slab.segment().toArray(ValueLayout.JAVA_BYTE)) {
                    assertEquals(mark, b);
                }
                slab.release();
                slab.release();
            }
        }
    }

    @Test
    default void blockingHandlersWaitWithoutHoldingUpTheOthers() throws InterruptedException {
        try (World world = open(2, true)) {
            CountDownLatch gate = new CountDownLatch(1);
            CountDownLatch waited = new CountDownLatch(200);
            CountDownLatch passed = new CountDownLatch(200);
            List<Integer> sizes = Collections.synchronizedList(new ArrayList<>());
            world.at(1).registerBlocking("contract.blocking", (to, a0, a1, a2, a3, payload) -> {
                awaitGate(gate);
                sizes.add((int) payload.length());
                waited.countDown();
            }, 3);
            int slow = world.at(0).register("contract.blocking", (to, a0, a1, a2, a3, payload) -> {});
            int quick = world.register("contract.quick", i -> (to, a0, a1, a2, a3, payload) -> passed.countDown());
            Startpoint link = world.link(0, 1);
            for (int i = 0; i < 200; i++) {
                link.send(slow, i, 0, 0, 0, new byte[i], 0, i);
                link.send(quick, i, 0, 0, 0, null, 0, 0);
            }
            assertTrue(passed.await(20, TimeUnit.SECONDS), "quick handlers ran");
            assertEquals(0, sizes.size());
            gate.countDown();
            assertTrue(waited.await(20, TimeUnit.SECONDS), "blocking handlers ran");
            assertEquals(199 * 200 / 2, sizes.stream().mapToInt(Integer::intValue).sum());
        }
    }

    @Test
    default void longDataForABlockingHandlerStaysWithItsSenderUntilThereIsAPlace() throws InterruptedException {
        try (World world = open(2, true)) {
            CountDownLatch gate = new CountDownLatch(1);
            CountDownLatch waited = new CountDownLatch(20);
            AtomicInteger wrong = new AtomicInteger();
            world.at(1).registerBlocking("contract.slow", (to, a0, a1, a2, a3, payload) -> {
                awaitGate(gate);
                byte[] bytes = payload.segment().toArray(ValueLayout.JAVA_BYTE);
                wrong.addAndGet(bytes.length == 300_000 && bytes[0] == a0 && bytes[299_999] == a0 ? 0 : 1);
                waited.countDown();
            }, 2);
            int slow = world.at(0).register("contract.slow", (to, a0, a1, a2, a3, payload) -> {});
            int quick = world.register("contract.quick", i -> (to, a0, a1, a2, a3, payload) -> {});
            Startpoint link = world.link(0, 1);
            List<Completion> sends = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                byte[] data = new byte[300_000];
                Arrays.fill(data, (byte) i);
                sends.add(new Completion());
                assertFalse(link.start(slow, i, 0, 0, 0, data, 0, data.length, sends.getLast()));
            }
            Completion passed = new Completion();
            link.start(quick, 0, 0, 0, 0, null, 0, 0, passed);
            assertTrue(link.flush(20_000_000_000L), "flushed");
            assertFalse(link.awaitHandled(20_000_000L), "they wait");
            assertTrue(sends.stream().filter(Completion::isDone).count() <= 2, "the receiver keeps what it has a place for");
            gate.countDown();
            assertTrue(link.awaitHandled(20_000_000_000L), "handled");
            assertEquals(0, waited.getCount());
            assertEquals(0, wrong.get());
        }
    }

    private static void awaitGate(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
