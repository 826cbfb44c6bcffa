package org.braid.transports.tcp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.braid.base.wire.Frame;
import org.braid.base.wire.Hello;
import org.braid.link.spi.Lane;
import org.braid.pipe.log.LogBudget;
import org.junit.jupiter.api.Test;

/** What goes over a connection is what docs/wire.md draws, byte by byte. */
class TcpBytesTest {
    private static final byte[] SECRET = Node.secret(5);
    private static final byte[] OPENER_NONCE = filled(1);
    private static final byte[] ACCEPTOR_NONCE = filled(2);
    private static final Hello HELLO = new Hello(Hello.version(1, 2, 3), 77, 0);
    private static final ResumePoint RESUME = new ResumePoint(0, 11, 22, 5);

    private final JobProof job = new JobProof(SECRET);
    private final OpenerHandshake opener = new OpenerHandshake(HELLO, job, Node.id(3), Node.id(4), OPENER_NONCE);
    private final AcceptorHandshake acceptor = new AcceptorHandshake(HELLO, job, Node.id(4), ACCEPTOR_NONCE);

    @Test
    void theHandshakeIsFourMessagesAsDrawn() throws GeneralSecurityException {
        byte[] call = said(opener);
        assertArrayEquals(joined(hello(), ids(), OPENER_NONCE), call);
        hear(acceptor, call);
        byte[] answer = said(acceptor);
        assertArrayEquals(joined(hello(), ACCEPTOR_NONCE, hmac("braid tcp acceptor", ids(), OPENER_NONCE, ACCEPTOR_NONCE)), answer);
        hear(opener, answer);
        opener.prove(RESUME);
        byte[] proof = said(opener);
        assertArrayEquals(joined(hmac("braid tcp opener", resume(), ids(), OPENER_NONCE, ACCEPTOR_NONCE), resume()), proof);
        hear(acceptor, proof);
        acceptor.decide(Verdict.CLOSING, RESUME);
        assertArrayEquals(joined(longs().putInt(3).array(), resume()), said(acceptor));
        assertEquals(Handshake.ALL_BYTES, call.length + answer.length + proof.length + 36);
    }

    @Test
    void verdictsHaveTheNumbersOfThePage() {
        Verdict[] numbered = {Verdict.WELCOME, Verdict.CROSSED, Verdict.STRANGER, Verdict.CLOSING, Verdict.IMPOSSIBLE};
        assertArrayEquals(numbered, Verdict.values());
    }

    @Test
    void aFrameHasAChecksumAndACountBehindItsHeader() throws IOException {
        byte[] payload = {1, 2, 3, 4, 5};
        LaneCounts counts = new LaneCounts();
        SendSide side = new SendSide(new LogBudget(1 << 20), counts);
        counts.received(0x1_0000_0007L);
        assertEquals(Lane.TAKEN, side.offer(Frame.RSR, 5, 0x01000003, 300, 6, 7, 8, 9, payload, 0, 5));
        ByteBuffer expected = ByteBuffer.allocate(45).order(ByteOrder.LITTLE_ENDIAN);
        expected.putInt(5 << 8 | 1).putInt(5).putInt(0x01000003).putInt(300).putInt(6).putInt(7).putInt(8).putInt(9).putInt(0).putInt(7).put(payload);
        CRC32C sum = new CRC32C();
        sum.update(expected.array());
        expected.putInt(32, (int) sum.getValue());
        assertEquals(HexFormat.of().formatHex(expected.array()), HexFormat.of().formatHex(written(side, 45)));
    }

    @Test
    void aListeningContextIsAPortAndAddressesWithTheirLengths() throws IOException {
        byte[] body = Addresses.encode(0x1234, List.of(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), InetAddress.getByName("::1")));
        assertEquals("3412" + "02" + "04" + "7f000001" + "10" + "00000000000000000000000000000001", HexFormat.of().formatHex(body));
    }

    @Test
    void thePageAboutTheWireHasTheTimesAndSizesOfTheCode() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "wire.md"));
        TcpTimes times = TcpTimes.DEFAULTS;
        long s = 1_000_000_000;
        String[] expected = {
            "A lane's frames have at most " + (TcpLane.FRAME_BYTES >> 10) + " KiB of payload", "After " + times.pingAfterNs() / s + " s without a whole frame a PING is sent",
            "after " + times.silentNs() / s + " s the connection is given up", "A handshake may take " + times.greetingNs() / s + " s",
            "A tcp lane waits 0." + times.farewellNs() * 100 / s + " s for the peer's", "numeric addresses, at most " + Addresses.MOST
        };
        for (String each : expected) {
            assertTrue(page.contains(each), () -> "docs/wire.md does not say: " + each);
        }
    }

    private static byte[] written(SendSide side, int bytes) throws IOException {
        try (ServerSocketChannel there = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel here = SocketChannel.open(there.getLocalAddress());
                SocketChannel reading = there.accept()) {
            here.configureBlocking(false);
            side.attach(here, System.nanoTime());
            ByteBuffer got = ByteBuffer.allocate(bytes);
            while (got.hasRemaining() && reading.read(got) >= 0) {
                // the rest is on its way
            }
            return got.array();
        } finally {
            side.close();
        }
    }

    private static byte[] said(Handshake end) {
        byte[] bytes = new byte[end.out.remaining()];
        end.out.get(bytes);
        return bytes;
    }

    private static void hear(Handshake end, byte[] bytes) {
        for (byte each : bytes) {
            end.in.put(each);
            end.advance();
        }
    }

    private static byte[] hmac(String label, byte[]... parts) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
        mac.update(label.getBytes(StandardCharsets.US_ASCII));
        return mac.doFinal(joined(parts));
    }

    private static byte[] hello() {
        return new byte[] {(byte) 0x89, 'B', 'R', 'D', 1, 2, 3, 0, 77, 0, 0, 0, 0, 0, 0, 0};
    }

    private static byte[] ids() {
        return longs(0x1234, 0x5678, 3, 0x1234, 0x5678, 4).array();
    }

    private static byte[] resume() {
        return longs(RESUME.lane(), RESUME.incarnation(), RESUME.knownOfPeer(), RESUME.nextExpected()).array();
    }

    private static ByteBuffer longs(long... values) {
        ByteBuffer bytes = ByteBuffer.allocate(Math.max(4, 8 * values.length)).order(ByteOrder.LITTLE_ENDIAN);
        for (long value : values) {
            bytes.putLong(value);
        }
        return bytes;
    }

    private static byte[] joined(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(Arrays.stream(parts).mapToInt(part -> part.length).sum());
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }

    private static byte[] filled(int with) {
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) with);
        return bytes;
    }
}
