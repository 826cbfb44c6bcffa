package org.braid.transports.shm;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.os.SharedMemory;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Transport;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;

/** Shared memory between processes of one host. */
public final class ShmTransport implements Transport {
    static final String NAME = "shm";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "rings in nameless shared memory, one each way and pair; large data by direct copy";
    }

    @Override
    public List<Parameter> parameters() {
        return ShmParameters.described();
    }

    @Override
    public void check(List<MethodParameter> parameters, boolean here) {
        ShmParameters.of(parameters);
    }

    @Override
    public Availability availability() {
        try {
            SharedMemory.create(4096).close();
            return Availability.YES;
        } catch (BraidException refused) {
            return Availability.no(refused.what() + ": " + refused.why());
        }
    }

    /** The arena has made its first segment, or failed to. */
    @Override
    public Availability availability(TransportHost host) {
        return host.arena().whyNotShared() == null ? Availability.YES : availability();
    }

    @Override
    public int rank() {
        return 10;
    }

    @Override
    public TransportPort open(TransportHost host) {
        return new ShmPort(host);
    }
}
