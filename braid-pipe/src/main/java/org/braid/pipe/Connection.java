package org.braid.pipe;

import java.nio.ByteBuffer;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.frame.FrameReader;
import org.braid.pipe.state.Pulse;

/** One trusted pipe of a lane, its reading side. The poller owns it. */
final class Connection {
    /** {@link #read}: the peer closed the connection. */
    static final int ENDED = Integer.MIN_VALUE;

    /** {@link #read}: it broke. */
    static final int BROKEN = Integer.MIN_VALUE + 1;

    private static final long LOST = Long.MIN_VALUE;

    final BytePipe pipe;
    final Pulse pulse;
    private final FrameReader reader;
    private boolean filled;
    private boolean watchesRoom;

    Connection(BytePipe pipe, FrameReader reader, Pulse pulse) {
        this.pipe = pipe;
        this.reader = reader;
        this.pulse = pulse;
        reader.reset();
        pipe.watch(false);
    }

    /**
     * Reads once and hands up what came.
     *
     * @return frames, a code of {@link FrameReader#parse} below zero, {@link #ENDED} or {@link #BROKEN}
     */
    int read(long nowNs) {
        filled = reader.isInterrupted();
        if (filled) {
            return reader.goOn(nowNs);
        }
        if (!reader.hasRoom(nowNs)) {
            return 0;
        }
        ByteBuffer[] rooms = reader.rooms();
        ByteBuffer room = rooms == null ? reader.room() : rooms[1];
        long bytes = rooms == null ? pipe.read(room, reader.roomAddress()) : read(rooms);
        filled = !room.hasRemaining();
        if (bytes == LOST) {
            return reader.parse(nowNs);
        }
        if (bytes <= 0) {
            return bytes == BytePipe.NOT_NOW ? 0 : bytes == BytePipe.ENDED ? ENDED : BROKEN;
        }
        int frames = reader.parse(nowNs);
        if (frames > 0) {
            pulse.heard(nowNs); // bytes alone prove nothing: behind a damaged length they would never make a frame
        }
        return frames;
    }

    /** User memory may be closed at any moment; what else is thrown is not ours to judge. */
    private long read(ByteBuffer[] rooms) {
        try {
            return pipe.read(rooms);
        } catch (RuntimeException refused) {
            if (!reader.hasLostItsLanding()) {
                throw refused;
            }
            return LOST;
        }
    }

    /** What such an answer means, for people. */
    String describe(int answer) {
        return switch (answer) {
            case ENDED -> "the peer closed the connection";
            case BROKEN -> String.valueOf(pipe.why());
            default -> FrameReader.describe(answer);
        };
    }

    /** True when the last read filled its buffer, so that there may be more: asking in vain costs a system call. */
    boolean mayHaveMore() {
        return filled;
    }

    /** Whether a sleeper is to be woken when the pipe has room again. */
    void watchForRoom(boolean wanted) {
        if (wanted != watchesRoom) {
            pipe.watch(wanted);
            watchesRoom = wanted;
        }
    }

    void close() {
        pipe.close();
    }
}
