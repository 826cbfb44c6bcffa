package org.braid.transports.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Hello;
import org.braid.base.wire.Policy;
import org.braid.boot.authority.Authority;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.Startpoint;
import org.braid.link.progress.AddressSpace;
import org.braid.link.select.Directory;
import org.braid.link.spi.Lane;
import org.braid.link.spi.trust.Credentials;
import org.braid.transports.inet.Addresses;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who calls, or is called, and is not whom the job's authority vouches for: refused, and told why, over real sockets. */
class StrangersTest {
    private static final int MAILBOX = 5;
    private static final int STRANGERS = 400;
    private static final long TOLD_AT_ONCE_NS = 5_000_000_000L; // less than a handshake may take

    private final AddressSpace space = new AddressSpace(64 << 20);
    private final List<Context> all = new ArrayList<>();
    private final Directory directory = id -> all.stream().filter(c -> c.id().equals(id)).map(Context::table).findFirst().orElse(null);
    private final List<String> warnings = new ArrayList<>();
    private int seen;
    private int handler;

    @AfterEach
    void close() {
        all.forEach(each -> each.close(0));
        space.close();
    }

    @Test
    void thoseOfOneJobTalk() {
        Context a = open(Contexts.CALLER, Contexts.AUTHORITY, Contexts.CALLER);
        Context b = open(Contexts.CALLED, Contexts.AUTHORITY, Contexts.CALLED);
        Startpoint toB = say(a, b);
        until("it arrives", () -> seen == 1);
        assertEquals("tls", toB.lane().method());
    }

    @Test
    void whoIsCalledMustShowItsOwnName() {
        Context a = open(Contexts.CALLER, Contexts.AUTHORITY, Contexts.CALLER);
        Context b = open(Contexts.CALLED, Contexts.AUTHORITY, Contexts.CALLER);
        say(a, b);
        until("it is told", () -> a.notices().toString().contains("its certificate is that of " + Credentials.nameOf(Contexts.CALLER)));
        assertEquals(0, seen);
    }

    @Test
    void whoCallsMustShowItsOwnName() {
        Context a = open(Contexts.CALLER, Contexts.AUTHORITY, Contexts.CALLED);
        Context b = open(Contexts.CALLED, Contexts.AUTHORITY, Contexts.CALLED);
        b.onWarning(warnings::add);
        say(a, b);
        until("it is told", () -> warnings.toString().contains("its certificate is that of " + Credentials.nameOf(Contexts.CALLED)));
        assertEquals(0, seen);
    }

    @Test
    void anotherJobsCertificateIsRefusedByBoth() {
        Context a = open(Contexts.CALLER, Authority.of(Contexts.secret(2)), Contexts.CALLER);
        Context b = open(Contexts.CALLED, Contexts.AUTHORITY, Contexts.CALLED);
        long startNs = System.nanoTime();
        say(a, b);
        until("it is told", () -> a.notices().toString().contains("was given up: the peer answered and refused"));
        assertTrue(a.notices().toString().contains("not signed by this job's authority"), () -> a.notices().toString());
        assertTrue(System.nanoTime() - startNs < TOLD_AT_ONCE_NS, "it was called again and again, in vain");
        assertEquals(0, seen);
    }

