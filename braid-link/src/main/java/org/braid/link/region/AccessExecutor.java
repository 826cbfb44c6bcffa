package org.braid.link.region;

import java.lang.foreign.MemorySegment;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.region.AccessRequest;
import org.braid.link.stream.Complaints;
import org.braid.link.stream.Peer;
import org.jspecify.annotations.Nullable;

/** Executes what peers ask for by frames, at once and in their order, and answers. Of what they say nothing is believed. Guarded by the context's token. */
final class AccessExecutor {
    /** Nobody is to be told of the end of this access. */
    static final long NO_ONE = 0;

    /** Frames that may wait for one peer: as many messages as handlers may leave behind, as many answers as an honest peer has accesses under way, and the pieces of the gets among these. */
    private static final int MOST_WAITING = 3 << 16;

    private final Regions regions;
    private final Complaints complaints;

    AccessExecutor(Regions regions, Complaints complaints) {
        this.regions = regions;
        this.complaints = complaints;
    }

    /**
     * ACCESS arrived.
     *
     * @param notifies whether a handler is to run if it was a put and is done
     * @return that put's id, if one is to: {@link #answer} when it has; else {@link #NO_ONE}
     */
    long execute(Peer peer, boolean notifies, MemorySegment segment, long offset, int length) {
        AccessRequest request = AccessRequest.read(segment, offset, length);
        if (request == null || notifies && (request.operation() != AccessRequest.PUT || request.id() == NO_ONE)) {
            complaints.protocolError(peer, FrameKind.ACCESS);
            return NO_ONE;
        }
        if (!peer.mayBeAnswered(MOST_WAITING)) {
            return NO_ONE;
        }
        Region region = regions.find(request.region(), request.keyHigh(), request.keyLow());
        Refusal refusal = region == null ? regions.whyNone(request.region(), request.keyHigh(), request.keyLow()) : refuse(region, request);
        if (region != null && refusal == null) {
            refusal = switch (request.operation()) {
                case AccessRequest.PUT -> put(peer, region, request, notifies, segment, offset + AccessRequest.BYTES);
                case AccessRequest.GET -> get(peer, region.memory(), request);
                default -> word(peer, region, request);
            };
        }
        if (refusal != null && request.id() != NO_ONE) {
            peer.post(FrameKind.DENIED, (int) request.id(), (int) (request.id() >>> 32), refusal.number(), 0, null, 0);
        }
        return refusal == null && notifies ? request.id() : NO_ONE;
    }

    private @Nullable Refusal refuse(Region region, AccessRequest request) {
        Refusal refusal = region.terms().refuse(Right.to(request.operation()), request.offset(), request.bytes());
        if (refusal != null) {
            return refusal;
        }
        boolean isWord = request.operation() == AccessRequest.ADD || request.operation() == AccessRequest.SWAP;
        if (isWord && !region.memory().isAligned(request.offset())) {
            return Refusal.UNALIGNED;
        }
        if (region.terms().mayExpire() && region.terms().isExpired(regions.nanoTime())) {
            return Refusal.EXPIRED;
        }
        return region.isLost() ? Refusal.MEMORY : null;
    }

    /** What the last piece of a put answers is said of all, so a region that could not be written once is written no more. */
    private static @Nullable Refusal put(Peer peer, Region region, AccessRequest request, boolean notifies, MemorySegment segment, long data) {
        boolean written = false;
        try {
            region.memory().put(segment, data, request.offset(), (int) request.bytes());
            written = true;
        } catch (RuntimeException | InternalError gone) {
            return Refusal.MEMORY;
        } finally {
            if (!written) {
                region.lose();
            }
        }
        if (request.id() != NO_ONE && !notifies) {
            answer(peer, request.id(), 0);
        }
        return null;
    }

    private static @Nullable Refusal word(Peer peer, Region region, AccessRequest request) {
        RegionMemory memory = region.memory();
        long before;
        try {
            before = request.operation() == AccessRequest.ADD ? memory.add(request.offset(), request.operand()) : memory.swap(request.offset(), request.operand(), request.value());
        } catch (RuntimeException | InternalError gone) {
            return Refusal.MEMORY;
        }
        answer(peer, request.id(), before); // not inside: what was changed must not be denied
        return null;
    }

    /** Tells a peer that its access is over. */
    static void answer(Peer peer, long id, long before) {
        peer.post(FrameKind.ACCESSED, (int) id, (int) (id >>> 32), (int) before, (int) (before >>> 32), null, 0);
    }

    /** What has no room now, or no memory for a first lane, is copied: of an honest peer never much, since it bounds what it asks for. */
    private static @Nullable Refusal get(Peer peer, RegionMemory memory, AccessRequest get) {
        if (peer.isOverfull()) {
            return Refusal.BUSY;
        }
        int bytes = (int) get.bytes();
        int most = peer.answerBytes(bytes);
        int done = 0;
        do {
            int piece = Math.min(most, bytes - done);
            long position = get.operand() + done;
            try {
                peer.post(FrameKind.ACCESSED, (int) get.id(), (int) (get.id() >>> 32), (int) position, (int) (position >>> 32), memory.base(), memory.place(get.offset() + done), piece);
            } catch (BraidException refused) {
                if (refused.code() != ErrorCode.MEMORY_UNSUITABLE) {
                    throw refused;
                }
                return Refusal.MEMORY;
            }
            done += piece;
        } while (done < bytes);
        return null;
    }
}
