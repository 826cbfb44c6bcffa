package org.braid.testkit.sim;

import java.util.ArrayDeque;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;

/**
 * The application that sends on one stream: one to three threads, each takes the next message, tries to send it, thinks, and goes
 * on. A thread that is told "not now" waits until it is woken.
 */
final class SimSender {
    private final SimLane lane;
    private final SimWorld world;
    private final int messages;
    private final ArrayDeque<Runnable> waiters = new ArrayDeque<>();
    private final Runnable thread = this::run;
    private int threadsLeft;
    private int next;

    SimSender(SimLane lane) {
        this.lane = lane;
        this.world = lane.context().world();
        this.messages = lane.options().messages;
        this.threadsLeft = 1 + world.random().nextInt(3);
        for (int i = 0; i < threadsLeft; i++) world.after(think(), thread);
    }

    private void run() {
        if (lane.context().isDead()) return;
        if (next == messages || !lane.mayCall()) {
            threadsLeft--;
            wakeAll(); // the last message is gone: other threads that wait to send it may end, too
            return;
        }
        if (trySend(next)) {
            next++;
            world.after(think(), thread);
        } else waiters.add(thread);
    }

    private boolean trySend(int message) {
        Ledger ledger = world.ledger();
        int bytes = ledger.bytes(lane, message);
        if (ledger.isBulk(lane, message)) return lane.bulk().sends().tryOffer(message, ledger.userBuffer(lane, message));
        if (!lane.credit().eager().covers(bytes) && (message & 1) == 0 && lane.bulk().sends().tryOffer(message, ledger.userBuffer(lane, message))) {
            lane.tally(Transition.EAGER_BECAME_OFFER);
            return true;
        }
        byte[] frame = SimFrame.of(FrameKind.RSR, message, 0, 0, bytes);
        ledger.fill(lane, message, frame, FrameHeader.BYTES);
        return lane.trySend(frame, lane.credit().eager(), bytes, Transition.CREDIT_REFUSED);
    }

    void wakeAll() {
        while (!waiters.isEmpty()) world.steps().wake(lane, waiters.remove());
    }

    boolean isDone() {
        return threadsLeft == 0;
    }

    private long think() {
        return world.random().nextLong(world.options().thinkNs + 1);
    }

    @Override
    public String toString() {
        return "sent=" + next + "/" + messages + " threads=" + threadsLeft + " waiting=" + waiters.size();
    }
}
