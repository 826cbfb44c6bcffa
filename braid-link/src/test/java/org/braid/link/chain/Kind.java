package org.braid.link.chain;

import java.util.List;
import java.util.function.Function;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Device;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Transport;

/** A device for tests: a name, and what its ends are. */
record Kind(String name, Function<DeviceHost, DeviceEnd> end) implements Device {
    @Override
    public String description() {
        return "for tests";
    }

    @Override
    public List<Transport.Parameter> parameters() {
        return List.of();
    }

    @Override
    public DeviceEnd open(DeviceHost host, List<MethodParameter> parameters) {
        return end.apply(host);
    }
}
