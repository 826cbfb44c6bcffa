package org.braid.pipe.hello;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.braid.base.wire.Hello;
import org.braid.pipe.fake.Node;
import org.braid.pipe.hello.Handshake.Phase;
import org.braid.pipe.hello.HandshakeFault.Kind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The handshake as a pure machine: two ends that pass bytes to each other by hand. */
class HandshakeTest {
    private static final Hello HELLO = new Hello(Hello.version(1, 2, 3), 77, 0);
    private static final ResumePoint FROM_OPENER = new ResumePoint(0, 11, 0, 5, 3);
    private static final ResumePoint FROM_ACCEPTOR = new ResumePoint(0, 22, 11, 9, 9);

    private final JobProof job = new JobProof("wire", Node.secret(1));
    private final OpenerHandshake opener = opener(HELLO, job);
    private final AcceptorHandshake acceptor = acceptor(HELLO, job);

    @Test
    void twoEndsOfOneJobProveThemselvesAndTellWhereTheyGoOn() {
        talk(opener, acceptor);
        assertEquals(Phase.PROVEN, opener.phase());
        opener.prove(FROM_OPENER);
        talk(opener, acceptor);
        assertEquals(Phase.PROVEN, acceptor.phase());
        assertEquals(Node.id(0), acceptor.peer());
        assertEquals(FROM_OPENER, acceptor.peerResume());
        acceptor.decide(Verdict.WELCOME, FROM_ACCEPTOR);
        talk(opener, acceptor);
        assertEquals(Phase.DECIDED, opener.phase());
        assertEquals(Verdict.WELCOME, opener.verdict());
        assertEquals(FROM_ACCEPTOR, opener.peerResume());
    }

    @Test
    void anotherBuildIsRefusedByBothEndsAndBothBuildsAreNamed() {
        AcceptorHandshake other = acceptor(new Hello(Hello.version(1, 2, 4), 77, 0), job);
        talk(opener, other);
        for (Handshake end : new Handshake[] {opener, other}) {
            assertEquals(Phase.FAILED, end.phase());
            HandshakeFault fault = fault(end);
            assertEquals(Kind.OTHER_BUILD, fault.kind());
            assertTrue(fault.text().contains("1.2.3") && fault.text().contains("1.2.4"), fault.text());
            assertTrue(fault.isFinal());
        }
    }

    @Test
    void anAcceptorWithAnotherSecretIsFoundOutBeforeWeProveAnything() {
        talk(opener, acceptor(HELLO, new JobProof("wire", Node.secret(2))));
        assertEquals(Kind.WRONG_PROOF, fault(opener).kind());
    }

    @Test
    void anOpenerThatDoesNotKnowTheSecretIsRefused() {
        talk(opener, acceptor);
        opener.prove(FROM_OPENER);
        opener.out.put(3, (byte) (opener.out.get(3) ^ 1));
        talk(opener, acceptor);
        assertEquals(Kind.WRONG_PROOF, fault(acceptor).kind());
    }

    @Test
    void whoKnowsTheSecretOfAMeetingAloneCannotSayThatItIsOfTheJob() {
        JobProof ofMeeting = new JobProof("wire", Node.secret(2));
        AcceptorHandshake met = new AcceptorHandshake(HELLO, caller -> caller.equals(Node.id(7)) ? ofMeeting : job, Node.id(1), nonce());
        OpenerHandshake impostor = opener(HELLO, ofMeeting);
        talk(impostor, met);
        assertEquals(Kind.WRONG_PROOF, fault(impostor).kind());
        OpenerHandshake honest = new OpenerHandshake(HELLO, ofMeeting, Node.id(7), Node.id(1), nonce());
        AcceptorHandshake again = new AcceptorHandshake(HELLO, caller -> caller.equals(Node.id(7)) ? ofMeeting : job, Node.id(1), nonce());
        talk(honest, again);
        assertEquals(Phase.PROVEN, honest.phase());
    }

    @Test
    void aProofOfAnotherMethodProvesNothing() {
        talk(opener, acceptor(HELLO, new JobProof("thread", Node.secret(1))));
        assertEquals(Kind.WRONG_PROOF, fault(opener).kind());
    }

    @Test
    void numbersToResumeAtCannotBeChangedOnTheWay() {
        talk(opener, acceptor);
        opener.prove(FROM_OPENER);
        int last = opener.out.limit() - 1;
        opener.out.put(last, (byte) (opener.out.get(last) ^ 1));
        talk(opener, acceptor);
        assertEquals(Kind.WRONG_PROOF, fault(acceptor).kind());
    }

    @Test
    void noBitOfAVerdictAndItsNumbersCanBeChangedOnTheWay() {
        for (int bit = 0; bit < 8 * Handshake.VERDICT_BYTES; bit++) {
            OpenerHandshake one = opener(HELLO, job);
            AcceptorHandshake other = acceptor(HELLO, job);
            talk(one, other);
            one.prove(FROM_OPENER);
            talk(one, other);
            other.decide(Verdict.WELCOME, FROM_ACCEPTOR);
            other.out.put(bit / 8, (byte) (other.out.get(bit / 8) ^ 1 << bit % 8));
            talk(one, other);
            assertEquals(Kind.GARBAGE, fault(one).kind());
            assertNull(one.peerResume());
        }
    }

