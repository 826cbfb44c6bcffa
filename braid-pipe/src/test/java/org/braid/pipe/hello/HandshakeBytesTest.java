package org.braid.pipe.hello;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.zip.CRC32C;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.braid.base.wire.Hello;
import org.braid.pipe.fake.Node;
import org.junit.jupiter.api.Test;

/** What is said before the first frame is what docs/wire.md draws, byte by byte. */
class HandshakeBytesTest {
    private static final byte[] SECRET = Node.secret(5);
    private static final byte[] OPENER_NONCE = filled(1);
    private static final byte[] ACCEPTOR_NONCE = filled(2);
    private static final Hello HELLO = new Hello(Hello.version(1, 2, 3), 77, 0);
    private static final ResumePoint RESUME = new ResumePoint(0, 11, 22, 5, 3);

    private final JobProof job = new JobProof("tcp", SECRET);
    private final OpenerHandshake opener = new OpenerHandshake(HELLO, job, Node.id(3), Node.id(4), OPENER_NONCE);
    private final AcceptorHandshake acceptor = new AcceptorHandshake(HELLO, _ -> job, Node.id(4), ACCEPTOR_NONCE);

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
        byte[] verdict = joined(longs().putInt(3).array(), resume());
        CRC32C sum = new CRC32C();
        sum.update(verdict);
        assertArrayEquals(joined(verdict, longs().putInt((int) sum.getValue()).array()), said(acceptor));
        assertEquals(Handshake.ALL_BYTES, call.length + answer.length + proof.length + 48);
    }

    @Test
    void verdictsHaveTheNumbersOfThePage() {
        Verdict[] numbered = {Verdict.WELCOME, Verdict.CROSSED, Verdict.STRANGER, Verdict.CLOSING, Verdict.IMPOSSIBLE, Verdict.LEFT};
        assertArrayEquals(numbered, Verdict.values());
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
        return longs(RESUME.lane(), RESUME.incarnation(), RESUME.knownOfPeer(), RESUME.nextExpected(), RESUME.accepted()).array();
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
