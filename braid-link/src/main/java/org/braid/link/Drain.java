package org.braid.link;

import java.util.Collection;
import org.braid.base.wire.ContextId;
import org.braid.link.bulk.Bulk;
import org.braid.link.progress.Progress;
import org.braid.link.select.Ports;
import org.braid.link.stream.PeerTable;

/** Waits until peers have all that a context has sent, and leaves everything open: other threads go on sending and waiting meanwhile. */
final class Drain {
    /** This end looks, too, and finds nothing more: then those who wait for that are told. */
    private static final int TURNS = 2;

    private final Progress progress;
    private final PeerTable peers;
    private final Bulk bulk;
    private final Ports ports;
    private int turns;

    Drain(Progress progress, PeerTable peers, Bulk bulk, Ports ports) {
        this.progress = progress;
        this.peers = peers;
        this.bulk = bulk;
        this.ports = ports;
    }

    /**
     * Of these peers alone, and both ways: they have all, and know that this end has. So where each end of a link calls this behind its last receive, none waits for one that has gone on.
     *
     * @return true if that came true within the time
     */
    boolean between(Collection<ContextId> some, long timeoutNs) {
        return progress.awaitThat(() -> some.stream().noneMatch(each -> peers.lacks(each) || ports.owesWordTo(each)), timeoutNs);
    }

    /**
     * What is left of the time is for each of them to look at least once. Whether one has is not always to be known, if it has taken what there was and computes since: so that is no condition.
     *
     * @return true if peers had all within the time
     */
    boolean within(long timeoutNs) {
        long startNs = progress.nanoTime();
        boolean isDone = progress.awaitThat(this::isDone, timeoutNs);
        boolean ignored = isDone && progress.awaitThat(() -> !peers.anyUnseen(), timeoutNs - (progress.nanoTime() - startNs));
        return isDone;
    }

    /** Of long messages those count that were offered and not fetched yet, too. */
    private boolean isDone() {
        return turns++ >= TURNS && !progress.unsent() && !progress.chains().unsent() && !bulk.pending() && !peers.anyUnsent() && !peers.anyUnaccepted();
    }
}
