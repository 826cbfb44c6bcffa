package org.braid.devices.lz4;

import java.util.List;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Device;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Transport;

/** Compresses payloads with LZ4 (charm-on-vmi, Table 4.3: compdev). The library is loaded when a lane with this device is opened. */
public final class Lz4Device implements Device {
    static final int FAST = 1;
    private static final int SMALLEST = 17;

    @Override
    public String name() {
        return "lz4";
    }

    @Override
    public String description() {
        return "compresses payloads that become shorter";
    }

    @Override
    public List<Transport.Parameter> parameters() {
        return List.of(new Transport.Parameter("level", "number", Integer.toString(FAST), "1 is the fast algorithm, 2 to 17 take longer and longer to find what is smaller"));
    }

    @Override
    public void check(List<MethodParameter> parameters) {
        level(parameters);
    }

    private static int level(List<MethodParameter> parameters) {
        return parameters.isEmpty() ? FAST : parameters.getFirst().number(FAST, SMALLEST);
    }

    @Override
    public DeviceEnd open(DeviceHost host, List<MethodParameter> parameters) {
        return new Lz4End(host, new Lz4Blocks(level(parameters)));
    }
}
