package org.braid.devices.chaos;

import java.util.List;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.Device;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Transport;

/**
 * Injects faults (reliability.md, section 3.2): each is counted, and told by an alert. Damage needs a device above that notices it; loss, doubling and reordering need a stream that allows them.
 */
public final class ChaosDevice implements Device {
    @Override
    public String name() {
        return "chaos";
    }

    @Override
    public String description() {
        return "faults by chance: kills, stalls, damages; loses, doubles and reorders where the stream allows it";
    }

    @Override
    public List<Transport.Parameter> parameters() {
        return ChaosRates.described();
    }

    @Override
    public void check(List<MethodParameter> parameters) {
        ChaosRates.of(parameters);
    }

    @Override
    public boolean damages(List<MethodParameter> parameters) {
        return ChaosRates.of(parameters).damages();
    }

    @Override
    public DeliveryClass delivers(List<MethodParameter> parameters) {
        return ChaosRates.of(parameters).delivers();
    }

    @Override
    public DeviceEnd open(DeviceHost host, List<MethodParameter> parameters) {
        ChaosRates rates = ChaosRates.of(parameters);
        Dice dice = host.shared(Lanes.class, Lanes::new).dice(host, rates);
        return host.isSending() ? new ChaosSending(host, rates, dice) : new ChaosReceiving(host, dice);
    }
}
