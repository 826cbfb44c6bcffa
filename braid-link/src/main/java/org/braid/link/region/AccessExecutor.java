package org.braid.link.region;

import java.lang.foreign.MemorySegment;
import org.braid.base.os.DirectMemory;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.HandlerId;
import org.braid.base.wire.region.AccessRequest;
import org.braid.link.stream.Complaints;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Executes what peers ask for by frames, at once and in their order, and answers. Of what they say nothing is believed. Guarded by the context's token. */
final class AccessExecutor {
    private final Regions regions;
    private final Complaints complaints;

    AccessExecutor(Regions regions, Complaints complaints) {
        this.regions = regions;
        this.complaints = complaints;
    }

    /**
     * ACCESS arrived.
     *
     * @return true if it was a put and is done: who is to be notified may be
     */
    boolean execute(Peer peer, MemorySegment segment, long offset, int length) {
        AccessRequest request = AccessRequest.read(segment, offset, length);
        if (request == null) {
            complaints.protocolError(peer, FrameKind.ACCESS);
            return false;
        }
        Region region = regions.find(request.region(), request.keyHigh(), request.keyLow());
        Refusal refusal = region == null ? regions.whyNone(request.region(), request.keyHigh(), request.keyLow()) : refuse(region, request);
        try {
            refusal = refusal != null || region == null ? refusal : execute(peer, region.memory(), request, segment, offset + AccessRequest.BYTES);
        } catch (RuntimeException | VirtualMachineError memoryIsGone) {
            if (DirectMemory.isUsedUp(memoryIsGone)) {
                throw memoryIsGone;
            }
            refusal = Refusal.MEMORY;
        }
        if (refusal != null && request.id() != 0) {
            peer.post(FrameKind.DENIED, (int) request.id(), (int) (request.id() >>> 32), refusal.number(), 0, null, 0);
        }
        return refusal == null && request.operation() == AccessRequest.PUT;
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
        return region.terms().mayExpire() && region.terms().isExpired(regions.nanoTime()) ? Refusal.EXPIRED : null;
    }

    private static @Nullable Refusal execute(Peer peer, RegionMemory memory, AccessRequest request, MemorySegment segment, long data) {
        switch (request.operation()) {
            case AccessRequest.PUT -> {
                memory.put(segment, data, request.offset(), (int) request.bytes());
                if (request.id() != 0) {
                    answer(peer, request.id(), 0);
                }
            }
            case AccessRequest.GET -> {
                return send(peer, memory, request);
            }
            case AccessRequest.ADD -> answer(peer, request.id(), memory.add(request.offset(), request.operand()));
            default -> answer(peer, request.id(), memory.swap(request.offset(), request.operand(), request.value()));
        }
        return null;
    }

    private static void answer(Peer peer, long id, long before) {
        peer.post(FrameKind.ACCESSED, (int) id, (int) (id >>> 32), (int) before, (int) (before >>> 32), null, 0);
    }

    /** What has no room now is copied: of an honest peer never much, since it bounds what it asks for. */
    private static @Nullable Refusal send(Peer peer, RegionMemory memory, AccessRequest get) {
        Stream out = peer.streamOrNull();
        if (out == null || out.isCrowded()) {
            return Refusal.BUSY;
        }
        int most = out.lane().frameBytes();
        int bytes = (int) get.bytes();
        int done = 0;
        do {
            int piece = Math.min(most, bytes - done);
            long position = get.operand() + done;
            out.keep(
                    FrameKind.ACCESSED, 0, FrameHeader.ROUTE_NEEDS_YOU, HandlerId.NONE, (int) get.id(), (int) (get.id() >>> 32), (int) position, (int) (position >>> 32), memory.base(),
                    memory.place(get.offset() + done), piece);
            done += piece;
        } while (done < bytes);
        return null;
    }
}
