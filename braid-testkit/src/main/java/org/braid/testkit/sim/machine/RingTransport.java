package org.braid.testkit.sim.machine;

import java.util.List;
import org.braid.link.spi.Transport;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;

/** Shared memory of the simulated machine: the runtime's own rings, in memory that both ends see. */
public final class RingTransport implements Transport {
    /** As in a method expression. */
    public static final String NAME = "ring";

    private final SimNet net;

    public RingTransport(SimNet net) {
        this.net = net;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "rings in simulated shared memory";
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
        return new RingPort(net, host);
    }
}
