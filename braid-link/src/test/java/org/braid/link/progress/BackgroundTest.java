package org.braid.link.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.braid.base.wire.ContextId;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.ContextPair;
import org.braid.link.SocketPort;
import org.braid.link.Startpoint;
import org.braid.link.select.Directory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Progress that nobody waits for: one background thread per process, whatever the number of contexts. */
@Timeout(60)
class BackgroundTest {
    @Test
    void handlersOfAContextThatServesRunAlthoughNobodyPolls() throws Exception {
        try (AddressSpace space = new AddressSpace(64 << 20)) {
            CountDownLatch handled = new CountDownLatch(100);
            List<Context> all = new ArrayList<>();
            Context server = open(space, all, 0);
            Context client = open(space, all, 1);
            server.newEndpoint(3, null);
            server.register("test.count", (to, a0, a1, a2, a3, payload) -> handled.countDown());
            int id = client.register("test.count", (to, a0, a1, a2, a3, payload) -> {});
            Startpoint to = client.startpointTo(server.id(), 3);
            for (int i = 0; i < 100; i++) {
                to.send(id, 0, 0, 0, 0, null, 0, 0);
            }
            assertTrue(handled.await(20, TimeUnit.SECONDS), handled.getCount() + " of 100 requests were never handled");
            all.forEach(Context::close);
        }
    }

    @Test
    void blockingHandlersRunAtOnceUpToTheirBoundAndAllRunInTheEnd() throws Exception {
        try (AddressSpace space = new AddressSpace(64 << 20)) {
            List<Context> all = new ArrayList<>();
            Context server = open(space, all, 0);
            Context client = open(space, all, 1);
            server.newEndpoint(3, null);
            CountDownLatch both = new CountDownLatch(2);
            CountDownLatch done = new CountDownLatch(6);
            server.registerBlocking("test.wait", (to, a0, a1, a2, a3, payload) -> {
                both.countDown();
                await(both);
                done.countDown();
            }, 2);
            int id = client.register("test.wait", (to, a0, a1, a2, a3, payload) -> {});
            Startpoint to = client.startpointTo(server.id(), 3);
            for (int i = 0; i < 6; i++) {
                to.send(id, i, 0, 0, 0, new byte[10], 0, 10);
            }
            assertTrue(done.await(20, TimeUnit.SECONDS), done.getCount() + " blocking handlers never ended");
            all.forEach(Context::close);
        }
    }

    @Test
    void aThousandContextsInOneProcessDoNotMakeAThousandThreads() {
        int before = Thread.activeCount();
        try (AddressSpace space = new AddressSpace(256 << 20)) {
            List<Context> all = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                open(space, all, i);
            }
            assertTrue(Thread.activeCount() - before <= 2, Thread.activeCount() - before + " threads more");
            assertEquals(1000, all.size());
            all.forEach(Context::close);
        }
    }

    @Test
    void aContextThatServesSleepsInItsOpenSockets() throws InterruptedException {
        CountDownLatch slept = new CountDownLatch(3);
        CountDownLatch polled = new CountDownLatch(3);
        try (Context context = Context.open(ContextConfig.alone())) {
            ContextPair.inside(context, () -> context.progress().ports().add("sockets", new SocketPort(true, slept, polled)));
            assertTrue(slept.await(20, TimeUnit.SECONDS), "it never slept there");
            assertTrue(polled.await(20, TimeUnit.SECONDS), "it was never polled");
        }
    }

    @Test
    void aContextThatServesLooksForCallersWhileItSleeps() throws InterruptedException {
        CountDownLatch polled = new CountDownLatch(30);
        try (Context context = Context.open(ContextConfig.alone())) {
            ContextPair.inside(context, () -> context.progress().ports().add("sockets", new SocketPort(false, new CountDownLatch(1), polled)));
            assertTrue(polled.await(20, TimeUnit.SECONDS), polled.getCount() + " of 30 looks never came");
        }
    }

    @Test
    void virtualThreadsThatWaitLetTheBackgroundThreadSleep() throws InterruptedException {
        try (Context context = Context.open(ContextConfig.alone())) {
            Completion never = new Completion();
            Thread waits = Thread.ofVirtual().start(() -> context.progress().await(never));
            long turns = Long.MAX_VALUE;
            for (int second = 0; second < 10 && turns > 2_000; second++) { // the first ones may be those of its start
                long before = context.progress().turns();
                boolean ignored = new CountDownLatch(1).await(1, TimeUnit.SECONDS);
                turns = context.progress().turns() - before;
            }
            ContextPair.inside(context, never::complete);
            waits.join();
            assertTrue(turns <= 2_000, turns + " turns a second");
        }
    }

    @Test
    void aVirtualThreadThatWasInterruptedLeavesItsCarrierWhileItWaitsAndIsInterruptedStillBehindThat() throws InterruptedException {
        try (Context context = Context.open(ContextConfig.alone())) {
            Completion awaited = new Completion();
            AtomicBoolean isStillInterrupted = new AtomicBoolean();
            Thread waits = Thread.ofVirtual().start(() -> {
                Thread.currentThread().interrupt();
                context.progress().await(awaited);
                isStillInterrupted.set(Thread.currentThread().isInterrupted());
            });
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (waits.getState() != Thread.State.TIMED_WAITING) {
                assertTrue(System.nanoTime() < until, "it never parks: " + waits.getState());
                Thread.yield();
            }
            waits.interrupt();
            ContextPair.inside(context, awaited::complete);
            waits.join();
            assertTrue(isStillInterrupted.get());
        }
    }

    private static Context open(AddressSpace space, List<Context> all, long rank) {
        Directory directory = id -> all.get((int) id.number()).table();
        Context context = Context.open(ContextConfig.alone().withSpace(space).withDirectory(directory).withId(new ContextId(4, 4, rank)));
        all.add(context);
        return context;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
