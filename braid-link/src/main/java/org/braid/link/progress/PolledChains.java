package org.braid.link.progress;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.link.spi.Clock;

/** The chains of one context in which something may wait, and the streams that wait for a better one: moved on in every turn while they do. Guarded by the context's token. */
public final class PolledChains {
    /** One end of a chain, or what waits for one. */
    public interface Chain {
        /** True while something waits in it. */
        boolean pending();

        /** When {@link #poll} will have something to do. */
        long dueNs();

        /** Moves on what is due; frames moved. */
        int poll(long nowNs);

        /** True once nothing will wait in it any more. */
        boolean isOver();

        /** The context at the other end. */
        ContextId peer();

        /** True if frames of the peer wait in it, false if ours do. */
        boolean receives();

        /** Its peer, or its context, has ended: what has come is handed up at once, and the devices are closed. */
        void end();
    }

    private final List<Chain> chains = new ArrayList<>(0);

    /** Is polled while something waits in it. */
    public void add(Chain chain) {
        chains.add(chain);
    }

    /** One load on every turn. */
    boolean any() {
        return !chains.isEmpty();
    }

    boolean pending() {
        for (int i = 0; i < chains.size(); i++) {
            if (chains.get(i).pending()) {
                return true;
            }
        }
        return false;
    }

    /** The clock is read only if something waits: a look at it costs as much as a device. */
    int poll(Clock clock) {
        int done = 0;
        for (int i = chains.size() - 1; i >= 0; i = Math.min(i, chains.size()) - 1) { // what a chain brings may end its peer, and all chains from there
            Chain each = chains.get(i);
            if (each.pending()) {
                done += each.poll(clock.nanoTime());
            } else if (each.isOver()) {
                chains.remove(i);
            }
        }
        return done;
    }

    /** When {@link #poll} will have something to do at the earliest; {@link Long#MAX_VALUE} if nothing waits. */
    long dueNs() {
        long due = Long.MAX_VALUE;
        for (int i = 0; i < chains.size(); i++) {
            due = chains.get(i).pending() ? Math.min(due, chains.get(i).dueNs()) : due;
        }
        return due;
    }

    /** True while a frame of ours waits in a device. */
    public boolean unsent() {
        for (int i = 0; i < chains.size(); i++) {
            if (!chains.get(i).receives() && chains.get(i).pending()) {
                return true;
            }
        }
        return false;
    }

    /** True while a frame of this peer waits in a device. */
    public boolean waitFrom(ContextId peer) {
        for (int i = 0; i < chains.size(); i++) {
            if (chains.get(i).receives() && chains.get(i).peer().equals(peer) && chains.get(i).pending()) {
                return true;
            }
        }
        return false;
    }

    /** This peer has ended, and its lanes with it. */
    void end(ContextId peer) {
        for (int i = chains.size() - 1; i >= 0; i = Math.min(i, chains.size()) - 1) { // what a chain hands up may end others
            if (chains.get(i).peer().equals(peer)) {
                chains.remove(i).end();
            }
        }
    }

    /** The context is closed. */
    void end() {
        while (!chains.isEmpty()) {
            chains.removeLast().end();
        }
    }
}
