package org.braid.link.stream;

import org.braid.base.BraidException;
import org.braid.link.progress.Completion;
import org.jspecify.annotations.Nullable;

/** Messages that are too long for one piece, as links send them. Caller holds the token. */
public interface LongSends {
    /**
     * Sends the envelope, behind what handlers have left; the data stays in the caller's buffer until {@code free} is done.
     *
     * @throws BraidException if the peer has failed
     */
    void offer(Link to, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, Completion free);

    /** As {@link #offer}, but without room the envelope waits behind what handlers have left, in place of its sender: there is one for each {@code free}. */
    void offerAndGoOn(Link to, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, Completion free);

    /** As {@link #offer}, of a copy that {@link Stream#copyToKeep} made. */
    void offerKept(Link to, int handler, int a0, int a1, int a2, int a3, byte[] copy);
}
