package org.braid.mpi.p2p;

import org.braid.link.dispatch.Endpoint;
import org.braid.link.stream.Peer;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/**
 * The send slots that lead to the receive slots of one object, where they are counted (generalized-communicators, section 6: what keeps a message from arriving for a nonexistent receive slot). All calls come with the
 * context's token held.
 */
public interface Referrers {
    /**
     * A message came for a receive slot that is not there, or nobody will receive it any more; its sender is told.
     *
     * @param from its sender; null if that is an object of this process
     * @return false if no send slot of that sender is known, so that nobody was told
     */
    boolean lost(@Nullable Peer from, int slot);

    /** Whether a send slot of that process is known to lead to this receive slot; null: of this process. */
    boolean knows(@Nullable Peer from, int slot);

    /** Whether a message of that process may come at this receive slot, which is guarded. */
    boolean admits(Peer from, int slot);

    /**
     * Why no message can come any more at a receive slot.
     *
     * @param source the receive slot, or {@link LcoSlots#ANY}
     * @return null if one can
     */
    @Nullable MpiFailure inVain(int source);

    /** The object was closed: its senders are told, and the endpoint stays open until they have said that nothing more comes. */
    void closed(Endpoint endpoint);
}
