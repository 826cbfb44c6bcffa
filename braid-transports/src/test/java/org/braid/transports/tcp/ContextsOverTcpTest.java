package org.braid.transports.tcp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.Policy;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.Startpoint;
import org.braid.link.progress.AddressSpace;
import org.braid.link.progress.Completion;
import org.braid.link.select.Directory;
import org.braid.link.spi.Lane;
import org.braid.pipe.state.LaneTimes;
import org.braid.transports.inet.Addresses;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The link layer over this transport: what it promises must hold on sockets as on rings. */
class ContextsOverTcpTest {
    private static final int MAILBOX = 5;

    private final AddressSpace space = new AddressSpace(64 << 20);
    private final List<Context> both = new ArrayList<>();
    private final Directory directory = id -> both.stream().filter(c -> c.id().equals(id)).map(Context::table).findFirst().orElse(null);
    private final Context a = open(0);
    private final Context b = open(1);
    private long seen;
    private long bytes;
    private boolean wrong;

    private Context open(int rank) {
        return open(rank, 0);
    }

    private Context open(int rank, int build) {
        Context context = Context.open(
                ContextConfig.alone().withSpace(space).withDirectory(directory).withPolicy(Policy.parse("tcp")).withSecret(Node.SECRET).withId(Node.id(rank)).withBuild(build));
        both.add(context);
        return context;
    }

    @AfterEach
    void close() {
        a.close();
        b.close();
        space.close();
    }

    @Test
    void anotherBuildIsRefusedSoonAndBothAreNamed() {
        Context other = open(2, 0x1234abcd);
        other.newEndpoint(MAILBOX, null);
        int handler = a.register("test.build", (to, a0, a1, a2, a3, payload) -> {});
        other.register("test.build", (to, a0, a1, a2, a3, payload) -> seen++);
        AtomicReference<BraidException> told = new AtomicReference<>();
        a.onFailure((peer, cause) -> told.set(cause));
        assertEquals(Lane.TAKEN, a.startpointTo(other.id(), MAILBOX).trySend(handler, 0, 0, 0, 0, null, 0, 0), "it waits in the lane for the connection");
        long startNs = System.nanoTime();
        while (told.get() == null) {
            assertTrue(System.nanoTime() - startNs < LaneTimes.DEFAULTS.graceNs() * 3 / 4, () -> "nobody is told; " + a.notices() + other.notices());
            a.progress().awaitThat(() -> told.get() != null, 1_000_000);
            other.progress().awaitThat(() -> false, 1_000_000);
        }
        String text = told.get().getMessage();
        assertTrue(text.contains("1234abcd") && text.contains("build"), text);
        assertEquals(0, seen);
        other.close(0);
    }

