package org.braid.devices.delay;

import java.util.List;
import org.braid.devices.Room;
import org.braid.link.spi.DamagedFrame;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Frame;
import org.braid.link.spi.IoRequest;
import org.braid.link.spi.Lane;
import org.braid.link.spi.LaneCounter;

/** The end at which bandwidth is served: a frame for which the wire is not free soon is told FULL, as by any lane that is. */
final class DelaySending extends DeviceEnd {
    private final LinkModel model;
    private final Wire wire;
    private final Room room = new Room();
    private long bytes;
    private long full;

    DelaySending(DeviceHost host, LinkModel model, Wire wire) {
        super(host);
        this.model = model;
        this.wire = wire;
    }

    @Override
    public int overheadBytes() {
        return Stamp.BYTES;
    }

    @Override
    public int down(IoRequest request) {
        Frame frame = request.frame();
        int length = frame.length();
        byte[] stamped = room.with(0, frame, Stamp.BYTES);
        long transmissionNs = model.transmissionNs(length);
        long nowNs = host.nowNs();
        long laterNs = transmissionNs == 0 ? 0 : wire.take(nowNs, transmissionNs);
        if (laterNs < 0) {
            full++;
            return Lane.FULL;
        }
        Stamp.put(stamped, length, nowNs, laterNs);
        request.replace(frame.with(stamped, 0, length + Stamp.BYTES));
        int answer = host.below(request);
        if (answer < Lane.TAKEN) {
            wire.giveBack(transmissionNs);
        } else {
            bytes += length;
        }
        return answer;
    }

    /** For a lane that hands back. */
    @Override
    public Frame undo(Frame frame) {
        if (frame.length() < Stamp.BYTES) {
            throw new DamagedFrame("it has " + frame.length() + " bytes, and its stamp has " + Stamp.BYTES);
        }
        return frame.with(frame.base(), frame.offset(), frame.length() - Stamp.BYTES);
    }

    @Override
    public List<LaneCounter> counters() {
        return List.of(new LaneCounter("bytes transmitted", bytes), new LaneCounter("wire was busy", full));
    }
}
