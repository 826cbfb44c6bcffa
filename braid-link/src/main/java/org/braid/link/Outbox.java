package org.braid.link;

import java.util.ArrayDeque;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.memory.Memory;
import org.braid.base.wire.Frame;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/**
 * Frames to one peer that the poller or a handler had to send while the lane was full, and those of threads that found another one inside the lane ({@link Contention}). None of
 * them waits, so these are kept, in order, and go out on the next turns; meanwhile nothing else may be sent to the peer, or it would overtake. A request that the peer gives no
 * credit for goes out as an offer, so what is behind it waits for room alone, which a peer that polls always makes. Bounded by count and by bytes; guarded by the token.
 */
final class Outbox {
    private static final int MAX_FRAMES = 65_536;
    private static final long MAX_BYTES = 16 << 20;

    // Threads that do not get into the lane add nothing beyond this, so handlers keep their room.
    private static final int MAX_LOSERS = 64;
    private static final long MAX_LOSERS_BYTES = 256 << 10;

    /** A frame, the lane it was meant for, and its payload. */
    record Kept(Lane lane, int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, byte[] payload) {
        /** Does not spin for somebody who is inside: whoever polls looks again on its next turn. */
        int offer() {
            return lane.isOccupied() ? Lane.CONTENDED : lane.offer(kind, endpoint, route, handler, a0, a1, a2, a3, payload, 0, payload.length);
        }

        boolean isMessage() {
            return kind == Frame.RSR || kind == Frame.OFFER;
        }

        /** The same request, as the announcement of data that the sender holds. */
        Kept asOffer(byte[] source) {
            return new Kept(lane, Frame.OFFER, endpoint, route | Link.NEEDS_YOU, handler, a0, a1, a2, a3, source);
        }
    }

    private final ArrayDeque<Kept> frames = new ArrayDeque<>();
    private long bytes;
    private int lost;
    private boolean waits; // senders look at it on every message
    private boolean contended; // why the first one waits: another thread is inside its lane, which has room for all we know

    /** One load; a thread without the token may see it late. */
    boolean isEmpty() {
        return !waits;
    }

    /** True while the first frame waits for room or credit, which more frames would not help; a thread without the token may see it late. */
    boolean waitsForRoom() {
        return waits && !contended;
    }

    /** What the lane of the first frame has answered last. */
    void heldUpBy(int answer) {
        contended = answer == Lane.CONTENDED;
    }

    /** True if a thread that has found another one inside the lane may add a frame. */
    boolean hasRoomForLoser(int length) {
        return !waitsForRoom() && frames.size() < MAX_LOSERS && bytes + length <= MAX_LOSERS_BYTES;
    }

    void add(Lane lane, int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        byte[] payload = copy(base, offset, length);
        waits = true;
        frames.add(new Kept(lane, kind, endpoint, route, handler, a0, a1, a2, a3, payload));
    }

    /** A copy of what a handler sends, counted until {@link #release}: it left the handler, and its peer does not have it. */
    byte[] copy(@Nullable Object base, long offset, long length) {
        if (frames.size() >= MAX_FRAMES || bytes + length > MAX_BYTES) {
            throw new BraidException(
                    ErrorCode.CREDIT_VIOLATED,
                    "A handler sends faster than its peer receives",
                    frames.size() + " frames with " + bytes + " bytes wait for room",
                    "Answer less from handlers, or use a blocking handler, which waits for room");
        }
        byte[] copy = new byte[base == null ? 0 : (int) length];
        if (base != null && length > 0) {
            Memory.copy(base, offset, copy, 0, copy.length);
        }
        bytes += copy.length; // not before: the user's memory may refuse to be read
        return copy;
    }

    /** The peer has a copy's bytes, or never will. */
    void release(int copiedBytes) {
        bytes -= copiedBytes;
    }

    /** Sends what the lanes take now; the number of frames sent. {@code holder} holds what goes out as an offer. */
    int drain(Peer peer, OutgoingBulk holder) {
        int sent = 0;
        for (Kept k = frames.peek(); k != null; k = frames.peek()) {
            int taken = k.offer();
            heldUpBy(taken);
            if (taken == Lane.NO_CREDIT) {
                byte[] source = holder.hold(peer, k);
                if (source == null) {
                    break;
                }
                frames.poll();
                frames.addFirst(k.asOffer(source)); // the payload's bytes stay counted: they are held
                bytes += source.length;
                continue;
            }
            if (taken == Lane.FULL || taken == Lane.CONTENDED) {
                break;
            }
            lost += taken == Lane.TAKEN || !k.isMessage() ? 0 : 1;
            frames.poll();
            bytes -= k.payload.length;
            sent++;
        }
        waits = !frames.isEmpty();
        return sent;
    }

    /** Nobody can be reached any more: forgets everything; the number of frames forgotten. */
    int drop() {
        int dropped = frames.size();
        for (Kept k = frames.poll(); k != null; k = frames.poll()) {
            bytes -= k.payload.length;
        }
        waits = false;
        return dropped;
    }

    /** A copy that was held will never be fetched. */
    void lose() {
        lost++;
    }

    /** Frames that no lane will carry, since the last call. */
    int takeLost() {
        int n = lost;
        lost = 0;
        return n;
    }
}
