package org.braid.link.spi;

import java.util.List;
import java.util.function.Consumer;

/**
 * A device in one lane, at one of its two ends (charm-on-vmi, section 4.2). At the sending end frames go down through it; at the receiving end its mirror undoes that on their way up. A device may change
 * payload and length, and nothing else of a frame. At the sending end each frame from above is one frame below, in the same order, for both ends count by that; a device that drops, doubles or reorders frames, where
 * the stream's {@link DeliveryClass} allows it, does so at the receiving end.
 *
 * <p>Frames are shown to a device only on those ways of which it overrides a method: {@link #down}, or {@link #up} or {@link #undo}. Past the others they go as if it were not there.
 *
 * <p>Most devices need {@link #down} and {@link #undo} alone. One that lets frames wait overrides {@link #up} or pends requests, and says so in {@link #poll}, {@link #pending} and {@link #dueNs}.
 *
 * <p>What a device throws ends its lane with an alert; the stream goes on by another one.
 */
public abstract class DeviceEnd {
    /** The chain, as this device sees it. */
    protected final DeviceHost host;

    /** @param host the chain, as {@link Device#open} was given it */
    protected DeviceEnd(DeviceHost host) {
        this.host = host;
    }

    /**
     * A frame on its way down.
     *
     * @return what {@link DeviceHost#below} answered, or {@link Lane#PENDING} for a request that this device keeps, or {@link Lane#FULL} if it cannot take one now. Whatever is not taken must leave this
     *     device as it was
     */
    public int down(IoRequest request) {
        return host.below(request);
    }

    /** A frame on its way up; it and its payload are valid during the call, so one that waits is {@linkplain Frame#with made anew} above a copy. */
    public void up(Frame frame) {
        host.above(undo(frame));
    }

    /**
     * What the frame was above this device; its payload may lie anywhere, and need only last until the next call. Asked on the way up, and at the sending end for frames that a lane hands back, oldest first.
     *
     * @throws DamagedFrame if it is none that the sending end can have made
     */
    public Frame undo(Frame frame) {
        return frame;
    }

    /** Gives up: hands every frame that waits here to {@code above}, oldest first, as it was above this device at the sending end, or undone at the receiving end. Nothing comes any more. */
    public void giveUp(Consumer<Frame> above) {}

    /** Bytes by which this device may make a payload longer, at most. */
    public int overheadBytes() {
        return 0;
    }

    /** Moves on what waits here, if it is time. Called with the context's token, while {@link #pending}. Returns frames moved. */
    public int poll(long nowNs) {
        return 0;
    }

    /** True while something waits here. */
    public boolean pending() {
        return false;
    }

    /** When {@link #poll} will have something to do; {@link Long#MAX_VALUE} if nothing waits. */
    public long dueNs() {
        return Long.MAX_VALUE;
    }

    /** News from the neighbour below, on their way up: passed along, changed or swallowed. */
    public void alert(Alert alert) {
        host.pass(alert);
    }

    /** What this device has done and suffered. */
    public List<LaneCounter> counters() {
        return List.of();
    }

    /** The lane has ended. */
    public void close() {}
}
