package org.braid.link.spi;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.braid.base.wire.FrameKind;
import org.jspecify.annotations.Nullable;

/** Where a transport hands up what one lane brings: the lane's receiving end. Called while holding the context's token, in the lane's order. Never throws. */
public interface FrameSink {
    /**
     * One frame from this sink's peer; the header has been read once into locals and is not yet validated, except that {@code length} bytes are really there.
     *
     * @param segment native memory that holds the payload, valid during the call only
     * @param offset where the payload starts in {@code segment}, in bytes
     * @param length payload length in bytes
     */
    void frame(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length);

    /**
     * A request, of kind RSR, with {@link FrameKind#CHAINED} if it comes from devices, whose lane can tell what lies behind it.
     *
     * @param run valid during the call only
     */
    default void requests(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length, RequestRun run) {
        frame(kind, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
    }

    /** A frame was handed up for which somebody waits: an answer may follow at once. */
    default void awaited() {}

    /**
     * Where the payload of a long frame belongs, so that a stream transport reads it there at once; null if it must come by {@link #frame}. Asked when only the header is there, whose
     * checksum is not yet known: name only memory that exactly this frame may fill next. If the rest never comes, the frame comes again. Asked again before
     * more of the same frame is read: the same buffer, whose position and limit are the caller's business meanwhile, says that it still belongs there.
     *
     * @return native memory, {@code length} bytes from its position to its limit
     */
    default @Nullable ByteBuffer landing(int kind, int a0, int a1, int a2, int a3, int length) {
        return null;
    }

    /** All bytes of a frame for which {@link #landing} named memory are there and right. */
    default void landed(int kind, int a0, int a1, int a2, int a3, int length) {}

    /**
     * Asked after a frame was handed up: true if it was not accepted, nor will be what follows, because a device found it damaged or the stream goes on by another lane. The lane neither counts nor
     * acknowledges that frame and hands nothing more up. A ring asks only before it lets its memory be overwritten.
     */
    default boolean refuses() {
        return false;
    }

    /** How many of the frames that were handed up cannot be refused any more: the others wait in a device. {@link Long#MAX_VALUE} if that is so of all. */
    default long accepted() {
        return Long.MAX_VALUE;
    }

    /** The peer closes, and something that it had sent has found no way in time. Its lanes end in good order all the same; told before that. */
    default void leavesBehind() {}

    /**
     * The lane has ended; nothing more will come by it. {@code CONTEXT_CLOSED} says that the peer took leave in good order; anything else is the lane's trouble alone, and its streams go on by another
     * one if there is one.
     */
    void ended(Throwable cause);
}
