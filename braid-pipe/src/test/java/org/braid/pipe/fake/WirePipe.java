package org.braid.pipe.fake;

import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import org.braid.pipe.driver.BytePipe;
import org.jspecify.annotations.Nullable;

/** One end of a {@link Wire}. */
final class WirePipe implements BytePipe {
    private final String there;
    private final Stream in;
    private final Stream out;
    private boolean closed;
    private boolean answers; // but for a handshake of the pipe's own
    private BooleanSupplier connects = () -> true;

    WirePipe(String there, Stream in, Stream out) {
        this.there = there;
        this.in = in;
        this.out = out;
    }

    /** It is connected when that is so; until then the other end's process answers, or nobody does. */
    void takesLong(BooleanSupplier until, boolean isAnswered) {
        connects = until;
        answers = isAnswered;
    }

    @Override
    public boolean isConnected() {
        return connects.getAsBoolean();
    }

    @Override
    public boolean isAnswered() {
        return answers || isConnected();
    }

    @Override
    public boolean isOfTheJob() {
        return answers;
    }

    @Override
    public String there() {
        return there;
    }

    @Override
    public @Nullable String why() {
        return out.isBroken() ? "the wire was cut" : null;
    }

    @Override
    public long read(ByteBuffer room, long address) {
        alive();
        int count = in.get(room);
        return count > 0 ? count : in.isBroken() ? BROKEN : in.isOver() ? ENDED : NOT_NOW;
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

    /** Memory that refuses to be read makes the JDK's channels throw before they take a byte. */
    @Override
    public long write(ByteBuffer piece, long address) {
        alive();
        touch(piece);
        return out.isBroken() ? BROKEN : out.put(piece);
    }

    @Override
    public long write(ByteBuffer[] pieces, int first, int count) {
        for (int i = first; i < first + count; i++) {
            touch(pieces[i]);
        }
        long total = 0;
        for (int i = first; i < first + count; i++) {
            long taken = write(pieces[i], 0);
            if (taken < 0) {
                return taken;
            }
            total += taken;
            if (pieces[i].hasRemaining()) {
                break;
            }
        }
        return total;
    }

    @Override
    public void watch(boolean forRoom) {}

    @Override
    public void close() {
        closed = true;
        out.end();
        in.cut(); // the other end's next write fails
    }

    boolean isClosed() {
        return closed;
    }

    private void alive() {
        if (closed) {
            throw new IllegalStateException("this pipe was closed: its descriptor may be another file's");
        }
    }

    private static void touch(ByteBuffer piece) {
        if (piece.hasRemaining()) {
            piece.get(piece.position());
        }
    }
}
