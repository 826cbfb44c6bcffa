package org.braid.testkit.sim.wire;

import java.nio.ByteBuffer;
import org.braid.pipe.driver.BytePipe;
import org.jspecify.annotations.Nullable;

/** One end of a wire, as a socket is one: it moves what it can, and says no more than a socket knows. */
final class SimPipe implements BytePipe {
    private final String there;
    private final Direction in;
    private final Direction out;
    private boolean connected;
    private boolean closed;

    /** @param connected false for one that calls, until it is answered */
    SimPipe(String there, Direction in, Direction out, boolean connected) {
        this.there = there;
        this.in = in;
        this.out = out;
        this.connected = connected;
    }

    /** The other end has answered. */
    void answered() {
        connected = true;
    }

    @Override
    public boolean isConnected() {
        return connected;
    }

    @Override
    public String there() {
        return there;
    }

    @Override
    public @Nullable String why() {
        return out.isCut() ? "the wire was cut" : null;
    }

    @Override
    public long read(ByteBuffer room, long address) {
        open();
        int count = in.get(room);
        return count > 0 ? count : in.isCut() ? BROKEN : in.isOver() ? ENDED : NOT_NOW;
    }

    @Override
    public long read(ByteBuffer[] rooms) {
        long total = 0;
        for (ByteBuffer room : rooms) {
            long count = read(room, 0);
            if (count <= 0) {
                return total > 0 ? total : count;
            }
            total += count;
            if (room.hasRemaining()) {
                break;
            }
        }
        return total;
    }

    @Override
    public long write(ByteBuffer piece, long address) {
        open();
        return out.isCut() ? BROKEN : out.put(piece);
    }

    /** Memory that refuses to be read makes the JDK's channels throw before they take a byte. */
    @Override
    public long write(ByteBuffer[] pieces, int first, int count) {
        for (int i = first; i < first + count; i++) {
            touch(pieces[i]);
        }
        long total = 0;
        for (int i = first; i < first + count; i++) {
            long taken = write(pieces[i], 0);
            if (taken < 0) {
                return total > 0 ? total : taken;
            }
            total += taken;
            if (pieces[i].hasRemaining()) {
                break;
            }
        }
        return total;
    }

    private static void touch(ByteBuffer piece) {
        if (piece.hasRemaining()) {
            byte ignored = piece.get(piece.position());
        }
    }

    @Override
    public void watch(boolean forRoom) {}

    @Override
    public void close() {
        closed = true;
        out.end();
        in.cut(); // whoever writes to it from now on fails
    }

    boolean isClosed() {
        return closed;
    }

    private void open() {
        if (closed) {
            throw new IllegalStateException("this pipe was closed: its descriptor may be another file's");
        }
    }
}