    @Test
    void aStrangerWhoIsRefusedIsShownToTheUserOnce() throws IOException {
        List<String> warnings = new ArrayList<>();
        b.onWarning(warnings::add);
        InetSocketAddress there = Addresses.decode(Objects.requireNonNull(b.table().find("tcp")).body()).getFirst();
        for (int i = 0; i < 3; i++) {
            try (SocketChannel stranger = SocketChannel.open(there)) {
                stranger.write(ByteBuffer.wrap("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
                stranger.configureBlocking(false);
                until(() -> isClosed(stranger));
            }
        }
        assertEquals(1, warnings.size(), warnings::toString);
        assertTrue(warnings.getFirst().startsWith("tcp refused a connection from 127.0.0.1: "), warnings::toString);
    }

    private static boolean isClosed(SocketChannel stranger) {
        try {
            return stranger.read(ByteBuffer.allocate(1000)) < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    @Test
    void requestsArriveInOrderWithTheirBytes() {
        Startpoint toB = mailbox();
        byte[] data = new byte[3000];
        int handler = a.register("test.ordered", (to, a0, a1, a2, a3, payload) -> {});
        b.register("test.ordered", (to, a0, a1, a2, a3, payload) -> {
            wrong |= a0 != seen || payload.length() != a0 % 3001;
            seen++;
        });
        for (int i = 0; i < 10_000; i++) {
            while (toB.trySend(handler, i, 0, 0, 0, data, 0, i % 3001) != Lane.TAKEN) {
                turn();
            }
        }
        until(() -> seen == 10_000);
        assertTrue(!wrong);
        assertEquals("tcp", toB.lane().method());
    }

    @Test
    void thePolicySaysWhereToListenAndByWhichInterface() {
        Policy policy = Policy.parse("tcp@lo(ports=\"20000-20999\")");
        try (Context c = Context.open(ContextConfig.alone().withSpace(space).withDirectory(directory).withPolicy(policy).withSecret(Node.SECRET).withId(Node.id(2)))) {
            int port = Addresses.decode(Objects.requireNonNull(c.table().find("tcp")).body()).getFirst().getPort();
            assertTrue(port >= 20_000 && port <= 20_999, "port " + port);
        }
    }

    /** The receiver only promises tcp behind shm; the sender knows tcp alone, so it asks for the whole table, and only then the receiver listens. */
    @Test
    void aPromisedSocketIsOpenedForWhoeverNeedsIt() {
        List<Context> offering = new ArrayList<>();
        AtomicInteger asked = new AtomicInteger();
        Directory promises = new Directory() {
            @Override
            public @Nullable DescriptorTable tableOf(ContextId id) {
                return offering.getFirst().promisedTable();
            }

            @Override
            public @Nullable DescriptorTable wholeTableOf(ContextId id) {
                asked.incrementAndGet();
                return offering.getFirst().table();
            }
        };
        ContextConfig config = ContextConfig.alone().withSpace(space).withDirectory(promises).withSecret(Node.SECRET);
        try (Context receiver = Context.open(config.withId(Node.id(8)));
                Context sender = Context.open(config.withPolicy(Policy.parse("tcp")).withId(Node.id(9)))) {
            offering.add(receiver);
            byte[] body = Objects.requireNonNull(receiver.promisedTable().find("tcp")).body();
            assertTrue(Addresses.areOnRequest(body), "nobody has asked yet");
            receiver.newEndpoint(MAILBOX, null);
            int handler = sender.register("test.promised", (to, a0, a1, a2, a3, payload) -> {});
            receiver.register("test.promised", (to, a0, a1, a2, a3, payload) -> seen = a0);
            Startpoint to = sender.startpointTo(receiver.id(), MAILBOX);
            to.send(handler, 4711, 0, 0, 0, null, 0, 0);
            long deadlineNs = System.nanoTime() + 10_000_000_000L;
            while (seen != 4711 && System.nanoTime() - deadlineNs < 0) {
                for (Context each : List.of(sender, receiver)) {
                    each.progress().enter();
                    each.progress().poll();
                    each.progress().exit();
                }
            }
            assertEquals(4711, seen);
            assertEquals(1, asked.get());
        }
    }

    @Test
    void longDataOfEveryKindOfMemoryArrivesWhole() {
        Startpoint toB = mailbox();
        SplittableRandom random = new SplittableRandom(7);
        int handler = a.register("test.long", (to, a0, a1, a2, a3, payload) -> {});
        byte[] expected = new byte[5 << 20];
        random.nextBytes(expected);
        byte[] arrived = new byte[expected.length];
        b.register("test.long", (to, a0, a1, a2, a3, payload) -> {
            payload.copyTo(arrived, 0, (int) payload.length());
            bytes = payload.length();
            seen++;
        });
        ByteBuffer direct = ByteBuffer.allocateDirect(expected.length).put(expected);
        for (int length : new int[] {65_536, 65_537, 200_000, 1 << 20, 5 << 20}) {
            for (Object base : new Object[] {expected, direct}) {
                Arrays.fill(arrived, (byte) 0);
                long before = seen;
                Completion free = new Completion();
                boolean done = toB.start(handler, 0, 0, 0, 0, base, 0, length, free);
                until(() -> seen == before + 1 && (done || free.isDone()));
                assertEquals(length, bytes);
                assertArrayEquals(Arrays.copyOf(expected, length), Arrays.copyOf(arrived, length), length + " bytes of " + base.getClass().getSimpleName());
            }
        }
    }

    private Startpoint mailbox() {
        b.newEndpoint(MAILBOX, null);
        return a.startpointTo(b.id(), MAILBOX);
    }

    private void until(BooleanSupplier so) {
        long deadlineNs = System.nanoTime() + 20_000_000_000L;
        while (!so.getAsBoolean()) {
            turn();
            assertTrue(System.nanoTime() - deadlineNs < 0, () -> "after 20 s; " + a.notices() + b.notices());
        }
    }

    private void turn() {
        for (Context each : both) {
            each.progress().enter();
            each.progress().poll();
            each.progress().exit();
        }
    }
}
