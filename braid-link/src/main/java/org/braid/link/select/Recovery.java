package org.braid.link.select;

import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.link.progress.Notices;
import org.braid.link.progress.PolledChains;
import org.braid.link.spi.Clock;
import org.braid.link.stream.Itinerary;
import org.braid.link.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A stream goes by the second best, because its best way has failed: when the compound that decides would choose otherwise, it goes back by itself (charm-on-vmi, section 4.4). How long a way stands back is the
 * compound's affair; here is the timer. It wakes nobody: a stream by which nothing is sent need not be in a hurry. Guarded by the context's token.
 */
final class Recovery implements PolledChains.Chain {
    private final Stream stream;
    private final Itinerary itinerary;
    private final int incarnation;
    private final Routes routes;
    private final Clock clock;
    private final Notices notices;
    private long dueNs;

    /** It is looked at first on the next turn: the time may have come while the stream was between two lanes. */
    Recovery(Stream stream, Routes routes, Clock clock, Notices notices) {
        this.stream = stream;
        this.itinerary = stream.itinerary();
        this.incarnation = itinerary.incarnation();
        this.routes = routes;
        this.clock = clock;
        this.notices = notices;
        this.dueNs = clock.nanoTime();
    }

    /** The stream has left the lane that it had, or has been given back, or cannot leave. */
    @Override
    public boolean isOver() {
        return dueNs == Long.MAX_VALUE || itinerary.incarnation() != incarnation || itinerary.isMoving() || !itinerary.mayGoOn() || stream.peer().streams().of(stream.number()) != stream;
    }

    @Override
    public boolean pending() {
        return !isOver() && clock.nanoTime() - dueNs >= 0;
    }

    @Override
    public int poll(long nowNs) {
        long nextNs = nextChangeNs(); // asked before: should the time come between the two questions, the first answer is the one that tells
        String best = best();
        if (best == null || best.equals(itinerary.carrier().method())) {
            dueNs = best == null ? Long.MAX_VALUE : nextNs;
            return 0;
        }
        dueNs = Long.MAX_VALUE;
        notices.add("What is sent to " + peer() + " by " + itinerary.carrier().method() + " goes back to " + best);
        itinerary.goBack();
        return 1;
    }

    private long nextChangeNs() {
        try {
            return routes.nextChangeNs(stream);
        } catch (BraidException none) {
            return Long.MAX_VALUE;
        }
    }

    /** Null if nothing can be chosen now: then it stays where it is. */
    private @Nullable String best() {
        try {
            return routes.best(stream);
        } catch (BraidException none) {
            return null;
        }
    }

    @Override
    public long dueNs() {
        return dueNs;
    }

    @Override
    public ContextId peer() {
        return stream.peer().id();
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
