package org.braid.link.chain;

import java.util.List;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Device;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Transport;

/** A device that is found as a service. */
public class WholeDevice implements Device {
    @Override
    public String name() {
        return "whole";
    }

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
        return new Ends.Passing(host);
    }
}
