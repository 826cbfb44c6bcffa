package org.braid.devices.profile;

import java.util.List;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Device;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Transport;

/** Counts frames and bytes, and keeps the distribution of the times that they take (charm-on-vmi, Table 4.3: profiledev). */
public final class ProfileDevice implements Device {
    @Override
    public String name() {
        return "profile";
    }

    @Override
    public String description() {
        return "counts frames and bytes, and times what is below (sending) or above (receiving)";
    }

    @Override
    public List<Transport.Parameter> parameters() {
        return List.of();
    }

    @Override
    public DeviceEnd open(DeviceHost host, List<MethodParameter> parameters) {
        return new ProfileEnd(host);
    }
}
