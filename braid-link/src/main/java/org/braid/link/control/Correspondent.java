package org.braid.link.control;

import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.jspecify.annotations.Nullable;

/** A peer as those see it that take part in the conversation with it and need not know by which streams it is held. Caller holds the token, except where something else is said. */
public interface Correspondent {
    /** The remote context's name. */
    ContextId id();

    /** Sends a frame of the runtime's own, which never waits and is never lost: it goes out now, or in order as soon as there is room. */
    void post(int kind, int a0, int a1, int a2, int a3, @Nullable Object base, int length);

    /** As {@link #post}, of what the peer should know before the next message, and which wakes nobody. */
    void tell(int kind, int handler, byte[] text);

    /** Something of this peer's waits to go out. Any thread. */
    void wantPoll();

    /** Its lanes may have ended while nobody sends; true if a stream to it is between two. */
    boolean look();

    /** True while something has come before its turn. */
    boolean hasGaps();

    /** Nothing more will come from or go to this peer, by whatever lane. Once. */
    void over(BraidException why);

    /** Sends what has room now of what waits for it; frames sent. */
    int drain();

    /** True when neither a frame nor a grant waits for room. */
    boolean nothingWaits();
}
