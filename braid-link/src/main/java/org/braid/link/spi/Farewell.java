package org.braid.link.spi;

import org.braid.base.wire.ContextId;

/** What a context that closes says to its peers at last, and when: each of its lanes asks until it is given a word. Caller holds the token. */
public interface Farewell {
    /** In place of a word: there is a lane that brings something to this peer, and of which it cannot know yet. Told by another one, it would tell its user that nothing more comes. */
    int NOT_YET = -1;

    /** {@link org.braid.base.wire.FrameHeader#BYE_OF_CONTEXT}, {@link org.braid.base.wire.FrameHeader#BYE_INCOMPLETE} or {@link #NOT_YET}. */
    int wordTo(ContextId peer);
}
