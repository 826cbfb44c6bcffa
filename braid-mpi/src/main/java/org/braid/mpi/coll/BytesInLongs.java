package org.braid.mpi.coll;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;

/**
 * Bytes as collectives of the runtime's own move them, which exchange longs.
 *
 * <pre>
 *   | bytes that follow | 8 bytes | 8 bytes | …        little-endian, the rest of the last one 0
 * </pre>
 */
public final class BytesInLongs {
    private BytesInLongs() {}

    /** What was put there, as longs. */
    public static long[] of(PutBuffer said) {
        long[] words = new long[1 + Math.ceilDiv(said.length(), Long.BYTES)];
        ByteBuffer bytes = bytes(words.length);
        bytes.putLong(said.length()).put(said.array(), 0, said.length());
        bytes.rewind().asLongBuffer().get(words);
        return words;
    }

    /** What stands in longs that somebody has sent: no more of it than there is, whatever they say. */
    public static GetBuffer in(long[] words) {
        ByteBuffer bytes = bytes(words.length);
        bytes.asLongBuffer().put(words);
        byte[] said = new byte[(int) Math.clamp(words[0], 0, (words.length - 1L) * Long.BYTES)];
        bytes.position(Long.BYTES).get(said);
        return new GetBuffer(said);
    }

    private static ByteBuffer bytes(int words) {
        return ByteBuffer.allocate(words * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }
}
