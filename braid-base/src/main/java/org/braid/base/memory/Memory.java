package org.braid.base.memory;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.braid.base.BraidException;

/**
 * Copies between <em>user memory</em> and native memory without allocating anything.
 *
 * <p>User memory is the pair (base, offset). The base is a primitive array of any type ({@code boolean[]} and {@code char[]}
 * included), a {@code java.nio} buffer of any type, a {@link MemorySegment}, or {@link org.braid.base.memory.spi.Scattered} over some of these. The offset counts bytes from element 0, so the
 * position and the limit of a buffer mean nothing here: its bytes are {@code [0, capacity)}. A piece may begin and end inside an
 * element.
 *
 * <p>Bytes are moved as they lie in memory. That is the machine's own order, little-endian on x86-64 and aarch64, except in a
 * buffer of the other {@link java.nio.ByteOrder}, whose bytes travel as they are. A {@code boolean} travels as 0 or 1; any byte
 * but 0 arrives as {@code true}.
 *
 * <p>Cost, measured by {@code MemoryCost} in the tests: an 8-byte copy 3 to 6 ns, 64 bytes 5 to 10 ns, then the speed of memory.
 * Nothing is allocated for arrays and native segments; for buffers up to 255 bytes, and beyond that as a rule (see
 * {@code BufferViews}). Exceptions: a piece of a typed direct buffer that splits an element, a piece beyond the limit of a buffer,
 * typed buffers of the other byte order, heap segments; each costs small objects.
 *
 * <p>Errors: {@code BRD-1106} when a piece reaches outside its memory, {@code BRD-1105} when the base is no user memory or is
 * closed, belongs to another thread, or is a mapped file that has become shorter, {@code BRD-1107} on a write into read-only memory. Nothing crashes; a refused copy out may
 * have written a part.
 */
public final class Memory {
    private Memory() {}

    /** Copies {@code bytes} bytes of user memory to {@code to} from its byte {@code at} on. */
    public static void copyIn(Object base, long offsetBytes, MemorySegment to, long at, int bytes) {
        try {
            if (base instanceof byte[] array) {
                ByteArrays.copyIn(array, within(base, offsetBytes, bytes, array.length), to, at, bytes);
            } else if (base instanceof ByteBuffer buffer) {
                ByteBuffers.copyIn(buffer, within(base, offsetBytes, bytes, buffer.capacity()), to, at, bytes);
            } else {
                OtherMemory.copyIn(base, offsetBytes, to, at, bytes);
            }
        } catch (RuntimeException | InternalError refused) {
            throw MemoryErrors.ofCopy(refused, base, offsetBytes, to, at, bytes);
        }
    }

    /** Whether {@link #streamIn} can do what it is for on this machine. The first question costs some milliseconds. */
    public static boolean canStream() {
        return StreamingCopy.isAvailable();
    }

    /**
     * As {@link #copyIn}, for what another core reads next: a long piece goes past the caches where the machine allows it. Not from what may be a mapped file ({@link FileFaults}); and
     * {@code to} is memory of the runtime's own, never a user's.
     */
    public static void streamIn(Object base, long offsetBytes, MemorySegment to, long at, int bytes) {
        try {
            if (bytes >= StreamingCopy.SHORTEST_BYTES && canStream() && !FileFaults.mayHit(base)) {
                within(base, offsetBytes, bytes, capacityBytes(base));
                if (StreamingCopy.copyIn(base, offsetBytes, to, Objects.checkFromIndexSize(at, bytes, to.byteSize()), bytes)) {
                    return;
                }
            }
        } catch (RuntimeException | InternalError refused) {
            throw MemoryErrors.ofCopy(refused, base, offsetBytes, to, at, bytes);
        }
        copyIn(base, offsetBytes, to, at, bytes);
    }

    /** Copies {@code bytes} bytes of {@code from}, from its byte {@code at} on, to user memory. */
    public static void copyOut(MemorySegment from, long at, Object base, long offsetBytes, int bytes) {
        try {
            if (base instanceof byte[] array) {
                ByteArrays.copyOut(from, at, array, within(base, offsetBytes, bytes, array.length), bytes);
            } else if (base instanceof ByteBuffer buffer) {
                ByteBuffers.copyOut(from, at, buffer, within(base, offsetBytes, bytes, buffer.capacity()), bytes);
            } else {
                OtherMemory.copyOut(from, at, base, offsetBytes, bytes);
            }
        } catch (RuntimeException | InternalError refused) {
            throw MemoryErrors.ofCopy(refused, base, offsetBytes, from, at, bytes);
        }
    }

    /**
     * Copies between two pieces of user memory, which may be the same memory and may overlap. Arrays of one type, and two byte
     * buffers, are copied without allocation; other pairs may cost a small object on each side.
     */
    public static void copy(Object fromBase, long fromOffsetBytes, Object toBase, long toOffsetBytes, long bytes) {
        try {
            within(fromBase, fromOffsetBytes, bytes, capacityBytes(fromBase));
            within(toBase, toOffsetBytes, bytes, capacityBytes(toBase));
            UserToUser.copy(fromBase, fromOffsetBytes, toBase, toOffsetBytes, bytes);
            if (FileFaults.mayHit(fromBase) || FileFaults.mayHit(toBase)) {
                FileFaults.throwNow();
            }
        } catch (RuntimeException | InternalError refused) {
            throw MemoryErrors.ofCopy(refused, toBase, toOffsetBytes, MemorySegment.NULL, 0, bytes);
        }
    }

    /** How many bytes user memory has, from element 0 to its end; the limit of a buffer plays no part. */
    public static long capacityBytes(Object base) {
        if (base instanceof byte[] array) {
            return array.length;
        }
        return OtherMemory.capacityBytes(base);
    }

    /** The error for a payload that there cannot be: of fewer bytes than none, or of some where no memory is. */
    public static BraidException noPayload(long bytes) {
        return MemoryErrors.noPayload(bytes);
    }

    /** How many bytes one element takes: 1 for {@code boolean[]}, byte buffers and segments, 8 for {@code double[]}. */
    static int elementBytes(Object base) {
        return 1 << OtherMemory.elementShift(base);
    }

    /** The native address of element 0, or 0 when the memory is on the heap and has no address that stays. */
    public static long addressOrZero(Object base) {
        if (base instanceof MemorySegment segment) {
            return segment.isNative() ? segment.address() : 0;
        }
        return base instanceof Buffer buffer && buffer.isDirect() ? NioBuffers.address(buffer) : 0;
    }

    /** The offset as an index that is known to fit. One comparison, and no overflow for any of the three numbers. */
    static int within(Object base, long offsetBytes, int bytes, int capacityBytes) {
        if ((offsetBytes | bytes) < 0 || offsetBytes > capacityBytes - bytes) {
            throw MemoryErrors.outside(base, offsetBytes, bytes, capacityBytes);
        }
        return (int) offsetBytes;
    }

    static long within(Object base, long offsetBytes, long bytes, long capacityBytes) {
        if ((offsetBytes | bytes) < 0 || offsetBytes > capacityBytes - bytes) {
            throw MemoryErrors.outside(base, offsetBytes, bytes, capacityBytes);
        }
        return offsetBytes;
    }
}
