package org.braid.link.stream;

import java.util.ArrayDeque;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.memory.Memory;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.link.bulk.state.LostFragment;
import org.braid.link.spi.Frame;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/**
 * Frames of one stream that the poller or a handler had to send while the lane was full, those of threads that found another one inside the lane ({@link ContendedSenders}), and those that a lane has handed
 * back. None of them waits, so these are kept, in order, and go out on the next turns; meanwhile nothing else may be sent by the stream, or it would overtake. A request that the peer gives no credit for
 * goes out as an offer, so what is behind it waits for room alone, which a peer that polls always makes; while as many long messages are under way as there may be it waits for one of them to end, and what those live by goes past it. Bounded by count and by bytes; guarded by the token.
 */
final class Outbox {
    private static final int MAX_FRAMES = 65_536;
    private static final long MAX_BYTES = 16 << 20;

    /** Twice as many bytes as handlers may leave behind: more than all that honest peers ask for. */
    static final long OVERFULL_BYTES = 2 * MAX_BYTES;

    // Threads that do not get into the lane add nothing beyond this, so handlers keep their room.
    private static final int MAX_LOSERS = 64;
    private static final long MAX_LOSERS_BYTES = 256 << 10;

    private final ArrayDeque<Frame> frames = new ArrayDeque<>();
    private long bytes;
    private int pieces; // of long messages, among those that wait
    private int lost;
    private boolean held; // the stream is between two lanes
    private boolean waits; // senders look at it on every message
    private boolean contended; // why the first one waits: another thread is inside the lane, which has room for all we know

    /** Where what waits goes out. */
    interface Exit {
        /** {@link Lane#offer}, without a spin for somebody who is inside: a poller looks again on its next turn. */
        int offer(Frame frame);

        /** Keeps a request's payload and answers the payload of the offer that stands for it; null if that is not possible now. */
        byte @Nullable [] hold(Frame request);

        /** Longest payload of one frame, in bytes. */
        int frameBytes();
    }

    /** One load; a thread without the token may see it late. */
    boolean isEmpty() {
        return !waits;
    }

    /** True if {@link #OVERFULL_BYTES} wait. */
    boolean isOverfull() {
        return bytes >= OVERFULL_BYTES;
    }

    /** True while a piece of a long message waits, which later ones must not overtake. */
    boolean hasPieces() {
        return pieces > 0;
    }

    /** How many frames wait. */
    int size() {
        return frames.size();
    }

    /** True while the first frame waits for room, credit or a lane, which more frames would not help; a thread without the token may see it late. */
    boolean waitsForRoom() {
        return waits && !contended;
    }

    /** What the lane has answered last to the first frame. */
    void heldUpBy(int answer) {
        contended = answer == Lane.CONTENDED;
    }

    /** The stream has left its lane: everything waits until it has another one. */
    void hold() {
        held = true;
        contended = false;
        waits = true;
    }

    /** The stream has a lane again. {@code returned} goes first: it was sent before. */
    void letGo(List<Frame> returned) {
        for (int i = returned.size() - 1; i >= 0; i--) {
            putFirst(returned.get(i));
        }
        held = false;
        waits = !frames.isEmpty();
    }

    /** True if a thread that has found another one inside the lane may add a frame. */
    boolean hasRoomForLoser(int length) {
        return !waitsForRoom() && frames.size() < MAX_LOSERS && bytes + length <= MAX_LOSERS_BYTES;
    }

    void add(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        byte[] payload = isMessage(kind) ? copy(base, offset, length) : copyAnyway(base, offset, length);
        frames.add(new Frame(kind, endpoint, route, handler, a0, a1, a2, a3, payload, 0, payload.length));
        pieces += isPiece(kind) ? 1 : 0;
        waits = true;
    }

    /** As {@link #add}, however much waits already: whoever waits for it bounds it. */
    void addAnyway(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        byte[] payload = copyAnyway(base, offset, length);
        frames.add(new Frame(kind, endpoint, route, handler, a0, a1, a2, a3, payload, 0, payload.length));
        pieces += isPiece(kind) ? 1 : 0;
        waits = true;
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
        return copyAnyway(base, offset, length);
    }

    /** What the runtime says itself is bounded by what it is about, and whoever caused it could do nothing about a refusal. */
    private byte[] copyAnyway(@Nullable Object base, long offset, long length) {
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

    /** Sends what the lane takes now; the number of frames sent. */
    int drain(Exit exit) {
        int sent = 0;
        for (Frame first = held ? null : frames.peek(); first != null; first = frames.peek()) {
            int taken = exit.offer(first);
            heldUpBy(taken);
            if (taken == Lane.NO_CREDIT || taken == Lane.TOO_LONG) {
                if (!reshape(first, exit) && !(isMessage(first.kind()) && letPast())) {
                    break;
                }
                continue;
            }
            if (taken == Lane.FULL || taken == Lane.CONTENDED) {
                break;
            }
            if (taken == Lane.CLOSED && held) {
                break;
            }
            lost += taken == Lane.TAKEN || !isMessage(first.kind()) ? 0 : 1;
            removeFirst(first);
            sent++;
        }
        waits = held || !frames.isEmpty();
        return sent;
    }

    /** What can't go as it is: a request becomes an offer of its payload, a piece of something longer becomes two. */
    private boolean reshape(Frame first, Exit exit) {
        Frame[] parts = Divided.by(first, exit.frameBytes());
        if (parts != null) {
            removeFirst(first);
            putBack(parts);
            return true;
        }
        byte[] offer = exit.hold(first);
        if (offer == null) {
            return false;
        }
        frames.poll();
        frames.addFirst(first.as(FrameKind.OFFER).by(first.route() | FrameHeader.ROUTE_NEEDS_YOU).with(offer, 0, offer.length)); // the payload's bytes stay counted: they are held
        bytes += offer.length;
        return true;
    }

    private void putBack(Frame[] parts) {
        for (int i = parts.length - 1; i >= 0; i--) {
            putFirst(parts[i]);
        }
    }

    private void putFirst(Frame frame) {
        frames.addFirst(frame);
        bytes += frame.length();
        pieces += isPiece(frame.kind()) ? 1 : 0;
    }

    private void removeFirst(Frame first) {
        frames.poll();
        bytes -= first.length();
        pieces -= isPiece(first.kind()) ? 1 : 0;
    }

    /** The first request waits for a long message to end. What those live by is in no order with requests, and goes past it: each would wait for the other. False if there is nothing of that. */
    private boolean letPast() {
        List<Frame> past = frames.stream().filter(each -> isOfLongMessages(each.kind())).toList();
        boolean ignored = frames.removeIf(each -> isOfLongMessages(each.kind()));
        past.reversed().forEach(frames::addFirst);
        return !past.isEmpty();
    }

    private static boolean isOfLongMessages(int kind) {
        return isPiece(kind) || kind == FrameKind.PULL;
    }

    /** Or the news that one of them is lost. */
    private static boolean isPiece(int kind) {
        return kind == FrameKind.FRAGMENT || kind == LostFragment.KIND;
    }

    private static boolean isMessage(int kind) {
        return kind == FrameKind.RSR || kind == FrameKind.OFFER || kind == FrameKind.ACCESS;
    }

    /** Nobody can be reached any more: forgets everything; the number of frames forgotten. */
    int drop() {
        int dropped = frames.size();
        for (Frame f = frames.poll(); f != null; f = frames.poll()) {
            bytes -= f.length();
        }
        pieces = 0;
        held = false;
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
