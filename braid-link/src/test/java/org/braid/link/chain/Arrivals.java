package org.braid.link.chain;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.braid.link.spi.Frame;
import org.braid.link.spi.FrameSink;
import org.jspecify.annotations.Nullable;

/** A stream's receiving end that keeps a copy of everything. */
final class Arrivals implements FrameSink {
    final List<Frame> frames = new ArrayList<>();
    @Nullable RuntimeException thrown; // once a frame is kept

    @Override
    public void frame(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        byte[] copy = segment.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
        frames.add(new Frame(kind, endpoint, route, handler, a0, a1, a2, a3, copy, 0, length));
        if (thrown != null) {
            throw thrown;
        }
    }

    @Override
    public void ended(Throwable cause) {
        throw new AssertionError("a chain ends no stream", cause);
    }

    /** The payloads, in their order. */
    List<String> texts() {
        return texts(frames);
    }

    static List<String> texts(List<Frame> of) {
        return of.stream().map(Arrivals::text).toList();
    }

    static String text(Frame frame) {
        return frame.base() instanceof byte[] bytes ? new String(bytes, (int) frame.offset(), frame.length(), StandardCharsets.US_ASCII) : "";
    }
}
