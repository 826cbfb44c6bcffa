package org.braid.boot.control;

import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;

/** Reads control frames from the pipe; a frame's length is checked before its payload is allocated. Used by one thread at a time. */
public final class ControlReader {
    private final ReadableByteChannel pipe;
    private final InputStream unread;
    private final ByteBuffer head = ByteBuffer.allocate(ControlFrame.HEAD).order(ByteOrder.LITTLE_ENDIAN);
    private int kind;
    private byte[] payload = new byte[0];

    /** Of a rank's own pipe. */
    public ControlReader(FileInputStream pipe) {
        this(pipe.getChannel(), pipe);
    }

    /** @param unread knows how much of the pipe there is to read */
    public ControlReader(ReadableByteChannel pipe, InputStream unread) {
        this.pipe = pipe;
        this.unread = unread;
    }

    /** Whether more was said than was read, for any thread. */
    public boolean hasMore() throws IOException {
        return unread.available() > 0;
    }

    /** Waits for the next frame; false at the end of the pipe. */
    public boolean next() throws IOException {
        int got = fill(head.clear());
        if (got == 0) {
            return false;
        }
        if (got < ControlFrame.HEAD) {
            throw new EOFException("the control pipe ended inside a frame");
        }
        int word = head.getInt(0);
        kind = word & 0xff;
        int length = word >>> 8;
        if (length > ControlFrame.MAX_PAYLOAD) {
            throw new IOException("a control frame of " + length + " bytes exceeds the limit of " + ControlFrame.MAX_PAYLOAD);
        }
        payload = new byte[length];
        if (fill(ByteBuffer.wrap(payload)) < length) {
            throw new EOFException("the control pipe ended inside a frame");
        }
        return true;
    }

    /** Reads until the buffer is full or the pipe ends. */
    private int fill(ByteBuffer into) throws IOException {
        while (into.hasRemaining() && pipe.read(into) >= 0) {
            continue;
        }
        return into.position();
    }

    /** What the frame is that was read last. */
    public int kind() {
        return kind;
    }

    /** What it says. */
    public byte[] payload() {
        return payload;
    }

    /** Payload's first int, little-endian, or {@code otherwise} if it is too short. */
    public int firstInt(int otherwise) {
        return payload.length < 4 ? otherwise : ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN).getInt();
    }
}
