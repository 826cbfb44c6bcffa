package org.braid.transports.tls;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;

/** Bytes that wait for their way to the other end: TLS's own first, records after. Grows with need, to {@link #MOST_BYTES}. */
final class Departure {
    private static final int MOST_BYTES = 4 * (RecordCipher.MOST_BYTES + RecordCipher.EXTRA_BYTES);
    private static final int FIRST_BYTES = 1 << 10;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private ByteBuffer waiting = NOTHING; // position to limit

    /** From position to limit; whoever sends them moves the position. */
    ByteBuffer waiting() {
        return waiting;
    }

    boolean hasRoomFor(int bytes) {
        return MOST_BYTES - waiting.remaining() >= bytes;
    }

    /** Takes what the engine has to say of its own. */
    SSLEngineResult sayOwn(SSLEngine engine) throws SSLException {
        makeRoom(engine.getSession().getPacketBufferSize());
        ByteBuffer room = waiting.duplicate().limit(waiting.capacity()).position(waiting.limit());
        SSLEngineResult said = engine.wrap(NOTHING, room);
        waiting.limit(room.position());
        return said;
    }

    /**
     * Makes one record of bytes of several pieces, whose positions stay.
     *
     * @return plain bytes in it, 0 if the pieces have none
     * @throws RuntimeException if a piece's memory cannot be read: nothing has changed then, and nothing was sealed
     */
    int seal(RecordCipher cipher, ByteBuffer[] pieces, int first, int count) {
        int bytes = 0;
        for (int i = first; i < first + count && bytes < RecordCipher.MOST_BYTES; i++) {
            bytes = Math.min(RecordCipher.MOST_BYTES, bytes + pieces[i].remaining());
        }
        if (bytes > 0) {
            makeRoom(bytes + RecordCipher.EXTRA_BYTES);
            gather(pieces, first, bytes);
            close(cipher, RecordKind.DATA, bytes);
        }
        return bytes;
    }

    /** Makes the last record. */
    void end(RecordCipher cipher) {
        makeRoom(RecordCipher.EXTRA_BYTES);
        close(cipher, RecordKind.END, 0);
    }

    private void gather(ByteBuffer[] pieces, int first, int bytes) {
        byte[] into = waiting.array();
        int at = waiting.limit() + RecordCipher.HEAD_BYTES;
        int end = at + bytes;
        for (int i = first; at < end; i++) {
            ByteBuffer piece = pieces[i];
            int some = Math.min(piece.remaining(), end - at);
            piece.get(piece.position(), into, at, some);
            at += some;
        }
    }

    private void close(RecordCipher cipher, byte kind, int bytes) {
        int at = waiting.limit();
        cipher.seal(kind, waiting.array(), at, bytes);
        waiting.limit(at + bytes + RecordCipher.EXTRA_BYTES);
    }

    /** Behind the limit. */
    private void makeRoom(int bytes) {
        if (waiting.capacity() - waiting.limit() >= bytes) {
            return;
        }
        int held = waiting.remaining();
        if (waiting.capacity() - held >= bytes) {
            waiting.compact().flip();
        } else {
            int capacityBytes = Math.max(FIRST_BYTES, Math.min(MOST_BYTES, Integer.highestOneBit(held + bytes) << 1));
            waiting = ByteBuffer.allocate(capacityBytes).put(waiting).flip();
        }
    }
}
