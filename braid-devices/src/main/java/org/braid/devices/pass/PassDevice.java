package org.braid.devices.pass;

import java.util.List;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Device;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Transport;

/** Passes frames through untouched (charm-on-vmi, Table 4.2: passthru). */
public final class PassDevice implements Device {
    @Override
    public String name() {
        return "pass";
    }

    @Override
    public String description() {
        return "passes frames through untouched";
    }

    @Override
    public List<Transport.Parameter> parameters() {
        return List.of();
    }

    @Override
    public DeviceEnd open(DeviceHost host, List<MethodParameter> parameters) {
        return new PassEnd(host);
    }

    private static final class PassEnd extends DeviceEnd {
        PassEnd(DeviceHost host) {
            super(host);
        }
    }
}
