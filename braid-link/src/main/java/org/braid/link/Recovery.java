package org.braid.link;

import org.braid.base.BraidException;
import org.jspecify.annotations.Nullable;

/**
 * A stream goes by the second best, because its best way has failed: when the compound that decides would choose otherwise, it goes back by itself (charm-on-vmi, section 4.4). How long a way stands back is the
 * compound's affair; here is the timer. It wakes nobody: a stream by which nothing is sent need not be in a hurry. Guarded by the context's token.
 */
final class Recovery implements PolledChains.Chain {
    private final Stream stream;
    private final int incarnation;
    private final Ways ways;
    private long dueNs;

    Recovery(Stream stream, Ways ways, long dueNs) {
        this.stream = stream;
        this.incarnation = stream.incarnation();
        this.ways = ways;
        this.dueNs = dueNs;
    }

    /** The stream has left the lane that it had, or has been given back, or cannot leave. */
    @Override
    public boolean isOver() {
        return dueNs == Long.MAX_VALUE || stream.incarnation() != incarnation || stream.isMoving() || !stream.mayGoOn() || peer().streams().of(stream.number()) != stream;
    }

    @Override
    public boolean pending() {
        return !isOver() && peer().context().nowNs() - dueNs >= 0;
    }

    @Override
    public int poll(long nowNs) {
        String best = best();
        if (best == null || best.equals(stream.carrier().method())) {
            dueNs = best == null ? Long.MAX_VALUE : ways.nextChangeNs(stream);
            return 0;
        }
        dueNs = Long.MAX_VALUE;
        peer().context().notice("What is sent to " + peer().id() + " by " + stream.carrier().method() + " goes back to " + best);
        stream.leave(null);
        return 1;
    }

    /** Null if nothing can be chosen now: then it stays where it is. */
    private @Nullable String best() {
        try {
            return ways.best(stream);
        } catch (BraidException none) {
            return null;
        }
    }

    @Override
    public long dueNs() {
        return dueNs;
    }

    @Override
    public Peer peer() {
        return stream.peer();
    }

    @Override
    public boolean receives() {
        return false;
    }

    @Override
    public void end() {
        dueNs = Long.MAX_VALUE;
    }
}
