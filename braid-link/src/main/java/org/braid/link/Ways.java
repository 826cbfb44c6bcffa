package org.braid.link;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.DescriptorTable;
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

    /** Opens a stream to this peer by the method that its table, the order given by hand or the policy select, or finds the one that there is. */
    Stream open(Peer peer, Wish wish) {
        try {
            return selection.open(peer, wish, tableOf(peer, wish.table()));
        } catch (BraidException unreachable) {
            BraidException end = mayHaveEnded(unreachable) ? directory.endOf(peer.id()) : null;
            if (end == null) {
                throw unreachable;
            }
            if (end.code() == ErrorCode.PEER_ENDED) {
                throw end; // it owes nobody anything: only who turns to it is told
            }
            context.endInside(peer, end);
            return new Stream(peer, StreamNumber.DEFAULT, wish, Carrier.none(peer.id(), end));
        }
    }

    /** Opens the next lane of a stream. */
    Carrier openAnew(Stream stream) {
        return selection.openAnew(stream, tableOf(stream.peer(), stream.wish().table()));
    }

    /** A stream goes by a new lane: if it is not by its best way, because that has failed, it goes back when it may. */
    void remember(Stream stream) {
        if (!stream.failures().none()) {
            context.progress().chains().add(new Recovery(stream, this, context.nowNs()));
        }
    }

    /** The way that would be chosen now for a stream that is open. */
    String best(Stream stream) {
        return selection.best(stream, tableOf(stream.peer(), stream.wish().table()));
    }

    /** When {@link #best} may answer otherwise although nothing happens; {@link Long#MAX_VALUE} if never. */
    long nextChangeNs(Stream stream) {
        return selection.nextChangeNs(stream, tableOf(stream.peer(), stream.wish().table()));
    }

    /** @throws BraidException {@code NO_METHOD} if nothing serves this wish */
    void require(Peer peer, Wish wish) {
        selection.require(peer, wish, tableOf(peer, wish.table()));
    }

    private static boolean mayHaveEnded(BraidException unreachable) {
        return unreachable.code() == ErrorCode.NO_METHOD || unreachable.code() == ErrorCode.LAUNCHER_LOST;
    }

    /** Which sizes of messages go the same way. */
    Division division(Peer peer, Wish wish) {
        return selection.maySplit(wish.order()) ? selection.division(peer.id(), tableOf(peer, wish.table()), wish.order()) : Division.NONE;
    }

    /** What of this peer's memory can be touched by any method. */
    List<Reach> reaches(Peer peer) {
        return selection.reaches(peer.id(), tables.of(peer));
    }

    /** Each method of the peer's table: whether it works, and what of this link it carries. */
    List<MethodReport> report(Link link) {
        return selection.report(link.peer(), tables.of(link), link.wish().order(), link.lanes());
    }

    private DescriptorTable tableOf(Peer peer, @Nullable DescriptorTable own) {
        return own != null ? own : tables.of(peer);
    }
}
