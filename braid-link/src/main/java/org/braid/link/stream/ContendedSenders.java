package org.braid.link.stream;

import java.lang.invoke.VarHandle;
import org.braid.link.progress.Progress;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a message whose thread finds another one inside the lane, which stays there: it was preempted, or is in a system call. Nobody waits for that: the message, copied,
 * goes behind those in the stream's {@link Outbox}, and is sent as far as its sender can tell. While it waits, all others go behind it. Beyond the outbox's bound for them, behind what
 * waits for room or for a lane, with little credit left or without the token, a sender is told FULL, as if the lane were.
 *
 * <p>Order within a thread: it sees what it has left behind, since it has written itself that something waits; when it sees that nothing does, whoever drained has been inside the lane
 * with its last message before. Nothing of this is on the way of a message that is taken at once (docs/decisions/losers-queue.md).
 */
public final class ContendedSenders {
    /** The stream whose senders meet. */
    interface Crowded {
        /** The lane that they meet in. */
        Lane lane();

        /** True between two lanes. */
        boolean isMoving();

        /** Sends what has room now of what waits. */
        int drain();

        /** True while what waits is sure to find credit later. */
        boolean hasAmpleCredit();

        /** Something waits. */
        void wantPoll();
    }

    /** Some microseconds, about as long as a system call. */
    private static final int LOOKS = 64;

    private final Crowded stream;
    private final Progress progress;
    private final Outbox outbox;

    ContendedSenders(Crowded stream, Outbox outbox, Progress progress) {
        this.stream = stream;
        this.progress = progress;
        this.outbox = outbox;
    }

    /**
     * Offers a frame that was answered CONTENDED, or must not overtake. Any thread; never waits.
     *
     * @return as {@link Lane#offer}, but FULL in place of CONTENDED
     */
    public int offer(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        for (int look = 0; look < LOOKS && !outbox.waitsForRoom(); look++) {
            Lane lane = stream.lane();
            int taken = Lane.CONTENDED;
            if (outbox.isEmpty() && !lane.isOccupied()) {
                taken = lane.offer(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length); // it has passed
            } else if (progress.isMine()) {
                taken = offerInside(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
            } else if (progress.tryEnter()) {
                try {
                    taken = offerInside(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
                } finally {
                    progress.exit();
                }
            }
            if (taken != Lane.CONTENDED) {
                return taken;
            }
            Thread.onSpinWait();
        }
        return Lane.FULL;
    }

    private int offerInside(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        Lane lane = stream.lane();
        if (lane.closedBy() != null && !stream.isMoving()) {
            return Lane.CLOSED;
        }
        stream.drain();
        if (outbox.isEmpty() && !lane.isOccupied()) {
            return lane.offer(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
        }
        return mayWait(length) ? leaveBehind(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length) : Lane.FULL;
    }

    private int leaveBehind(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        boolean first = outbox.isEmpty();
        outbox.add(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
        if (first) {
            outbox.heldUpBy(Lane.CONTENDED);
        }
        wantPoll();
        return Lane.TAKEN;
    }

    /** What waits must find credit later, and a context that closes has looked for the last time. */
    private boolean mayWait(int length) {
        return outbox.hasRoomForLoser(length) && stream.hasAmpleCredit() && !progress.isClosing();
    }

    /** Its sender may compute from now on, and nobody may poll. */
    private void wantPoll() {
        stream.wantPoll();
        VarHandle.fullFence(); // the background thread looks for what waits after it has said that it looks around: one of us sees the other
        progress.leaveBehind();
    }
}
