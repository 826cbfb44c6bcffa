package org.braid.devices.chaos;

import java.util.List;
import java.util.function.Consumer;
import org.braid.devices.Room;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Frame;
import org.braid.link.spi.LaneCounter;
import org.jspecify.annotations.Nullable;

/** Damages, loses, doubles and reorders frames on their way up. */
final class ChaosReceiving extends DeviceEnd {
    /** A frame that was to let the next one pass goes up after this time if none comes. */
    private static final long PATIENCE_NS = 1_000_000;

    private final Dice dice;
    private final Room room = new Room();
    private @Nullable Frame held;
    private long heldUntilNs;

    ChaosReceiving(DeviceHost host, Dice dice) {
        super(host);
        this.dice = dice;
    }

    @Override
    public void up(Frame frame) {
        dice.frame();
        Frame damaged = truncated(corrupted(frame));
        if (dice.falls(Fault.DROP)) {
            dice.happened(Fault.DROP, "loses a frame of " + frame.length() + " bytes");
        } else if (held == null && dice.falls(Fault.REORDER)) {
            hold(damaged);
        } else {
            handUp(damaged);
        }
    }

    private void handUp(Frame frame) {
        host.above(frame);
        if (dice.falls(Fault.DUPLICATE)) {
            dice.happened(Fault.DUPLICATE, "doubles a frame of " + frame.length() + " bytes");
            host.above(frame);
        }
        release();
    }

    private Frame corrupted(Frame frame) {
        if (frame.length() == 0 || !dice.falls(Fault.CORRUPT)) {
            return frame;
        }
        byte[] bytes = room.with(0, frame, 0);
        int bit = dice.below(8 * frame.length());
        bytes[bit >>> 3] ^= (byte) (1 << (bit & 7));
        dice.happened(Fault.CORRUPT, "changes bit " + bit + " of a payload of " + frame.length() + " bytes");
        return frame.with(bytes, 0, frame.length());
    }

    private Frame truncated(Frame frame) {
        if (frame.length() == 0 || !dice.falls(Fault.TRUNCATE)) {
            return frame;
        }
        int rest = dice.below(frame.length());
        dice.happened(Fault.TRUNCATE, "leaves " + rest + " of a payload's " + frame.length() + " bytes");
        return frame.with(frame.base(), frame.offset(), rest);
    }

    private void hold(Frame frame) {
        held = frame.with(new Room().with(0, frame, 0), 0, frame.length());
        heldUntilNs = host.nowNs() + PATIENCE_NS;
        dice.happened(Fault.REORDER, "lets the next frame pass one of " + frame.length() + " bytes");
    }

    private void release() {
        Frame late = held;
        held = null;
        if (late != null) {
            host.above(late);
        }
    }

    @Override
    public int poll(long nowNs) {
        if (held == null || nowNs - heldUntilNs < 0) {
            return 0;
        }
        release();
        return 1;
    }

    @Override
    public boolean pending() {
        return held != null;
    }

    @Override
    public long dueNs() {
        return held == null ? Long.MAX_VALUE : heldUntilNs;
    }

    @Override
    public void giveUp(Consumer<Frame> above) {
        Frame late = held;
        held = null;
        if (late != null) {
            above.accept(late);
        }
    }

    @Override
    public List<LaneCounter> counters() {
        return dice.counters();
    }
}
