package org.braid.pipe;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.link.spi.FrameSink;
import org.jspecify.annotations.Nullable;

/** Why a lane takes nothing more: the first cause stays. Written by the holder of the context's token, read by anyone. */
final class EndCause {
    private final ContextId peer;
    private final FrameSink sink;
    private volatile @Nullable Throwable cause;

    EndCause(ContextId peer, FrameSink sink) {
        this.peer = peer;
        this.sink = sink;
    }

    @Nullable Throwable cause() {
        return cause;
    }

    /** The lane has failed, which the context is told once. */
    void failed(Throwable why) {
        if (cause == null) {
            cause = why;
            sink.ended(why);
        }
    }

    /**
     * The peer closes, and has said so first.
     *
     * @param hasOtherLanes then the context is told by the last of them
     */
    void peerLeft(boolean hasOtherLanes) {
        if (cause != null) {
            return;
        }
        BraidException left = ended("Context " + peer + " has ended its lane", "it closed in good order; everything it sent has arrived");
        cause = left;
        if (!hasOtherLanes) {
            sink.ended(left);
        }
    }

    void closedHere() {
        if (cause == null) {
            cause = ended("The lane to context " + peer + " is closed", "its context was closed here");
        }
    }

    /** Nobody uses it any more. */
    void over() {
        if (cause == null) {
            cause = ended("The lane to context " + peer + " is over", "what it carried goes by another one");
        }
    }

    private static BraidException ended(String what, String why) {
        return new BraidException(ErrorCode.CONTEXT_CLOSED, what, why, "");
    }
}
