package org.braid.transports.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.Hello;
import org.braid.link.spi.Lane;
import org.braid.pipe.state.LaneTimes;
import org.braid.pipe.state.PipeTimes;
import org.braid.transports.inet.Addresses;
import org.braid.transports.socket.Sockets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whoever calls and is not of the job costs a line and a socket, and keeps nobody out. */
class UninvitedTest {
    private static final long MS = 1_000_000;
    private static final PipeTimes HASTY = new PipeTimes(LaneTimes.DEFAULTS, 100 * MS, 1000 * MS, 3000 * MS, 1000 * MS, 100 * MS);

    private final byte[] scratch = new byte[100];
    private final Node a = new Node(0);
    private final Node b = new Node(1, Node.SECRET, false, HASTY);
    private final List<SocketChannel> strangers = new ArrayList<>();

    @AfterEach
    void close() {
        a.close();
        b.close();
        strangers.forEach(Sockets::close);
    }

    @Test
    void garbageHttpTlsAndHugeLengthsAreClosedAndNamedOnce() throws IOException {
        String[] texts = {"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003aaaaaaaaaa", "\u0001\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff"};
        for (String text : texts) {
            SocketChannel stranger = call();
            stranger.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
            Node.until("closed", () -> isClosed(stranger), b);
        }
        assertEquals(1, b.notices.size(), "one line per source and minute");
        assertTrue(b.notices.getFirst().contains("127.0.0.1"), b.notices.getFirst());
        connects();
    }

    @Test
    void noiseOfAnyLengthIsClosed() throws IOException {
        long seed = Long.getLong("braid.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 100; i++) {
            byte[] noise = new byte[1 + random.nextInt(5000)];
            random.nextBytes(noise);
            if (random.nextBoolean()) {
                ByteBuffer.wrap(hello(), 0, Math.min(noise.length, 16)).get(noise, 0, Math.min(noise.length, 16));
            }
            SocketChannel stranger = call();
            stranger.write(ByteBuffer.wrap(noise));
            Node.until("closed; replay with -Dbraid.seed=" + seed, () -> isClosed(stranger), b);
        }
        connects();
    }

    @Test
    void silenceIsClosedAfterTheDeadline() throws IOException {
        SocketChannel stranger = call();
        long startNs = System.nanoTime();
        Node.until("closed", () -> isClosed(stranger), b);
        assertTrue(System.nanoTime() - startNs >= 90 * MS);
    }

    @Test
    void idleSocketsKeepNoRealPeerOut() throws IOException {
        for (int i = 0; i < 200; i++) {
            call();
            Node.turnFor(MS / 10, b);
        }
        connects();
    }

    @Test
    void anotherBuildIsToldWhoWeAreAndClosed() throws IOException {
        SocketChannel stranger = call();
        byte[] other = hello();
        other[4]++;
        stranger.write(ByteBuffer.wrap(other));
        ByteBuffer answer = ByteBuffer.allocate(100);
        Node.until("closed", () -> isClosed(stranger, answer), b);
        assertEquals(Hello.BYTES, answer.position());
    }

    @Test
    void anotherBuildsLaneFailsAtOnceAndNamesBoth() throws IOException {
        try (ServerSocketChannel fake = ServerSocketChannel.open()) {
            fake.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int port = ((InetSocketAddress) fake.getLocalAddress()).getPort();
            Lane lane = a.laneTo(b.id, new Descriptor(TcpTransport.NAME, Addresses.encode(port, List.of(InetAddress.getLoopbackAddress()))));
            fake.configureBlocking(false);
            try (SocketChannel called = caller(fake)) {
                byte[] other = hello();
                other[4] += 7;
                called.write(ByteBuffer.wrap(other));
                Node.until("failed", () -> lane.closedBy() != null, a);
            }
            String text = String.valueOf(lane.closedBy());
            assertTrue(text.contains("7.1.0") && text.contains("0.1.0"), text);
        }
    }

    private SocketChannel caller(ServerSocketChannel listener) {
        SocketChannel[] caller = new SocketChannel[1];
        Node.until("called", () -> (caller[0] = accepted(listener)) != null, a);
        return caller[0];
    }

    private static @Nullable SocketChannel accepted(ServerSocketChannel listener) {
        try {
            return listener.accept();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aPeerWithAnotherSecretGetsNoLane() {
        PipeTimes brief = new PipeTimes(new LaneTimes(50 * MS, 50 * MS, MS, 20 * MS, 100 * MS, 100 * MS), 50 * MS, 20 * MS, 60 * MS, 100 * MS, 100 * MS);
        try (Node thief = new Node(2, Node.secret(9), false, brief)) {
            Lane lane = thief.laneTo(b);
            Node.until("failed", () -> lane.closedBy() != null, thief, b);
            assertEquals(Lane.CLOSED, Ledger.offer(lane, 0, scratch, 1));
            assertEquals(0, b.ledgerOf(thief).received());
        }
    }

    @Test
    void withoutAJobNobodyListensAndNobodyIsCalled() {
        try (Node alone = new Node(3, new byte[0], false, HASTY)) {
            assertNotNull(alone.port.whyNot(b.id, b.port.descriptor()));
            assertNotNull(b.port.whyNot(alone.id, alone.port.descriptor()));
            assertFalse(alone.port.open());
        }
    }

    @Test
    void anotherHostIsRefusedUnlessClearIsAllowed() throws IOException {
        InetAddress elsewhere = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
        Descriptor there = new Descriptor(TcpTransport.NAME, Addresses.encode(4711, List.of(elsewhere)));
        String why = b.port.whyNot(a.id, there);
        assertNotNull(why);
        assertTrue(why.contains("--allow-clear"), why);
        BraidException refused = assertThrows(BraidException.class, () -> b.laneTo(a.id, there));
        assertEquals(ErrorCode.CLEAR_REFUSED, refused.code());
        try (Node open = new Node(4, Node.SECRET, true, HASTY)) {
            assertNull(open.port.whyNot(a.id, there));
        }
    }

    private void connects() {
        Lane lane = a.laneTo(b);
        long startNs = System.nanoTime();
        Ledger.offer(lane, 0, scratch, 10);
        Node.until("a real peer connected", () -> b.ledgerOf(a).received() == 1, a, b);
        assertTrue(System.nanoTime() - startNs < 10_000 * MS, "as long as if each of 200 strangers had kept it waiting for half its deadline");
    }

    private SocketChannel call() throws IOException {
        SocketChannel stranger = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), b.listeningPort()));
        stranger.configureBlocking(false);
        strangers.add(stranger);
        return stranger;
    }

    private static byte[] hello() {
        ByteBuffer bytes = ByteBuffer.allocate(Hello.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        new Hello(Hello.THIS_VERSION, 0, 0).put(bytes);
        return bytes.array();
    }

    private static boolean isClosed(SocketChannel stranger) {
        return isClosed(stranger, ByteBuffer.allocate(1000));
    }

    private static boolean isClosed(SocketChannel stranger, ByteBuffer answer) {
        try {
            return stranger.read(answer) < 0;
        } catch (IOException reset) {
            return true;
        }
    }
}
