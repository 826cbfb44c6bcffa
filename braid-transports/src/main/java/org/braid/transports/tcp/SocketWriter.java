package org.braid.transports.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.zip.CRC32C;
import org.braid.base.os.DirectMemory;
import org.braid.base.os.SocketCalls;
import org.braid.base.wire.Frame;
import org.braid.link.stream.ReplayLog;
import org.braid.link.stream.Run;
import org.jspecify.annotations.Nullable;

/**
 * Moves bytes from a replay log to a non-blocking socket, with as few system calls as possible, and frames without a number between those of the log.
 *
 * <pre>
 *   | control frames | rest of the log: runs of its own memory and of user memory … |     one gathering write
 * </pre>
 */
final class SocketWriter {
    /** Bytes written by one call; more waits for the next poll, so that one lane does not keep the others waiting. */
    private static final int MOST_BYTES = 1 << 20;

    private static final int[] CONTROLS = {Frame.ACK, Frame.PING, Frame.PONG, Frame.BYE};

    private final ReplayLog log;
    private final LogViews views;
    private final Run[] runs = new Run[LogViews.RUNS];
    private final ByteBuffer[] pieces = new ByteBuffer[LogViews.RUNS + 1];
    private final ByteBuffer control = DirectMemory.buffer(CONTROLS.length * TcpFrame.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN).limit(0);
    private final CRC32C crc = new CRC32C();

    private int wanted; // bits of kinds of control frames that wait
    private long byeNumber;
    private int acceptedLow;
    private boolean blocked;
    private @Nullable SocketCalls shortcut;

    SocketWriter(ReplayLog log, LogViews views) {
        this.log = log;
        this.views = views;
        for (int i = 0; i < runs.length; i++) {
            runs[i] = new Run();
        }
    }

    /** Nothing of an earlier connection is half written. */
    void reset() {
        control.clear().limit(0);
        wanted = 0;
        blocked = false;
        shortcut = null;
    }

    /** The way around the channel, until the connection ends. */
    void use(@Nullable SocketCalls calls) {
        shortcut = calls;
    }

    boolean isBlocked() {
        return blocked;
    }

    boolean hasControl() {
        return wanted != 0 || control.hasRemaining();
    }

    void control(int kind, long number, int accepted) {
        wanted |= 1 << kind;
        acceptedLow = accepted;
        if (kind == Frame.BYE) {
            byeNumber = number;
        }
    }

    /** Writes until the socket takes no more, nothing is left, or enough was written for one call. */
    void write(SocketChannel to) throws IOException {
        long total = 0;
        do {
            if (wanted != 0 && !control.hasRemaining() && log.bytesToBoundary() == 0) {
                buildControl();
            }
            int first = control.remaining();
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
            log.written(taken - (first - control.remaining()));
            total += taken;
            blocked = taken < offered;
        } while (!blocked && total < MOST_BYTES && (log.hasUnwritten() || wanted != 0));
    }

    private long put(SocketChannel to, int controlBytes, int count) throws IOException {
        if (controlBytes == 0 && count == 1) {
            return putOne(to);
        }
        if (count == 0) {
            return to.write(control);
        }
        pieces[0] = control;
        return controlBytes == 0 ? to.write(pieces, 1, count) : to.write(pieces, 0, count + 1);
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

    private void buildControl() {
        control.clear();
        for (int kind : CONTROLS) {
            if ((wanted & 1 << kind) != 0) {
                build(kind, kind == Frame.BYE ? byeNumber : 0);
            }
        }
        wanted = 0;
        control.flip();
    }

    private void build(int kind, long number) {
        int at = control.position();
        control.putInt(Frame.word0(0, kind)).putInt(0).putInt(0).putInt(0);
        control.putLong(number).putLong(0).putInt(0).putInt(acceptedLow);
        int end = control.position();
        int sum = TcpFrame.sum(crc, control, at, TcpFrame.HEADER_BYTES);
        control.clear().position(end);
        control.putInt(at + TcpFrame.CRC_AT, sum);
    }
}
