package org.braid.devices.delay;

import java.util.ArrayDeque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.braid.base.memory.Memory;
import org.braid.base.wire.Limits;
import org.braid.link.spi.Alert;
import org.braid.link.spi.DamagedFrame;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Frame;
import org.braid.link.spi.LaneCounter;
import org.jspecify.annotations.Nullable;

/** The end at which latency is served: frames wait here, in their order, until they are due. */
final class DelayReceiving extends DeviceEnd {
    /** What waits at most; beyond that the oldest frames go up before they are due, with a warning. Credit keeps eager messages to 4 MiB, and long ones to less than that each. */
    static final long MOST_BYTES = 64 << 20;

    /** Handed up later than this after it was due, a frame counts as late. */
    private static final long LATE_NS = 50_000;

    private static final long NEVER = Long.MIN_VALUE;

    private record Waiting(Frame frame, long dueNs) {}

    private final LinkModel model;
    private final @Nullable SharedWire shared;
    private final long mostLaterNs;
    private final SplittableRandom chance;
    private final ClockGap gap = new ClockGap();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final byte[] stamp = new byte[Stamp.BYTES];
    private long waitingBytes;
    private long lastDueNs = NEVER;
    private long frames;
    private long late;
    private long early;

    /** @param shared which notes how late frames are; null if nobody wants to know */
    DelayReceiving(DeviceHost host, LinkModel model, @Nullable SharedWire shared) {
        super(host);
        this.model = model;
        this.shared = shared;
        this.mostLaterNs = Wire.QUEUE_NS + model.transmissionNs(Limits.MAX_FRAME_PAYLOAD);
        this.chance = new SplittableRandom(model.seed());
    }

    @Override
    public void up(Frame frame) {
        Frame above = undo(frame);
        long nowNs = host.nowNs();
        long dueNs = due(nowNs);
        lastDueNs = lastDueNs == NEVER || dueNs - lastDueNs > 0 ? dueNs : lastDueNs;
        frames++;
        if (waiting.isEmpty() && lastDueNs - nowNs <= 0) {
            passUp(above, lastDueNs, nowNs);
        } else {
            waiting.add(new Waiting(copied(above), lastDueNs));
            waitingBytes += above.length();
            makeRoom();
        }
    }

    private long due(long nowNs) {
        long laterNs = Stamp.laterNs(stamp);
        if (laterNs < 0 || laterNs > mostLaterNs) {
            throw new DamagedFrame("its stamp says that it leaves " + laterNs + " ns after it was sent");
        }
        long sentNs = Stamp.sentNs(stamp);
        long jitterNs = model.jitterNs() == 0 ? 0 : chance.nextLong(model.jitterNs() + 1);
        long lateNs = Math.max(0, nowNs - (sentNs + gap.seen(sentNs, nowNs)));
        return nowNs - lateNs + laterNs + model.latencyNs() + jitterNs;
    }

    private static Frame copied(Frame frame) {
        byte[] copy = new byte[frame.length()];
        Object base = frame.base();
        if (base != null && copy.length > 0) {
            Memory.copy(base, frame.offset(), copy, 0, copy.length);
        }
        return frame.with(copy, 0, copy.length);
    }

    private void makeRoom() {
        while (waitingBytes > MOST_BYTES) {
            if (early++ == 0) {
                host.alert(Alert.Severity.WARNING, "more than " + (MOST_BYTES >> 20) + " MiB wait to be due: frames arrive earlier than they should");
            }
            handUp(host.nowNs());
        }
    }

    private void handUp(long nowNs) {
        Waiting first = waiting.remove();
        waitingBytes -= first.frame.length();
        passUp(first.frame, first.dueNs, nowNs);
    }

    private void passUp(Frame frame, long dueNs, long nowNs) {
        late += nowNs - dueNs > LATE_NS ? 1 : 0;
        if (shared != null) {
            shared.arrived(nowNs - dueNs);
        }
        host.above(frame);
    }

    /** The frame without its stamp, which is at hand then. */
    @Override
    public Frame undo(Frame frame) {
        int length = frame.length() - Stamp.BYTES;
        Object base = frame.base();
        if (length < 0 || base == null) {
            throw new DamagedFrame("it has " + frame.length() + " bytes, and its stamp has " + Stamp.BYTES);
        }
        Memory.copy(base, frame.offset() + length, stamp, 0, Stamp.BYTES);
        return frame.with(base, frame.offset(), length);
    }

    @Override
    public int poll(long nowNs) {
        int moved = 0;
        while (!waiting.isEmpty() && waiting.element().dueNs - nowNs <= 0) {
            handUp(nowNs);
            moved++;
        }
        return moved;
    }

    @Override
    public boolean pending() {
        return !waiting.isEmpty();
    }

    @Override
    public long dueNs() {
        return waiting.isEmpty() ? Long.MAX_VALUE : waiting.element().dueNs;
    }

    @Override
    public void giveUp(Consumer<Frame> above) {
        while (!waiting.isEmpty()) {
            above.accept(waiting.remove().frame);
        }
        waitingBytes = 0;
    }

    @Override
    public List<LaneCounter> counters() {
        return List.of(
                new LaneCounter("frames delayed", frames),
                new LaneCounter("frames late", late),
                new LaneCounter("frames early", early),
                new LaneCounter("bytes waiting", waitingBytes));
    }
}
