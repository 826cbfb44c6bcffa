package org.braid.transports.tls;

import java.util.List;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Transport;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;
import org.braid.pipe.state.PipeTimes;
import org.braid.transports.inet.InetParameters;
import org.braid.transports.inet.InetPort;
import org.jspecify.annotations.Nullable;

/** The method {@code tls}: tcp under TLS 1.3, with a certificate of the job from each end. It may leave the host. */
public final class TlsTransport implements Transport {
    static final String NAME = "tls";

    /** A handshake takes each end 4 to 20 ms of its processor's time, the first one of a process 0.6 s, and a process may have a hundred of them before it. */
    private static final long GREETING_NS = 10_000_000_000L;

    private final @Nullable Allowance ofCallers;

    /** For any number of contexts. */
    public TlsTransport() {
        this(null);
    }

    /** @param ofCallers what the one context that opens it may do for callers; null for the usual */
    TlsTransport(@Nullable Allowance ofCallers) {
        this.ofCallers = ofCallers;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "tcp under TLS 1.3, with certificates that the job makes for itself";
    }

    @Override
    public List<Parameter> parameters() {
        return InetParameters.DESCRIBED;
    }

    @Override
    public void check(List<MethodParameter> parameters, boolean here) {
        InetParameters.check(NAME, parameters, here);
    }

    /** The JDK has all that it needs; whether a context has a certificate is found when it wants to call. */
    @Override
    public Availability availability() {
        return Availability.YES;
    }

    /** After tcp, which is faster where it is allowed. */
    @Override
    public int rank() {
        return 60;
    }

    @Override
    public TransportPort open(TransportHost host) {
        return new InetPort(NAME, host, PipeTimes.DEFAULTS.withGreetingsOf(GREETING_NS), new TlsProtection(host, ofCallers == null ? new Allowance(TlsProtection.TASKS_PER_TURN) : ofCallers));
    }
}
