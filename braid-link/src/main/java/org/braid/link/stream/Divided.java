package org.braid.link.stream;

import java.lang.foreign.MemorySegment;
import org.braid.base.memory.Memory;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.region.AccessRequest;
import org.braid.link.spi.Frame;
import org.jspecify.annotations.Nullable;

/** Frames that were made for a lane with longer ones: each says where its bytes belong, so two can stand for one. */
final class Divided {
    private Divided() {}

    /**
     * A frame as two, of which the first has {@code most} bytes of payload.
     *
     * @param frame a copy, whose payload is longer, in an array from its first byte on unless it is a FRAGMENT or ACCESSED
     * @return null if it says something as a whole
     */
    static Frame @Nullable [] by(Frame frame, int most) {
        return switch (frame.kind()) {
            case FrameKind.FRAGMENT, FrameKind.ACCESSED -> placed(frame, most);
            case FrameKind.ACCESS -> put(frame, most);
            default -> null;
        };
    }

    /** The last two arguments are the place of the payload. */
    private static Frame[] placed(Frame frame, int most) {
        long at = FrameHeader.joined(frame.a2(), frame.a3()) + most;
        Frame rest = new Frame(
                frame.kind(), frame.endpoint(), frame.route(), frame.handler(), frame.a0(), frame.a1(), (int) at, (int) (at >>> 32), frame.base(), frame.offset() + most, frame.length() - most);
        return new Frame[] {frame.with(frame.base(), frame.offset(), most), rest};
    }

    /** The payload begins with what is asked for; only the end of a put is answered, and notifies. */
    private static Frame @Nullable [] put(Frame frame, int most) {
        Object base = frame.base();
        AccessRequest whole = base instanceof byte[] bytes ? AccessRequest.read(MemorySegment.ofArray(bytes), frame.offset(), frame.length()) : null;
        int first = most - AccessRequest.BYTES;
        if (base == null || whole == null || first <= 0 || whole.bytes() <= first) {
            return null;
        }
        byte[] begin = payload(whole.upTo(first), base, frame.offset() + AccessRequest.BYTES, first);
        byte[] end = payload(whole.from(first), base, frame.offset() + AccessRequest.BYTES + first, (int) whole.bytes() - first);
        Frame silent = new Frame(frame.kind(), frame.endpoint(), frame.route(), 0, 0, 0, 0, 0, begin, 0, begin.length);
        return new Frame[] {silent, frame.with(end, 0, end.length)};
    }

    private static byte[] payload(AccessRequest request, Object base, long from, int data) {
        byte[] payload = new byte[AccessRequest.BYTES + data];
        request.write(MemorySegment.ofArray(payload));
        Memory.copy(base, from, payload, AccessRequest.BYTES, data);
        return payload;
    }
}
