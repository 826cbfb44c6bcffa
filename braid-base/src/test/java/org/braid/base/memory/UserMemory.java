package org.braid.base.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.ArrayList;
import java.util.List;

/** Every kind of user memory that there is, each {@value #BYTES} bytes long: the dimension over which {@link org.braid.base.memory.Memory} is tested. */
record UserMemory(String name, Object base) {
    static final int BYTES = 4096;

    @Override
    public String toString() {
        return name;
    }

    static List<UserMemory> everyKind() {
        List<UserMemory> kinds = new ArrayList<>();
        arrays(kinds);
        for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
            buffers(kinds, "direct " + order, ByteBuffer.allocateDirect(BYTES).order(order));
            buffers(kinds, "heap view " + order, ByteBuffer.allocate(BYTES).order(order));
            buffers(kinds, "segment view " + order, Arena.global().allocate(BYTES, 64).asByteBuffer().order(order));
        }
        heapBuffers(kinds);
        kinds.add(new UserMemory("native segment", Arena.global().allocate(BYTES, 64)));
        kinds.add(new UserMemory("heap segment of doubles", MemorySegment.ofArray(new double[BYTES / 8 + 5]).asSlice(24, BYTES)));
        return kinds;
    }

    private static void arrays(List<UserMemory> kinds) {
        kinds.add(new UserMemory("byte[]", new byte[BYTES]));
        kinds.add(new UserMemory("boolean[]", new boolean[BYTES]));
        kinds.add(new UserMemory("char[]", new char[BYTES / 2]));
        kinds.add(new UserMemory("short[]", new short[BYTES / 2]));
        kinds.add(new UserMemory("int[]", new int[BYTES / 4]));
        kinds.add(new UserMemory("float[]", new float[BYTES / 4]));
        kinds.add(new UserMemory("long[]", new long[BYTES / 8]));
        kinds.add(new UserMemory("double[]", new double[BYTES / 8]));
    }

    private static void buffers(List<UserMemory> kinds, String name, ByteBuffer buffer) {
        kinds.add(new UserMemory(name + " byte", buffer));
        kinds.add(new UserMemory(name + " char", buffer.asCharBuffer()));
        kinds.add(new UserMemory(name + " short", buffer.asShortBuffer()));
        kinds.add(new UserMemory(name + " int", buffer.asIntBuffer()));
        kinds.add(new UserMemory(name + " float", buffer.asFloatBuffer()));
        kinds.add(new UserMemory(name + " long", buffer.asLongBuffer()));
        kinds.add(new UserMemory(name + " double", buffer.asDoubleBuffer()));
    }

    /** With an array offset, so that element 0 of the buffer is not element 0 of its array. */
    private static void heapBuffers(List<UserMemory> kinds) {
        kinds.add(new UserMemory("heap byte", ByteBuffer.wrap(new byte[BYTES + 3]).slice(3, BYTES)));
        kinds.add(new UserMemory("heap char", CharBuffer.wrap(new char[BYTES / 2 + 3]).slice(3, BYTES / 2)));
        kinds.add(new UserMemory("heap short", ShortBuffer.wrap(new short[BYTES / 2 + 3]).slice(3, BYTES / 2)));
        kinds.add(new UserMemory("heap int", IntBuffer.wrap(new int[BYTES / 4 + 3]).slice(3, BYTES / 4)));
        kinds.add(new UserMemory("heap float", FloatBuffer.wrap(new float[BYTES / 4 + 3]).slice(3, BYTES / 4)));
        kinds.add(new UserMemory("heap long", LongBuffer.wrap(new long[BYTES / 8 + 3]).slice(3, BYTES / 8)));
        kinds.add(new UserMemory("heap double", DoubleBuffer.wrap(new double[BYTES / 8 + 3]).slice(3, BYTES / 8)));
    }

    Object readOnly() {
        return switch (base) {
            case ByteBuffer buffer -> buffer.asReadOnlyBuffer();
            case CharBuffer buffer -> buffer.asReadOnlyBuffer();
            case ShortBuffer buffer -> buffer.asReadOnlyBuffer();
            case IntBuffer buffer -> buffer.asReadOnlyBuffer();
            case FloatBuffer buffer -> buffer.asReadOnlyBuffer();
            case LongBuffer buffer -> buffer.asReadOnlyBuffer();
            case DoubleBuffer buffer -> buffer.asReadOnlyBuffer();
            case MemorySegment segment -> segment.asReadOnly();
            default -> base;
        };
    }

    boolean isBufferOrSegment() {
        return base instanceof Buffer || base instanceof MemorySegment;
    }
}
