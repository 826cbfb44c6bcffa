package org.braid.link;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.braid.base.os.Memory;
import org.braid.link.spi.Reach;
import org.jspecify.annotations.Nullable;

/** One large message on its way into the receiver's buffer. */
final class BulkReceive {
    final Peer peer;
    final BulkSource source;
    final Object base;
    final long offset;
    final long bytes;
    final Completion done;
    final int index;
    int generation;
    boolean pushed;

    private long moved;
    private boolean fallBack;
    private @Nullable Object fromObject;
    private @Nullable MemorySegment fromSegment;
    private @Nullable Reach fromReach;
    private long fromPlace;
    private @Nullable MemorySegment bounce;

    BulkReceive(Peer peer, BulkSource source, Object base, long offset, long bytes, Completion done, int index) {
        this.peer = peer;
        this.source = source;
        this.base = base;
        this.offset = offset;
        this.bytes = bytes;
        this.done = done;
        this.index = index;
    }

    long moved() {
        return moved;
    }

    boolean copyFromObject(@Nullable Object object, long at) {
        fromObject = object;
        fromPlace = at;
        return object != null;
    }

    boolean copyFromSegment(MemorySegment segment, long at) {
        fromSegment = segment;
        fromPlace = at;
        return segment.byteSize() >= at + bytes;
    }

    boolean copyFromAddress(Reach reach, long address) {
        fromReach = reach;
        fromPlace = address;
        return true;
    }

    /** Copies one piece; true when everything is here. */
    boolean copyPiece() {
        int piece = (int) Math.min(Bulk.PIECE_BYTES, bytes - moved);
        if (fromObject != null) {
            Memory.copy(fromObject, fromPlace + moved, base, offset + moved, piece);
        } else if (fromSegment != null) {
            Memory.copyOut(fromSegment, fromPlace + moved, base, offset + moved, piece);
        } else if (fromReach != null && !read(fromReach, piece)) {
            fallBack = true; // refused by the kernel: the rest comes in fragments
            return false;
        }
        moved += piece;
        return moved == bytes;
    }

    boolean mustFallBack() {
        return fallBack;
    }

    /** A fragment that was pushed to us; false if it is not the next one. */
    boolean accept(long at, MemorySegment segment, long from, int length) {
        if (at != moved || length > bytes - moved) {
            return false;
        }
        Memory.copyOut(segment, from, base, offset + moved, length);
        moved += length;
        return true;
    }

    private boolean read(Reach reach, int piece) {
        long remote = fromPlace + moved;
        if (base instanceof MemorySegment target && target.isNative()) {
            return reach.read(remote, target, offset + moved, piece) == piece;
        }
        MemorySegment through = bounce;
        if (through == null) {
            through = Arena.ofAuto().allocate(Math.min(bytes, Bulk.PIECE_BYTES), 64);
            bounce = through;
        }
        if (reach.read(remote, through, 0, piece) != piece) {
            return false;
        }
        Memory.copyOut(through, 0, base, offset + moved, piece);
        return true;
    }
}
