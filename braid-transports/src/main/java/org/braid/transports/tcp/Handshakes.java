package org.braid.transports.tcp;

import org.braid.base.wire.ContextId;
import org.braid.link.spi.TransportHost;
import org.jspecify.annotations.Nullable;

/** Both ends' handshakes, as one context makes them. The first of them loads what proves the job's secret. Owned by the holder of the context's token. */
final class Handshakes {
    private final TransportHost host;
    private @Nullable JobProof proof;

    Handshakes(TransportHost host) {
        this.host = host;
    }

    /** False for a context that belongs to no job: no peer could prove itself to it. */
    boolean arePossible() {
        return host.secret().length == JobProof.SECRET_BYTES;
    }

    OpenerHandshake with(ContextId peer) {
        return new OpenerHandshake(host.hello(), proof(), host.self(), peer, proof().nonce());
    }

    AcceptorHandshake withCaller() {
        return new AcceptorHandshake(host.hello(), proof(), host.self(), proof().nonce());
    }

    /** {@link JobProof#incarnation}. */
    long incarnation() {
        return proof().incarnation();
    }

    private JobProof proof() {
        JobProof known = proof;
        if (known == null) {
            known = new JobProof(host.secret());
            proof = known;
        }
        return known;
    }
}
