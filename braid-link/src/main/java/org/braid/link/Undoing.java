package org.braid.link;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.spi.Frame;
import org.jspecify.annotations.Nullable;

/** The mirror of a sender's devices, at the receiving end of one lane. */
interface Undoing {
    void frame(Frame frame);

    @Nullable String refusal();

    long accepted();

    void giveUp();

    static Undoing of(Peer peer, Context context, MemorySegment segment, long offset, int length, Consumer<Frame> top) {
        throw new BraidException(ErrorCode.METHOD_UNKNOWN, "A chain cannot be undone", "no devices are installed", "");
    }
}
