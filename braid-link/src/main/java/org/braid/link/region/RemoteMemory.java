package org.braid.link.region;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.StartpointImage;
import org.braid.base.wire.region.RegionCapability;
import org.braid.link.progress.AddressSpace;
import org.braid.link.progress.Progress;
import org.braid.link.stream.Complaints;
import org.braid.link.stream.Link;
import org.braid.link.stream.Peer;
import org.jspecify.annotations.Nullable;

/** One context's remote memory: what it publishes, and what it accesses. Everything in it is made when it is first needed, since most programs never do. */
public final class RemoteMemory {
    private final ContextId self;
    private final AddressSpace space;
    private final Progress progress;
    private final Complaints complaints;

    private volatile @Nullable Regions published;
    private volatile @Nullable AccessExecutor executor;
    private volatile @Nullable Accesses underWay;
    private volatile @Nullable DirectWays ways;
    private boolean withdrawn; // no region is published any more; guarded by this
    private volatile boolean closed;

    /** Of one context. */
    public RemoteMemory(ContextId self, AddressSpace space, Progress progress, Complaints complaints) {
        this.self = self;
        this.space = space;
        this.progress = progress;
        this.complaints = complaints;
    }

    // ---- the owner's side

    /** {@link Regions#publish}. */
    public Region publish(Object base, long offset, long bytes, Set<Right> rights, long lifetimeNs, StartpointImage owner) {
        return regions().publish(base, offset, bytes, rights, lifetimeNs, owner);
    }

    /**
     * ACCESS arrived.
     *
     * @param notifies whether a handler is to run if it was a put and is done
     * @return that put's id, if one is to: {@link #answer} when it has
     */
    public long execute(Peer peer, boolean notifies, MemorySegment segment, long offset, int length) {
        AccessExecutor known = executor;
        if (known == null) {
            known = new AccessExecutor(regions(), complaints);
            executor = known;
        }
        return known.execute(peer, notifies, segment, offset, length);
    }

    /** Tells a peer that its put is over, and that the handler that was notified holds nothing of it any more. Any thread. */
    public void answer(Peer peer, long put) {
        boolean entered = progress.enterUnlessMine();
        try {
            AccessExecutor.answer(peer, put, 0);
        } finally {
            if (entered) {
                progress.exit();
            }
        }
    }

    private synchronized Regions regions() {
        Regions known = published;
        if (known == null) {
            known = new Regions(self, table(), progress, space.clock());
            published = known;
            if (withdrawn) {
                known.close();
            }
        }
        return known;
    }

    private RegionTable table() {
        return space.shared(RegionTable.class, new RegionTable.Maker(space.arena()));
    }

    // ---- the initiator's side

    /** The region that a capability names, whose owner this link leads to. */
    public RemoteRegion access(RegionCapability capability, Link link) {
        return new RemoteRegion(this, progress, link, capability);
    }

    /** ACCESSED arrived: {@code value} is the place of the data, or what a word was. */
    public void answered(Peer peer, long id, long value, MemorySegment segment, long offset, int length) {
        Accesses known = underWay;
        if (known == null) {
            complaints.protocolError(peer, FrameKind.ACCESSED);
        } else {
            known.answered(peer, id, value, segment, offset, length);
        }
    }

    /** DENIED arrived. */
    public void denied(Peer peer, long id, int why) {
        Accesses known = underWay;
        if (known == null) {
            complaints.protocolError(peer, FrameKind.DENIED);
        } else {
            known.denied(peer, id, why);
        }
    }

    /** Null if only frames lead there. Caller holds the token. */
    @Nullable Direct directWay(RegionCapability capability, RegionName name, Link link) {
        if (closed) {
            throw whyClosed(); // and has given its pins back
        }
        DirectWays known = ways;
        if (known == null) {
            known = new DirectWays(table(), space.clock());
            ways = known;
        }
        return known.to(capability, name, link.lane().reach());
    }

    /** Caller holds the token. */
    Framed framedWay(RegionCapability capability, RegionName name, Link link) {
        Accesses known = underWay;
        if (known == null) {
            known = new Accesses(progress, complaints);
            underWay = known;
        }
        return new Framed(known, link, capability, name);
    }

    // ---- ends

    /** Nothing more will come from this peer: whoever waits for its answers is told. */
    public void peerEnded(Peer peer, BraidException cause) {
        Accesses known = underWay;
        if (known != null) {
            known.peerEnded(peer, cause);
        }
    }

    /** True while an access of ours was not answered. */
    public boolean pending() {
        Accesses known = underWay;
        return known != null && known.pending();
    }

    /** This context closes and the time is over: whoever still waits is told. */
    public void giveUp(BraidException why) {
        Accesses known = underWay;
        if (known != null) {
            known.giveUp(why);
        }
    }

    /** This context begins to close: nobody accesses its memory any more. */
    public void withdrawAll() {
        Regions known = publishedLast();
        if (known != null) {
            known.close();
        }
    }

    private synchronized @Nullable Regions publishedLast() {
        withdrawn = true;
        return published;
    }

    /** True once nothing is accessed from here any more. */
    boolean isClosed() {
        return closed;
    }

    BraidException whyClosed() {
        return new BraidException(ErrorCode.CONTEXT_CLOSED, "A region cannot be accessed", "context " + self + " is closed", "Close it after its last access");
    }

    /** This context has closed. */
    public void close() {
        progress.enter();
        try {
            closed = true;
            DirectWays known = ways;
            if (known != null) {
                known.giveBack();
            }
        } finally {
            progress.exit();
        }
    }
}
