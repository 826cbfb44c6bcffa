package org.braid.link.stream;

import org.braid.base.BraidException;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.Limits;
import org.braid.link.progress.Completion;
import org.braid.link.progress.Progress;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/** What a link sends that may not be taken at once: a caller that has time waits for room, long data is offered to the peer, and of what a handler sends a copy is left behind. */
public final class WaitingSends {
    private final Link link;
    private final Progress progress;
    private final LongSends longSends;

    WaitingSends(Link link, Progress progress, LongSends longSends) {
        this.link = link;
        this.progress = progress;
        this.longSends = longSends;
    }

    /** Sends what was refused at once; returns when the buffer may be reused. */
    void send(int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        boolean inside = progress.isMine();
        if (inside && progress.isPolling()) {
            leave(handler, a0, a1, a2, a3, base, offset, length);
            return;
        }
        Completion free = new Completion();
        if (!start(handler, a0, a1, a2, a3, base, offset, length, free)) {
            if (inside) {
                progress.awaitInside(free);
            } else {
                progress.await(free);
            }
            BraidException failure = free.failure();
            if (failure != null) {
                throw failure;
            }
        }
    }

    /** A handler sends what has no room now, or is long: it must not wait, so a copy is left behind. */
    private void leave(int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        Stream s = link.openStream();
        if (link.isTooLong(base, length)) {
            offerCopy(handler, a0, a1, a2, a3, s.copyToKeep(base, offset, length));
        } else {
            s.keep(FrameKind.RSR, link.endpoint(), link.route(), handler, a0, a1, a2, a3, base, offset, length);
        }
    }

    private void offerCopy(int handler, int a0, int a1, int a2, int a3, byte[] copy) {
        try {
            longSends.offerKept(link, handler, a0, a1, a2, a3, copy);
        } catch (BraidException tooMany) {
            link.stream().keptSendEnded(copy.length, null);
            throw tooMany;
        }
    }

    /**
     * Starts to send. Short data is taken at once; long data, or data beyond the peer's credit, is offered to the peer and stays in the caller's buffer until {@code free} is done.
     *
     * @return true if the buffer is free already; then {@code free} is not touched
     * @throws BraidException if the peer has failed; {@code BRD-1109} if the lane has wanted memory outside the heap in vain for long: then nothing was taken
     */
    public boolean start(int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, Completion free) {
        if (progress.isMine()) {
            return startInside(handler, a0, a1, a2, a3, base, offset, length, free);
        }
        progress.enter();
        try {
            return startInside(handler, a0, a1, a2, a3, base, offset, length, free);
        } finally {
            progress.exit();
        }
    }

    /** As {@link #start}, for a caller that holds the token. */
    public boolean startInside(int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, Completion free) {
        return startInside(handler, a0, a1, a2, a3, base, offset, length, free, false, false);
    }

    /** As {@link #startInside}, for a caller that waits for more than room, and must look at that as well: where none comes for {@link Stream#PATIENCE_NS}, the peer is told of the message as soon as there is some. */
    public boolean startAndLook(int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, Completion free) {
        return startInside(handler, a0, a1, a2, a3, base, offset, length, free, true, false);
    }

    /**
     * As {@link #startInside}, for a caller that goes on before {@code free} is done, whatever the peer does meanwhile: where no room comes for {@link Stream#PATIENCE_NS}, the peer is told of the message as soon as there is
     * some, and fetches it.
     */
    public boolean startAndGoOn(int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, Completion free) {
        return startInside(handler, a0, a1, a2, a3, base, offset, length, free, true, true);
    }

    private boolean startInside(
            int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, Completion free, boolean goesOn, boolean isBusy) {
        int taken = Long.compareUnsigned(length, Limits.MAX_FRAME_PAYLOAD) > 0 ? Lane.TOO_LONG : link.trySend(handler, a0, a1, a2, a3, base, offset, (int) length);
        long sinceNs = taken == Lane.FULL ? progress.nanoTime() : 0;
        while (taken == Lane.FULL) {
            if (progress.isPolling()) {
                link.openStream().keep(FrameKind.RSR, link.endpoint(), link.route(), handler, a0, a1, a2, a3, base, offset, (int) length);
                return true;
            }
            progress.pollOrYield();
            link.stream().mayWaitForRoom();
            taken = link.trySend(handler, a0, a1, a2, a3, base, offset, (int) length);
            if (goesOn && (isBusy && link.mayBeTooLong(length) || !link.stream().mayHaveRoomSoon(sinceNs))) {
                break; // what may be long is offered before anybody waits for its sake
            }
        }
        if (taken == Lane.TAKEN) {
            return true;
        }
        if (taken == Lane.CLOSED) {
            throw link.ended();
        }
        Link.requirePayload(base, length);
        if (link.hasEnded()) {
            free.fail(link.ended());
        } else if (goesOn) {
            longSends.offerAndGoOn(link, handler, a0, a1, a2, a3, base, offset, length, free);
        } else {
            longSends.offer(link, handler, a0, a1, a2, a3, base, offset, length, free);
        }
        return false;
    }
}
