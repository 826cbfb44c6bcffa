package org.braid.transports.tls;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import javax.net.ssl.SSLEngine;
import org.braid.base.wire.ContextId;
import org.braid.boot.authority.Authority;
import org.braid.link.spi.trust.Credentials;
import org.braid.link.spi.trust.TlsPolicy;

/** Two contexts of a job and what they show. */
final class Contexts {
    static final ContextId CALLER = new ContextId(0x1234, 0x5678, 1);
    static final ContextId CALLED = new ContextId(0x1234, 0x5678, 2);
    static final Authority AUTHORITY = Authority.of(secret(1));
    static final TlsPolicy CALLERS = new TlsPolicy(credentials(AUTHORITY, CALLER, -1, 1));
    static final TlsPolicy CALLEDS = new TlsPolicy(credentials(AUTHORITY, CALLED, -1, 1));

    private Contexts() {}

    static byte[] secret(int which) {
        byte[] secret = new byte[32];
        secret[0] = (byte) which;
        return secret;
    }

    /** One that may run its tasks at once. */
    static TlsEnd end(SSLEngine engine) {
        return new TlsEnd(() -> engine, new Allowance(Integer.MAX_VALUE));
    }

    /** Has an end take what it can of one buffer. */
    static int seal(TlsEnd end, ByteBuffer plain) {
        int taken = end.seal(new ByteBuffer[] {plain}, 0, 1);
        plain.position(plain.position() + Math.max(0, taken));
        return taken;
    }

    /** Valid from so many days from now until so many. */
    static Credentials credentials(Authority authority, ContextId of, int fromDays, int untilDays) {
        Instant now = Instant.now();
        return authority.issue(of, now.plus(fromDays, ChronoUnit.DAYS), now.plus(untilDays, ChronoUnit.DAYS));
    }
}
