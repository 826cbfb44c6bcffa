package org.braid.pipe.hello;

import java.util.function.Function;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Hello;
import org.jspecify.annotations.Nullable;

/** The end that accepted the connection; see {@link Handshake}. It speaks only after a valid hello, and proves itself only to a caller that names it. */
public final class AcceptorHandshake extends Handshake {
    private final Function<ContextId, JobProof> proofs;
    private final ContextId self;
    private final byte[] nonce;
    private final Greeter greeter;
    private @Nullable Transcript transcript;
    private @Nullable ResumePoint peerResume;

    /**
     * Of a connection that nobody knows who has made.
     *
     * @param proofs says by which secret a caller must prove itself
     * @param nonce 32 fresh random bytes
     */
    AcceptorHandshake(Hello hello, Function<ContextId, JobProof> proofs, ContextId self, byte[] nonce) {
        greeter = new Greeter(hello);
        this.proofs = proofs;
        this.self = self;
        this.nonce = nonce;
        expect(HELLO_BYTES);
    }

    /** Who called; known from {@link Phase#PROVEN} on. */
    public ContextId peer() {
        if (transcript == null) {
            throw new IllegalStateException("nobody has called yet");
        }
        return transcript.opener();
    }

    /** True once the caller spoke our protocol and named this context. */
    boolean wasCalled() {
        return transcript != null;
    }

    /** Where the peer goes on; null before it is proven. */
    public @Nullable ResumePoint peerResume() {
        return peerResume;
    }

    /** The owner's word about this proven peer. */
    public void decide(Verdict word, ResumePoint resume) {
        if (phase() != Phase.PROVEN) {
            throw new IllegalStateException("decide() in phase " + phase());
        }
        say().putInt(word.ordinal());
        resume.put(out);
        out.putInt(sum(out, out.position())).flip();
        decided(word);
    }

    @Override
    ContextId provenPeer() {
        return peer();
    }

    @Override
    void received() {
        if (transcript != null) {
            takeProof(transcript);
        } else if (!greeter.greeted()) {
            takeHello();
        } else {
            takeCall();
        }
    }

    private void takeHello() {
        HandshakeFault bad = greeter.check(in);
        if (bad == null) {
            expect(CALL_BYTES);
            return;
        }
        if (bad.deservesAnswer()) {
            greeter.putOurs(say());
            out.flip();
        }
        fail(bad);
    }

    private void takeCall() {
        ContextId caller = Transcript.getId(in);
        ContextId called = Transcript.getId(in);
        byte[] callerNonce = bytes(in, JobProof.NONCE_BYTES);
        if (caller == null || called == null) {
            fail(HandshakeFault.garbage());
            return;
        }
        if (!called.equals(self) || caller.equals(self)) {
            fail(HandshakeFault.wrongTarget(called));
            return;
        }
        Transcript seen = new Transcript(caller, self, callerNonce, nonce);
        greeter.putOurs(say());
        out.put(nonce).put(proofs.apply(caller).ofAcceptor(seen)).flip();
        transcript = seen;
        expect(PROOF_BYTES);
    }

    private void takeProof(Transcript seen) {
        byte[] shown = bytes(in, JobProof.PROOF_BYTES);
        ResumePoint resume = ResumePoint.get(in);
        if (!JobProof.same(proofs.apply(seen.opener()).ofOpener(seen, resume), shown)) {
            fail(HandshakeFault.wrongProof());
            return;
        }
        peerResume = resume;
        proven();
    }
}
