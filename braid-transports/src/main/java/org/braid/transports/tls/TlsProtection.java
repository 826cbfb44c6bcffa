package org.braid.transports.tls;

import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import org.braid.base.BraidException;
import org.braid.base.os.Entropy;
import org.braid.base.wire.Hello;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.trust.Credentials;
import org.braid.link.spi.trust.TlsPolicy;
import org.braid.pipe.driver.BytePipe;
import org.braid.transports.inet.Protection;
import org.jspecify.annotations.Nullable;

/**
 * A knock before, and TLS around connections, with the credentials that the context has when the handshake of each begins. Making the first ones takes a fifth of a second of a young process's processor time, so the knock
 * comes before: whoever calls knows then that somebody lives here. Token's holder only.
 */
final class TlsProtection implements Protection {
    static final int TASKS_PER_TURN = 1;

    private final Credentials.@Nullable Source source;
    private @Nullable Credentials last;
    private @Nullable TlsPolicy policy; // of the last ones
    private final Hello hello;
    private final byte[] secret;
    private @Nullable KnockWord word;
    private final Allowance ofCallers;
    private final Allowance ofCalls = new Allowance(TASKS_PER_TURN); // nobody who calls keeps this context from calling

    /**
     * Of one context, whose credentials are null if it has no certificate and makes no connection.
     *
     * @param ofCallers what it may do for those who call
     */
    TlsProtection(TransportHost host, Allowance ofCallers) {
        source = host.credentials();
        hello = host.hello();
        secret = host.secret();
        this.ofCallers = ofCallers;
    }

    @Override
    public boolean leavesHost() {
        return true;
    }

    @Override
    public @Nullable String whyNone() {
        return source == null ? "this context has no certificate, so no peer would trust it" : null;
    }

    @Override
    public BytePipe calling(BytePipe plain) {
        return around(plain, Knock.calling(word(), hello), () -> policy().calling(), ofCalls);
    }

    @Override
    public BytePipe called(BytePipe plain) {
        return around(plain, Knock.called(word(), hello, Entropy.bytes(KnockWord.NONCE_BYTES)), () -> policy().called(), ofCallers);
    }

    /** Without memory for its end the pipe goes, too: nobody else would close it. */
    private static BytePipe around(BytePipe plain, Knock knock, Supplier<SSLEngine> engines, Allowance allowance) {
        try {
            return new TlsPipe(new KnockPipe(plain, knock), new TlsEnd(engines, allowance));
        } catch (BraidException noMemory) {
            plain.close();
            throw noMemory;
        }
    }

    @Override
    public void beginTurn() {
        ofCallers.renew();
        ofCalls.renew();
    }

    @Override
    public int workOfTurn() {
        return ofCallers.used() + ofCalls.used();
    }

    private KnockWord word() {
        KnockWord known = word;
        if (known == null) {
            known = new KnockWord(secret);
            word = known;
        }
        return known;
    }

    private TlsPolicy policy() {
        Credentials.Source from = source;
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
