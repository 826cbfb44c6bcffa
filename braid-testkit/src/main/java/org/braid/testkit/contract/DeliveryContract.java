package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.braid.link.Startpoint;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;

/** Messages arrive in order and exactly once, however many contexts and threads send. */
interface DeliveryContract extends Connected {
    @Test
    default void messagesArriveInTheOrderOfSendingAndExactlyOnce() throws InterruptedException {
        try (World world = open(2)) {
            List<String> sent = new ArrayList<>();
            List<String> seen = new ArrayList<>();
            int handler = world.register("contract.order", i -> (to, a0, a1, a2, a3, payload) -> seen.add(a0 + ":" + payload.length()));
            Startpoint link = world.link(0, 1);
            byte[] data = new byte[8000];
            for (int i = 0; i < 20_000; i++) {
                int bytes = i % 100 == 0 ? 8000 - i % 1000 : i % 97;
                world.send(link, handler, i, 0, data, bytes);
                sent.add(i + ":" + bytes);
            }
            world.until("all arrived", () -> seen.size() >= sent.size());
            world.turn();
            assertEquals(sent, seen);
        }
    }

    @Test
    default void announcementsOfLongMessagesKeepTheOrderOfShortOnes() throws InterruptedException {
        try (World world = open(2)) {
            List<Integer> seen = new ArrayList<>();
            int handler = world.registerForOffers("contract.mixed", (to, a0, a1, a2, a3, payload) -> seen.add(a0));
            Startpoint link = world.link(0, 1);
            byte[] data = new byte[2 << 20];
            List<Integer> sent = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                world.start(link, handler, i, data, 0, i % 3 == 0 ? data.length : i);
                sent.add(i);
            }
            world.until("all arrived", () -> seen.size() >= sent.size());
            assertEquals(sent, seen);
        }
    }

    @Test
    default void whatHandlersSendKeepsItsOrderEvenIfTheLaneWasFull() throws InterruptedException {
        try (World world = open(2)) {
            int each = 3000;
            List<Integer> seen = new ArrayList<>();
            int answer = world.register("contract.answer", i -> (to, a0, a1, a2, a3, payload) -> seen.add(a0));
            Startpoint back = world.link(1, 0);
            int ask = world.register("contract.ask", i -> (to, a0, a1, a2, a3, payload) -> {
                for (int n = 0; n < each; n++) {
                    back.send(answer, a0 * each + n, 0, 0, 0, new byte[100], 0, 100);
                }
            });
            Startpoint link = world.link(0, 1);
            for (int i = 0; i < 4; i++) {
                world.send(link, ask, i, 0, null, 0);
                World.turn(world.at(1));
                for (int turns = 0; turns < 8; turns++) {
                    World.turn(world.at(0)); // makes room, while older answers still wait for it
                }
            }
            world.until("all answers arrived", () -> seen.size() >= 4 * each);
            for (int i = 0; i < seen.size(); i++) {
                assertEquals(i, seen.get(i));
            }
        }
    }

    @Test
    default void manyThreadsSendThroughOneStartpoint() throws InterruptedException {
        int threads = 4;
        int each = 3000;
        try (World world = open(2, true)) {
            int[] next = new int[threads];
            AtomicInteger wrong = new AtomicInteger();
            CountDownLatch left = new CountDownLatch(threads * each);
            int handler = world.register("contract.threads", i -> (to, a0, a1, a2, a3, payload) -> {
                wrong.addAndGet(a1 == next[a0]++ && payload.length() == a1 % 200 ? 0 : 1);
                left.countDown();
            });
            Startpoint link = world.link(0, 1);
            byte[] data = new byte[200];
            List<Throwable> thrown = new CopyOnWriteArrayList<>();
            for (int t = 0; t < threads; t++) {
                int self = t;
                Thread.ofPlatform().name("sender " + t).uncaughtExceptionHandler((thread, why) -> thrown.add(why)).start(() -> {
                    for (int i = 0; i < each; i++) {
                        link.send(handler, self, i, 0, 0, data, 0, i % 200);
                    }
                });
            }
            world.await(() -> threads * each + " messages of threads of which these have thrown: " + thrown, left);
            assertEquals(0, wrong.get());
        }
    }

    /** One thread's messages are as long as the lane takes at once, so it stays inside for long, and the others leave theirs behind now and then. */
    @Test
    default void threadsThatMeetInsideTheLaneKeepTheirOrder() throws InterruptedException {
        int threads = 4;
        int each = 1500;
        try (World world = open(2, true)) {
            int[] next = new int[threads];
            AtomicInteger wrong = new AtomicInteger();
            int handler = world.register("contract.meet", i -> (to, a0, a1, a2, a3, payload) -> wrong.addAndGet(a1 == next[a0]++ ? 0 : 1));
            Startpoint link = world.link(0, 1);
            byte[] data = new byte[link.lane().eagerBytes()];
            List<Thread> senders = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int self = t;
                senders.add(Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < each; i++) {
                        int length = self == 0 ? data.length : i % 50;
                        if (link.trySend(handler, self, i, 0, 0, data, 0, length) != Lane.TAKEN) {
                            link.send(handler, self, i, 0, 0, data, 0, length);
                        }
                    }
                }));
            }
            for (Thread sender : senders) {
                sender.join();
            }
            assertTrue(link.awaitHandled(30_000_000_000L), () -> "handled" + world.notices());
            assertEquals(0, wrong.get());
            assertEquals(List.of(each, each, each, each), Arrays.stream(next).boxed().toList());
        }
    }

    @Test
    default void whatIsSaidToBeHandledHasBeenHandled() throws InterruptedException {
        try (World world = open(2, true)) {
            AtomicInteger handled = new AtomicInteger();
            AtomicInteger blocking = new AtomicInteger();
            int count = world.register("contract.handled", i -> (to, a0, a1, a2, a3, payload) -> handled.incrementAndGet());
            world.at(1).registerBlocking("contract.later", (to, a0, a1, a2, a3, payload) -> blocking.incrementAndGet(), 3);
            int later = world.at(0).register("contract.later", (to, a0, a1, a2, a3, payload) -> {});
            Startpoint link = world.link(0, 1);
            byte[] data = new byte[200_000];
            for (int round = 1; round <= 20; round++) {
                for (int i = 0; i < 50; i++) {
                    link.send(count, i, 0, 0, 0, data, 0, i);
                    link.send(later, i, 0, 0, 0, data, 0, i % 10 == 0 ? data.length : i);
                }
                link.start(count, 0, 0, 0, 0, data, 0, data.length, new Completion());
                assertTrue(link.awaitHandled(20_000_000_000L), () -> "handled" + world.notices());
                assertEquals(51 * round, handled.get());
                assertEquals(50 * round, blocking.get());
            }
        }
    }
}
