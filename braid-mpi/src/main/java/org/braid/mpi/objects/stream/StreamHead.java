package org.braid.mpi.objects.stream;

import java.nio.ByteBuffer;
import org.braid.base.wire.ContextId;
import org.braid.mpi.p2p.LcoName;

/**
 * The first message of objects that are longer than a piece.
 *
 * <pre>
 *   | MAGIC 2 | job 16 | process 8 | endpoint 4 | generation 4 | first piece of the object stream |
 *             '---- name of the sender's object: answers go there ----'
 * </pre>
 *
 * All numbers are big-endian.
 */
public final class StreamHead {
    /** Bytes before the first piece. */
    public static final int BYTES = Short.BYTES + LcoName.BYTES;

    /** What neither an object stream nor arrays of numbers begin with. */
    private static final int MAGIC = 0xB7A2;

    private StreamHead() {}

    /** Whether the first {@code length} bytes of a message of objects are the head of a longer one. */
    public static boolean begins(byte[] bytes, int length) {
        return length >= BYTES && (bytes[0] & 0xFF) == MAGIC >>> 8 && (bytes[1] & 0xFF) == (MAGIC & 0xFF);
    }

    static byte[] of(LcoName sender) {
        byte[] head = new byte[BYTES];
        put(sender, ByteBuffer.wrap(head).putShort((short) MAGIC));
        return head;
    }

    static LcoName sender(byte[] head) {
        return get(ByteBuffer.wrap(head).position(Short.BYTES));
    }

    static void put(LcoName name, ByteBuffer to) {
        to.putLong(name.context().jobHigh()).putLong(name.context().jobLow()).putLong(name.context().number());
        to.putInt(name.endpoint()).putInt(name.generation());
    }

    static LcoName get(ByteBuffer from) {
        ContextId process = new ContextId(from.getLong(), from.getLong(), from.getLong());
        return new LcoName(process, from.getInt(), from.getInt());
    }
}
