package org.braid.testkit.contract;

import java.util.List;
import org.braid.link.spi.Transport;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;
import org.braid.testkit.hosts.HostNetworks;

/** A transport over sockets whose contexts are all in this process, and their sockets on several hosts for tests: those of context {@code i} on host {@code i} modulo their number. */
final class HostedTransport implements Transport {
    private final Transport inner;
    private final HostNetworks networks;
    private final int hosts;

    HostedTransport(Transport inner, HostNetworks networks, int hosts) {
        this.inner = inner;
        this.networks = networks;
        this.hosts = hosts;
    }

    /** The index, from 1, of the host that a context is on. */
    static int hostOf(long context, int hosts) {
        return 1 + (int) (context % hosts);
    }

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public String description() {
        return inner.description();
    }

    @Override
    public List<Parameter> parameters() {
        return inner.parameters();
    }

    @Override
    public Availability availability() {
        return inner.availability();
    }

    @Override
    public int rank() {
        return inner.rank();
    }

    @Override
    public TransportPort open(TransportHost context) {
        int host = hostOf(context.self().number(), hosts);
        return new HostedPort(networks.on(host, () -> inner.open(context)), networks, host);
    }
}
