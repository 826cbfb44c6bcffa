package org.braid.link;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.braid.link.spi.Lane;
import org.braid.link.stream.Carried;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Wish;
import org.jspecify.annotations.Nullable;

/** A lane that somebody can sit in, as a thread does that was preempted there: all others are told so. It stands between a peer and the peer's usual lane. */
final class OccupiedLane extends PassingLane {
    /** True while somebody is inside. */
    final AtomicBoolean occupied = new AtomicBoolean();

    /** How often somebody else was told so. */
    final AtomicInteger contended = new AtomicInteger();

    private final Runnable stay;

    private OccupiedLane(Lane lane, Runnable stay) {
        super(lane);
        this.stay = stay;
    }

    /** @param stay what everybody does who is inside, before the frame is taken */
    static OccupiedLane between(Context here, Peer peer, Runnable stay) {
        OccupiedLane[] made = new OccupiedLane[1];
        ContextPair.inside(here, () -> {
            Lane usual = Carried.usual(here.routes(), peer);
            made[0] = new OccupiedLane(usual, stay);
            Carried.by(made[0], peer, Wish.DEFAULT);
        });
        return made[0];
    }

    @Override
    public int offer(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        if (!occupied.compareAndSet(false, true)) {
            contended.incrementAndGet();
            return CONTENDED;
        }
        try {
            stay.run();
            return past(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
        } finally {
            occupied.set(false);
        }
    }

    /** As {@link #offer}, whoever is inside. */
    int past(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        return super.offer(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
    }

    @Override
    public boolean isOccupied() {
        return occupied.get();
    }
}
