package org.braid.mpi.objects;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.braid.base.memory.Memory;
import org.braid.mpi.data.Pieces;
import org.jspecify.annotations.Nullable;

/**
 * Objects that are arrays of a primitive type, or arrays of such arrays: a {@code double[1000][1000]}. Java's object stream converts each number to big-endian bytes and copies these twice; here the numbers of each row are sent from where they
 * lie. The meaning is that of the stream: {@link NumberArrayReader} makes the same objects, behind the same filter. Whatever a stream would say more about, a row that occurs twice for one, is left to the stream.
 *
 * <pre>
 *   | MAGIC 2 | objects 4 | shape of object 0 | shape of object 1 | … | numbers of all innermost arrays, in the order of shapes |
 *   shape     null: | 0 |     else | dimensions 1 | kind 1 | body |
 *   body      length 4 (-1: null); of two dimensions or more the bodies of the elements behind it
 * </pre>
 *
 * Shapes are big-endian, numbers as the machine has them, as in every message.
 */
public final class NumberArrays {
    /** What no object stream begins with. */
    private static final int MAGIC = 0xB7A1;

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final DataOutputStream shapes = new DataOutputStream(written);
    private final List<Object> arrays = new ArrayList<>();
    private final Set<Object> met = Collections.newSetFromMap(new IdentityHashMap<>());

    private NumberArrays() {}

    /** What makes a message of the objects; null if they have to go as a stream. */
    public static @Nullable NumberArrays of(@Nullable Object[] objects, int offset, int count) {
        for (int i = 0; i < count; i++) {
            Object each = objects[offset + i];
            if (each != null && kindOf(each.getClass()) == 0) {
                return null;
            }
        }
        try {
            NumberArrays message = new NumberArrays();
            return message.write(objects, offset, count) ? message : null;
        } catch (IOException impossible) { // into memory
            throw new UncheckedIOException(impossible);
        }
    }

    private boolean write(@Nullable Object[] objects, int offset, int count) throws IOException {
        shapes.writeShort(MAGIC);
        shapes.writeInt(count);
        for (int i = 0; i < count; i++) {
            if (!write(objects[offset + i])) {
                return false;
            }
        }
        return true;
    }

    /** All of it, which shows the program's arrays. */
    public Pieces message() {
        List<Object> all = new ArrayList<>(arrays);
        all.addFirst(shapes());
        return oneAfterTheOther(all);
    }

    /** What comes before the numbers. */
    public byte[] shapes() {
        return written.toByteArray();
    }

    /** The numbers alone, where the program has them. */
    public Pieces numbers() {
        return oneAfterTheOther(arrays);
    }

    /** Whether shapes begin there, at two bytes at least. */
    public static boolean begins(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) == MAGIC >>> 8 && (bytes[at + 1] & 0xFF) == (MAGIC & 0xFF);
    }

    static Pieces oneAfterTheOther(List<Object> arrays) {
        long[] starts = new long[arrays.size() + 1];
        for (int i = 0; i < arrays.size(); i++) {
            starts[i + 1] = starts[i] + Memory.capacityBytes(arrays.get(i));
        }
        return new Pieces(arrays.toArray(), starts);
    }

    private boolean write(@Nullable Object object) throws IOException {
        if (object == null) {
            shapes.writeByte(0);
            return true;
        }
        int dimensions = dimensionsOf(object.getClass());
        shapes.writeByte(dimensions);
        shapes.writeByte(kindOf(object.getClass()));
        return body(object, dimensions);
    }

    /** @return false if the array occurs a second time */
    private boolean body(@Nullable Object array, int dimensions) throws IOException {
        if (array == null) {
            shapes.writeInt(-1);
            return true;
        }
        if (!met.add(array)) {
            return false;
        }
        shapes.writeInt(Array.getLength(array));
        if (dimensions == 1) {
            arrays.add(array);
            return true;
        }
        boolean isTree = true;
        for (@Nullable Object row : (@Nullable Object[]) array) {
            isTree = isTree && body(row, dimensions - 1);
        }
        return isTree;
    }

    /** The letter of the numbers' type, as in a class's name; 0 if the class is no array of arrays of numbers. */
    static char kindOf(Class<?> type) {
        String name = type.getName();
        char last = name.charAt(name.length() - 1);
        return name.charAt(0) == '[' && last != ';' ? last : 0;
    }

    private static int dimensionsOf(Class<?> type) {
        return type.getName().lastIndexOf('[') + 1;
    }
}
