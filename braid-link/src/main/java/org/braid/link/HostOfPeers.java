package org.braid.link;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.link.bulk.Bulk;
import org.braid.link.control.PeerHost;
import org.braid.link.dispatch.HandlerTable;
import org.braid.link.progress.Notices;
import org.braid.link.region.RemoteMemory;
import org.braid.link.select.Ports;
import org.braid.link.stream.Peer;
import org.jspecify.annotations.Nullable;

/** What a context is to the peers that it has met, and who is told when one of them has ended. */
final class HostOfPeers implements PeerHost, Peer.EndListener {
    private final ContextId self;
    private final Ports ports;
    private final HandlerTable handlers;
    private final Bulk bulk;
    private final RemoteMemory memory;
    private final Notices notices;
    private final List<Peer.EndListener> listeners = new ArrayList<>();

    HostOfPeers(ContextId self, Ports ports, HandlerTable handlers, Bulk bulk, RemoteMemory memory, Notices notices) {
        this.self = self;
        this.ports = ports;
        this.handlers = handlers;
        this.bulk = bulk;
        this.memory = memory;
        this.notices = notices;
    }

    /** Is told of every peer that ends from now on. */
    void add(Peer.EndListener listener) {
        listeners.add(listener);
    }

    @Override
    public ContextId self() {
        return self;
    }

    @Override
    public DescriptorTable table() {
        return ports.table();
    }

    @Override
    public @Nullable String handlerName(int id) {
        HandlerTable.Entry entry = handlers.at(id);
        return entry == null ? null : entry.name();
    }

    @Override
    public boolean hears(ContextId peer) {
        return ports.hears(peer);
    }

    @Override
    public void condemned(ContextId peer, BraidException cause) {
        ports.peerFailed(peer, cause);
    }

    @Override
    public void left(ContextId peer) {
        ports.peerLeft(peer);
    }

    @Override
    public void notice(String text) {
        notices.add(text);
    }

    @Override
    public void ended(Peer peer, BraidException cause) {
        try {
            bulk.peerEnded(peer, cause);
            memory.peerEnded(peer, cause);
        } finally {
            for (int i = 0; i < listeners.size(); i++) { // no lambda: every job ends here
                tell(listeners.get(i), peer, cause);
            }
        }
    }

    /** A listener that throws keeps the news neither from the others nor from whoever waits for that peer. */
    private void tell(Peer.EndListener listener, Peer peer, BraidException cause) {
        try {
            listener.ended(peer, cause);
        } catch (Throwable thrown) {
            notices.warnOnce("A failure listener threw " + thrown);
        }
    }
}
