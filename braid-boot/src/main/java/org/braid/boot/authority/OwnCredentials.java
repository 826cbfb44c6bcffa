package org.braid.boot.authority;

import java.time.Instant;
import java.time.InstantSource;
import org.braid.base.wire.ContextId;
import org.braid.link.spi.trust.Credentials;
import org.jspecify.annotations.Nullable;

/**
 * Those of one context, made when they are first needed, and again when half of their time is over: connections that are made later show newer ones. Until then it holds a secret and a name, and has
 * loaded neither cryptography nor calendars.
 */
public final class OwnCredentials implements Credentials.Source {
    private static final long DAY_S = 24 * 3600;

    /** Clocks of hosts differ. */
    static final long BEFORE_S = DAY_S;

    static final long LIFE_S = 7 * DAY_S;

    private final byte[] secret;
    private final ContextId context;
    private final KeyKind kind;
    private final @Nullable InstantSource clock;
    private @Nullable Authority authority; // guarded by this, as the rest
    private @Nullable Credentials made;
    private long renewalS;

    /** @param secret the job's 256 bits */
    public OwnCredentials(byte[] secret, ContextId context) {
        this(secret, context, KeyKind.FOR_MANY_CONNECTIONS, null);
    }

    /** Those of a context that shows them a few times in its life, as a launcher does: they are made in a quarter of the time. */
    public static OwnCredentials forFewConnections(byte[] secret, ContextId context) {
        return new OwnCredentials(secret, context, KeyKind.FOR_FEW_CONNECTIONS, null);
    }

    /** @param clock null for the system's */
    OwnCredentials(byte[] secret, ContextId context, KeyKind kind, @Nullable InstantSource clock) {
        this.secret = secret.clone();
        this.context = context;
        this.kind = kind;
        this.clock = clock;
    }

    @Override
    public synchronized Credentials current() {
        long nowS = (clock == null ? InstantSource.system() : clock).instant().getEpochSecond();
        Credentials known = made;
        if (known == null || nowS >= renewalS) {
            Authority by = authority == null ? Authority.of(secret) : authority;
            known = by.issue(kind, context, Instant.ofEpochSecond(nowS - BEFORE_S), Instant.ofEpochSecond(nowS + LIFE_S));
            authority = by;
            made = known;
            renewalS = nowS + LIFE_S / 2;
        }
        return known;
    }
}
