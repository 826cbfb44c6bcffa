package org.braid.transports.shm;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.os.Machine;
import org.braid.base.wire.ContextId;
import org.braid.link.ring.RingConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Peers whose process nobody watches for us: guests of a job, and the job as a guest sees it. (The launcher watches the ranks, and ends them all when one dies.) The kernel is asked
 * twice a second whether they are still there. Owned by the holder of the context's token.
 */
final class Unwatched {
    private static final long LOOK_NS = 500_000_000L;

    /** A peer's process, and the ring through which it sends, once it has introduced one. */
    private static final class Neighbour {
        final ContextId peer;
        final long pid;
        final long startTicks;
        final List<RingConsumer> rings = new ArrayList<>(1);

        Neighbour(ContextId peer, long pid) {
            this.peer = peer;
            this.pid = pid;
            this.startTicks = Machine.startTicks(pid);
        }

        /** What it had sent before its end is handed up first. */
        boolean isOver() {
            return !Machine.isAlive(pid, startTicks) && rings.stream().noneMatch(RingConsumer::ready);
        }
    }

    /** Somebody has gone. */
    record Gone(ContextId peer, long pid, List<RingConsumer> rings) {}

    private final List<Neighbour> neighbours = new ArrayList<>();
    private long nextLookNs = System.nanoTime();

    boolean any() {
        return !neighbours.isEmpty();
    }

    /** A peer was met in a process; with the ring that it reads from, or without. */
    void met(ContextId peer, long pid, @Nullable RingConsumer ring) {
        Neighbour known = null;
        for (Neighbour each : neighbours) {
            known = each.peer.equals(peer) ? each : known;
        }
        if (known == null) {
            known = new Neighbour(peer, pid);
            neighbours.add(known);
        }
        if (ring != null) {
            known.rings.add(ring);
        }
    }

    /** Somebody whose process has ended and who has nothing left to say; null if it is not yet time to look, or all are there. */
    @Nullable Gone next(long nowNs) {
        if (nowNs - nextLookNs < 0) {
            return null;
        }
        for (Neighbour each : neighbours) {
            if (each.isOver()) {
                neighbours.remove(each);
                return new Gone(each.peer, each.pid, each.rings);
            }
        }
        nextLookNs = nowNs + LOOK_NS;
        return null;
    }
}
