package org.braid.testkit.sim;

import java.util.ArrayDeque;
import org.braid.base.wire.FrameKind;

/**
 * The application that receives one stream: a bounded queue that it empties at its own pace. Offers that find no free slot for their
 * transfer are parked, bounded by the control credit: a lane that stopped reading because of them would wait for fragments behind
 * the very frames that it doesn't read.
 */
final class SimInbox {
    private final SimLane lane;
    private final SimWorld world;
    private final ArrayDeque<byte[]> queue = new ArrayDeque<>();
    private final ArrayDeque<byte[]> parkedOffers = new ArrayDeque<>();
    private final Runnable turn = this::turn;
    private boolean scheduled;

    SimInbox(SimLane lane) {
        this.lane = lane;
        this.world = lane.context().world();
    }

    /** False when the queue is full: not now. */
    boolean offer(byte[] frame) {
        if (queue.size() == world.options().inboxMost) return false;
        queue.add(frame);
        schedule();
        return true;
    }

    /** A slot for a bulk transfer became free. */
    void kick() {
        if (!parkedOffers.isEmpty()) schedule();
    }

    boolean isIdle() {
        return queue.isEmpty() && parkedOffers.isEmpty();
    }

    private void schedule() {
        if (scheduled) return;
        scheduled = true;
        world.after(world.random().nextLong(world.options().consumeNs + 1), turn);
    }

    private void turn() {
        scheduled = false;
        if (lane.context().isDead()) return;
        while (!parkedOffers.isEmpty() && lane.bulk().receives().tryMatch(parkedOffers.element())) lane.handedOver(parkedOffers.remove());
        if (queue.isEmpty()) return;
        take(queue.remove());
        if (!queue.isEmpty()) schedule();
    }

    private void take(byte[] frame) {
        world.ledger().handedOver(lane, frame);
        boolean waits = SimFrame.kind(frame) == FrameKind.OFFER && (!parkedOffers.isEmpty() || !lane.bulk().receives().tryMatch(frame));
        if (waits) parkedOffers.add(frame);
        else lane.handedOver(frame);
    }

    @Override
    public String toString() {
        return "inbox=" + queue.size() + "+" + parkedOffers.size();
    }
}
