package org.braid.link.spi;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.braid.base.wire.Frame;
import org.jspecify.annotations.Nullable;

/** Where a transport hands up what came in from one peer. Called while holding the context's token, in the lane's order. Never throws. */
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
     * A frame of kind RSR whose lane can tell what lies behind it.
     *
     * @param run valid during the call only
     */
    default void requests(
            int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length, RequestRun run) {
        frame(Frame.RSR, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
    }

    /**
     * Asked by the lane after each frame that it handed up. True: that frame was not accepted, because a device found it damaged, or because the stream has moved on. The lane must neither count nor acknowledge
     * it, stops reading and hands nothing more up; the link layer tells the sender.
     */
    default boolean refuses() {
        return false;
    }

    /** A frame was handed up for which somebody waits: an answer may follow at once. */
    default void awaited() {}

    /**
     * Where the payload of a long frame belongs, so that a stream transport reads it there at once; null if it must come by {@link #frame}. Asked when only the header is there, whose
     * checksum is not yet known: name only memory that exactly this frame may fill next. If the rest never comes, the frame comes again.
     *
     * @return native memory, {@code length} bytes from its position to its limit
     */
    default @Nullable ByteBuffer landing(int kind, int a0, int a1, int a2, int a3, int length) {
        return null;
    }

    /** All bytes of a frame for which {@link #landing} named memory are there and right. */
    default void landed(int kind, int a0, int a1, int a2, int a3, int length) {}

    /** The lane to this peer has ended; nothing more will come. */
    void ended(Throwable cause);
}
