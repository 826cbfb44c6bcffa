package org.braid.transports.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import org.braid.base.os.DirectMemory;
import org.braid.base.os.SocketCalls;
import org.braid.pipe.log.ReplayLog;
import org.braid.pipe.log.Run;
import org.jspecify.annotations.Nullable;

/**
 * Moves bytes from a replay log to the non-blocking socket at hand, if there is one, with as few system calls as possible, and frames without a number between those of the log. Guarded
 * by its owner's lock, but for {@link #broken}.
 *
 * <pre>
 *   | frames without a number | rest of the log: runs of its own memory and of user memory … |     one gathering write
 * </pre>
 */
final class SocketWriter {
    /** Bytes written by one call; more waits for the next poll, so that one lane does not keep the others waiting. */
    private static final int MOST_BYTES = 1 << 20;

    private final ReplayLog log;
    private final LogViews views;
    private final UnnumberedFrames beside;
    private final Run[] runs = new Run[LogViews.RUNS];
    private final ByteBuffer[] pieces = new ByteBuffer[LogViews.RUNS + 1]; // those without a number, then one for each run

    private @Nullable SocketChannel channel;
    private @Nullable SocketCalls shortcut;
    private boolean blocked;
    private long lastWriteNs;
    private volatile @Nullable String broken;

    SocketWriter(ReplayLog log, LogViews views, UnnumberedFrames beside) {
        this.log = log;
        this.views = views;
        this.beside = beside;
        forgetUsers();
    }

    /** Drops user memory, so that none stays reachable. */
    void forgetUsers() {
        Arrays.fill(pieces, beside.bytes());
        for (int i = 0; i < runs.length; i++) {
            runs[i] = new Run();
        }
    }

    /** Writes to this socket from now on, of which the log knows where to begin; nothing of an earlier one is half written. */
    void attach(SocketChannel fresh) {
        channel = fresh;
        shortcut = null;
        blocked = false;
        broken = null;
        beside.clear();
    }

    void detach() {
        channel = null;
        shortcut = null;
    }

    boolean isAttached() {
        return channel != null;
    }

    /** The way around the channel, until the connection ends. */
    void use(@Nullable SocketCalls calls) {
        shortcut = channel == null ? null : calls;
    }

    /** True while the socket takes no more for now, so that it must be watched for room. */
    boolean isBlocked() {
        return blocked;
    }

    long lastWriteNs() {
        return lastWriteNs;
    }

    /** Why nothing can be written to this connection any more, or null; any thread. */
    @Nullable String broken() {
        return broken;
    }

    void breakUp(String why) {
        broken = why;
        detach();
    }

    /** Writes until the socket takes no more, nothing is left, or enough was written for one call. */
    void write(long nowNs) {
        SocketChannel to = channel;
        if (to == null) {
            return;
        }
        try {
            writeTo(to);
            lastWriteNs = nowNs;
        } catch (IOException e) {
            breakUp(String.valueOf(e.getMessage()));
        } catch (OutOfMemoryError full) {
            throw DirectMemory.usedUp(full); // the JDK writes from a copy of its own
        }
    }

    private void writeTo(SocketChannel to) throws IOException {
        long total = 0;
        do {
            if (log.bytesToBoundary() == 0) {
                beside.build();
            }
            int first = beside.bytes().remaining();
            long offered = first;
            int count = log.gather(runs, MOST_BYTES);
            for (int i = 0; i < count; i++) {
                pieces[i + 1] = views.piece(log.segment(), i, runs[i]);
                offered += runs[i].bytes();
            }
            if (offered == 0) {
                blocked = false;
                return;
            }
            long taken = put(to, first, count);
            log.written(taken - (first - beside.bytes().remaining()));
            total += taken;
            blocked = taken < offered;
        } while (!blocked && total < MOST_BYTES && (log.hasUnwritten() || beside.hasWanted()));
    }

    private long put(SocketChannel to, int firstBytes, int count) throws IOException {
        if (firstBytes == 0 && count == 1) {
            return putOne(to);
        }
        if (count == 0) {
            return to.write(beside.bytes());
        }
        return firstBytes == 0 ? to.write(pieces, 1, count) : to.write(pieces, 0, count + 1);
    }

    private long putOne(SocketChannel to) throws IOException {
        SocketCalls calls = shortcut;
        if (calls != null && !runs[0].isExternal()) {
            long taken = calls.send(log.segment().address() + runs[0].offset(), runs[0].bytes());
            if (taken != SocketCalls.NOT_NOW) {
                return taken;
            }
        }
        return to.write(pieces[1]);
    }
}
