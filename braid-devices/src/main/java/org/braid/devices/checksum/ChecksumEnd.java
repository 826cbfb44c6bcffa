package org.braid.devices.checksum;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;
import org.braid.base.memory.Memory;
import org.braid.devices.Room;
import org.braid.link.spi.DamagedFrame;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Frame;
import org.braid.link.spi.IoRequest;
import org.braid.link.spi.LaneCounter;

/** The sum stands behind the payload, four bytes, little-endian. */
final class ChecksumEnd extends DeviceEnd {
    static final int SUM_BYTES = Integer.BYTES;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final FrameSum sum = new FrameSum();
    private final Room room = new Room();
    private final byte[] shown = new byte[SUM_BYTES];
    private long frames;
    private long damaged;

    ChecksumEnd(DeviceHost host) {
        super(host);
    }

    @Override
    public int overheadBytes() {
        return SUM_BYTES;
    }

    @Override
    public int down(IoRequest request) {
        Frame frame = request.frame();
        byte[] withSum = room.with(0, frame, SUM_BYTES);
        INT.set(withSum, frame.length(), sum.of(frame, withSum, 0, frame.length()));
        request.replace(frame.with(withSum, 0, frame.length() + SUM_BYTES));
        return host.below(request);
    }

    @Override
    public Frame undo(Frame frame) {
        int length = frame.length() - SUM_BYTES;
        Object base = frame.base();
        if (length < 0 || base == null) {
            throw refused("it has " + frame.length() + " bytes, and a checksum has " + SUM_BYTES);
        }
        Memory.copy(base, frame.offset() + length, shown, 0, SUM_BYTES);
        if ((int) INT.get(shown, 0) != sum.of(frame, base, frame.offset(), length)) {
            throw refused("its checksum is wrong");
        }
        frames++;
        return frame.with(base, frame.offset(), length);
    }

    private DamagedFrame refused(String why) {
        damaged++;
        return new DamagedFrame(why);
    }

    @Override
    public List<LaneCounter> counters() {
        return host.isSending() ? List.of() : List.of(new LaneCounter("frames checked", frames), new LaneCounter("frames damaged", damaged));
    }
}
