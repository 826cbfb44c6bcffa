package org.braid.transports.unix;

import java.util.List;
import org.braid.link.spi.Transport;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;
import org.braid.pipe.state.PipeTimes;

/** The method {@code unix}: for processes of one user on one host. */
public final class UnixTransport implements Transport {
    static final String NAME = "unix";

    /** Without it nobody would know who calls. */
    private static final String CREDENTIALS_MODULE = "jdk.net";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "sockets of one host, whose system says who calls";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of();
    }

    /** Whether a socket can be made here is found when somebody wants to call. */
    @Override
    public Availability availability() {
        return ModuleLayer.boot().findModule(CREDENTIALS_MODULE).isPresent()
                ? Availability.YES
                : Availability.no("this JDK has no module " + CREDENTIALS_MODULE + ", by which it would know the users of callers");
    }

    /** Before tcp, which goes through more of the system and needs a port. */
    @Override
    public int rank() {
        return 40;
    }

    @Override
    public TransportPort open(TransportHost host) {
        return new UnixPort(host, PipeTimes.DEFAULTS);
    }
}
