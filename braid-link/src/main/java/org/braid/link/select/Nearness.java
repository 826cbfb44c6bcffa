package org.braid.link.select;

import org.braid.base.wire.ContextId;
import org.braid.base.wire.Where;

/** Knows how near peers are beyond what methods can prove, such as who is on one site: for the rules of a policy. Called with the token; may ask others, as a {@link Directory} does. */
public interface Nearness {
    /**
     * How near a peer is.
     *
     * @param proven what the methods that work have proved
     */
    Where of(ContextId peer, Where proven);
}
