package org.braid.devices.delay;

import java.util.List;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Device;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Transport;

/** A lane with the latency and the bandwidth of a link that is not there. */
public final class DelayDevice implements Device {
    @Override
    public String name() {
        return "delay";
    }

    @Override
    public String description() {
        return "a link model: latency, jitter, and a bandwidth that links may share";
    }

    @Override
    public List<Transport.Parameter> parameters() {
        return LinkModel.described();
    }

    @Override
    public void check(List<MethodParameter> parameters) {
        LinkModel.of(parameters);
    }

    @Override
    public DeviceEnd open(DeviceHost host, List<MethodParameter> parameters) {
        LinkModel model = LinkModel.of(parameters);
        return host.isSending() ? new DelaySending(host, model, wire(host, model)) : new DelayReceiving(host, model);
    }

    private static Wire wire(DeviceHost host, LinkModel model) {
        return model.group().isEmpty() ? new Wire() : host.shared(Wires.class, Wires::new).of(model.group());
    }
}
