package org.braid.transports.tcp;

import java.util.List;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Transport;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;
import org.braid.pipe.state.PipeTimes;
import org.braid.transports.inet.InetParameters;
import org.braid.transports.inet.InetPort;
import org.braid.transports.inet.Protection;

/** The method {@code tcp}. Between hosts it carries messages in the clear, so it leaves the host only if the job allows that. */
public final class TcpTransport implements Transport {
    static final String NAME = "tcp";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "non-blocking TCP connections that are made again and replayed when they break";
    }

    @Override
    public List<Parameter> parameters() {
        return InetParameters.DESCRIBED;
    }

    @Override
    public void check(List<MethodParameter> parameters, boolean here) {
        InetParameters.check(NAME, parameters, here);
    }

    /** Sockets exist everywhere; whether a peer can be reached is found when it is called. */
    @Override
    public Availability availability() {
        return Availability.YES;
    }

    @Override
    public int rank() {
        return 50;
    }

    @Override
    public TransportPort open(TransportHost host) {
        return new InetPort(NAME, host, PipeTimes.DEFAULTS, Protection.NONE);
    }
}
