package org.braid.devices.checksum;

import java.util.List;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Device;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Transport;

/** Adds a CRC32C over header and payload, and refuses what does not agree with it. */
public final class ChecksumDevice implements Device {
    @Override
    public String name() {
        return "checksum";
    }

    @Override
    public String description() {
        return "CRC32C over header and payload; a damaged frame is refused, and sent again by another lane";
    }

    @Override
    public List<Transport.Parameter> parameters() {
        return List.of();
    }

    @Override
    public boolean detectsDamage() {
        return true;
    }

    @Override
    public DeviceEnd open(DeviceHost host, List<MethodParameter> parameters) {
        return new ChecksumEnd(host);
    }
}
