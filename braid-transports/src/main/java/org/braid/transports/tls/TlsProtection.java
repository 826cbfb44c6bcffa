package org.braid.transports.tls;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import org.braid.base.BraidException;
import org.braid.base.os.Entropy;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Hello;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.trust.BySecret;
import org.braid.link.spi.trust.Secrets;
import org.braid.pipe.driver.BytePipe;
import org.braid.transports.inet.Protection;
import org.jspecify.annotations.Nullable;

/**
 * A knock before, and TLS around connections, with what the context has in common with the peer of each. Making the first ones takes a fifth of a second of a young process's processor time, so the knock
 * comes before: whoever calls knows then that somebody lives here. Token's holder only.
 */
final class TlsProtection implements Protection {
    static final int TASKS_PER_TURN = 1;

    private final Secrets secrets;
    private final BySecret<Membership> memberships;
    private final Hello hello;
    private final Allowance ofCallers;
    private final Allowance ofCalls = new Allowance(TASKS_PER_TURN); // nobody who calls keeps this context from calling

    /**
     * Of one context, whose credentials are null if it has no certificate and makes no connection.
     *
     * @param ofCallers what it may do for those who call
     */
    TlsProtection(TransportHost host, Allowance ofCallers) {
        secrets = host.secrets();
        memberships = new BySecret<>(secrets, Membership::new);
        hello = host.hello();
        this.ofCallers = ofCallers;
    }

    @Override
    public boolean leavesHost() {
        return true;
    }

    @Override
    public @Nullable String whyNone() {
        return secrets.ofJob().credentials() == null ? "this context has no certificate, so no peer would trust it" : null;
    }

    @Override
    public BytePipe calling(ContextId peer, BytePipe plain) {
        Membership common = memberships.of(secrets.with(peer));
        return around(plain, Knock.calling(common.word(), hello), () -> common.policy().calling(), ofCalls);
    }

    @Override
    public BytePipe called(BytePipe plain) {
        Knock knock = Knock.called(this::words, hello, Entropy.bytes(KnockWord.NONCE_BYTES));
        return around(plain, knock, () -> membership(knock.heard()).policy().called(), ofCallers);
    }

    private List<KnockWord> words() {
        return secrets.all().stream().map(each -> memberships.of(each).word()).toList();
    }

    /** Of whoever has knocked, also where its peers have become strangers since. */
    private Membership membership(@Nullable KnockWord heard) {
        return Objects.requireNonNull(memberships.find(each -> each.word() == heard));
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
}
