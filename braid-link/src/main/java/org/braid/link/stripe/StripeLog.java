package org.braid.link.stripe;

import java.util.function.Consumer;
import org.braid.base.wire.FrameKind;
import org.braid.link.flow.StripeLimits;
import org.braid.link.spi.Frame;
import org.jspecify.annotations.Nullable;

/** What a striped lane has sent and its receiving end has not put into order yet, by number, so that it can be handed back. Bounded by {@link StripeLimits}; pure. */
final class StripeLog {
    private final @Nullable Frame[] frames = new Frame[StripeLimits.MOST_FRAMES];
    private long first; // the oldest that is kept
    private long next;
    private long bytes;

    /** Whether one more frame may go. */
    boolean hasRoom(int kind, int length) {
        long kept = next - first;
        if ((kind & ~FrameKind.CHAINED) == FrameKind.GATHERED) {
            return kept < StripeLimits.MOST_FRAMES;
        }
        return kept < StripeLimits.MOST_FRAMES - StripeLimits.URGENT_FRAMES && bytes + length <= StripeLimits.MOST_BYTES;
    }

    /** The number of the next frame, which is how many there were. */
    long next() {
        return next;
    }

    /** The next one has gone. */
    void add(Frame sent) {
        frames[slot(next++)] = sent;
        bytes += sent.length();
    }

    /** Frames below this number need not be kept; {@code total} is at most {@link #next}. */
    void gathered(long total) {
        for (; first < total; first++) {
            Frame done = frames[slot(first)];
            bytes -= done == null ? 0 : done.length();
            frames[slot(first)] = null;
        }
    }

    /** The number of the oldest frame that is kept. */
    long first() {
        return first;
    }

    /** All frames from this number on, in order. */
    void from(long number, Consumer<Frame> to) {
        for (long each = number; each < next; each++) {
            Frame kept = frames[slot(each)];
            if (kept != null) {
                to.accept(kept);
            }
        }
    }

    private static int slot(long number) {
        return (int) number & (StripeLimits.MOST_FRAMES - 1);
    }
}
