package org.braid.transports.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.braid.base.os.SocketCalls;
import org.jspecify.annotations.Nullable;

/** One trusted socket of a lane, its reading side. The poller owns it. */
final class Connection {
    /** {@link #read}: the peer closed the connection. */
    static final int ENDED = Integer.MIN_VALUE;

    /** So many reads brought something: now it pays to look for the way around the channel. */
    static final int READS_BEFORE_SHORTCUT = 1_000;

    /** One look in so many is the channel's, which knows errors from nothing. */
    private static final int LOOKS_PER_CHANNEL_LOOK = 64;

    final SocketChannel channel;
    final String there;
    final Pulse pulse;
    private final FrameReader reader;
    private boolean filled;
    private final Sleeper sleeper;
    private int watched;
    private @Nullable SocketCalls shortcut;
    private int reads;
    private int looks;

    /** @param sleeper where the process sleeps, so that this connection can wake it */
    Connection(SocketChannel channel, String there, FrameReader reader, Sleeper sleeper, Pulse pulse) {
        this.channel = channel;
        this.there = there;
        this.reader = reader;
        this.sleeper = sleeper;
        this.pulse = pulse;
        reader.reset();
        watchForRoom(false);
    }

    /**
     * Reads once and hands up what came.
     *
     * @return frames, a code of {@link FrameReader#parse} below zero, or {@link #ENDED}
     */
    int read(long nowNs) throws IOException {
        ByteBuffer[] rooms = reader.rooms();
        ByteBuffer room = rooms == null ? reader.room() : rooms[1];
        long bytes = rooms == null ? read(room) : channel.read(rooms);
        filled = !room.hasRemaining();
        if (bytes <= 0) {
            return bytes < 0 ? ENDED : 0;
        }
        int frames = reader.parse(nowNs);
        if (frames > 0) {
            pulse.heard(nowNs); // bytes alone prove nothing: behind a damaged length they would never make a frame
        }
        return frames;
    }

    private long read(ByteBuffer room) throws IOException {
        SocketCalls calls = shortcut;
        if (calls == null || (++looks & LOOKS_PER_CHANNEL_LOOK - 1) == 0) {
            return channel.read(room);
        }
        long bytes = calls.receive(reader.roomAddress(), room.remaining());
        if (bytes > 0) {
            room.position(room.position() + (int) bytes);
        }
        return bytes > 0 ? bytes : bytes == SocketCalls.NOT_NOW ? 0 : -1;
    }

    /** True once: this connection is busy and on this host, where what surrounds a system call shows. The shortcut is found by then, if there is one. */
    boolean becomesHot() throws IOException {
        if (++reads != READS_BEFORE_SHORTCUT) {
            return false;
        }
        shortcut = Sockets.shortcut(channel);
        return shortcut != null;
    }

    @Nullable SocketCalls shortcut() {
        return shortcut;
    }

    /** True when the last read filled its buffer, so that there may be more: asking in vain costs a system call. */
    boolean mayHaveMore() {
        return filled;
    }

    /** Whether the selector is to wake us when the socket has room again. */
    void watchForRoom(boolean wanted) {
        int ops = wanted ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
        if (ops != watched) {
            sleeper.watch(channel, ops);
            watched = ops;
        }
    }

    void close() {
        Sockets.close(channel);
    }
}