    @Test
    void anEchoOfOurOwnBytesProvesNothing() {
        byte[] call = new byte[opener.out.remaining()];
        opener.out.get(call);
        opener.in.put(call, 0, Handshake.HELLO_BYTES);
        opener.advance();
        opener.in.put(call, Handshake.HELLO_BYTES, Handshake.ANSWER_BYTES);
        opener.advance();
        assertEquals(Kind.WRONG_PROOF, fault(opener).kind());
    }

    @Test
    void aCallForAnotherContextIsRefusedWithoutAProof() {
        OpenerHandshake lost = new OpenerHandshake(HELLO, job, Node.id(0), Node.id(9), nonce());
        talk(lost, acceptor);
        assertEquals(Kind.WRONG_TARGET, fault(acceptor).kind());
        assertFalse(acceptor.out.hasRemaining());
        assertEquals(Phase.TALKING, lost.phase(), "it got no byte of an answer");
    }

    @Test
    void aContextThatCallsItselfIsRefused() {
        OpenerHandshake self = new OpenerHandshake(HELLO, job, Node.id(1), Node.id(1), nonce());
        talk(self, acceptor);
        assertEquals(Kind.WRONG_TARGET, fault(acceptor).kind());
    }

    @Test
    void whatIsNotBraidIsRefusedAfterSixteenBytesAndGetsNoAnswer() {
        for (String text : new String[] {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003aaaaa", "0000000000000000"}) {
            AcceptorHandshake end = acceptor(HELLO, job);
            for (int i = 0; i < Handshake.HELLO_BYTES; i++) {
                end.in.put((byte) text.charAt(i));
            }
            end.advance();
            assertEquals(Kind.GARBAGE, fault(end).kind());
            assertFalse(end.out.hasRemaining());
        }
    }

    @Test
    void anyChangedByteOfAnyMessageEndsInARefusalAndNeverInAnException() {
        long seed = Long.getLong("braid.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 3000; i++) {
            OpenerHandshake o = opener(HELLO, job);
            AcceptorHandshake a = acceptor(HELLO, job);
            int message = random.nextInt(3);
            if (message == 0) {
                change(o, random);
            }
            talk(o, a, message == 1 ? random : null);
            if (o.phase() == Phase.PROVEN) {
                o.prove(FROM_OPENER);
                if (message == 2) {
                    change(o, random);
                }
                talk(o, a);
            }
            assertTrue(a.phase() != Phase.PROVEN, "a changed handshake was believed; replay with -Dbraid.seed=" + seed);
        }
    }

    @Test
    void everyVerdictHasACodeAndOtherCodesHaveNone() {
        for (Verdict verdict : Verdict.values()) {
            assertEquals(verdict, Verdict.of(verdict.ordinal()));
        }
        assertNull(Verdict.of(-1));
        assertNull(Verdict.of(Verdict.values().length));
    }

    private static byte[] nonce() {
        byte[] nonce = new byte[JobProof.NONCE_BYTES];
        ThreadLocalRandom.current().nextBytes(nonce);
        return nonce;
    }

    private static OpenerHandshake opener(Hello hello, JobProof proof) {
        return new OpenerHandshake(hello, proof, Node.id(0), Node.id(1), nonce());
    }

    private static AcceptorHandshake acceptor(Hello hello, JobProof proof) {
        return new AcceptorHandshake(hello, _ -> proof, Node.id(1), nonce());
    }

    private static HandshakeFault fault(Handshake end) {
        HandshakeFault fault = end.fault();
        assertNotNull(fault, () -> "no fault in phase " + end.phase());
        return Objects.requireNonNull(fault);
    }

    private static void talk(Handshake one, Handshake two) {
        talk(one, two, null);
    }

    /** Passes bytes both ways until nothing moves; {@code random} changes a bit of what the second end says. */
    private static void talk(Handshake one, Handshake two, @Nullable SplittableRandom random) {
        SplittableRandom changer = random;
        boolean moved = true;
        while (moved) {
            moved = pass(one, two);
            if (changer != null && two.out.hasRemaining()) {
                change(two, changer);
                changer = null;
            }
            moved |= pass(two, one);
        }
    }

    private static boolean pass(Handshake from, Handshake to) {
        boolean moved = false;
        while (from.out.hasRemaining() && to.phase() == Phase.TALKING) {
            to.in.put(from.out.get());
            to.advance();
            moved = true;
        }
        return moved;
    }

    private static void change(Handshake end, SplittableRandom random) {
        int at = random.nextInt(end.out.limit());
        end.out.put(at, (byte) (end.out.get(at) ^ 1 << random.nextInt(8)));
    }
}
