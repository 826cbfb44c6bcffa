package org.braid.testkit.sim.wire;

import java.util.List;
import org.braid.link.spi.Transport;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;

/** The runtime's own lanes over byte pipes, whose pipes are simulated. */
public final class PipeTransport implements Transport {
    /** As in a method expression. */
    public static final String NAME = "pipe";

    private static final int BEHIND_RINGS = 10;

    private final Wires wires;

    public PipeTransport(Wires wires) {
        this.wires = wires;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "lanes over simulated byte pipes";
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
        return BEHIND_RINGS;
    }

    @Override
    public TransportPort open(TransportHost host) {
        return new SimPipePort(wires, host);
    }
}
