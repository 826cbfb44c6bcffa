package org.braid.link.bulk;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.braid.base.memory.Memory;
import org.braid.base.os.DirectMemory;
import org.braid.base.wire.ContextId;
import org.braid.link.bulk.state.BulkReceive;
import org.braid.link.bulk.state.BulkSend;
import org.braid.link.spi.Reach;
import org.jspecify.annotations.Nullable;

/** A way to copy offered data without the sender's help. */
sealed interface BulkCopy {
    /**
     * Copies one piece.
     *
     * @param at where the piece starts in the data
     * @return false if the way has closed; then nothing of the piece may be used
     * @throws RuntimeException if the user's memory refuses
     */
    boolean copy(long at, Object toBase, long toOffset, int bytes);

    /** Asked once, after the last piece: whether the sender may have changed what was copied, so that none of it may be used. */
    boolean isDoubtful();

    /**
     * How data that a peer has offered can be copied; null if only the peer can send it.
     *
     * @param reach where the data is in reach
     */
    static @Nullable BulkCopy wayTo(ContextId sender, BulkSource source, Reach reach, SendsHere here) {
        if (reach.sameProcess()) {
            return ofSend(here.of(sender, source.id()), sender, source, here);
        }
        return switch (source.kind()) {
            case BulkSource.SEGMENT -> ofSegment(reach.segment(source.segmentId(), source.fd(), source.segmentBytes()), source, reach);
            case BulkSource.ADDRESS -> reach.canRead() ? new FromAddress(reach, source) : null;
            default -> null;
        };
    }

    private static @Nullable BulkCopy ofSend(@Nullable BulkSend send, ContextId sender, BulkSource source, SendsHere here) {
        Object base = send == null ? null : send.base();
        return send == null || base == null ? null : new FromObject(base, send.offset(), sender, source.id(), here);
    }

    private static @Nullable BulkCopy ofSegment(@Nullable MemorySegment mapped, BulkSource source, Reach reach) {
        return mapped == null || mapped.byteSize() < source.segmentBytes() ? null : new FromSegment(mapped, source, reach);
    }

    private static boolean wasRecalled(BulkSource source, Reach reach) {
        VarHandle.loadLoadFence(); // the bytes before whether they were still the sender's
        return reach.hasRecalledSince(source.recalls());
    }

    /** The sender's own object, in the same process. A send that was recalled while it was copied is found to have ended before its memory has changed. */
    record FromObject(Object base, long offset, ContextId sender, long id, SendsHere here) implements BulkCopy {
        @Override
        public boolean copy(long at, Object toBase, long toOffset, int bytes) {
            Memory.copy(base, offset + at, toBase, toOffset, bytes);
            VarHandle.loadLoadFence(); // the bytes before whether they were still the sender's
            return here.of(sender, id) != null;
        }

        /** Each piece was looked after. */
        @Override
        public boolean isDoubtful() {
            return false;
        }
    }

    /** The sender's segment, mapped here. */
    record FromSegment(MemorySegment mapped, BulkSource source, Reach reach) implements BulkCopy {
        @Override
        public boolean copy(long at, Object toBase, long toOffset, int bytes) {
            Memory.copyOut(mapped, source.place() + at, toBase, toOffset, bytes);
            return true;
        }

        @Override
        public boolean isDoubtful() {
            return wasRecalled(source, reach);
        }
    }

    /** The sender's address space, by system call: into native memory directly, into the heap through a bounce buffer. */
    final class FromAddress implements BulkCopy {
        private final Reach reach;
        private final BulkSource source;
        private @Nullable MemorySegment bounce;

        FromAddress(Reach reach, BulkSource source) {
            this.reach = reach;
            this.source = source;
        }

        @Override
        public boolean copy(long at, Object toBase, long toOffset, int bytes) {
            long from = source.place() + at;
            MemorySegment target = NativeTarget.of(toBase);
            if (target != null) {
                return reach.read(from, target, toOffset, bytes) == bytes;
            }
            MemorySegment through = bounce();
            if (reach.read(from, through, 0, bytes) != bytes) {
                return false;
            }
            Memory.copyOut(through, 0, toBase, toOffset, bytes);
            return true;
        }

        @Override
        public boolean isDoubtful() {
            return wasRecalled(source, reach);
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
