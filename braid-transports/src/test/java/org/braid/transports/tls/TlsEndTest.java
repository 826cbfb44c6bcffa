package org.braid.transports.tls;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManager;
import org.braid.boot.authority.Authority;
import org.braid.link.spi.trust.Credentials;
import org.braid.link.spi.trust.PeerCertificates;
import org.braid.link.spi.trust.TlsPolicy;
import org.braid.pipe.driver.BytePipe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both ends of a connection without a socket: bytes are carried by hand, in pieces of any size. */
class TlsEndTest {
    private static final int ALL = Integer.MAX_VALUE;

    private final long seed = Long.getLong("braid.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    // ---- what passes

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 100, 1460, 20_000, ALL})
    void bytesPassInPiecesOfAnySize(int piece) throws SSLPeerUnverifiedException {
        Pair pair = new Pair(Contexts.CALLERS.calling(), Contexts.CALLEDS.called());
        pair.shake(piece);
        assertTrue(pair.a.isOpen() && pair.b.isOpen(), pair.whys());
        assertNull(PeerCertificates.whyNot(pair.a.shown(), Contexts.CALLED));
        assertNull(PeerCertificates.whyNot(pair.b.shown(), Contexts.CALLER));
        for (int bytes : new int[] {1, 2, 40, 16_383, 16_384, 16_385, 100_000, 0, random.nextInt(50_000)}) {
            byte[] sent = new byte[bytes];
            random.nextBytes(sent);
            assertArrayEquals(sent, pair.pass(pair.a, pair.b, sent, piece), () -> "replay with -Dbraid.seed=" + seed);
            assertArrayEquals(sent, pair.pass(pair.b, pair.a, sent, piece), () -> "replay with -Dbraid.seed=" + seed);
        }
    }

    @Test
    void smallRoomsGetARecordInPieces() {
        Pair pair = Pair.open();
        byte[] sent = new byte[10_000];
        random.nextBytes(sent);
        assertEquals(sent.length, Contexts.seal(pair.a, ByteBuffer.wrap(sent)));
        pair.carryAll(pair.a, pair.b);
        ByteBuffer got = ByteBuffer.allocate(sent.length);
        while (got.hasRemaining()) {
            ByteBuffer room = random.nextBoolean() ? ByteBuffer.allocate(1 + random.nextInt(100)) : ByteBuffer.allocateDirect(1 + random.nextInt(100));
            assertTrue(pair.b.open(room) > 0);
            got.put(room.flip());
        }
        assertArrayEquals(sent, got.array());
        assertFalse(pair.b.hasOpened());
    }

    @Test
    void whoIsFullTakesNoMore() {
        Pair pair = Pair.open();
        ByteBuffer much = ByteBuffer.allocate(1 << 20);
        int taken = 0;
        for (int now = Contexts.seal(pair.a, much); now > 0; now = Contexts.seal(pair.a, much)) {
            taken += now;
        }
        assertEquals(taken, much.position());
        assertTrue(taken <= 4 * RecordCipher.MOST_BYTES, () -> "it took " + much.position());
        assertEquals(BytePipe.NOT_NOW, Contexts.seal(pair.a, much));
        assertNull(pair.a.why());
    }

    @Test
    void noTicketsAreGiven() {
        Pair pair = Pair.open();
        pair.b.answer();
        assertFalse(pair.b.leaving().bytes().hasRemaining(), "each connection shows its certificate");
    }

    // ---- how it ends

    @Test
    void theClosingAlertIsAnEnd() {
        Pair pair = Pair.open();
        byte[] last = {1, 2, 3};
        Contexts.seal(pair.a, ByteBuffer.wrap(last));
        pair.a.farewell();
        pair.carry(pair.a, pair.b, ALL);
        ByteBuffer room = ByteBuffer.allocate(10);
        assertEquals(3, pair.b.open(room));
        assertEquals(BytePipe.ENDED, pair.b.open(room));
        pair.b.cut("the connection ended");
        assertEquals(BytePipe.ENDED, pair.b.open(room), "what came after the end changes nothing");
        assertNull(pair.b.why());
    }

    @Test
    void whoHasNoRoomForItsLastWordEndsWithoutIt() {
        Pair pair = Pair.open();
        ByteBuffer much = ByteBuffer.allocate(4 * RecordCipher.MOST_BYTES);
        while (Contexts.seal(pair.a, much) > 0) {}
        assertFalse(much.hasRemaining(), "four records fill it to the last byte");
        pair.a.farewell();
        assertEquals(4 * (RecordCipher.MOST_BYTES + RecordCipher.EXTRA_BYTES), pair.a.leaving().bytes().remaining());
        assertEquals(BytePipe.BROKEN, Contexts.seal(pair.a, ByteBuffer.allocate(1)));
    }

    @Test
    void anEndWithoutItIsABreak() {
        Pair pair = Pair.open();
        pair.b.cut("the connection ended");
        assertEquals(BytePipe.BROKEN, pair.b.open(ByteBuffer.allocate(10)));
        assertEquals("the connection ended", pair.b.why());
        assertEquals(BytePipe.BROKEN, Contexts.seal(pair.b, ByteBuffer.allocate(10)));
    }

    @Test
    void aHandshakeThatIsCutAnywhereOpensNothing() {
        for (int allowed = 0; ; allowed += 1 + random.nextInt(60)) {
            Pair pair = new Pair(Contexts.CALLERS.calling(), Contexts.CALLEDS.called());
            pair.shakeUpTo(allowed);
            if (pair.a.isOpen() && pair.b.isOpen()) {
                return;
            }
            pair.a.cut("cut");
            pair.b.cut("cut");
            assertEquals(BytePipe.BROKEN, pair.b.open(ByteBuffer.allocate(10)), () -> "replay with -Dbraid.seed=" + seed);
            assertEquals("cut", pair.b.why());
        }
    }

    @Test
    void whatIsAlteredIsNeverHandedUp() {
        for (int i = 0; i < 200; i++) {
            Pair pair = new Pair(Contexts.CALLERS.calling(), Contexts.CALLEDS.called());
            pair.alterAt(random.nextInt(4_000), random);
            pair.shake(ALL);
            if (!pair.a.isOpen() || !pair.b.isOpen()) {
                continue; // refused, as nearly all are
            }
            byte[] sent = new byte[2_000];
            Contexts.seal(pair.a, ByteBuffer.wrap(sent));
            pair.carry(pair.a, pair.b, ALL);
            ByteBuffer room = ByteBuffer.allocate(sent.length);
            long got = pair.b.open(room);
            boolean isLonger = got == BytePipe.NOT_NOW; // as its altered head says: the rest of it is waited for
            assertTrue(got == BytePipe.BROKEN || isLonger || got == sent.length, () -> "handed up " + got + "; replay with -Dbraid.seed=" + seed);
            assertArrayEquals(new byte[room.position()], Arrays.copyOf(room.array(), room.position()));
        }
    }

    // ---- who is refused

    @Test
    void aCertificateOfAnotherJobIsRefusedByBothEnds() {
        TlsPolicy foreign = new TlsPolicy(Contexts.credentials(Authority.of(Contexts.secret(2)), Contexts.CALLER, -1, 1));
        Pair called = new Pair(foreign.calling(), Contexts.CALLEDS.called());
        called.shake(ALL);
        assertWhy(called.a, "not signed by this job's authority");
        Pair calling = new Pair(Contexts.CALLERS.calling(), foreign.called());
        calling.shake(ALL);
        assertWhy(calling.a, "not signed by this job's authority");
        assertTrue(calling.a.isHopeless());
        assertWhy(calling.b, "it refused this context's certificate");
    }

    @Test
    void anAuthorityThatTrustsAnybodyIsRefusedByTheOther() {
        Credentials own = Contexts.credentials(Authority.of(Contexts.secret(2)), Contexts.CALLER, -1, 1);
        TlsPolicy trusting = new TlsPolicy(new Credentials(own.key(), own.certificate(), Contexts.AUTHORITY.anchor()));
        Pair pair = new Pair(trusting.calling(), Contexts.CALLEDS.called());
        pair.shake(ALL);
        assertWhy(pair.b, "not signed by this job's authority");
        pair.a.open(ByteBuffer.allocate(10));
        assertWhy(pair.a, "it refused this context's certificate");
    }

    @Test
    void aCertificateWhoseTimeIsOverOrHasNotComeIsRefused() {
        Pair old = new Pair(new TlsPolicy(Contexts.credentials(Contexts.AUTHORITY, Contexts.CALLER, -3, -2)).calling(), Contexts.CALLEDS.called());
        old.shake(ALL);
        assertWhy(old.b, "its certificate was valid until");
        old.a.open(ByteBuffer.allocate(10));
        assertWhy(old.a, "the clocks of the hosts"); // JDKs tell a caller no more than that they refused
        Pair early = new Pair(Contexts.CALLERS.calling(), new TlsPolicy(Contexts.credentials(Contexts.AUTHORITY, Contexts.CALLED, 2, 3)).called());
        early.shake(ALL);
        assertWhy(early.a, "its certificate is valid from");
    }

    @Test
    void aCallerWithoutCertificateIsRefused() throws Exception {
        SSLContext bare = SSLContext.getInstance("TLSv1.3");
        bare.init(new KeyManager[0], new TrustManager[] {new PeerCertificates(Contexts.AUTHORITY.anchor())}, null);
        SSLEngine caller = bare.createSSLEngine();
        caller.setUseClientMode(true);
        Pair pair = new Pair(caller, Contexts.CALLEDS.called());
        pair.shake(ALL);
        assertWhy(pair.b, "certificate");
        assertFalse(pair.b.isOpen());
    }

    @Test
    void aCertificateIsThatOfOneContext() throws SSLPeerUnverifiedException {
        Pair pair = Pair.open();
        String why = PeerCertificates.whyNot(pair.b.shown(), Contexts.CALLED);
        assertTrue(why != null && why.contains(Credentials.nameOf(Contexts.CALLER)), why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLS_CHACHA20_POLY1305_SHA256"})
    void anotherVersionOrCipherIsRefusedWithBothNamed(String only) {
        SSLEngine caller = restricted(Contexts.CALLERS.calling(), only);
        Pair called = new Pair(caller, Contexts.CALLEDS.called());
        called.shake(ALL);
        assertWhy(called.b, "this end speaks TLSv1.3 with TLS_AES_128_GCM_SHA256 or TLS_AES_256_GCM_SHA384 alone");
        assertWhy(called.b, only.startsWith("TLSv") ? "it offers TLSv1.2 with 0xc02b" : "it offers TLSv1.3 with TLS_CHACHA20_POLY1305_SHA256");
        assertTrue(called.a.isHopeless(), "it need not call again");
        Pair calling = new Pair(Contexts.CALLERS.calling(), restricted(Contexts.CALLEDS.called(), only));
        calling.shake(ALL);
        assertWhy(calling.a, "this end speaks TLSv1.3");
    }

    @Test
    void whoSpeaksSomethingElseIsToldApart() {
        for (String words : new String[] {"GET / HTTP/1.1\r\n\r\n", "BRAD and more of it", "\0\0\0\0\0\0\0\0"}) {
            TlsEnd end = Contexts.end(Contexts.CALLEDS.called());
            arrive(end, words.getBytes(StandardCharsets.ISO_8859_1));
            end.shake();
            assertWhy(end, "it does not speak TLS");
            assertFalse(end.isOpen());
        }
    }

    @Test
    void noiseBehindAGoodBeginningIsRefusedAndBounded() {
        for (int i = 0; i < 200; i++) {
            TlsEnd end = Contexts.end(Contexts.CALLEDS.called());
            byte[] noise = new byte[200];
            for (int sent = 0; sent < 100_000 && end.why() == null; sent += noise.length) {
                random.nextBytes(noise);
                if (sent == 0) {
                    System.arraycopy(new byte[] {22, 3, 3, (byte) random.nextInt(64)}, 0, noise, 0, 4);
                }
                arrive(end, noise);
                end.shake();
            }
            assertTrue(end.why() != null, () -> "replay with -Dbraid.seed=" + seed);
            assertFalse(end.isOpen());
        }
    }

    @Test
    void aRecordThatIsTooLargeForAnUnknownPeerIsRefused() {
        TlsEnd end = Contexts.end(Contexts.CALLEDS.called());
        byte[] large = new byte[8_000];
        System.arraycopy(new byte[] {22, 3, 3, 0x3f, (byte) 0xff}, 0, large, 0, 5);
        arrive(end, large);
        end.shake();
        assertWhy(end, "it sent a record of more than");
    }

    @ParameterizedTest
    @ValueSource(ints = {0x01_000000, 0x01_008001, 0x01_ffffff, 0x02_000001, 0x03_000001, 0x00_000001, 0x17_030300, 0xff_000001})
    void aHeadThatNoRecordHasBreaksAnOpenConnection(int head) {
        Pair pair = Pair.open();
        arrive(pair.b, ByteBuffer.allocate(4).putInt(head).array());
        assertEquals(BytePipe.BROKEN, pair.b.open(ByteBuffer.allocate(100_000)));
        assertWhy(pair.b, "no record of this connection");
    }

    @Test
    void aRecordIsOpenedOnceAndInItsTurnAndByTheOtherEndAlone() {
        Pair pair = Pair.open();
        Contexts.seal(pair.a, ByteBuffer.wrap(new byte[10]));
        byte[] first = taken(pair.a);
        Contexts.seal(pair.a, ByteBuffer.wrap(new byte[10]));
        byte[] second = taken(pair.a);
        assertFalse(Arrays.equals(first, second), "the same bytes look the same");
        arrive(pair.a, first);
        assertEquals(BytePipe.BROKEN, pair.a.open(ByteBuffer.allocate(10)), "to its own end again");
        arrive(pair.b, first);
        assertEquals(10, pair.b.open(ByteBuffer.allocate(10)));
        arrive(pair.b, first);
        assertEquals(BytePipe.BROKEN, pair.b.open(ByteBuffer.allocate(10)), "a second time");
        Pair other = Pair.open();
        arrive(other.b, second);
        assertEquals(BytePipe.BROKEN, other.b.open(ByteBuffer.allocate(10)), "before the first, and on another connection");
    }

    /** Every bit of it counts, the head's too. */
    @Test
    void aRecordWithOneBitOfAnotherValueOpensNothing() {
        for (int bit = 0; bit < 8 * (12 + RecordCipher.EXTRA_BYTES); bit++) {
            Pair pair = Pair.open();
            Contexts.seal(pair.a, ByteBuffer.wrap(new byte[12]));
            byte[] record = taken(pair.a);
            record[bit / 8] ^= (byte) (1 << bit % 8);
            arrive(pair.b, record);
            ByteBuffer room = ByteBuffer.allocateDirect(100);
            long got = pair.b.open(room);
            boolean isLonger = bit / 8 > 0 && bit / 8 < RecordCipher.HEAD_BYTES && got == BytePipe.NOT_NOW;
            assertTrue(got == BytePipe.BROKEN || isLonger, "bit " + bit + ": " + got);
            assertEquals(0, room.position());
        }
    }

    // ---- how

    private static byte[] taken(TlsEnd from) {
        byte[] records = new byte[from.leaving().bytes().remaining()];
        from.leaving().bytes().get(records);
        return records;
    }

    private static void arrive(TlsEnd end, byte[] bytes) {
        ByteBuffer to = end.beginArrival().bytes();
        to.put(bytes, 0, Math.min(bytes.length, to.remaining()));
        end.endArrival();
    }

    private static SSLEngine restricted(SSLEngine engine, String only) {
        if (only.startsWith("TLSv")) {
            engine.setEnabledProtocols(new String[] {only});
            engine.setEnabledCipherSuites(new String[] {"TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"});
        } else {
            engine.setEnabledCipherSuites(new String[] {only});
        }
        return engine;
    }

    private static void assertWhy(TlsEnd end, String part) {
        String why = end.why();
        assertTrue(why != null && why.contains(part), "why: " + why);
    }

    /** Two ends and the way between them. */
    private static final class Pair {
        final TlsEnd a;
        final TlsEnd b;
        private long allowed = Long.MAX_VALUE;
        private int alterIn = -1;
        private SplittableRandom chance = new SplittableRandom(0);

        Pair(SSLEngine calling, SSLEngine called) {
            a = Contexts.end(calling);
            b = Contexts.end(called);
        }

        static Pair open() {
            Pair pair = new Pair(Contexts.CALLERS.calling(), Contexts.CALLEDS.called());
            pair.shake(ALL);
            assertTrue(pair.a.isOpen() && pair.b.isOpen(), pair.whys());
            return pair;
        }

        String whys() {
            return a.why() + "; " + b.why();
        }

        void alterAt(int position, SplittableRandom with) {
            alterIn = position;
            chance = with;
        }

        void shakeUpTo(int bytes) {
            allowed = bytes;
            shake(ALL);
        }

        /** Until both have nothing more to say. */
        void shake(int piece) {
            int moved;
            do {
                a.shake();
                moved = carry(a, b, piece);
                b.shake();
                moved += carry(b, a, piece);
            } while (moved > 0);
            a.shake();
            b.shake();
        }

        /** At most so many bytes of what leaves one end. */
        int carry(TlsEnd from, TlsEnd to, int piece) {
            ByteBuffer leaving = from.leaving().bytes();
            ByteBuffer arrival = to.beginArrival().bytes();
            int bytes = (int) Math.min(Math.min(piece, allowed), Math.min(leaving.remaining(), arrival.remaining()));
            for (int i = 0; i < bytes; i++) {
                byte each = leaving.get();
                arrival.put(alterIn-- == 0 ? (byte) (each ^ 1 << chance.nextInt(8)) : each);
            }
            allowed -= bytes;
            to.endArrival();
            return bytes;
        }

        /** What arrives gets more room as it comes. */
        void carryAll(TlsEnd from, TlsEnd to) {
            while (from.leaving().bytes().hasRemaining()) {
                carry(from, to, ALL);
            }
        }

        byte[] pass(TlsEnd from, TlsEnd to, byte[] sent, int piece) {
            ByteBuffer source = ByteBuffer.wrap(sent);
            ByteBuffer got = ByteBuffer.allocate(sent.length);
            int idle = 0;
            while (got.hasRemaining() && idle < 3) {
                int before = got.position();
                int taken = source.hasRemaining() ? Contexts.seal(from, source) : 0;
                int carried = carry(from, to, piece);
                to.open(got);
                idle = taken > 0 || carried > 0 || got.position() > before ? 0 : idle + 1;
            }
            return Arrays.copyOf(got.array(), got.position());
        }
    }
}
