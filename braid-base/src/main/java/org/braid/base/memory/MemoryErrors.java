package org.braid.base.memory;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.nio.ReadOnlyBufferException;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/** The errors of {@link Memory}, built away from the hot path: what was asked, why it can't be, what to do. */
final class MemoryErrors {
    private MemoryErrors() {}

    static BraidException outside(Object base, long offsetBytes, long bytes, long capacityBytes) {
        return new BraidException(ErrorCode.MEMORY_RANGE,
                "a copy of " + bytes + " bytes at byte offset " + offsetBytes + " was refused",
                "the memory (" + kindOf(base) + ") has the bytes 0 to " + capacityBytes + ", the end excluded",
                "check the offset and the count of elements against the length of the array or buffer");
    }

    /** As a program calls it, which knows no classes of the JDK's own. */
    private static String kindOf(Object base) {
        if (base instanceof MemorySegment) {
            return MemorySegment.class.getSimpleName();
        }
        Class<?> kind = base.getClass();
        while (base instanceof Buffer && !Modifier.isPublic(kind.getModifiers())) {
            kind = kind.getSuperclass();
        }
        return base instanceof Buffer ? kind.getSimpleName() : kind.getTypeName();
    }

    static BraidException noPayload(long bytes) {
        return bytes < 0
                ? new BraidException(ErrorCode.MEMORY_RANGE, "a payload of " + bytes + " bytes was refused", "a length is 0 or more", "check how the length was computed")
                : new BraidException(ErrorCode.MEMORY_UNSUITABLE, "a payload of " + bytes + " bytes was refused", "null was given in place of the memory that holds them", "give the memory, or a length of 0");
    }

    static BraidException notMemory(Object base) {
        return new BraidException(ErrorCode.MEMORY_UNSUITABLE,
                "an object of type " + base.getClass().getTypeName() + " was given as message memory",
                "only primitive arrays, java.nio buffers and memory segments have bytes that can be copied",
                "pass one of those, or use the datatype for objects");
    }

    static BraidException readOnly(Object base) {
        return new BraidException(ErrorCode.MEMORY_READ_ONLY,
                "data was to be written into a read-only " + kindOf(base),
                "the buffer or segment was made read-only by its owner",
                "receive into a writable one");
    }

    /** Translates what the JDK threw during a copy between user memory and {@code segment} at {@code at}. */
    static RuntimeException ofCopy(
            Throwable thrown, Object base, long offsetBytes, MemorySegment segment, long at, long bytes) {
        if (thrown instanceof BraidException known) {
            return known;
        } else if (thrown instanceof ReadOnlyBufferException) {
            return readOnly(base);
        } else if (thrown instanceof IndexOutOfBoundsException) {
            return outside(segment, at, bytes, segment.byteSize());
        }
        return thrown instanceof InternalError ? fileEnded(thrown, bytes) : unusable(thrown, base, offsetBytes, bytes);
    }

    private static BraidException fileEnded(Throwable fault, long bytes) {
        return new BraidException(ErrorCode.MEMORY_UNSUITABLE,
                "a copy of " + bytes + " bytes of a mapped file failed",
                "the file ends before its mapping does, or cannot be read: " + fault.getMessage(),
                "leave a file as long as it is while messages use it",
                fault);
    }

    /** Closed, confined to another thread, a {@code CharBuffer} over a string, a read-only native side. */
    private static BraidException unusable(Throwable thrown, Object base, long offsetBytes, long bytes) {
        return new BraidException(ErrorCode.MEMORY_UNSUITABLE,
                "a copy of " + bytes + " bytes at byte offset " + offsetBytes + " of a " + kindOf(base) + " failed",
                String.valueOf(thrown.getMessage()),
                "keep the memory open until the message is done, and share it with all threads (Arena.ofShared or ofAuto)",
                thrown);
    }
}
