package org.braid.transports.unix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.Policy;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.Startpoint;
import org.braid.link.progress.AddressSpace;
import org.braid.link.progress.Completion;
import org.braid.link.select.Directory;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Contexts that know no other method: what arrives, who is sent away, and what becomes of the files. */
@Timeout(60)
class ContextsOverUnixTest {
    private static final int MAILBOX = 5;

    private final List<AddressSpace> spaces = new ArrayList<>();
    private final List<Context> contexts = new ArrayList<>();
    private final Context a = open("*=unix");
    private final Context b = open("*=unix");
    private int heard;

    private Context open(String policy) {
        Directory directory = id -> contexts.get((int) id.number()).table();
        AddressSpace space = new AddressSpace(64 << 20);
        spaces.add(space);
        byte[] secret = new byte[32];
        secret[0] = 1;
        Context context = Context.open(ContextConfig.alone().withServes(false).withSpace(space).withDirectory(directory).withPolicy(Policy.parse(policy)).withSecret(secret)
                .withId(new ContextId(1, 2, contexts.size())));
        contexts.add(context);
        context.newEndpoint(MAILBOX, null);
        context.register("unix.hear", (to, a0, a1, a2, a3, payload) -> heard++);
        return context;
    }

    @AfterEach
    void close() {
        contexts.forEach(context -> context.close(0));
        spaces.forEach(AddressSpace::close);
    }

    @Test
    void messagesOfAllLengthsArriveAndNothingIsLeftBehind() {
        Path socket = socketOf(b);
        assertTrue(Files.exists(socket));
        Startpoint link = a.startpointTo(b.id(), MAILBOX);
        int handler = a.register("unix.count", (to, a0, a1, a2, a3, payload) -> {});
        b.register("unix.count", (to, a0, a1, a2, a3, payload) -> heard++);
        List<Completion> sends = new ArrayList<>();
        for (int bytes : new int[] {0, 1, 8, 1000, 60_000, 100_000, 5_000_000}) {
            Completion free = new Completion();
            if (!link.start(handler, 0, 0, 0, 0, new byte[bytes], 0, bytes, free)) {
                sends.add(free);
            }
        }
        until(() -> heard == 7 && sends.stream().allMatch(Completion::isDone));
        assertEquals("unix", link.lane().method());
        contexts.forEach(context -> context.close(0));
        assertFalse(Files.exists(socket.getParent()));
    }

    @Test
    void strangersAreSentAwayAndKeepNobodyOut() throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 40; i++) {
            byte[] said = i == 0 ? "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII) : new byte[20 + random.nextInt(3000)];
            if (i > 0) {
                random.nextBytes(said);
            }
            try (SocketChannel stranger = SocketChannel.open(UnixDomainSocketAddress.of(socketOf(b)))) {
                stranger.configureBlocking(false);
                int ignored = stranger.write(ByteBuffer.wrap(said));
                until(() -> isClosed(stranger));
            }
        }
        assertTrue(b.notices().stream().anyMatch(line -> line.startsWith("unix refused a connection from user ")), () -> b.notices().toString());
        hears();
    }

    @Test
    void aSocketThatIsRemovedCostsNoConnectionAndCannotBeCalled() throws IOException {
        hears();
        Path socket = socketOf(b);
        Files.delete(socket);
        hears();
        Context late = open("*=unix");
        BraidException nothing = assertThrows(BraidException.class, () -> late.startpointTo(b.id(), MAILBOX).lane());
        assertEquals(ErrorCode.NO_METHOD, nothing.code());
        assertTrue(nothing.why().contains("there is no " + socket), nothing.why());
    }

    @Test
    void thereAreNoParameters() {
        BraidException refused = assertThrows(BraidException.class, () -> a.startpointTo(b.id(), MAILBOX).by(MethodExpression.parse("unix(sndbuf=4MiB)")).lane());
        assertTrue(refused.getMessage().contains("sndbuf"), refused.getMessage());
    }

    /** Both sockets of this process wake it: it sleeps in one place. */
    @Test
    void whoSleepsIsWokenByTcpAndByUnix() throws InterruptedException {
        Context host = open("*=auto");
        Context guest = open("*=auto");
        Startpoint unix = guest.startpointTo(host.id(), MAILBOX).by(MethodExpression.parse("unix"));
        Startpoint tcp = guest.startpointTo(host.id(), MAILBOX).by(MethodExpression.parse("tcp"));
        int handler = guest.register("unix.wake", (to, a0, a1, a2, a3, payload) -> {});
        Completion[] woken = {new Completion(), new Completion(), new Completion(), new Completion()};
        host.register("unix.wake", (to, a0, a1, a2, a3, payload) -> woken[a0].complete());
        send(unix, handler, 0);
        send(tcp, handler, 1);
        until(() -> woken[0].isDone() && woken[1].isDone());
        Thread sleeper = Thread.ofPlatform().start(() -> {
            host.progress().await(woken[2]);
            host.progress().await(woken[3]);
        });
        send(unix, handler, 2);
        while (!woken[2].isDone()) {
            turn(guest);
        }
        send(tcp, handler, 3);
        while (sleeper.isAlive()) {
            turn(guest);
        }
        sleeper.join();
    }

    private void send(Startpoint by, int handler, int number) {
        while (by.trySend(handler, number, 0, 0, 0, null, 0, 0) != Lane.TAKEN) {
            contexts.forEach(ContextsOverUnixTest::turn);
        }
    }

    private void hears() {
        int before = heard;
        a.startpointTo(b.id(), MAILBOX).send(a.register("unix.more" + before, (to, a0, a1, a2, a3, payload) -> {}), 0, 0, 0, 0, null, 0, 0);
        b.register("unix.more" + before, (to, a0, a1, a2, a3, payload) -> heard++);
        until(() -> heard == before + 1);
    }

    private static Path socketOf(Context context) {
        return SocketPath.decode(Objects.requireNonNull(context.table().find("unix")).body());
    }

    private static boolean isClosed(SocketChannel stranger) {
        try {
            return stranger.read(ByteBuffer.allocate(1000)) < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    private void until(BooleanSupplier so) {
        while (!so.getAsBoolean()) {
            contexts.forEach(ContextsOverUnixTest::turn);
        }
    }

    private static void turn(Context context) {
        context.progress().enter();
        try {
            context.progress().poll();
        } finally {
            context.progress().exit();
        }
    }
}
