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
import org.braid.link.progress.Completion;
import org.braid.link.progress.Progress;
import org.braid.link.stream.Complaints;
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
     * @param done is not over from now on, until the access is
     * @throws BraidException {@code REGION_LIMIT} in a handler, if too many are under way; {@code STARTPOINT_CLOSED} if the way was closed meanwhile
     */
    Access open(Framed way, int operation, long at, long bytes, @Nullable Object base, long offset, Completion done) {
        while (underWay.size() >= MOST) {
            if (progress.isPolling()) {
                throw new BraidException(ErrorCode.REGION_LIMIT, "A handler cannot start another access", MOST + " are under way, the limit", "Wait for some of them before starting more");
            }
            progress.pollOrYield();
        }
        done.reset(); // it may have served before, and would be taken for over
        Access access = new Access(lastId + 1, way, operation, at, bytes, base, offset, done);
        way.begins();
        underWay.put(++lastId, access);
        return access;
    }

    /** Nobody waits for an answer any more: it has come, or never will, or the access could not be sent, which whoever began it is told in another way. */
    void forget(Access access) {
        if (underWay.remove(access.id) != null) {
            access.way.ends();
        }
    }

    /** Asks for the data of a get, as far as the peer has not been asked for enough. */
    void ask(Access get) {
        Asking its = asking.computeIfAbsent(get.peer(), unknown -> new Asking());
        its.add(get);
        its.goOn(this);
    }

    /** ACCESSED arrived. */
    void answered(Peer peer, long id, long position, MemorySegment segment, long offset, int length) {
        Access access = underWay.get(id);
        if (access == null) {
            return; // it has failed meanwhile
        }
        if (access.peer() != peer || access.operation != AccessRequest.GET && length != 0) {
            complaints.protocolError(peer, FrameKind.ACCESSED);
        } else if (access.operation == AccessRequest.GET) {
            got(access, position, segment, offset, length);
        } else {
            forget(access);
            if (access.done instanceof FetchedLong word) {
                word.complete(position);
            } else {
                access.done.complete();
            }
        }
    }

    private void got(Access get, long position, MemorySegment segment, long offset, int length) {
        if (position < 0 || position > get.bytes - length || length > get.asked - get.received) {
            complaints.protocolError(get.peer(), FrameKind.ACCESSED);
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
        Asking its = asking.get(get.peer());
        if (its == null) {
            throw new IllegalStateException("A get is under way that was never asked for");
        }
        get.received += length;
        its.answered(length);
        if (get.received == get.bytes) {
            its.isOver(get);
            forget(get);
            get.done.complete();
        }
        its.goOn(this);
    }

    /** DENIED arrived. */
    void denied(Peer peer, long id, int why) {
        Access access = underWay.get(id);
        Refusal refusal = Refusal.numbered(why);
        if (access == null) {
            return;
        }
        if (access.peer() != peer || refusal == null) {
            complaints.protocolError(peer, FrameKind.DENIED);
            return;
        }
        fail(access, access.way.name().refused(refusal, access.operation, access.at, access.bytes));
    }

    private void fail(Access access, BraidException why) {
        end(access, why);
        Asking its = asking.get(access.peer());
        if (its != null) {
            its.goOn(this); // there may be room for others
        }
    }

    /** Ends one that was begun, and leaves all others as they are. */
    void end(Access access, BraidException why) {
        Asking its = asking.get(access.peer());
        if (its != null && access.operation == AccessRequest.GET) {
            its.isOver(access);
        }
        forget(access);
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
            if (each.peer() == peer) {
                end(each, cause);
            }
        }
    }

    /** This context closes and the time is over. */
    void giveUp(BraidException why) {
        asking.clear();
        for (Access each : new ArrayList<>(underWay.values())) {
            end(each, why);
        }
    }
}
