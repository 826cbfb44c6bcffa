package org.braid.devices.delay;

import java.util.List;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Device;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Transport;
import org.jspecify.annotations.Nullable;

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
        SharedWire shared = shared(host, model);
        return host.isSending() ? new DelaySending(host, model, shared != null ? shared : wire(host, model)) : new DelayReceiving(host, model, shared);
    }

    private static @Nullable SharedWire shared(DeviceHost host, LinkModel model) {
        if (model.clocks().isEmpty()) {
            return null;
        }
        LinkClocks clocks = host.shared(Wires.class, Wires::new).clocks(model.clocks());
        long self = host.self().number();
        long peer = host.peer().number();
        return host.isSending() ? clocks.between(model.group(), self, peer) : clocks.between(model.group(), peer, self);
    }

    private static Wire wire(DeviceHost host, LinkModel model) {
        return model.group().isEmpty() ? new OwnWire() : host.shared(Wires.class, Wires::new).of(model.group());
    }
}
