package org.braid.link.select;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.link.stream.Link;
import org.braid.link.stream.Peer;
import org.jspecify.annotations.Nullable;

/** How contexts can be reached, by whoever has told: a startpoint that carries a table of its own, the peer itself, or the job's directory (nexus-multimethod, section 3.1). */
public final class KnownTables {
    private final ContextId self;
    private final Ports ports;
    private final Directory directory;

    /** Of the context {@code self}, whose own table is that of {@code ports}. */
    public KnownTables(ContextId self, Ports ports, Directory directory) {
        this.self = self;
        this.ports = ports;
        this.directory = directory;
    }

    /** The ways to reach a link's endpoint. */
    public DescriptorTable of(Link link) {
        DescriptorTable own = link.table();
        return own != null ? own : of(link.peer());
    }

    /**
     * A context's default table.
     *
     * @throws BraidException {@code NO_METHOD} if nobody has told
     */
    DescriptorTable of(Peer peer) {
        DescriptorTable told = peer.table();
        DescriptorTable table = told != null ? told : peer.id().equals(self) ? ports.table() : directory.tableOf(peer.id());
        if (table == null) {
            throw unknown(peer);
        }
        return table;
    }

    /** A peer's table with its promises kept; empty if the directory does not know it. */
    DescriptorTable wholeOf(ContextId peer) {
        DescriptorTable whole = directory.wholeTableOf(peer);
        return whole == null ? DescriptorTable.EMPTY : whole;
    }

    /** What a startpoint says, where that is more than its context's default; the first table told of a peer is its default. */
    public @Nullable DescriptorTable beyondDefault(Peer peer, @Nullable DescriptorTable told) {
        if (told == null || peer.id().equals(self)) {
            return null;
        }
        if (peer.table() == null) {
            peer.learn(told);
        }
        return told.equals(of(peer)) ? null : told;
    }

    private static BraidException unknown(Peer peer) {
        return new BraidException(
                ErrorCode.NO_METHOD,
                "Context " + peer.id() + " cannot be reached",
                "nobody has told how: it is not in this job's directory and no startpoint with a table has come from it",
                "Send its startpoint in a message, or attach to its job");
    }
}
