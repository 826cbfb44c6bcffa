package org.braid.link.bulk;

import org.braid.base.os.SharedArena;
import org.braid.base.wire.ContextId;
import org.braid.link.bulk.state.BulkSend;
import org.braid.link.progress.AddressSpace;
import org.braid.link.spi.Reach;

/** Says where in this process the data of a long message lies, so that its receiver may fetch it from there. Guarded by the context's token. */
public final class Placing {
    private final AddressSpace space;
    private final ContextId self;
    private final boolean watchesRanks;
    private final Recalls recalls;

    /**
     * @param self whose data it is
     * @param watchesRanks whether a launcher has started the ranks of this job, which descend from it
     * @param recalls of this context, which each offer is told
     */
    public Placing(AddressSpace space, ContextId self, boolean watchesRanks, Recalls recalls) {
        this.space = space;
        this.self = self;
        this.watchesRanks = watchesRanks;
        this.recalls = recalls;
    }

    /** @param reach what the lane lets the two ends touch of each other's memory */
    BulkSource of(BulkSend send, Reach reach, ContextId receiver) {
        Object base = send.base();
        long address = base == null ? 0 : NativeSource.address(base, send.offset(), send.wantBytes());
        if (address == 0 || reach == Reach.NONE) {
            int kind = reach.sameProcess() ? BulkSource.HEAP : reach.mapsSegments() ? BulkSource.SENDER : BulkSource.FRAMES;
            return nowhere(send, kind);
        }
        SharedArena arena = space.arena();
        int segment = arena.segmentOf(address);
        if (segment < 0) {
            return atAddress(send, address, receiver);
        }
        return new BulkSource(send.id(), send.wantBytes(), BulkSource.SEGMENT, segment, arena.fd(segment), arena.bytes(segment), address + send.offset() - arena.address(segment), recalls.count());
    }

    private BulkSource nowhere(BulkSend send, int kind) {
        return new BulkSource(send.id(), send.wantBytes(), kind, 0, 0, 0, 0, recalls.count());
    }

    /**
     * Likewise of data that their sender's thread pushes, or puts, as soon as it is asked: what others could read by a system call goes by the lane, which takes a third of the time (docs/decisions/bulk-in-the-ring.md).
     */
    BulkSource ofPushed(BulkSend send, Reach reach, ContextId receiver) {
        BulkSource source = of(send, reach, receiver);
        return source.kind() == BulkSource.ADDRESS && reach.mapsSegments() && !reach.sameProcess() ? nowhere(send, BulkSource.SENDER) : source;
    }

    /** The receiver is told where in our memory something lies, and must be let read it. */
    private BulkSource atAddress(BulkSend send, long address, ContextId receiver) {
        if (watchesRanks && self.isRankBeside(receiver)) {
            space.letSiblingsRead();
        }
        return new BulkSource(send.id(), send.wantBytes(), BulkSource.ADDRESS, 0, 0, 0, address + send.offset(), recalls.count());
    }
}
