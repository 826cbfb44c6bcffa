package org.braid.transports.tls;

import org.braid.link.spi.trust.Credentials;
import org.braid.link.spi.trust.Secrets;
import org.braid.link.spi.trust.TlsPolicy;
import org.jspecify.annotations.Nullable;

/** What one secret that this context shares with others makes of it at a connection: the word that it knocks with, and the certificate that it shows, with the credentials that it has when the handshake begins. Token's holder only. */
final class Membership {
    private final Secrets.Shared secret;
    private @Nullable KnockWord word;
    private @Nullable Credentials last;
    private @Nullable TlsPolicy policy; // of the last ones

    Membership(Secrets.Shared secret) {
        this.secret = secret;
    }

    KnockWord word() {
        KnockWord known = word;
        if (known == null) {
            known = new KnockWord(secret.bits());
            word = known;
        }
        return known;
    }

    /** Making the first one takes a fifth of a second of a young process's processor time. */
    TlsPolicy policy() {
        Credentials.Source from = secret.credentials();
        if (from == null) {
            throw new IllegalStateException("a context without certificate makes no connection");
        }
        Credentials current = from.current();
        TlsPolicy known = policy;
        if (known == null || current != last) {
            known = new TlsPolicy(current);
            policy = known;
            last = current;
        }
        return known;
    }
}
