package org.braid.link;

import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;

/** The lane of two contexts of one process, as if other things of the peer's memory were in reach. */
public final class ReachingLane extends PassingLane {
    private final Reach reach;

    public ReachingLane(Lane lane, Reach reach) {
        super(lane);
        this.reach = reach;
    }

    @Override
    public Reach reach() {
        return reach;
    }
}
