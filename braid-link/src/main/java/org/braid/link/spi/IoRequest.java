package org.braid.link.spi;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.memory.Memory;
import org.jspecify.annotations.Nullable;

/**
 * One frame on its way down a chain (charm-on-vmi, section 4.3: the I/O request). Every device may put its own form of the frame in place of the one it was given, and leave a function that is called, with
 * a context of its own, when the request has completed, from the lowest device to the highest. A device that cannot go on now {@linkplain #keep keeps} the request and answers {@link Lane#PENDING}.
 *
 * <pre>
 *   sender ── frame ──> lz4 ── smaller frame ──> checksum ── frame and sum ──> transport
 *   completed        &lt;── its function, context ── its function, context    &lt;── TAKEN, now or later
 * </pre>
 */
public final class IoRequest {
    /** What a device wants to know in the end. */
    @FunctionalInterface
    public interface Completed {
        /**
         * @param answer {@link Lane#TAKEN}, or why the frame was not taken, such as {@link Lane#FULL}: then the device undoes what it has counted
         * @param context what the device left with this function
         */
        void completed(int answer, @Nullable Object context);
    }

    private record Step(Completed completed, @Nullable Object context) {}

    private final List<Step> steps = new ArrayList<>(2);
    private Frame frame;
    private boolean kept;

    /** @param frame as the sender offers it; its payload is the sender's until {@link #keep} */
    public IoRequest(Frame frame) {
        this.frame = frame;
    }

    /** The frame as the device at hand finds it. */
    public Frame frame() {
        return frame;
    }

    /** Puts a device's own form of the frame in place; what is below sees that. */
    public void replace(Frame form) {
        frame = form;
    }

    /** Leaves a function that is called once, when the request has completed or was refused. */
    public void onCompletion(Completed completed, @Nullable Object context) {
        steps.add(new Step(completed, context));
    }

    /** Copies the payload into memory of the request's own, once: the sender's buffer is free as soon as the chain has answered. */
    public void keep() {
        Object base = frame.base();
        if (!kept && base != null && frame.length() > 0) {
            byte[] copy = new byte[frame.length()];
            Memory.copy(base, frame.offset(), copy, 0, copy.length);
            frame = frame.with(copy, 0, copy.length);
        }
        kept = true;
    }

    /** How many functions wait. */
    public int depth() {
        return steps.size();
    }

    /** Calls the functions left since {@code depth}, lowest device first, and forgets them. */
    public void complete(int depth, int answer) {
        for (int i = steps.size() - 1; i >= depth; i--) {
            Step step = steps.remove(i);
            step.completed.completed(answer, step.context);
        }
    }
}
