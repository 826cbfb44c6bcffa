package org.braid.base.memory;

import static org.braid.base.memory.Memory.within;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import org.braid.base.memory.spi.Scattered;

/**
 * User memory that is neither {@code byte[]} nor {@code ByteBuffer}: which kind is it, and which class copies that kind? Segments
 * are asked for last, because for an array the question "is it of this interface" is a slow one.
 */
final class OtherMemory {
    private OtherMemory() {}

    static void copyIn(Object base, long offsetBytes, MemorySegment to, long at, int bytes) {
        if (base.getClass().isArray()) {
            PrimitiveArrays.copyIn(base, within(base, offsetBytes, bytes, PrimitiveArrays.capacityBytes(base)), to, at, bytes);
        } else if (base instanceof Buffer buffer) {
            TypedBuffers.copyIn(buffer, within(base, offsetBytes, bytes, NioBuffers.capacityBytes(buffer)), to, at, bytes);
        } else if (base instanceof Scattered scattered) {
            scattered.gather(within(base, offsetBytes, bytes, scattered.bytes()), to, at, bytes);
        } else if (base instanceof MemorySegment from) {
            copyIn(from, within(base, offsetBytes, bytes, from.byteSize()), to, at, bytes);
        } else {
            throw MemoryErrors.notMemory(base);
        }
    }

    static void copyOut(MemorySegment from, long at, Object base, long offsetBytes, int bytes) {
        if (base.getClass().isArray()) {
            PrimitiveArrays.copyOut(from, at, base, within(base, offsetBytes, bytes, PrimitiveArrays.capacityBytes(base)), bytes);
        } else if (base instanceof Buffer buffer) {
            TypedBuffers.copyOut(from, at, buffer, within(base, offsetBytes, bytes, NioBuffers.capacityBytes(buffer)), bytes);
        } else if (base instanceof Scattered scattered) {
            scattered.scatter(from, at, within(base, offsetBytes, bytes, scattered.bytes()), bytes);
        } else if (base instanceof MemorySegment to) {
            copyOut(from, at, to, within(base, offsetBytes, bytes, to.byteSize()), bytes);
        } else {
            throw MemoryErrors.notMemory(base);
        }
    }

    private static void copyIn(MemorySegment from, long offsetBytes, MemorySegment to, long at, int bytes) {
        if (from.isNative()) {
            MemorySegment.copy(from, offsetBytes, to, at, bytes);
            throwFaults(from);
        } else if (from.isReadOnly()) {
            copyHidden(from, offsetBytes, to, at, bytes);
        } else {
            PrimitiveArrays.copyIn(heapBase(from), from.address() + offsetBytes, to, at, bytes);
        }
    }

    /** A heap segment that is read-only does not show its array. */
    private static void copyHidden(MemorySegment from, long offsetBytes, MemorySegment to, long at, int bytes) {
        MemorySegment.copy(from, offsetBytes, to, at, bytes);
    }

    private static void copyOut(MemorySegment from, long at, MemorySegment to, long offsetBytes, int bytes) {
        if (to.isReadOnly()) {
            throw MemoryErrors.readOnly(to);
        } else if (to.isNative()) {
            MemorySegment.copy(from, at, to, offsetBytes, bytes);
            throwFaults(to);
        } else {
            PrimitiveArrays.copyOut(from, at, heapBase(to), to.address() + offsetBytes, bytes);
        }
    }

    private static void throwFaults(MemorySegment touched) {
        if (touched.isMapped()) {
            FileFaults.throwNow();
        }
    }

    /** The array below a heap segment: a second kind of segment at the copies above would cost every other user of them. */
    private static Object heapBase(MemorySegment segment) {
        return segment.heapBase().orElseThrow(() -> MemoryErrors.notMemory(segment));
    }

    static long capacityBytes(Object base) {
        if (base instanceof Buffer buffer) {
            return NioBuffers.capacityBytes(buffer);
        }
        if (base instanceof Scattered scattered) {
            return scattered.bytes();
        }
        return base instanceof MemorySegment segment ? segment.byteSize() : PrimitiveArrays.capacityBytes(base);
    }

    static int elementShift(Object base) {
        if (base instanceof Buffer buffer) {
            return NioBuffers.elementShift(buffer);
        }
        return base instanceof MemorySegment || base instanceof Scattered ? 0 : PrimitiveArrays.elementShift(base);
    }
}
