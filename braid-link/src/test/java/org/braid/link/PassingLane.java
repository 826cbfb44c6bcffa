package org.braid.link;

import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.jspecify.annotations.Nullable;

/** A lane that does what another one does, for tests that change a part of it. */
public abstract class PassingLane extends Lane {
    private final Lane lane;

    public PassingLane(Lane lane) {
        this.lane = lane;
    }

    @Override
    public int offer(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        return lane.offer(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
    }

    @Override
    public void grant(long cumulativeBytes) {
        lane.grant(cumulativeBytes);
    }

    @Override
    public long chargedBytes() {
        return lane.chargedBytes();
    }

    @Override
    public @Nullable Throwable closedBy() {
        return lane.closedBy();
    }

    @Override
    public String method() {
        return lane.method();
    }

    @Override
    public int frameBytes() {
        return lane.frameBytes();
    }

    @Override
    public int eagerBytes() {
        return lane.eagerBytes();
    }

    @Override
    public Reach reach() {
        return lane.reach();
    }
}
