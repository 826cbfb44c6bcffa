package org.braid.link.stream;

import org.braid.link.spi.Frame;
import org.jspecify.annotations.Nullable;

/** Long messages, as far as streams have to do with them. Caller holds the token. */
public interface Transfers {
    /** A kept request that has no credit becomes an offer of its payload: the payload of that OFFER; null if none can be made now. */
    byte @Nullable [] hold(Stream stream, Frame request);

    /** The lane of this stream has handed back what was left in place, copied: it reads no user's memory any more. */
    void wasHandedBack(Stream stream);
}
