package org.braid.mpi.objects.stream;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.braid.base.wire.ContextId;
import org.braid.mpi.objects.Chunks;
import org.braid.mpi.objects.NumberArrays;
import org.braid.mpi.p2p.LcoName;

/**
 * The first message of objects that are longer than a piece: what follows goes from process to process.
 *
 * <pre>
 *   | MAGIC 2 | job 16 | process 8 | endpoint 4 | generation 4 | first piece of the object stream |
 *             '---- name of the sender's object: answers go there ----'
 *
 *   of arrays of numbers, in place of the first piece   | shapes, as {@link org.braid.mpi.objects.NumberArrays} has them | bytes of their numbers 8 |
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

    /** Whether arrays of numbers have it, whose shapes are here. */
    public static boolean hasShapes(byte[] head, int length) {
        return length >= BYTES + Long.BYTES && NumberArrays.begins(head, BYTES);
    }

    /** The shapes, of a head of that length that has some. */
    public static byte[] shapes(byte[] head, int length) {
        return Arrays.copyOfRange(head, BYTES, length - Long.BYTES);
    }

    /** How many bytes of numbers its sender has, of a head of that length that has shapes. */
    public static long numberBytes(byte[] head, int length) {
        return ByteBuffer.wrap(head).getLong(length - Long.BYTES);
    }

    /** What a head of arrays has in place of a first piece. */
    public static Chunks withShapes(NumberArrays arrays) {
        Chunks chunks = new Chunks();
        byte[] shapes = arrays.shapes();
        chunks.write(shapes, 0, shapes.length);
        chunks.write(ByteBuffer.allocate(Long.BYTES).putLong(arrays.numbers().bytes()).array(), 0, Long.BYTES);
        return chunks;
    }

    /** The head whose first piece is {@code piece}. */
    public static byte[] before(byte[] piece, LcoName sender) {
        byte[] head = Arrays.copyOf(of(sender), BYTES + piece.length);
        System.arraycopy(piece, 0, head, BYTES, piece.length);
        return head;
    }

    static byte[] of(LcoName sender) {
        byte[] head = new byte[BYTES];
        put(sender, ByteBuffer.wrap(head).putShort((short) MAGIC));
        return head;
    }

    /** The object of its sender that hears when the rest may come. */
    public static LcoName sender(byte[] head) {
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
