package org.braid.link.select;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.DescriptorTable;
import org.braid.link.spi.Reach;
import org.braid.link.stream.Carrier;
import org.braid.link.stream.Division;
import org.braid.link.stream.Link;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Routing;
import org.braid.link.stream.Stream;
import org.braid.link.stream.StreamNumber;
import org.braid.link.stream.Wish;
import org.jspecify.annotations.Nullable;

/** The ways to peers: what somebody has told of them, and what selection makes of it. Guarded by the context's token. */
public final class Routes implements Routing {
    private final KnownTables tables;
    private final Selection selection;
    private final Directory directory;

    /** By what is known ({@code tables}, {@code directory}) and what is preferred ({@code selection}). */
    public Routes(KnownTables tables, Selection selection, Directory directory) {
        this.tables = tables;
        this.selection = selection;
        this.directory = directory;
    }

    @Override
    public Stream open(Peer peer, Wish wish) {
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
            peer.condemn(end);
            return peer.newStream(StreamNumber.DEFAULT, wish, Carrier.none(peer.id(), end));
        }
    }

    @Override
    public Carrier openAnew(Stream stream) {
        return selection.openAnew(stream, tableOf(stream.peer(), stream.wish().table()));
    }

    @Override
    public void remember(Stream stream) {
        if (!stream.itinerary().failures().none()) {
            selection.chains().recover(stream, this);
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

    @Override
    public void require(Peer peer, Wish wish) {
        selection.require(peer, wish, tableOf(peer, wish.table()));
    }

    private static boolean mayHaveEnded(BraidException unreachable) {
        return unreachable.code() == ErrorCode.NO_METHOD || unreachable.code() == ErrorCode.LAUNCHER_LOST;
    }

    @Override
    public Division division(Peer peer, Wish wish) {
        return selection.maySplit(wish.order()) ? selection.division(peer.id(), tableOf(peer, wish.table()), wish.order()) : Division.NONE;
    }

    @Override
    public List<Reach> reaches(Peer peer) {
        return selection.reaches(peer.id(), tables.of(peer));
    }

    /** Each method of the peer's table: whether it works, and what of this link it carries. */
    public List<MethodReport> report(Link link) {
        return selection.report(link.peer(), tables.of(link), link.wish().order(), link.lanes());
    }

    private DescriptorTable tableOf(Peer peer, @Nullable DescriptorTable own) {
        return own != null ? own : tables.of(peer);
    }
}
