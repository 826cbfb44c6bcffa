package org.braid.pipe.hello;

import org.braid.base.wire.ContextId;
import org.braid.base.wire.Hello;
import org.jspecify.annotations.Nullable;

/** The end that opened the connection; see {@link Handshake}. */
public final class OpenerHandshake extends Handshake {
    private final JobProof job;
    private final ContextId self;
    private final ContextId peer;
    private final byte[] nonce;
    private final Greeter greeter;
    private @Nullable Transcript transcript;
    private @Nullable ResumePoint peerResume;

    /** @param nonce 32 fresh random bytes */
    OpenerHandshake(Hello hello, JobProof job, ContextId self, ContextId peer, byte[] nonce) {
        greeter = new Greeter(hello);
        this.job = job;
        this.self = self;
        this.peer = peer;
        this.nonce = nonce;
        greeter.putOurs(say());
        Transcript.putId(out, self);
        Transcript.putId(out, peer);
        out.put(nonce).flip();
        expect(HELLO_BYTES);
    }

    /** The peer proved itself and this connection was chosen: shows our proof and where we go on. */
    public void prove(ResumePoint resume) {
        Transcript seen = transcript;
        if (phase() != Phase.PROVEN || seen == null) {
            throw new IllegalStateException("prove() in phase " + phase());
        }
        say().put(job.ofOpener(seen, resume));
        resume.put(out);
        out.flip();
        expect(VERDICT_BYTES);
        talkOn();
    }

    /** Where the peer goes on; null before the verdict. */
    public @Nullable ResumePoint peerResume() {
        return peerResume;
    }

    @Override
    ContextId provenPeer() {
        return peer;
    }

    @Override
    void received() {
        if (transcript != null) {
            takeVerdict();
        } else if (!greeter.greeted()) {
            takeHello();
        } else {
            takeAnswer();
        }
    }

    private void takeHello() {
        HandshakeFault bad = greeter.check(in);
        if (bad != null) {
            fail(bad);
        } else {
            expect(ANSWER_BYTES);
        }
    }

    private void takeAnswer() {
        byte[] peerNonce = bytes(in, JobProof.NONCE_BYTES);
        byte[] shown = bytes(in, JobProof.PROOF_BYTES);
        Transcript seen = new Transcript(self, peer, nonce, peerNonce);
        if (!JobProof.same(job.ofAcceptor(seen), shown)) {
            fail(HandshakeFault.wrongProof());
            return;
        }
        transcript = seen;
        proven();
    }

    private void takeVerdict() {
        Verdict word = Verdict.of(in.getInt());
        ResumePoint resume = ResumePoint.get(in);
        int expected = sum(in, in.position());
        if (word == null || in.getInt() != expected) {
            fail(HandshakeFault.garbage());
        } else {
            peerResume = resume;
            decided(word);
        }
    }
}
