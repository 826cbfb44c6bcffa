package org.braid.mpix.record;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.List;

/**
 * Makes a record of more components than one chain of handles can read: where such a chain is put together, it has memory and place once for each component, 3 slots of the 255 that a handle has. Each component is read by itself, and
 * the constructor takes them from an array, as many as Java lets it have.
 *
 * @param reads (MemorySegment, long) to each component
 */
record WideReader(Constructor<?> canonical, List<MethodHandle> reads) {
    /** The most components that a chain can read. */
    static final int MOST_CHAINED = 255 / 3 - 1;

    /** (MemorySegment, long) to the record. */
    MethodHandle handle() throws ReflectiveOperationException {
        MethodType any = MethodType.methodType(Object.class, MemorySegment.class, long.class);
        return MethodHandles.lookup().bind(this, "read", any).asType(any.changeReturnType(canonical.getDeclaringClass()));
    }

    private Object read(MemorySegment memory, long atBytes) throws Throwable {
        Object[] values = new Object[reads.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (Object) reads.get(i).invoke(memory, atBytes);
        }
        try {
            return canonical.newInstance(values);
        } catch (InvocationTargetException thrown) {
            throw thrown.getTargetException(); // by the constructor itself, as from a chain
        }
    }
}
