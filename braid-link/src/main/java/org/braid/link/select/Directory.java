package org.braid.link.select;

import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.jspecify.annotations.Nullable;

/** Where a context looks up how others are reached: the table that is broadcast once per job instead of travelling with each startpoint (nexus-multimethod, section 3.1). */
@FunctionalInterface
public interface Directory {
    /** Knows nobody. */
    Directory EMPTY = new Nobody();

    /** The peer's table, or null if the peer is unknown. May ask the rank server, and so take a while the first time. */
    @Nullable DescriptorTable tableOf(ContextId context);

    /** Whether {@link #tableOf} has an answer already. May ask the rank server, but waits for no peer. */
    default boolean knows(ContextId context) {
        return tableOf(context) != null;
    }

    /** The peer's table without {@linkplain org.braid.link.spi.TransportPort#promise promises}: asks the peer to keep those that {@link #tableOf} gave. */
    default @Nullable DescriptorTable wholeTableOf(ContextId context) {
        return tableOf(context);
    }

    /**
     * Why a context will never answer: asked where no method reaches it, for a process's memory and sockets are gone before anybody can say how it ended. {@code PEER_ENDED} if it has
     * ended in good order, {@code PEER_LOST} if not; null if it lives, or if nobody knows. Waits for the word, but not for ever, and may be called by whoever holds the context's token.
     */
    default @Nullable BraidException endOf(ContextId context) {
        return null;
    }

    /** A class, since a lambda costs a millisecond at the start of every process. */
    record Nobody() implements Directory {
        @Override
        public @Nullable DescriptorTable tableOf(ContextId context) {
            return null;
        }
    }
}
