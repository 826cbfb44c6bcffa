package org.braid.testkit.sim.machine;

import java.util.List;
import org.braid.link.spi.Transport;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;

/** Shared memory of the simulated machine: the runtime's own rings, in memory that both ends see. */
public final class RingTransport implements Transport {
    private static final String[] NAMES = {"ring", "other"};

    private final SimNet net;
    private final int rank;

    /** @param rank worlds may have several methods; the lowest one is tried first */
    public RingTransport(SimNet net, int rank) {
        this.net = net;
        this.rank = rank;
    }

    /** What the method of this rank is called in expressions. */
    public static String name(int rank) {
        return NAMES[rank];
    }

    @Override
    public String name() {
        return name(rank);
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
        return rank;
    }

    @Override
    public TransportPort open(TransportHost host) {
        return new RingPort(net, host, name());
    }
}
