package org.braid.pipe.hello;

import org.braid.base.wire.ContextId;

/**
 * Why a handshake ended badly, as one clause for people.
 *
 * @param kind what sort of fault
 * @param text what is known, without a full stop
 */
public record HandshakeFault(Kind kind, String text) {
    /** What sort of fault. */
    public enum Kind {
        /** Not Braid: an HTTP request, a TLS hello, noise. */
        GARBAGE,
        /** Braid, but another build: no lane between the two, ever. */
        OTHER_BUILD,
        /** Meant for another context. */
        WRONG_TARGET,
        /** Does not know this job's secret. */
        WRONG_PROOF
    }

    static HandshakeFault garbage() {
        return new HandshakeFault(Kind.GARBAGE, "it does not speak Braid's protocol");
    }

    static HandshakeFault otherBuild(String text) {
        return new HandshakeFault(Kind.OTHER_BUILD, text);
    }

    static HandshakeFault wrongTarget(ContextId called) {
        return new HandshakeFault(Kind.WRONG_TARGET, "it looks for context " + called + ", which is not here");
    }

    static HandshakeFault wrongProof() {
        return new HandshakeFault(Kind.WRONG_PROOF, "it did not prove that it knows the job's secret");
    }

    /** Another build of Braid is told who we are, so that it can name both; anything else learns nothing. */
    boolean deservesAnswer() {
        return kind == Kind.OTHER_BUILD;
    }

    /** True when calling this peer again cannot help. */
    boolean isFinal() {
        return kind == Kind.OTHER_BUILD;
    }
}
