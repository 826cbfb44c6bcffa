package org.braid.testkit.guide;

import java.util.List;
import org.braid.base.memory.Memory;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Device;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Frame;
import org.braid.link.spi.IoRequest;
import org.braid.link.spi.Transport.Parameter;

/** Combines each byte of a payload with a key, so that nobody reads it by chance. */
public final class MaskDevice implements Device {
    @Override
    public String name() {
        return "mask";
    }

    @Override
    public String description() {
        return "combines each byte of a payload with a key";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(new Parameter("key", "number", "90", "0 to 255"));
    }

    @Override
    public void check(List<MethodParameter> parameters) {
        key(parameters);
    }

    private static int key(List<MethodParameter> parameters) {
        return parameters.isEmpty() ? 90 : parameters.getFirst().number(0, 255);
    }

    @Override
    public DeviceEnd open(DeviceHost host, List<MethodParameter> parameters) {
        int key = key(parameters);
        return new DeviceEnd(host) {
            private byte[] room = new byte[512];

            @Override
            public int down(IoRequest request) {
                request.replace(masked(request.frame()));
                return host.below(request);
            }

            @Override
            public Frame undo(Frame frame) {
                return masked(frame); // masked twice is as it was
            }

            private Frame masked(Frame frame) {
                Object payload = frame.base();
                if (payload == null || frame.length() == 0) {
                    return frame;
                }
                room = room.length < frame.length() ? new byte[frame.length()] : room;
                Memory.copy(payload, frame.offset(), room, 0, frame.length());
                for (int i = 0; i < frame.length(); i++) {
                    room[i] ^= (byte) key;
                }
                return frame.with(room, 0, frame.length());
            }
        };
    }
}
