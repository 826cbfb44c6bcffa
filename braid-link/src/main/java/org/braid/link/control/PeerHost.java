package org.braid.link.control;

import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.jspecify.annotations.Nullable;

/** What a peer asks of the context that knows it, and tells it. Caller holds the token. */
public interface PeerHost {
    /** The context's own name. */
    ContextId self();

    /** How others reach the context. */
    DescriptorTable table();

    /** The name behind a handler's id; null if it is not registered here. */
    @Nullable String handlerName(int id);

    /** True while something may come from this peer by another way than its rings. */
    boolean hears(ContextId peer);

    /** The lanes of this peer are of no use any more. */
    void condemned(ContextId peer, BraidException cause);

    /** This peer has taken leave in good order, and nothing more will be heard from it. */
    void left(ContextId peer);

    /** What people should see once. */
    void notice(String text);
}
