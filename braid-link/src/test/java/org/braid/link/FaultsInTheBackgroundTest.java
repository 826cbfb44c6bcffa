package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.DirectMemory;
import org.braid.base.wire.ContextId;
import org.braid.link.progress.AddressSpace;
import org.braid.link.progress.Completion;
import org.braid.link.select.Directory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is thrown while the background thread polls: the process goes on serving, in this context and in the others. */
@Timeout(60)
class FaultsInTheBackgroundTest {
    private static final int REQUESTS = 20;
    private static final int MAILBOX = 3;

    private final AddressSpace space = new AddressSpace(64 << 20);
    private final List<Context> all = new ArrayList<>();
    private final Context server = open(true);
    private final Context client = open(false);
    private final CountDownLatch handled = new CountDownLatch(REQUESTS);

    @AfterEach
    void close() {
        all.forEach(each -> each.close(1_000_000));
        space.close();
    }

    private Context open(boolean serves) {
        Directory directory = id -> all.get((int) id.number()).table();
        Context context = Context.open(ContextConfig.alone().withServes(serves).withSpace(space).withDirectory(directory).withId(new ContextId(4, 4, all.size())));
        all.add(context);
        return context;
    }

    /** Registers that handler, and sends it so many requests, numbered, one by one. */
    private void request(Context to, Consumer<Integer> handler) throws InterruptedException {
        to.newEndpoint(MAILBOX, null);
        to.register("test.handle", (endpoint, number, a1, a2, a3, payload) -> {
            handled.countDown();
            handler.accept(number);
        });
        int id = client.register("test.handle", (endpoint, a0, a1, a2, a3, payload) -> {});
        Startpoint there = client.startpointTo(to.id(), MAILBOX);
        for (int i = 0; i < REQUESTS; i++) {
            there.send(id, i, 0, 0, 0, null, 0, 0);
            long left = REQUESTS - 1 - i;
            for (int ms = 0; ms < 10_000 && handled.getCount() > left; ms++) {
                handled.await(1, TimeUnit.MILLISECONDS);
            }
        }
        assertEquals(0, handled.getCount(), "requests that were never handled of " + REQUESTS);
    }

    private static void throwUsedUp(int number) {
        if (number % 3 == 0) {
            throw DirectMemory.usedUp(new OutOfMemoryError("Cannot reserve direct buffer memory"));
        }
    }

    private long saying(Context context, String what) {
        return context.notices().stream().filter(line -> line.contains(what)).count();
    }

    @Test
    void aServerWhoseMemoryIsUsedUpNowAndThenHandlesAllRequestsAndSaysWhyOnce() throws InterruptedException {
        request(server, FaultsInTheBackgroundTest::throwUsedUp);
        assertEquals(1, saying(server, "Cannot reserve direct buffer memory"), server.notices()::toString);
    }

    @Test
    void anErrorOfTheVirtualMachineIsSurvivedToo() throws InterruptedException {
        request(server, number -> {
            throw new OutOfMemoryError("Java heap space");
        });
    }

    @Test
    void aHandlerThatInterruptsItsThreadDoesNotKeepTheServerAwake() throws InterruptedException {
        Thread[] poller = {Thread.currentThread()};
        request(server, number -> {
            poller[0] = Thread.currentThread();
            Thread.currentThread().interrupt();
        });
        while (poller[0].isInterrupted()) { // as long as it is, no sleep of it lasts
            Thread.onSpinWait();
        }
        assertFalse(Thread.currentThread().isInterrupted());
    }

    @Test
    void oneContextsFaultIsNotTheOthers() throws InterruptedException {
        Context sound = open(true);
        CountDownLatch thrown = new CountDownLatch(3);
        ContextPair.inside(server, () -> server.progress().ports().add("broken", new BrokenPort(thrown)));
        request(sound, number -> {});
        assertTrue(thrown.await(10, TimeUnit.SECONDS), "the broken port was polled no more");
        assertEquals(1, saying(server, "the wire burns"), server.notices()::toString);
    }

    @Test
    void aFailureListenerThatThrowsKeepsNothingFromTheOthersNorFromTheServer() throws InterruptedException {
        List<BraidException> told = new ArrayList<>();
        server.onFailure((peer, cause) -> {
            throw new IllegalStateException("listener");
        });
        server.onFailure((peer, cause) -> told.add(cause));
        ContextId dead = new ContextId(4, 4, 77);
        server.peerFailed(dead, new BraidException(ErrorCode.PEER_LOST, "It has failed", "it was killed", "See why"));
        assertEquals(1, told.size());
        request(server, number -> {});
        assertEquals(1, saying(server, "listener"), server.notices()::toString);
    }

    @Test
    void aReaderOfWarningsThatThrowsIsToldOfByANotice() throws InterruptedException {
        server.onWarning(line -> {
            throw new IllegalStateException("reader");
        });
        request(server, number -> {
            throw new IllegalStateException("handler");
        });
        assertEquals(1, saying(server, "java.lang.IllegalStateException: reader"), server.notices()::toString);
    }

    @Test
    void anObserverOfLanesThatThrowsKeepsNoneFromBeingOpened() throws InterruptedException {
        client.onLane(report -> {
            throw new IllegalStateException("observer");
        });
        request(server, number -> {});
        assertEquals(1, saying(client, "observer"), client.notices()::toString);
    }

    /** A listener of long waits is called by a thread that waits: its fault is not that thread's. */
    @Test
    void aListenerOfLongWaitsThatThrowsEndsNoWait() {
        int[] calls = {0};
        server.progress().onLongWait(awaited -> {
            calls[0]++;
            throw new IllegalStateException("long wait");
        });
        ContextPair.inside(server, server.progress()::lookSoon);
        Completion never = new Completion();
        while (calls[0] < 2) {
            ContextPair.inside(server, server.progress()::lookSoon);
            server.progress().await(never, 50_000_000);
        }
        assertEquals(1, saying(server, "long wait"), server.notices()::toString);
    }

    /** A transport whose first polls throw. */
    private static final class BrokenPort extends IdlePort {
        private final CountDownLatch thrown;

        BrokenPort(CountDownLatch thrown) {
            this.thrown = thrown;
        }

        @Override
        public boolean open() {
            return thrown.getCount() > 0;
        }

        @Override
        public int poll(int limit) {
            thrown.countDown();
            throw new IllegalStateException("the wire burns");
        }
    }
}
