package org.braid.cli.run;

import java.util.List;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Device;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Transport;

/** A device that a program brings: it does nothing. */
public final class OwnDevice implements Device {
    @Override
    public String name() {
        return "own";
    }

    @Override
    public String description() {
        return "is the program's own";
    }

    @Override
    public List<Transport.Parameter> parameters() {
        return List.of();
    }

    @Override
    public DeviceEnd open(DeviceHost host, List<MethodParameter> parameters) {
        return new OwnEnd(host);
    }

    private static final class OwnEnd extends DeviceEnd {
        OwnEnd(DeviceHost host) {
            super(host);
        }
    }
}
