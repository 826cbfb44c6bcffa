package org.braid.devices;

import org.braid.base.memory.Memory;
import org.braid.link.spi.Frame;

/** Memory for one payload at a time, used again for the next; it grows to the longest and never beyond a frame. */
public final class Room {
    private static final int FIRST_BYTES = 512;

    private byte[] bytes = new byte[FIRST_BYTES];

    /** At least so many bytes; what was in them may be there still. */
    public byte[] of(int needed) {
        if (bytes.length < needed) {
            bytes = new byte[Integer.highestOneBit(2 * needed - 1)];
        }
        return bytes;
    }

    /** The payload of a frame from byte {@code at} on, with {@code behind} more bytes after it. */
    public byte[] with(int at, Frame frame, int behind) {
        byte[] to = of(at + frame.length() + behind);
        Object base = frame.base();
        if (base != null && frame.length() > 0) {
            Memory.copy(base, frame.offset(), to, at, frame.length());
        }
        return to;
    }
}