    @Test
    void whoSpeaksSomethingElseIsShownToTheUser() throws IOException {
        Context b = open(Contexts.CALLED, Contexts.AUTHORITY, Contexts.CALLED);
        b.onWarning(warnings::add);
        try (SocketChannel stranger = SocketChannel.open(whereIs(b))) {
            stranger.write(ByteBuffer.wrap("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
            until("it is told", () -> !warnings.isEmpty());
        }
        assertTrue(warnings.getFirst().startsWith("tls refused a connection from 127.0.0.1: it does not speak Braid's protocol"), warnings::toString);
    }

    @Test
    void aContextWithoutCertificateSaysSo() {
        Context a = Context.open(config(Contexts.CALLER));
        all.add(a);
        Context b = open(Contexts.CALLED, Contexts.AUTHORITY, Contexts.CALLED);
        String why = String.valueOf(assertThrows(RuntimeException.class, () -> say(a, b)).getMessage());
        assertTrue(why.contains("no certificate"), why);
    }

    @Test
    void anotherJobsMemberDoesNotKnowTheWordAndBothAreTold() {
        Credentials own = Contexts.credentials(Contexts.AUTHORITY, Contexts.CALLER, -1, 1);
        Context a = Context.open(config(Contexts.CALLER).withSecret(Contexts.secret(2)).withCredentials(() -> own));
        all.add(a);
        Context b = open(Contexts.CALLED, Contexts.AUTHORITY, Contexts.CALLED);
        b.onWarning(warnings::add);
        say(a, b);
        until("it is told", () -> a.notices().toString().contains("was given up: the peer answered and refused") && !warnings.isEmpty());
        assertTrue(a.notices().toString().contains("it refused with access_denied: it belongs to another job"), () -> a.notices().toString());
        assertTrue(warnings.getFirst().endsWith("it did not show that it knows the job's secret"), warnings::toString);
        assertEquals(0, seen);
    }

    @Test
    void anotherBuildIsRefusedByNameOnBothSides() throws IOException {
        Context b = open(Contexts.CALLED, Contexts.AUTHORITY, Contexts.CALLED);
        b.onWarning(warnings::add);
        ByteBuffer other = ByteBuffer.allocate(Hello.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        new Hello(Hello.version(7, 1, 0), 0, 0).put(other).flip();
        try (SocketChannel stranger = SocketChannel.open(whereIs(b))) {
            stranger.write(other);
            until("it is told", () -> !warnings.isEmpty());
            ByteBuffer answer = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN);
            while (stranger.read(answer) >= 0) {
                assertTrue(answer.hasRemaining());
            }
            assertEquals(Hello.THIS_VERSION, Hello.get(answer.flip()).version());
            assertFalse(answer.hasRemaining(), "it learns nothing more");
        }
        assertTrue(warnings.getFirst().contains("it is Braid 7.1.0") && warnings.getFirst().contains("this process is Braid 0.1.0"), warnings::toString);
    }

    @Test
    void hundredsOfStrangersCostNoTaskWhileALaneBesideThemGoesOn() throws IOException {
        Allowance tasks = new Allowance(1);
        Context a = open(Contexts.CALLER, Contexts.AUTHORITY, Contexts.CALLER);
        Credentials credentials = Contexts.credentials(Contexts.AUTHORITY, Contexts.CALLED, -1, 1);
        Context b = Context.open(config(Contexts.CALLED).withTransports(List.of(new TlsTransport(tasks))).withCredentials(() -> credentials));
        all.add(b);
        Startpoint toB = say(a, b);
        until("it arrives", () -> seen == 1);
        long ofTheLane = tasks.taken();
        assertTrue(ofTheLane > 0, "nothing was counted");
        List<SocketChannel> strangers = new ArrayList<>();
        for (int i = 0; i < STRANGERS; i++) {
            SocketChannel stranger = SocketChannel.open(whereIs(b));
            strangers.add(stranger);
            for (ByteBuffer words : i % 2 == 0 ? List.of(clientHello()) : List.of(hello(), ByteBuffer.allocate(KnockWord.BYTES), clientHello())) {
                stranger.write(words);
            }
            int said = i + 2;
            assertEquals(Lane.TAKEN, toB.trySend(handler, 0, 0, 0, 0, null, 0, 0));
            until("what was said beside " + said + " strangers arrives", () -> seen == said);
        }
        for (SocketChannel stranger : strangers) {
            until("it is sent away", () -> isClosed(stranger));
        }
        assertEquals(ofTheLane, tasks.taken(), "tasks that strangers had run");
    }

    @Test
    void aTurnThatHasRunATaskForACallerWasNotInVain() {
        Allowance tasks = new Allowance(1);
        Context a = open(Contexts.CALLER, Contexts.AUTHORITY, Contexts.CALLER);
        Credentials credentials = Contexts.credentials(Contexts.AUTHORITY, Contexts.CALLED, -1, 1);
        Context b = Context.open(config(Contexts.CALLED).withTransports(List.of(new TlsTransport(tasks))).withCredentials(() -> credentials));
        all.add(b);
        say(a, b);
        until("it arrives", () -> {
            assertTellsOfTasks(b, tasks);
            return seen == 1;
        });
        assertTrue(tasks.taken() > 0, "nothing was counted");
    }

    /** Whoever waits gives the core away, and sleeps in the end, after turns that have done nothing. */
    private static void assertTellsOfTasks(Context called, Allowance tasks) {
        boolean entered = called.progress().enterUnlessMine();
        try {
            long before = tasks.taken();
            int done = called.progress().poll();
            assertTrue(done > 0 || tasks.taken() == before, "a task was run in a turn that tells of no work");
        } finally {
            if (entered) {
                called.progress().exit();
            }
        }
    }

    private static boolean isClosed(SocketChannel stranger) {
        try {
            stranger.configureBlocking(false);
            return stranger.read(ByteBuffer.allocate(1000)) < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    private static ByteBuffer hello() {
        ByteBuffer bytes = ByteBuffer.allocate(Hello.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        return new Hello(Hello.THIS_VERSION, 0, 0).put(bytes).flip();
    }

    private static ByteBuffer clientHello() {
        TlsEnd end = Contexts.end(Contexts.CALLERS.calling());
        end.shake();
        ByteBuffer words = end.leaving().bytes();
        assertTrue(words.remaining() > 100 && words.remaining() < 1000, () -> "a ClientHello has " + words.remaining() + " bytes");
        return words;
    }

    private static InetSocketAddress whereIs(Context called) {
        return Addresses.decode(Objects.requireNonNull(called.table().find("tls")).body()).getFirst();
    }

    private Startpoint say(Context a, Context b) {
        b.newEndpoint(MAILBOX, null);
        handler = a.register("test.word", (to, a0, a1, a2, a3, payload) -> {});
        b.register("test.word", (to, a0, a1, a2, a3, payload) -> seen++);
        Startpoint toB = a.startpointTo(b.id(), MAILBOX);
        assertEquals(Lane.TAKEN, toB.trySend(handler, 0, 0, 0, 0, null, 0, 0));
        return toB;
    }

    private Context open(ContextId id, Authority by, ContextId shown) {
        Credentials credentials = Contexts.credentials(by, shown, -1, 1);
        Context context = Context.open(config(id).withCredentials(() -> credentials));
        all.add(context);
        return context;
    }

    private ContextConfig config(ContextId id) {
        return ContextConfig.alone().withSpace(space).withDirectory(directory).withPolicy(Policy.parse("tls")).withSecret(Contexts.secret(1)).withId(id).withTransports(List.of(new TlsTransport()));
    }

    private void until(String what, BooleanSupplier so) {
        long deadlineNs = System.nanoTime() + 30_000_000_000L;
        while (!so.getAsBoolean()) {
            if (System.nanoTime() - deadlineNs > 0) {
                StringBuilder heard = new StringBuilder();
                all.forEach(each -> heard.append(each.id()).append(": ").append(each.notices()).append('\n'));
                throw new AssertionError("not within 30 s: " + what + "\n" + heard + warnings);
            }
            for (Context each : all) {
                each.progress().awaitThat(so, 1_000_000);
            }
        }
    }
}
