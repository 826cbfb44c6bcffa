package org.braid.link.spi;

import java.util.Arrays;
import org.braid.base.memory.Memory;
import org.jspecify.annotations.Nullable;

/**
 * One frame on its way down a chain (charm-on-vmi, section 4.2: the I/O request block, whose stack has an entry for each device). Every device may put its own form of the frame in place of the one that it was
 * given, and leave a function that is called, with a context of its own, when the request has completed, from the lowest device to the highest. A device that cannot go on now keeps the request and answers
 * {@link Lane#PENDING} (VMI pends it); it offers the same request again later.
 *
 * <pre>
 *   sender ── frame ──&gt; lz4 ── smaller frame ──&gt; checksum ── frame and sum ──&gt; transport
 *   completed        &lt;── its function, context ── its function, context    &lt;── TAKEN, now or later
 * </pre>
 *
 * <p>A request belongs to whoever was given it during that call, and beyond it only after PENDING: the chain uses it again for the next frame.
 */
public class IoRequest {
    private static final int FEW = 2;

    /** What a device wants to know in the end. */
    @FunctionalInterface
    public interface Completed {
        /**
         * The request has completed, or was refused.
         *
         * @param answer {@link Lane#TAKEN}, or why the frame was not taken, such as {@link Lane#FULL}: then the device undoes what it has counted
         * @param context what the device left with this function
         */
        void completed(int answer, @Nullable Object context);
    }

    private Frame frame;
    private @Nullable Frame kept; // the form whose payload is this request's own
    private Completed @Nullable [] functions;
    private @Nullable Object @Nullable [] contexts;
    private int depth;

    /** @param frame as the sender offers it; its payload is the sender's until {@link #keep} */
    public IoRequest(Frame frame) {
        this.frame = frame;
    }

    /** The frame as the device at hand finds it. */
    public final Frame frame() {
        return frame;
    }

    /** Puts a device's own form of the frame in place; what is below sees that. Its payload must stay as it is until the neighbour below has answered. */
    @SuppressWarnings("ReferenceEquality") // a slot's frame, filled again
    public final void replace(Frame form) {
        if (frame != form) { // a reference that is stored again costs a card mark
            frame = form;
        }
    }

    /** Leaves a function that is called once, when the request has completed or was refused. */
    public final void onCompletion(Completed completed, @Nullable Object context) {
        Completed[] theirs = functions;
        @Nullable Object[] with = contexts;
        if (theirs == null || with == null) {
            theirs = new Completed[FEW];
            with = new Object[FEW];
        } else if (depth == theirs.length) {
            theirs = Arrays.copyOf(theirs, 2 * depth);
            with = Arrays.copyOf(with, 2 * depth);
        }
        theirs[depth] = completed;
        with[depth] = context;
        functions = theirs;
        contexts = with;
        depth++;
    }

    /**
     * Copies the payload of the frame as it is now into memory of the request's own, unless it is there already: the sender's buffer is free as soon as the chain has answered. A device does this before it
     * changes anything of its own, and then answers {@link Lane#PENDING}.
     *
     * @throws org.braid.base.BraidException if the sender's memory cannot be read; let it pass
     */
    public final void keep() {
        Frame now = frame;
        if (isKept()) {
            return;
        }
        Object base = now.base();
        byte[] copy = null;
        if (base != null && now.length() > 0) {
            copy = new byte[now.length()];
            Memory.copy(base, now.offset(), copy, 0, copy.length);
        }
        frame = now.with(copy, 0, now.length());
        kept = frame;
    }

    /** True if the payload of the frame as it is now is the request's own. */
    @SuppressWarnings("ReferenceEquality") // the very form that was copied
    public final boolean isKept() {
        return frame == kept;
    }

    /** How many functions wait. */
    public final int depth() {
        return depth;
    }

    /** Calls the functions left since {@link #depth} was {@code downTo}, lowest device first, and forgets them. */
    public final void complete(int downTo, int answer) {
        while (depth > downTo && functions != null && contexts != null) {
            int last = --depth;
            Completed function = functions[last];
            Object context = contexts[last];
            contexts[last] = null;
            function.completed(answer, context);
        }
    }
}
