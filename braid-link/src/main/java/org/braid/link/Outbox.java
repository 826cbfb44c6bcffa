package org.braid.link;

import java.util.ArrayDeque;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.Memory;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/**
 * Frames to one peer that the poller or a handler had to send while the lane was full. Handlers never wait, so these are kept, in order, and go out on the next turns. Bounded by
 * count and by bytes; guarded by the token.
 */
final class Outbox {
    private static final int MAX_FRAMES = 65_536;
    private static final long MAX_BYTES = 16 << 20;

    private record Kept(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, byte @Nullable [] payload) {}

    private final ArrayDeque<Kept> frames = new ArrayDeque<>();
    private long bytes;
    private int lost;
    private boolean waits; // senders look at it on every message

    /** One load; a thread without the token may see it late. */
    boolean isEmpty() {
        return !waits;
    }

    void add(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        if (frames.size() >= MAX_FRAMES || bytes + length > MAX_BYTES) {
            throw new BraidException(
                    ErrorCode.CREDIT_VIOLATED,
                    "A handler sends faster than its peer receives",
                    frames.size() + " frames with " + bytes + " bytes wait for room",
                    "Answer less from handlers, or use a blocking handler, which waits for room");
        }
        byte[] copy = null;
        if (length > 0 && base != null) {
            copy = new byte[length];
            Memory.copy(base, offset, copy, 0, length);
        }
        bytes += length;
        waits = true;
        frames.add(new Kept(kind, endpoint, route, handler, a0, a1, a2, a3, copy));
    }

    /** Sends what the lane takes now; the number of frames sent. */
    int drain(Lane lane) {
        int sent = 0;
        for (Kept k = frames.peek(); k != null; k = frames.peek()) {
            int length = k.payload == null ? 0 : k.payload.length;
            int taken = lane.offer(k.kind, k.endpoint, k.route, k.handler, k.a0, k.a1, k.a2, k.a3, k.payload, 0, length);
            if (taken == Lane.FULL || taken == Lane.NO_CREDIT) {
                break;
            }
            lost += taken == Lane.TAKEN ? 0 : 1;
            frames.poll();
            bytes -= length;
            sent++;
        }
        waits = !frames.isEmpty();
        return sent;
    }

    /** Nobody can be reached any more: forgets everything; the number of frames forgotten. */
    int drop() {
        int dropped = frames.size();
        frames.clear();
        bytes = 0;
        waits = false;
        return dropped;
    }

    /** Frames that no lane will carry, since the last call. */
    int takeLost() {
        int n = lost;
        lost = 0;
        return n;
    }
}
