package org.braid.launch.protection;

import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.braid.base.os.Entropy;
import org.braid.base.wire.ContextId;
import org.braid.boot.authority.OwnCredentials;
import org.braid.boot.ticket.Secret;
import org.braid.link.spi.trust.Credentials;
import org.braid.link.spi.trust.TlsPolicy;

/**
 * TLS 1.3, each end with a certificate of the authority that follows from the ticket's secret ({@code docs/decisions/tls.md}): who does not know the secret can show none. Which process it is nobody asks here, for a join may
 * bring any rank.
 */
public final class TlsProtection implements Protection {
    private final OwnCredentials own;
    private Credentials shown; // guarded by this, as the next
    private TlsPolicy policy;

    private TlsProtection(OwnCredentials own) {
        this.own = own;
        this.shown = own.current();
        this.policy = new TlsPolicy(shown);
    }

    /** That of the job with this secret. It loads the JDK's cryptography. */
    public static TlsProtection of(Secret secret) {
        return new TlsProtection(OwnCredentials.forFewConnections(secret.toBytes(), ContextId.notARank(0, 0, Entropy.nextLong())));
    }

    /** Certificates are renewed; a server may wait for its last join longer than one is valid. */
    private synchronized TlsPolicy policy() {
        Credentials current = own.current();
        if (current != shown) {
            policy = new TlsPolicy(current);
            shown = current;
        }
        return policy;
    }

    @Override
    public Socket over(Socket plain, boolean calls) throws IOException {
        SSLSocket socket = policy().over(plain, calls);
        try {
            socket.startHandshake();
        } catch (SSLException e) {
            throw new IOException("no TLS with a certificate of this job: " + e.getMessage() + "; the ticket may be of another job, or stale, or the clocks of the hosts differ by days", e);
        }
        return socket;
    }
}
