package org.braid.transports.tls;

import java.nio.ByteBuffer;

/**
 * Bytes that have come from the other end and are not opened yet, and plain ones that nobody has taken yet. It holds little until the other end is known, and grows then with what comes, to {@link #MOST_BYTES}.
 */
final class Arrival {
    /** What {@link #open} has found. */
    enum Found {
        /** A record was opened into the room, or waits beside it. */
        DATA,
        /** The last record. */
        END,
        /** No whole record is there. */
        NOTHING,
        /** What is there is no record, or nobody who knows the keys has sealed it. */
        ALIEN
    }

    private static final int UNKNOWN_BYTES = 4 << 10;
    private static final int MOST_BYTES = 4 * (RecordCipher.MOST_BYTES + RecordCipher.EXTRA_BYTES);

    private ByteBuffer arrived = ByteBuffer.allocate(UNKNOWN_BYTES).limit(0); // position to limit
    private ByteBuffer opened = ByteBuffer.allocate(0); // position to limit
    private int mostBytes = UNKNOWN_BYTES;
    private int heldBytes; // of arrived, when the arrival at hand began
    private boolean wasFull;

    /** The other end is known: from now on it may send much. */
    void becomeKnown() {
        mostBytes = MOST_BYTES;
        wasFull = true;
    }

    // ---- from the other end

    /** Where bytes go; {@link #end} follows. */
    ByteBuffer begin() {
        if (wasFull && arrived.capacity() < mostBytes) {
            arrived = ByteBuffer.allocate(Math.min(mostBytes, 2 * arrived.capacity())).put(arrived);
        } else {
            arrived.compact();
        }
        heldBytes = arrived.position();
        return arrived;
    }

    /** Bytes were put there, or none. Returns how many. */
    int end() {
        arrived.flip();
        wasFull = isFull();
        return arrived.limit() - heldBytes;
    }

    /** From position to limit; whoever reads them moves the position. */
    ByteBuffer waiting() {
        return arrived;
    }

    /** Whether nothing more would fit behind what waits. */
    boolean isFull() {
        return arrived.remaining() == arrived.capacity();
    }

    // ---- to this end

    /** Whether plain bytes wait. */
    boolean hasOpened() {
        return opened.hasRemaining();
    }

    /**
     * Opens the next record: into the room if that is an array and large enough, else beside it.
     *
     * <p>An array of somebody else's may hold anything after {@link Found#ALIEN}; nothing was handed up then.
     */
    Found open(RecordCipher cipher, ByteBuffer room) {
        if (arrived.remaining() < RecordCipher.HEAD_BYTES) {
            return Found.NOTHING;
        }
        byte[] records = arrived.array();
        int at = arrived.position();
        byte kind = RecordCipher.kind(records, at);
        int bytes = RecordCipher.plainBytes(records, at);
        if (kind == RecordKind.DATA ? bytes == 0 || bytes > RecordCipher.MOST_BYTES : kind != RecordKind.END || bytes > 0) {
            return Found.ALIEN;
        }
        if (arrived.remaining() < bytes + RecordCipher.EXTRA_BYTES) {
            return Found.NOTHING;
        }
        ByteBuffer into = room.hasArray() && room.remaining() >= bytes ? room : beside(bytes);
        if (!cipher.open(records, at, into.array(), into.arrayOffset() + into.position())) {
            return Found.ALIEN;
        }
        arrived.position(at + bytes + RecordCipher.EXTRA_BYTES);
        if (into == room) {
            room.position(room.position() + bytes);
        } else {
            opened = into.limit(bytes);
        }
        return kind == RecordKind.DATA ? Found.DATA : Found.END;
    }

    /** Moves plain bytes that wait. State changes after the copy, which may throw. */
    void handUp(ByteBuffer room) {
        int bytes = Math.min(opened.remaining(), room.remaining());
        room.put(room.position(), opened, opened.position(), bytes);
        room.position(room.position() + bytes);
        opened.position(opened.position() + bytes);
    }

    /** Its limit is 0: what is not vouched for is never handed up. */
    private ByteBuffer beside(int bytes) {
        if (opened.capacity() < bytes) {
            opened = ByteBuffer.allocate(Math.min(RecordCipher.MOST_BYTES, Integer.highestOneBit(bytes) << 1));
        }
        return opened.clear().limit(0);
    }
}
