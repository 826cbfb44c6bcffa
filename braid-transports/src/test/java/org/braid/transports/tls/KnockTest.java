package org.braid.transports.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.braid.base.wire.Hello;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said before TLS begins, by those of a job and by others. */
class KnockTest {
    private static final Hello HELLO = new Hello(Hello.THIS_VERSION, 7, 0);
    private static final KnockWord OURS = new KnockWord(Contexts.secret(1));

    private final byte[] nonce = new byte[KnockWord.NONCE_BYTES];

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 20, 1000})
    void thoseOfAJobGetThroughHoweverLittleTheWayHoldsAndNothingIsReadTooFar(int holds) {
        Wire.End[] wires = Wire.ends(holds);
        KnockPipe caller = new KnockPipe(wires[0], Knock.calling(OURS, HELLO));
        KnockPipe called = new KnockPipe(wires[1], Knock.called(() -> List.of(OURS), HELLO, nonce));
        for (int i = 0; i < 1000 && !caller.isConnected(); i++) {
            assertFalse(called.isConnected(), "the caller has not said all");
        }
        ByteBuffer next = ByteBuffer.wrap(new byte[] {42, 43});
        ByteBuffer read = ByteBuffer.allocate(10);
        for (int i = 0; i < 1000 && read.position() < 2; i++) {
            assertTrue(caller.write(next, 0) >= 0);
            assertTrue(!called.isConnected() || called.read(read, 0) >= 0);
        }
        assertEquals(ByteBuffer.wrap(new byte[] {42, 43}), read.flip(), "TLS begins right behind the word");
        assertTrue(called.isOfTheJob());
        assertNull(called.why());
        assertNull(caller.why());
    }

    @Test
    void anotherSecretIsRefusedAndTheCallersEngineTellsIt() {
        Wire.End[] wires = Wire.ends(1 << 16);
        TlsPipe caller = new TlsPipe(new KnockPipe(wires[0], Knock.calling(new KnockWord(Contexts.secret(2)), HELLO)), Contexts.end(Contexts.CALLERS.calling()));
        KnockPipe called = new KnockPipe(wires[1], Knock.called(() -> List.of(OURS), HELLO, nonce));
        for (int i = 0; i < 5; i++) {
            caller.isConnected();
            called.isConnected();
        }
        assertFalse(called.isOfTheJob() || called.isConnected());
        assertEquals("it did not show that it knows the job's secret", called.why());
        assertTrue(String.valueOf(caller.why()).startsWith("it refused with access_denied: it belongs to another job"), caller::why);
        assertTrue(caller.isHopeless());
    }

    @Test
    void theEndThatWasCalledKnowsWhichOfItsWordsItHasHeard() {
        KnockWord ofMeeting = new KnockWord(Contexts.secret(2));
        for (KnockWord shown : List.of(OURS, ofMeeting)) {
            Wire.End[] wires = Wire.ends(1 << 16);
            KnockPipe caller = new KnockPipe(wires[0], Knock.calling(shown, HELLO));
            Knock knock = Knock.called(() -> List.of(OURS, ofMeeting), HELLO, nonce);
            KnockPipe called = new KnockPipe(wires[1], knock);
            for (int i = 0; i < 5; i++) {
                caller.isConnected();
                called.isConnected();
            }
            assertTrue(called.isConnected());
            assertSame(shown, knock.heard());
        }
    }

    @Test
    void aWordThatWasHeardIsOfNoUseAgain() {
        byte[] later = nonce.clone();
        later[31]++;
        assertTrue(hears(nonce, OURS.over(nonce)));
        assertFalse(hears(later, OURS.over(nonce)));
    }

    @Test
    void noBitOfAWordMayBeWrong() {
        for (int bit = 0; bit < 8 * KnockWord.BYTES; bit++) {
            byte[] altered = OURS.over(nonce);
            altered[bit / 8] ^= (byte) (1 << bit % 8);
            assertFalse(hears(nonce, altered), "bit " + bit);
        }
    }

    @Test
    void buildsThatDifferNameEachOther() {
        Wire.End[] wires = Wire.ends(1 << 16);
        KnockPipe caller = new KnockPipe(wires[0], Knock.calling(OURS, HELLO));
        KnockPipe called = new KnockPipe(wires[1], Knock.called(() -> List.of(OURS), new Hello(Hello.THIS_VERSION, 8, 0), nonce));
        assertFalse(caller.isConnected() || called.isConnected() || caller.isConnected());
        assertEquals("it is Braid 0.1.0 build 7, this process is Braid 0.1.0 build 8", called.why());
        assertEquals("it is Braid 0.1.0 build 8, this process is Braid 0.1.0 build 7", caller.why());
        assertTrue(caller.isHopeless() && called.isHopeless());
    }

    @Test
    void strangersAreToldApart() {
        assertEquals("it does not speak Braid's protocol", whyNot("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
        byte[] tls = new byte[40];
        tls[0] = 22;
        assertEquals("it speaks TLS and did not knock first, as every process of a job does", whyNot(tls));
    }

    @Test
    void whoeverGreetsAndLeavesHasFoundAnotherConnection() {
        Wire.End[] wires = Wire.ends(1 << 16);
        KnockPipe called = new KnockPipe(wires[1], Knock.called(() -> List.of(OURS), HELLO, nonce));
        assertFalse(new KnockPipe(wires[0], Knock.calling(OURS, HELLO)).isConnected());
        assertFalse(called.isConnected());
        wires[0].close();
        assertFalse(called.isConnected());
        assertTrue(called.wasLeft());
        assertEquals("it ended the connection before TLS began", called.why());
    }

    private static String whyNot(byte[] words) {
        Knock called = Knock.called(() -> List.of(OURS), HELLO, new byte[KnockWord.NONCE_BYTES]);
        called.in().put(words, 0, called.in().remaining());
        called.advance();
        assertFalse(called.out().hasRemaining(), "it learns nothing");
        return String.valueOf(called.why());
    }

    private static boolean hears(byte[] nonce, byte[] word) {
        Knock called = Knock.called(() -> List.of(OURS), HELLO, nonce);
        HELLO.put(called.in());
        called.advance();
        byte[] answer = new byte[called.out().remaining()];
        called.out().get(answer);
        assertTrue(Arrays.equals(nonce, 0, nonce.length, answer, Hello.BYTES, answer.length));
        called.in().put(word);
        called.advance();
        return called.isDone();
    }
}
