package org.braid.link;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import org.braid.base.os.DirectMemory;
import org.braid.base.os.Memory;
import org.braid.link.bulk.BulkReceive;
import org.braid.link.spi.Reach;
import org.jspecify.annotations.Nullable;

/** A way to copy offered data without the sender's help. */
sealed interface BulkCopy {
    /**
     * Copies one piece.
     *
     * @param at where the piece starts in the data
     * @return false if the way has closed; then nothing of the piece may be used
     */
    boolean copy(long at, Object toBase, long toOffset, int bytes);

    /** The sender's own object, in the same process. */
    static @Nullable BulkCopy ofObject(@Nullable Object base, long offset) {
        return base == null ? null : new FromObject(base, offset);
    }

    /** The sender's segment, mapped here. */
    static @Nullable BulkCopy ofSegment(@Nullable MemorySegment mapped, BulkSource source) {
        return mapped == null || mapped.byteSize() < source.segmentBytes() ? null : new FromSegment(mapped, source.place());
    }

    /** The sender's address space, by system call. */
    static BulkCopy ofAddress(Reach reach, long address) {
        return new FromAddress(reach, address);
    }

    record FromObject(Object base, long offset) implements BulkCopy {
        @Override
        public boolean copy(long at, Object toBase, long toOffset, int bytes) {
            Memory.copy(base, offset + at, toBase, toOffset, bytes);
            return true;
        }
    }

    record FromSegment(MemorySegment mapped, long place) implements BulkCopy {
        @Override
        public boolean copy(long at, Object toBase, long toOffset, int bytes) {
            Memory.copyOut(mapped, place + at, toBase, toOffset, bytes);
            return true;
        }
    }

    /** Reads into native memory directly, into the heap through a bounce buffer. */
    final class FromAddress implements BulkCopy {
        private final Reach reach;
        private final long address;
        private @Nullable MemorySegment bounce;

        FromAddress(Reach reach, long address) {
            this.reach = reach;
            this.address = address;
        }

        @Override
        public boolean copy(long at, Object toBase, long toOffset, int bytes) {
            MemorySegment target = nativeMemory(toBase);
            if (target != null) {
                return reach.read(address + at, target, toOffset, bytes) == bytes;
            }
            MemorySegment through = bounce();
            if (reach.read(address + at, through, 0, bytes) != bytes) {
                return false;
            }
            Memory.copyOut(through, 0, toBase, toOffset, bytes);
            return true;
        }

        private static @Nullable MemorySegment nativeMemory(Object base) {
            if (base instanceof MemorySegment segment && segment.isNative()) {
                return segment;
            }
            return base instanceof Buffer buffer && buffer.isDirect() ? MemorySegment.ofBuffer(buffer.duplicate().clear()) : null;
        }

        private MemorySegment bounce() {
            MemorySegment b = bounce;
            if (b == null) {
                b = DirectMemory.segment(Arena.ofAuto(), BulkReceive.PIECE_BYTES, 64);
                bounce = b;
            }
            return b;
        }
    }
}
