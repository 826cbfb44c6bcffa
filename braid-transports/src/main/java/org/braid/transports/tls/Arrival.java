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

    private final Records arrived = new Records(UNKNOWN_BYTES);
    private final HeapRecord record = new HeapRecord();
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

    /** Where bytes go, from position on; {@link #end} follows. */
    Records begin() {
        if (wasFull && arrived.bytes().capacity() < mostBytes) {
            arrived.grow(Math.min(mostBytes, 2 * arrived.bytes().capacity()));
        } else {
            arrived.compact();
        }
        heldBytes = arrived.bytes().limit();
        arrived.bytes().position(heldBytes).limit(arrived.bytes().capacity());
        return arrived;
    }

    /** Bytes were put there, or none. Returns how many. */
    int end() {
        arrived.bytes().flip();
        wasFull = isFull();
        return arrived.bytes().limit() - heldBytes;
    }

    /** Whoever reads them moves the position. */
    ByteBuffer waiting() {
        return arrived.bytes();
    }

    /** Whether nothing more would fit behind what waits. */
    boolean isFull() {
        return arrived.bytes().remaining() == arrived.bytes().capacity();
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
        ByteBuffer records = arrived.bytes();
        if (records.remaining() < RecordCipher.HEAD_BYTES) {
            return Found.NOTHING;
        }
        int head = records.getInt(records.position());
        int kind = RecordCipher.kind(head);
        int bytes = RecordCipher.plainBytes(head);
        if (kind == RecordKind.DATA ? bytes == 0 || bytes > RecordCipher.MOST_BYTES : kind != RecordKind.END || bytes > 0) {
            return Found.ALIEN;
        }
        int all = bytes + RecordCipher.EXTRA_BYTES;
        if (records.remaining() < all) {
            return Found.NOTHING;
        }
        byte[] sealed = record.of(all);
        records.get(records.position(), sealed, 0, all);
        ByteBuffer into = room.hasArray() && room.remaining() >= bytes ? room : beside(bytes);
        if (!cipher.open(sealed, bytes, into.array(), into.arrayOffset() + into.position())) {
            return Found.ALIEN;
        }
        records.position(records.position() + all);
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
