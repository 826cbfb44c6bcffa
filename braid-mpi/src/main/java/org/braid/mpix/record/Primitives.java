package org.braid.mpix.record;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/** Primitive components, one or a fixed number: in native byte order, each at a multiple of its size, as C has them. */
final class Primitives {
    private Primitives() {}

    static boolean isOne(Class<?> type) {
        return type.isPrimitive();
    }

    /** One primitive. Memory need not be aligned: an array of bytes never is. */
    static Part one(Class<?> type) {
        ValueLayout layout = layoutOf(type);
        VarHandle handle = layout.withByteAlignment(1).varHandle();
        return new Part(layout, 1, type, handle.toMethodHandle(VarHandle.AccessMode.GET), handle.toMethodHandle(VarHandle.AccessMode.SET));
    }

    /** An array of {@code length} primitives; one of another length is refused when it is written, by the name of the component, which is {@code path}. */
    static Part several(Class<?> arrayType, int length, String path) throws ReflectiveOperationException {
        Class<?> type = arrayType.getComponentType();
        ValueLayout layout = layoutOf(type);
        Block block = new Block(layout.withByteAlignment(1), type, length, path);
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle read = lookup.findVirtual(Block.class, "read", MethodType.methodType(Object.class, MemorySegment.class, long.class)).bindTo(block);
        MethodHandle write = lookup.findVirtual(Block.class, "write", MethodType.methodType(void.class, MemorySegment.class, long.class, Object.class)).bindTo(block);
        return new Part(
                MemoryLayout.sequenceLayout(length, layout), length, type, read.asType(read.type().changeReturnType(arrayType)), write.asType(write.type().changeParameterType(2, arrayType)));
    }

    private static ValueLayout layoutOf(Class<?> type) {
        return switch (type.getName()) {
            case "byte" -> ValueLayout.JAVA_BYTE;
            case "boolean" -> ValueLayout.JAVA_BOOLEAN;
            case "char" -> ValueLayout.JAVA_CHAR;
            case "short" -> ValueLayout.JAVA_SHORT;
            case "int" -> ValueLayout.JAVA_INT;
            case "long" -> ValueLayout.JAVA_LONG;
            case "float" -> ValueLayout.JAVA_FLOAT;
            case "double" -> ValueLayout.JAVA_DOUBLE;
            default -> throw new IllegalArgumentException(type + " is no primitive");
        };
    }

    /** Copies between memory and arrays of one length. */
    private record Block(ValueLayout layout, Class<?> type, int length, String path) {
        Object read(MemorySegment memory, long at) {
            Object array = Array.newInstance(type, length);
            if (array instanceof boolean[] flags) { // no copy of the JDK's knows them
                for (int i = 0; i < length; i++) {
                    flags[i] = memory.get(ValueLayout.JAVA_BYTE, at + i) != 0;
                }
            } else {
                MemorySegment.copy(memory, layout, at, array, 0, length);
            }
            return array;
        }

        void write(MemorySegment memory, long at, @Nullable Object array) {
            int given = array == null ? 0 : Array.getLength(array);
            if (array == null || given != length) {
                throw new IllegalArgumentException(path + " is " + (array == null ? "null" : "of length " + given) + ", and its record declares @Length(" + length + ")");
            }
            if (array instanceof boolean[] flags) {
                for (int i = 0; i < length; i++) {
                    memory.set(ValueLayout.JAVA_BYTE, at + i, flags[i] ? (byte) 1 : (byte) 0);
                }
            } else {
                MemorySegment.copy(array, 0, memory, layout, at, length);
            }
        }
    }
}
