package org.braid.link;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.MethodExpression;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.jspecify.annotations.Nullable;

/** The ways to peers: what somebody has told of them, and what selection makes of it. Guarded by the context's token. */
final class Ways {
    private final Context context;
    private final KnownTables tables;
    private final Selection selection;
    private final Directory directory;

    Ways(Context context, KnownTables tables, Selection selection, Directory directory) {
        this.context = context;
        this.tables = tables;
        this.selection = selection;
        this.directory = directory;
    }

    /** Opens a lane to this peer by the method that its table, the order given by hand or the policy select for messages of so many bytes. */
    Lane connect(Peer peer, @Nullable DescriptorTable own, List<MethodExpression> order, long bytes) {
        try {
            return selection.connect(peer, tableOf(peer, own), order, bytes);
        } catch (BraidException unreachable) {
            BraidException end = mayHaveEnded(unreachable) ? directory.endOf(peer.id()) : null;
            if (end == null) {
                throw unreachable;
            }
            if (end.code() == ErrorCode.PEER_ENDED) {
                throw end; // it owes nobody anything: only who turns to it is told
            }
            context.endInside(peer, end);
            return new EndedLane(end);
        }
    }

    private static boolean mayHaveEnded(BraidException unreachable) {
        return unreachable.code() == ErrorCode.NO_METHOD || unreachable.code() == ErrorCode.LAUNCHER_LOST;
    }

    /** Which sizes of messages go the same way. */
    Division division(Peer peer, @Nullable DescriptorTable own, List<MethodExpression> order) {
        return selection.maySplit(order) ? selection.division(peer.id(), tableOf(peer, own), order) : Division.NONE;
    }

    /** What of this peer's memory can be touched by any method. */
    List<Reach> reaches(Peer peer) {
        return selection.reaches(peer.id(), tables.of(peer));
    }

    /** Each method of the peer's table: whether it works, and what of this link it carries. */
    List<MethodReport> report(Link link) {
        return selection.report(link.peer(), tables.of(link), link.order(), link.lanes());
    }

    private DescriptorTable tableOf(Peer peer, @Nullable DescriptorTable own) {
        return own != null ? own : tables.of(peer);
    }
}
