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

    private final Records waiting = new Records(0);
    private final HeapRecord record = new HeapRecord();

    /** Whoever sends them moves the position. */
    Records waiting() {
        return waiting;
    }

    boolean hasRoomFor(int bytes) {
        return MOST_BYTES - waiting.bytes().remaining() >= bytes;
    }

    /** Takes what the engine has to say of its own. */
    SSLEngineResult sayOwn(SSLEngine engine) throws SSLException {
        makeRoom(engine.getSession().getPacketBufferSize());
        ByteBuffer bytes = waiting.bytes();
        ByteBuffer room = bytes.duplicate().limit(bytes.capacity()).position(bytes.limit());
        SSLEngineResult said = engine.wrap(NOTHING, room);
        bytes.limit(room.position());
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
            gather(pieces, first, bytes);
            close(cipher, RecordKind.DATA, bytes);
        }
        return bytes;
    }

    /** Makes the last record. */
    void end(RecordCipher cipher) {
        close(cipher, RecordKind.END, 0);
    }

    private void gather(ByteBuffer[] pieces, int first, int bytes) {
        byte[] into = record.of(bytes + RecordCipher.EXTRA_BYTES);
        int at = RecordCipher.HEAD_BYTES;
        int end = at + bytes;
        for (int i = first; at < end; i++) {
            ByteBuffer piece = pieces[i];
            int some = Math.min(piece.remaining(), end - at);
            piece.get(piece.position(), into, at, some);
            at += some;
        }
    }

    /** Room first: a record that was sealed must go. */
    private void close(RecordCipher cipher, byte kind, int bytes) {
        int all = bytes + RecordCipher.EXTRA_BYTES;
        makeRoom(all);
        byte[] sealed = record.of(all);
        cipher.seal(kind, sealed, bytes);
        ByteBuffer behind = waiting.bytes();
        int at = behind.limit();
        behind.limit(at + all).put(at, sealed, 0, all);
    }

    /** Behind the limit. */
    private void makeRoom(int bytes) {
        int held = waiting.bytes().remaining();
        int capacityBytes = waiting.bytes().capacity();
        if (waiting.roomBehindBytes() >= bytes) {
            return;
        }
        if (capacityBytes - held >= bytes) {
            waiting.compact();
        } else {
            waiting.grow(Math.max(FIRST_BYTES, Math.min(MOST_BYTES, Integer.highestOneBit(held + bytes) << 1)));
        }
    }
}
