package org.braid.transports.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** One trusted socket of a lane, its reading side. The poller owns it. */
final class Connection {
    /** {@link #read}: the peer closed the connection. */
    static final int ENDED = Integer.MIN_VALUE;

    final SocketChannel channel;
    final String there;
    final Pulse pulse;
    private final FrameReader reader;
    private boolean filled;
    private final @Nullable SelectionKey key;

    /** @param key its place in the selector on which the process sleeps, or null if it has none */
    Connection(SocketChannel channel, String there, FrameReader reader, @Nullable SelectionKey key, Pulse pulse) {
        this.channel = channel;
        this.there = there;
        this.reader = reader;
        this.key = key;
        this.pulse = pulse;
        reader.reset();
    }

    /**
     * Reads once and hands up what came.
     *
     * @return frames, a code of {@link FrameReader#parse} below zero, or {@link #ENDED}
     */
    int read(long nowNs) throws IOException {
        ByteBuffer room = reader.room();
        int bytes = channel.read(room);
        filled = !room.hasRemaining();
        if (bytes <= 0) {
            return bytes < 0 ? ENDED : 0;
        }
        pulse.heard(nowNs);
        return reader.parse(bytes, nowNs);
    }

    /** True when the last read filled its buffer, so that there may be more: asking in vain costs a system call. */
    boolean mayHaveMore() {
        return filled;
    }

    /** Whether the selector is to wake us when the socket has room again. */
    void watchForRoom(boolean wanted) {
        if (key != null && key.isValid()) {
            int ops = wanted ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
            if (key.interestOps() != ops) {
                key.interestOps(ops);
            }
        }
    }

    void close() {
        Sockets.close(channel);
    }
}
