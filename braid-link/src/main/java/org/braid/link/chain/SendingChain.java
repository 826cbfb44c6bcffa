package org.braid.link.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.base.os.Gate;
import org.braid.base.wire.FrameKind;
import org.braid.link.flow.CreditWindow;
import org.braid.link.ring.RingLayout;
import org.braid.link.spi.Alert;
import org.braid.link.spi.Lane;
import org.braid.link.spi.LaneCounter;
import org.jspecify.annotations.Nullable;

/**
 * A lane with devices above it (charm-on-vmi, section 4.1: the send chain), a lane itself for the stream that it carries. Frames go down through the devices, top first, and below go under their kind and
 * {@link FrameKind#CHAINED}. One thread at a time is inside; credit is charged here, by the length above the chain.
 *
 * <p>What a device answers is compared with what became of the frame below it. One that throws, changes a header, passes on what cannot be a frame, keeps a frame without a copy, or lets one overtake another
 * is at fault: the chain takes nothing more ({@link #closedBy} names the device), and hands back what its peer has not accepted. Memory of the sender that cannot be read is the sender's error, as with any lane.
 *
 * <p>Budget of a message through devices that do not look at it ({@link Steps}): 20 ns at both ends together.
 */
public final class SendingChain extends Lane {
    private static final int ENTER_SPINS = 64;

    private final ChainText text;
    private final String method;
    private final Lane lane;
    private final Surroundings surroundings;
    private final long before;
    private final int frameBytes;
    private final int eagerBytes;
    private final WayDown way;

    /** Orders everything in {@link #way}, and the credit. */
    private final Gate gate = new Gate();

    private final CreditWindow credit = new CreditWindow(Long.MAX_VALUE);
    private volatile boolean shut;

    /**
     * Made by {@link Devices#sending}.
     *
     * @param before frames that the lane had taken before
     */
    SendingChain(ChainText text, Lane lane, long before, Surroundings surroundings, WayDown way, int overheadBytes) {
        this.text = text;
        this.method = text.toString();
        this.lane = lane;
        this.before = before;
        this.surroundings = surroundings;
        this.way = way;
        this.frameBytes = lane.frameBytes() - overheadBytes;
        this.eagerBytes = lane.eagerBytes() - overheadBytes;
    }

    /** The devices and the transport, as they are announced to the receiver. */
    public ChainText text() {
        return text;
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public int frameBytes() {
        return frameBytes;
    }

    @Override
    public int eagerBytes() {
        return eagerBytes;
    }

    @Override
    public int offer(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        if (shut) {
            return CLOSED;
        }
        if (length > frameBytes) {
            return TOO_LONG;
        }
        if (!enter()) {
            return CONTENDED;
        }
        try {
            return shut ? CLOSED : charged(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
        } finally {
            gate.exit();
        }
    }

    /** Past the devices, too, if the lane below has a way of its own: what goes there is in no order with what they have made. */
    @Override
    public int offerPast(int kind, int a0, int a1, int a2, int a3, byte @Nullable [] payload) {
        return lane.hasWayPast() ? lane.offerPast(kind, a0, a1, a2, a3, payload) : super.offerPast(kind, a0, a1, a2, a3, payload);
    }

    private int charged(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        int charge = kind == FrameKind.RSR ? RingLayout.recordBytes(length) : 0;
        if (!credit.tryTake(charge)) {
            return NO_CREDIT;
        }
        int answer = FULL;
        try {
            answer = way.take(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
        } finally {
            if (answer != TAKEN) {
                credit.giveBack(charge);
            }
            if (way.failure() != null) { // asked first: each store would wait until the ring's have left the core
                shut = true;
            }
        }
        return answer;
    }

    /**
     * Moves on what waits in devices, and tells {@link Surroundings#alert} what has happened. Called with the context's token while {@link #pending}.
     *
     * @return frames moved and alerts told
     */
    public int poll(long nowNs) {
        if (!enter()) {
            return 0;
        }
        int moved;
        List<Alert> alerts;
        try {
            moved = shut ? 0 : way.poll(nowNs);
            shut |= way.failure() != null;
            alerts = way.takeAlerts();
        } finally {
            gate.exit();
        }
        for (Alert alert : alerts) {
            surroundings.alert(alert);
        }
        return moved + alerts.size();
    }

    /** True while a frame waits in a device, or an alert to be told. A thread that has sent must look, or somebody must for it: nothing below rings. */
    public boolean pending() {
        return way.isWaiting();
    }

    /** When {@link #poll} will have something to do; {@link Long#MAX_VALUE} if nothing waits. */
    public long dueNs() {
        return way.dueNs();
    }

    /** Counted from the chain's first frame on. */
    @Override
    public long takenFrames() {
        return way.taken();
    }

    @Override
    public boolean mayBeLeft() {
        return lane.mayBeLeft();
    }

    @Override
    public boolean giveUp() {
        if (!enter()) {
            return false;
        }
        shut = true; // whoever enters from now on sees it
        gate.exit();
        return lane.giveUp();
    }

    /** As {@link Lane#handBack}, with frames counted from the chain's first one on, as they were when they were offered here. The devices are closed then. */
    @Override
    public void handBack(long accepted, Consumer<org.braid.link.spi.Frame> to) {
        if (accepted < 0 || accepted > way.sent()) {
            throw ChainErrors.miscounted(accepted, before, way.sent());
        }
        new WayBack(method, way.seats(), to).handBack(lane, before + accepted);
        close();
    }

    /** As {@link #handBack}, of a lane by which nothing has come to the peer, nor what stands before the chain's first frame. */
    public void handBackAll(Consumer<org.braid.link.spi.Frame> to) {
        new WayBack(method, way.seats(), to).handBack(lane, 0);
        close();
    }

    /** The lane has ended, and nobody asks for what it had taken: the devices are closed. */
    public void close() {
        shut = true;
        way.close();
    }

    @Override
    public void grant(long cumulativeBytes) {
        credit.limit(cumulativeBytes);
    }

    @Override
    public long chargedBytes() {
        return credit.takenBytes();
    }

    /** The chain's, those of each device under its name, and the lane's. */
    @Override
    public List<LaneCounter> counters() {
        List<LaneCounter> all = new ArrayList<>();
        all.add(new LaneCounter("frames sent", way.taken()));
        Seat.count(way.seats(), all);
        for (LaneCounter each : lane.counters()) {
            all.add(new LaneCounter(lane.method() + ": " + each.name(), each.value()));
        }
        return all;
    }

    @Override
    public void flush() {
        lane.flush();
    }

    @Override
    public long acceptedFrames() {
        long accepted = lane.acceptedFrames();
        return accepted == Long.MAX_VALUE ? accepted : accepted - before;
    }

    @Override
    public boolean settled() {
        return !pending() && lane.settled();
    }

    @Override
    public boolean wantsMemory() {
        return lane.wantsMemory();
    }

    @Override
    public @Nullable BraidException starvedBy() {
        return lane.starvedBy();
    }

    @Override
    public boolean isOccupied() {
        return !shut && (!gate.looksFree() || lane.isOccupied());
    }

    /** The device that has failed, or why the lane below has ended. */
    @Override
    public @Nullable Throwable closedBy() {
        Throwable failure = way.failure();
        return failure != null ? failure : lane.closedBy();
    }

    private boolean enter() {
        for (int i = 0; i < ENTER_SPINS; i++) {
            if (gate.tryEnter()) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }
}
