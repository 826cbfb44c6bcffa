package org.braid.link.local;

import java.util.List;
import org.braid.link.spi.Transport;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;

/** Nexus's local, intra-context method (nexus-multimethod, section 7), extended to all contexts of a process. */
public final class LocalTransport implements Transport {
    @Override
    public String name() {
        return "local";
    }

    @Override
    public String description() {
        return "rings in memory between contexts of one process";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of();
    }

    @Override
    public Availability availability() {
        return Availability.YES;
    }

    @Override
    public int rank() {
        return 0;
    }

    @Override
    public TransportPort open(TransportHost host) {
        return new LocalPort(host, host.shared(Neighbours.class, new Neighbours.Maker()));
    }
}
