package org.braid.link.stripe;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.link.spi.Lane;
import org.braid.link.spi.LaneOwner;
import org.braid.link.stream.Carrier;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Wish;

/** The striped lanes of one context, at their sending ends. Guarded by the context's token. */
public final class Stripes implements LaneOwner {
    private final List<Opened> open = new ArrayList<>(0);
    private int last;

    private record Opened(ContextId peer, StripedLane lane) {}

    /** The number of the next striped lane, which its rails name before it is there. */
    public int nextNumber() {
        return ++last;
    }

    /** A rail to this peer that begins on this lane. It is known to the peer when this returns. */
    public Rail rail(Peer peer, int number, int stripe, Wish wish, Carrier first) {
        peer.introduce(first, number, stripe);
        Rail rail = new Rail(peer, number, stripe, wish, first);
        peer.streams().add(rail);
        return rail;
    }

    /** A lane that consists of these rails. */
    public Carrier over(List<Rail> rails, int number, Peer peer, String method) {
        StripedLane lane = new StripedLane(number, method, rails);
        open.add(new Opened(peer.id(), lane));
        return new Carrier(peer.id(), lane, lane, this, method);
    }

    @Override
    public boolean release(Lane unused) {
        open.removeIf(each -> each.lane == unused);
        return unused instanceof StripedLane lane && lane.release();
    }

    /**
     * A peer says how many frames of a striped lane it has put into order; of one that is there no more that is late.
     *
     * @return false if it cannot be meant
     */
    public boolean gathered(Peer peer, int number, long total) {
        for (Opened each : open) {
            if (each.lane.number() == number) {
                return each.peer.equals(peer.id()) && each.lane.gathered(total);
            }
        }
        return number > 0 && number <= last;
    }
}
