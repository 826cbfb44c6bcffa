package org.braid.link.region;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.memory.Memory;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.region.AccessRequest;
import org.braid.base.wire.region.RegionCapability;
import org.braid.link.progress.Completion;
import org.braid.link.progress.Progress;
import org.braid.link.stream.Complaints;
import org.braid.link.stream.Link;
import org.braid.link.stream.Peer;
import org.jspecify.annotations.Nullable;

/** The accesses by frames that one context has under way, and what is answered to them. Guarded by the context's token. */
final class Accesses {
    /** Beyond it an initiator waits, and a handler is refused. */
    private static final int MOST = 1 << 16;

    private final Progress progress;
    private final Complaints complaints;
    private final Map<Long, Access> underWay = new HashMap<>();
    private final Map<Peer, Asking> asking = new HashMap<>();
    private long lastId;

    Accesses(Progress progress, Complaints complaints) {
        this.progress = progress;
        this.complaints = complaints;
    }

    /**
     * Begins one.
     *
     * @throws BraidException {@code REGION_LIMIT} in a handler, if too many are under way
     */
    Access open(Link link, RegionCapability capability, RegionName name, int operation, long at, long bytes, @Nullable Object base, long offset, Completion done) {
        while (underWay.size() >= MOST) {
            if (progress.isPolling()) {
                throw new BraidException(ErrorCode.REGION_LIMIT, "A handler cannot start another access", MOST + " are under way, the limit", "Wait for some of them before starting more");
            }
            progress.pollOrYield();
        }
        Access access = new Access(++lastId, link, capability, name, operation, at, bytes, base, offset, done);
        underWay.put(access.id, access);
        return access;
    }

    /** It could not be sent; whoever began it is told in another way. */
    void forget(Access access) {
        underWay.remove(access.id);
    }

    /** Asks for the data of a get, as far as the peer has not been asked for enough. */
    void ask(Access get) {
        Asking its = asked(get.link.peer());
        its.add(get);
        its.goOn(this);
    }

    /** ACCESSED arrived. */
    void answered(Peer peer, long id, long position, MemorySegment segment, long offset, int length) {
        Access access = underWay.get(id);
        if (access == null) {
            return; // it has failed meanwhile
        }
        if (access.link.peer() != peer || access.operation != AccessRequest.GET && length != 0) {
            complaints.protocolError(peer, FrameKind.ACCESSED);
        } else if (access.operation == AccessRequest.GET) {
            got(access, position, segment, offset, length);
        } else {
            underWay.remove(id);
            if (access.done instanceof FetchedLong word) {
                word.complete(position);
            } else {
                access.done.complete();
            }
        }
    }

    private void got(Access get, long position, MemorySegment segment, long offset, int length) {
        if (position < 0 || position > get.bytes - length || length > get.asked - get.received) {
            complaints.protocolError(get.link.peer(), FrameKind.ACCESSED);
            return;
        }
        try {
            if (get.base != null) {
                Memory.copyOut(segment, offset, get.base, get.offset + position, length);
            }
        } catch (BraidException refused) {
            fail(get, refused);
            return;
        }
        get.received += length;
        Asking its = asked(get.link.peer());
        its.answered(length);
        if (get.received == get.bytes) {
            its.isOver(get);
            underWay.remove(get.id);
            get.done.complete();
        }
        its.goOn(this);
    }

    private Asking asked(Peer peer) {
        return asking.computeIfAbsent(peer, unknown -> new Asking());
    }

    /** DENIED arrived. */
    void denied(Peer peer, long id, int why) {
        Access access = underWay.get(id);
        Refusal refusal = Refusal.numbered(why);
        if (access == null) {
            return;
        }
        if (access.link.peer() != peer || refusal == null) {
            complaints.protocolError(peer, FrameKind.DENIED);
            return;
        }
        fail(access, access.name.refused(refusal, access.operation, access.at, access.bytes));
    }

    /** Ends one that was begun. */
    void fail(Access access, BraidException why) {
        underWay.remove(access.id);
        Asking its = asking.get(access.link.peer());
        if (its != null && access.operation == AccessRequest.GET) {
            its.isOver(access);
            its.goOn(this);
        }
        access.done.fail(why);
    }

    /** True while answers are missing. */
    boolean pending() {
        return !underWay.isEmpty();
    }

    /** Nothing more will come from this peer. */
    void peerEnded(Peer peer, BraidException cause) {
        asking.remove(peer);
        for (Access each : new ArrayList<>(underWay.values())) {
            if (each.link.peer() == peer) {
                fail(each, cause);
            }
        }
    }

    /** This context closes and the time is over. */
    void giveUp(BraidException why) {
        for (Access each : new ArrayList<>(underWay.values())) {
            fail(each, why);
        }
    }
}
