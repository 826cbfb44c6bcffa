package org.braid.devices.profile;

import java.util.List;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Frame;
import org.braid.link.spi.IoRequest;
import org.braid.link.spi.Lane;
import org.braid.link.spi.LaneCounter;
import org.jspecify.annotations.Nullable;

/** At the sending end a frame is timed until the lane has it, however long a device below keeps it; at the receiving end until those above are done with it. */
final class ProfileEnd extends DeviceEnd implements IoRequest.Completed {
    private record Begun(long atNs, int bytes) {}

    private final Times times = new Times();
    private long frames;
    private long bytes;
    private long refused;

    ProfileEnd(DeviceHost host) {
        super(host);
    }

    @Override
    public int down(IoRequest request) {
        request.onCompletion(this, new Begun(host.nowNs(), request.frame().length()));
        return host.below(request);
    }

    @Override
    public void completed(int answer, @Nullable Object context) {
        if (answer == Lane.TAKEN && context instanceof Begun begun) {
            passed(begun.bytes, begun.atNs);
        } else {
            refused++;
        }
    }

    @Override
    public void up(Frame frame) {
        long startNs = host.nowNs();
        host.above(frame);
        passed(frame.length(), startNs);
    }

    private void passed(int payloadBytes, long startNs) {
        frames++;
        bytes += payloadBytes;
        times.add(host.nowNs() - startNs);
    }

    @Override
    public List<LaneCounter> counters() {
        return List.of(
                new LaneCounter("frames", frames),
                new LaneCounter("bytes", bytes),
                new LaneCounter("not now", refused),
                new LaneCounter("median ns", times.atMostNs(0.5)),
                new LaneCounter("99 % ns", times.atMostNs(0.99)),
                new LaneCounter("longest ns", times.longestNs()));
    }
}
