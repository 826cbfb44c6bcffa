package org.braid.mpi.objects;

import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.StreamCorruptedException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.braid.mpi.data.UserMemory;
import org.jspecify.annotations.Nullable;

/**
 * Makes the objects of {@link NumberArrays} again. The filter is asked about each class and each array, as an object stream asks it, before memory is taken; and no array is made for more numbers than the message has.
 */
public final class NumberArrayReader {
    private static final int HEAD_BYTES = Short.BYTES + Integer.BYTES;
    private static final int MOST_DIMENSIONS = 255;
    private static final long IN_THE_MESSAGE = -1;

    private final ByteBuffer shapes;
    private final ObjectInputFilter filter;
    private final Set<Class<?>> asked = new HashSet<>();
    private final List<ArrivingArrays.Place> leaves = new ArrayList<>();
    private final int count;
    private final long given; // bytes of numbers that come by themselves, or IN_THE_MESSAGE
    private long numberBytes;
    private long references;

    /** Whether the message has such a form. */
    public static boolean reads(byte[] bytes, int length) {
        return length >= HEAD_BYTES && NumberArrays.begins(bytes, 0);
    }

    /** Of the first {@code length} bytes, which {@link #reads} has looked at. */
    public NumberArrayReader(byte[] bytes, int length, ObjectInputFilter filter) {
        this(bytes, length, IN_THE_MESSAGE, filter);
    }

    /** Of a message whose numbers, so many bytes of them, come by themselves. */
    public NumberArrayReader(byte[] shapes, long numberBytes, ObjectInputFilter filter) {
        this(shapes, shapes.length, numberBytes, filter);
    }

    private NumberArrayReader(byte[] bytes, int length, long given, ObjectInputFilter filter) {
        this.given = given;
        this.shapes = ByteBuffer.wrap(bytes, 0, length).position(Short.BYTES);
        this.filter = filter;
        this.count = shapes.getInt();
    }

    /** How many objects the message says that it has. */
    public int count() {
        return count;
    }

    /**
     * Puts all of them there.
     *
     * @throws InvalidClassException if the filter rejects one
     * @throws StreamCorruptedException if the bytes are no such message
     */
    public void read(@Nullable Object[] into, int offset) throws InvalidClassException, StreamCorruptedException {
        for (int i = 0; i < count; i++) {
            object(into, offset + i);
        }
        throwUnless(shapes.remaining());
        long at = shapes.position();
        for (ArrivingArrays.Place leaf : leaves) {
            UserMemory.copy(shapes.array(), at, leaf.make(), 0, (int) leaf.bytes());
            at += leaf.bytes();
        }
    }

    private void throwUnless(long bytes) throws StreamCorruptedException {
        if (numberBytes != bytes) {
            throw new StreamCorruptedException("arrays of " + numberBytes + " bytes in a message that has " + bytes + " for them");
        }
    }

    /**
     * Makes all of them but the arrays of numbers, which are made when these come.
     *
     * @param into gets the objects, from 0 on
     * @return where the numbers belong
     * @throws InvalidClassException if the filter rejects one
     * @throws StreamCorruptedException if the bytes are no such message
     */
    public ArrivingArrays make(@Nullable Object[] into) throws InvalidClassException, StreamCorruptedException {
        for (int i = 0; i < count; i++) {
            object(into, i);
        }
        throwUnless(shapes.remaining() + given);
        return new ArrivingArrays(leaves);
    }

    private void object(@Nullable Object[] into, int at) throws InvalidClassException, StreamCorruptedException {
        int dimensions = next(Byte.BYTES).get() & MOST_DIMENSIONS;
        if (dimensions == 0) {
            into[at] = null;
            return;
        }
        char kind = (char) next(Byte.BYTES).get();
        body(arrayClass(dimensions, kind), dimensions, 1, into, at);
    }

    private void body(Class<?> type, int dimensions, int depth, @Nullable Object[] into, int at) throws InvalidClassException, StreamCorruptedException {
        int length = next(Integer.BYTES).getInt();
        if (length == -1) {
            into[at] = null;
            return;
        }
        Class<?> element = type.getComponentType();
        references++;
        if (asked.add(type)) {
            ask(type, -1, depth);
        }
        ask(type, length, depth);
        if (length < 0) {
            throw new StreamCorruptedException("an array of " + length + " elements");
        }
        if (dimensions == 1) {
            leaf(element, length, into, at);
        } else {
            into[at] = rows(element, length, dimensions, depth);
        }
    }

    private Object rows(Class<?> element, int length, int dimensions, int depth) throws InvalidClassException, StreamCorruptedException {
        if ((long) length * Integer.BYTES > shapes.remaining()) {
            throw new StreamCorruptedException(length + " arrays in " + shapes.remaining() + " bytes");
        }
        @Nullable Object[] rows = (Object[]) Array.newInstance(element, length);
        for (int i = 0; i < length; i++) {
            body(element, dimensions - 1, depth + 1, rows, i);
        }
        return rows;
    }

    private void leaf(Class<?> element, int length, @Nullable Object[] into, int at) throws StreamCorruptedException {
        long bytes = (long) length * bytesOf(element);
        if (numberBytes + bytes > (given == IN_THE_MESSAGE ? shapes.remaining() : given)) {
            throw new StreamCorruptedException(length + " numbers in " + shapes.remaining() + " bytes");
        }
        leaves.add(new ArrivingArrays.Place(into, at, element, length, bytes));
        numberBytes += bytes;
    }

    private ByteBuffer next(int bytes) throws StreamCorruptedException {
        if (shapes.remaining() < bytes) {
            throw new StreamCorruptedException("the message ends within the shape of an array");
        }
        return shapes;
    }

    private static Class<?> arrayClass(int dimensions, char kind) throws StreamCorruptedException {
        Class<?> type = switch (kind) {
            case 'Z' -> boolean.class;
            case 'B' -> byte.class;
            case 'C' -> char.class;
            case 'S' -> short.class;
            case 'I' -> int.class;
            case 'J' -> long.class;
            case 'F' -> float.class;
            case 'D' -> double.class;
            default -> throw new StreamCorruptedException("there is no kind of number " + (int) kind);
        };
        for (int i = 0; i < dimensions; i++) {
            type = type.arrayType();
        }
        return type;
    }

    private static int bytesOf(Class<?> element) {
        if (element == double.class || element == long.class) {
            return Double.BYTES;
        }
        if (element == int.class || element == float.class) {
            return Integer.BYTES;
        }
        return element == byte.class || element == boolean.class ? Byte.BYTES : Short.BYTES;
    }

    private void ask(Class<?> type, long arrayLength, int depth) throws InvalidClassException {
        ObjectInputFilter.Status status;
        try {
            status = filter.checkInput(new Asked(type, arrayLength, depth, references, shapes.position()));
        } catch (RuntimeException broken) {
            status = ObjectInputFilter.Status.REJECTED;
        }
        if (status == null || status == ObjectInputFilter.Status.REJECTED) {
            throw new InvalidClassException(type.getName(), "filter status: " + status);
        }
    }

    private record Asked(Class<?> serialClass, long arrayLength, long depth, long references, long streamBytes) implements ObjectInputFilter.FilterInfo {}
}
