package org.braid.pipe.hello;

import java.nio.ByteBuffer;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Hello;
import org.braid.link.spi.trust.BySecret;
import org.braid.link.spi.trust.Secrets;
import org.braid.pipe.driver.TimeAndChance;

/** Both ends' handshakes, as one context makes them by one method. The first of them loads what proves the job's secret. Owned by the holder of the context's token. */
public final class Handshakes {
    private final Hello hello;
    private final ContextId self;
    private final Secrets secrets;
    private final TimeAndChance chance;
    private final BySecret<JobProof> proofs;

    /** @param secrets by which peers are believed; if the job's is not 32 bytes long it is none, and then no handshake can be made */
    public Handshakes(String method, Hello hello, ContextId self, Secrets secrets, TimeAndChance chance) {
        this.hello = hello;
        this.self = self;
        this.secrets = secrets;
        this.chance = chance;
        this.proofs = new BySecret<>(secrets, shared -> new JobProof(method, shared.bits()));
    }

    /** False for a context that belongs to no job: no peer could prove itself to it. */
    public boolean arePossible() {
        return secrets.ofJob().bits().length == JobProof.SECRET_BYTES;
    }

    /** Who makes them. */
    ContextId self() {
        return self;
    }

    /** The end that calls this peer. */
    public OpenerHandshake with(ContextId peer) {
        return new OpenerHandshake(hello, proofTo(peer), self, peer, nonce());
    }

    /** The end that was called, by nobody knows whom yet. */
    public AcceptorHandshake withCaller() {
        return new AcceptorHandshake(hello, this::proofTo, self, nonce());
    }

    /** A number that no earlier lane of this context has had, as far as chance can promise; never 0. */
    public long incarnation() {
        return ByteBuffer.wrap(chance.randomBytes(Long.BYTES)).getLong() | 1;
    }

    private byte[] nonce() {
        return chance.randomBytes(JobProof.NONCE_BYTES);
    }

    private JobProof proofTo(ContextId peer) {
        return proofs.of(secrets.with(peer));
    }
}
