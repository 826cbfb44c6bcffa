package org.braid.link.bulk;

import org.braid.base.BraidException;
import org.braid.link.progress.Completion;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Who waits for a long send, and the stream that its fragments take; nobody waits for the copy, so many bytes long, of what a handler sent. Guarded by the context's token. */
final class SendOwner {
    final Peer peer;
    final @Nullable Completion free;
    final int keptBytes;
    Stream stream;
    @Nullable BraidException cause; // of a failure, while a replay log still refers to the buffer

    SendOwner(Stream stream, @Nullable Completion free, int keptBytes) {
        this.peer = stream.peer();
        this.stream = stream;
        this.free = free;
        this.keptBytes = keptBytes;
    }

    /** Before the first fragment: a stream whose lane has ended while the data waited for its receiver is replaced by the peer's own. */
    void leaveEndedLane() {
        stream.look();
        Stream own = stream.lane().closedBy() == null || stream.isMoving() ? null : peer.streamOrNull();
        if (own != null) {
            own.joined();
            peer.leaves(stream);
            stream = own;
        }
    }

    /**
     * Tells that the buffer is free.
     *
     * @param failure null if the receiver has all of it
     */
    void ended(@Nullable BraidException failure) {
        if (free == null) {
            stream.keptSendEnded(keptBytes, failure);
        } else if (failure == null) {
            free.complete();
        } else {
            free.fail(failure);
        }
    }
}
