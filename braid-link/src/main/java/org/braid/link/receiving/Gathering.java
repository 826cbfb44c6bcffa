package org.braid.link.receiving;

import java.lang.foreign.MemorySegment;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.memory.Memory;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.FrameKind;
import org.braid.link.chain.NativePayload;
import org.braid.link.flow.ReorderWindow;
import org.braid.link.flow.StripeLimits;
import org.braid.link.flow.StripeTrailer;
import org.braid.link.spi.Frame;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of a striped lane (charm-on-vmi, section 4: striping): its frames come by several rails, numbered, and are handed up in the order of their numbers. What comes early waits here, copied. The sender is
 * told how many of them have left the devices above, and keeps the others, so that they can be handed back. Guarded by the context's token.
 */
public final class Gathering {
    /** What a striped lane is called at its receiving end, and where the text of a chain above it names its transport. */
    public static final String METHOD = "stripe";

    private final Answers answers;
    private final int lane;
    private final FrameSink top;
    private final ReorderWindow window = new ReorderWindow(StripeLimits.MOST_FRAMES);
    private final NativePayload payload = new NativePayload();
    private Frame @Nullable [] early; // by slot of the window; made when the first one comes early
    private long earlyBytes;
    private final int[] lengths = new int[StripeLimits.MOST_FRAMES]; // of frames that were handed up and are not gathered, by slot of the window
    private long gathered;
    private long toldFrames;
    private long untoldBytes; // of those that are gathered
    private boolean waits; // nobody could be told yet
    private int railsOver;
    private boolean over;
    private boolean inside; // a frame is handed up

    /** @param lane the number under which the sender knows it */
    Gathering(Answers answers, int lane, FrameSink top) {
        this.answers = answers;
        this.lane = lane;
        this.top = top;
    }

    int lane() {
        return lane;
    }

    /**
     * A frame of kind STRIPED has come by a rail.
     *
     * @throws BraidException {@code STREAM_VIOLATED} if no sender that keeps to the rules sends it; then nothing has changed
     */
    public void came(ContextId from, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        if (over) {
            return;
        }
        if (inside) {
            throw violated(from, "itself by itself");
        }
        int bytes = length - StripeTrailer.BYTES;
        if (bytes < 0) {
            throw violated(from, "a frame without a number");
        }
        long trailer = StripeTrailer.get(segment, offset + bytes);
        long number = StripeTrailer.number(trailer);
        if (number - toldFrames >= StripeLimits.MOST_FRAMES) {
            throw violated(from, "frame " + number + " before it knows of frame " + toldFrames);
        }
        Frame frame = new Frame(StripeTrailer.kind(trailer), endpoint, route, handler, a0, a1, a2, a3, segment, offset, bytes);
        if (number == window.expected()) {
            handUp(frame);
            handUpEarly();
        } else {
            keep(from, number, frame);
            handUpEarly(); // there is something to do if the last one threw
        }
    }

    private void keep(ContextId from, long number, Frame frame) {
        if (earlyBytes + frame.length() > StripeLimits.MOST_BYTES) {
            throw violated(from, "more than " + StripeLimits.MOST_BYTES + " bytes ahead of their turn");
        }
        byte[] copy = new byte[frame.length()];
        Memory.copyOut(segmentOf(frame), frame.offset(), copy, 0, copy.length);
        Frame[] slots = early == null ? new Frame[StripeLimits.MOST_FRAMES] : early;
        switch (window.arrived(number)) {
            case ReorderWindow.HELD -> {
                early = slots;
                slots[window.slot(number)] = frame.with(copy, 0, copy.length);
                earlyBytes += copy.length;
            }
            case ReorderWindow.DUPLICATE -> throw violated(from, "frame " + number + " twice");
            default -> throw violated(from, "frame " + number + " before frame " + window.expected());
        }
    }

    private static MemorySegment segmentOf(Frame frame) {
        return (MemorySegment) java.util.Objects.requireNonNull(frame.base());
    }

    private void handUpEarly() {
        while (!over && window.nextIsHeld()) {
            Frame[] slots = java.util.Objects.requireNonNull(early);
            int slot = window.slot(window.expected());
            Frame next = slots[slot];
            payload.of(next);
            slots[slot] = null;
            earlyBytes -= next.length();
            handUp(next.with(payload.segment(), payload.offset(), next.length()));
        }
    }

    private void handUp(Frame f) {
        inside = true;
        try {
            top.frame(f.kind(), f.endpoint(), f.route(), f.handler(), f.a0(), f.a1(), f.a2(), f.a3(), segmentOf(f), f.offset(), f.length());
        } catch (Throwable thrown) {
            answers.wantPoll(); // what waits behind it may be the last that comes
            throw thrown;
        } finally {
            inside = false;
            handedUp(f); // by its rail it has come, whatever was thrown
        }
    }

    private void handedUp(Frame f) {
        if (top.refuses()) {
            end();
            return;
        }
        lengths[window.slot(window.expected())] = f.length();
        window.delivered();
        look();
    }

    /** What waits in a device above may be refused still, and has to come back then. */
    private void look() {
        for (long accepted = Math.min(top.accepted(), window.expected()); gathered < accepted; gathered++) {
            untoldBytes += lengths[window.slot(gathered)];
        }
        if (StripeLimits.isToldAfter(gathered - toldFrames, untoldBytes) && !waits) {
            tell();
        }
    }

    private boolean tell() {
        waits = Lane.isNotNow(answers.offer(FrameKind.GATHERED, lane, 0, (int) gathered, (int) (gathered >>> 32), null));
        if (waits) {
            answers.wantPoll();
        } else {
            toldFrames = gathered;
            untoldBytes = 0;
        }
        return !waits;
    }

    /** Says what is to be said, and hands up what a throw has kept waiting; frames sent. */
    int settle() {
        handUpEarly();
        if (waits) {
            return tell() ? 1 : 0;
        }
        if (!over) {
            look();
        }
        return 0;
    }

    /** What has been said may not have got through. */
    void repeat() {
        waits = !over && gathered > 0;
    }

    /** True while something waits to be said, or to be handed up. */
    boolean waits() {
        return waits || !over && window.nextIsHeld();
    }

    /** Nobody can be told any more; what comes is handed up still. */
    void drop() {
        waits = false;
    }

    /** True while something waits here for a frame that comes by another rail. */
    boolean hasGap() {
        return !over && !top.refuses() && window.heldCount() > 0;
    }

    /**
     * One of its rails brings nothing any more.
     *
     * @param rails how many there are in all, as the sender says
     * @return true if that was the last one: all that was to come has come, or comes by another lane
     */
    boolean railIsOver(int rails) {
        boolean last = ++railsOver >= rails;
        if (last) {
            end();
        }
        return last;
    }

    /** The stream goes on by another lane, or nothing comes by this one any more. */
    private void end() {
        over = true;
        waits = false;
        early = null;
    }

    private BraidException violated(ContextId from, String what) {
        return new BraidException(
                ErrorCode.STREAM_VIOLATED,
                "Context " + from + " broke the rules of a striped lane",
                "it has sent " + what,
                "The peer is broken: see its output; if it is not, report this");
    }
}
