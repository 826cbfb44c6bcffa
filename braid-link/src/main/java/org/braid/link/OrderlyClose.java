package org.braid.link;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.DirectMemory;
import org.braid.base.wire.ContextId;
import org.braid.link.bulk.Bulk;
import org.braid.link.progress.Notices;
import org.braid.link.progress.Progress;
import org.braid.link.region.RemoteMemory;
import org.braid.link.select.Ports;
import org.braid.link.stream.PeerTable;

/**
 * How a context closes all its lanes, in three steps that share the time: what handlers have left goes out and large messages under way are finished, which needs lanes that send, so streams whose lane breaks go on by another one still;
 * lanes are flushed and say farewell; what is left is given up.
 */
final class OrderlyClose {
    private final ContextId closing;
    private final Progress progress;
    private final Bulk bulk;
    private final RemoteMemory memory;
    private final Ports ports;
    private final PeerTable peers;
    private final Notices notices;
    private final Farewells farewells;

    OrderlyClose(ContextId closing, Progress progress, Bulk bulk, RemoteMemory memory, Ports ports, PeerTable peers, Notices notices) {
        this.closing = closing;
        this.progress = progress;
        this.bulk = bulk;
        this.memory = memory;
        this.ports = ports;
        this.peers = peers;
        this.notices = notices;
        this.farewells = new Farewells(ports, peers);
    }

    /**
     * Takes the token for the whole time. What was not brought to its end is left as a notice.
     *
     * @return true if everything was sent and flushed
     */
    boolean within(long timeoutNs) {
        progress.enter();
        try {
            long startNs = progress.nanoTime();
            progress.ports().forgetSkips();
            boolean sent = finish(startNs, timeoutNs / 2); // the ports need their share
            takeLeave(startNs + timeoutNs);
            String left = left(sent);
            if (!left.isEmpty()) {
                notices.add("This context's close is incomplete: " + left);
            }
            turn(); // a ring that is found empty tells its writer so: it may be waiting for that to close
            return left.isEmpty();
        } finally {
            try {
                letGo(timeoutNs);
            } finally {
                progress.exit();
            }
        }
    }

    /** The last step, whatever was thrown in a turn of those before: nothing of this context moves any more, and everybody who may wait for it is told. */
    private void letGo(long timeoutNs) {
        farewells.end();
        progress.rings().leave(); // so learn those who were never sent anything, and would write until there is no room
        progress.endChains();
        memory.giveUp(incomplete(timeoutNs));
        if (bulk.pending()) {
            bulk.giveUp(incomplete(timeoutNs)); // handlers have begun it meanwhile, those of what waited in devices last of all, and nobody polls any more
        }
    }

    /** What was not brought to its end, or empty. */
    private String left(boolean sent) {
        return !sent ? "messages waited for room longer than half of its time"
                : !ports.allClosed() ? "a lane was not flushed, or its peer did not take leave, within its time"
                : peers.anyUnsent() ? "a message was left behind by a handler, as lanes took leave already"
                : progress.chains().unsent() ? "a frame waits in a device still, and its lane has taken leave"
                : peers.anyBroken() ? "a lane had broken, and no other one went on in its place"
                : peers.anyUnaccepted() ? "a lane ended before its peer had accepted everything"
                : "";
    }

    private boolean finish(long startNs, long withinNs) {
        while ((unsent() || bulk.pending() || memory.pending()) && progress.nanoTime() - startNs < withinNs) {
            turn();
        }
        if (bulk.pending() || memory.pending()) {
            bulk.giveUp(incomplete(withinNs));
            memory.giveUp(incomplete(withinNs));
            return false;
        }
        return !unsent();
    }

    /** A handler that finds no memory outside the heap costs its message: whoever closes has others to see off. */
    private void turn() {
        try {
            progress.pollOrYield();
        } catch (BraidException thrown) {
            if (!DirectMemory.isUsedUp(thrown)) {
                throw thrown;
            }
            notices.warnOnce(thrown.getMessage());
        }
    }

    private boolean unsent() {
        return progress.unsent() || progress.chains().unsent();
    }

    private void takeLeave(long deadlineNs) {
        progress.startLeave();
        farewells.begin();
        do {
            turn();
        } while (!ports.allClosed() && progress.nanoTime() - deadlineNs < 0);
    }

    private BraidException incomplete(long withinNs) {
        return new BraidException(
                ErrorCode.CLOSE_INCOMPLETE,
                "A large message or an access to remote memory did not get through",
                "its context " + closing + " was closed, and " + withinNs / 1_000_000 + " ms later the data was still under way",
                "Complete sends and receives before closing, or close with more time");
    }
}
