package org.braid.link.stream;

import org.braid.base.BraidException;
import org.braid.base.os.DirectMemory;
import org.braid.base.wire.FrameKind;
import org.braid.link.progress.Notices;

/**
 * What is wrong with a single message, as one end sees it or the other one says: it costs that message, and leaves a notice. A lack of memory is no such thing: it is thrown at whoever
 * polls.
 */
public final class Complaints {
    /** What an ALERT's a1 says is unknown; a0 has its number. */
    private static final int NO_ENDPOINT = 0;
    private static final int NO_HANDLER = 1;

    private final Notices notices;

    /** Become notices. */
    public Complaints(Notices notices) {
        this.notices = notices;
    }

    /** @throws BraidException {@code BRD-1109} if memory outside the heap is used up: the message is lost, and nobody else would be told */
    public void handlerFailed(String name, Throwable broken) {
        if (DirectMemory.isUsedUp(broken)) {
            throw (BraidException) broken;
        }
        handlerThrew(name, broken);
    }

    /** As {@link #handlerFailed}, in a thread that does not poll. */
    public void handlerThrew(String name, Throwable broken) {
        notices.warn("Handler '" + name + "' threw " + broken);
    }

    /** A request names an endpoint or a handler that is not here; its sender is told. */
    public void undeliverable(Peer from, int endpoint, int handler, boolean noEndpoint) {
        notices.warn("A message from " + from.id() + " was refused: " + (noEndpoint ? "endpoint " + endpoint : "handler " + handler) + " is not known here");
        from.post(FrameKind.ALERT, noEndpoint ? endpoint : handler, noEndpoint ? NO_ENDPOINT : NO_HANDLER, 0, 0, null, 0);
    }

    /** The peer found a request of ours undeliverable. */
    public void alerted(Peer from, int subject, int what) {
        notices.add("Context " + from.id() + " refused a message: it knows no " + (what == NO_ENDPOINT ? "endpoint " : "handler ") + subject);
    }

    /** A frame that no honest peer sends. */
    public void protocolError(Peer from, int kind) {
        notices.warn("A frame of kind " + kind + " from " + from.id() + " makes no sense and was dropped");
    }

    /** Ids are hashes, so two names may share one. */
    public void namesDiffer(Peer from, String ours) {
        notices.warn("Handler '" + ours + "' has the id of another one at " + from.id());
    }
}
