package org.braid.link.progress;

import org.braid.base.wire.ContextId;
import org.braid.link.ring.RingConsumer;
import org.braid.link.spi.FrameSink;
import org.jspecify.annotations.Nullable;

/** Where the frames of a ring go whose reader knows it: it may say that the ring is over. */
public interface RingReader extends FrameSink {
    /** The context that writes. */
    ContextId source();

    /** The ring that is polled for it. */
    void reads(RingConsumer ring);

    /** The ring that is polled for it; null if its lane is none, or not any more. */
    @Nullable RingConsumer ring();

    /** The ring is polled no longer, and its memory is its writer's again, which may have it serve for something else. */
    void retired();
}
