package org.braid.testkit.contract;

import java.util.List;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Device;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Frame;
import org.braid.link.spi.IoRequest;
import org.braid.link.spi.LaneCounter;
import org.braid.link.spi.Transport.Parameter;

/** The least that a device can do which looks at every frame: it counts them. What it adds to a message is what a step of a chain costs ({@link ChainCost}). */
public final class CountDevice implements Device {
    @Override
    public String name() {
        return "count";
    }

    @Override
    public String description() {
        return "counts frames";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of();
    }

    @Override
    public DeviceEnd open(DeviceHost host, List<MethodParameter> parameters) {
        return new DeviceEnd(host) {
            private long frames;

            @Override
            public int down(IoRequest request) {
                frames++;
                return host.below(request);
            }

            @Override
            public void up(Frame frame) {
                frames++;
                host.above(frame);
            }

            @Override
            public List<LaneCounter> counters() {
                return List.of(new LaneCounter("frames", frames));
            }
        };
    }
}
