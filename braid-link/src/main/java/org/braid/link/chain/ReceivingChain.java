package org.braid.link.chain;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Alert;
import org.braid.link.spi.DamagedFrame;
import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.Frame;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.FrameSlot;
import org.braid.link.spi.LaneCounter;
import org.braid.link.spi.RequestRun;
import org.jspecify.annotations.Nullable;

/**
 * The mirror of a {@link SendingChain} (charm-on-vmi, section 4.1: the receive chain): frames of a lane go up through the devices, lowest first, and reach the stream as they were offered. Everything here
 * happens with the context's token.
 *
 * <p>A frame that a device finds damaged, or over which it throws or breaks its contract, is refused: it and what is at that device or below it count as never arrived, and the chain hands up nothing
 * more but what waits above that device. Whoever drives the lane asks {@link #refusal} after each frame, stops reading, calls {@link #giveUp}, and tells the sender {@link #delivered}.
 */
public final class ReceivingChain {
    /** It is the lane's code that runs, the stream's, or nobody's. */
    private static final int NOBODY = WayDown.NOBODY;

    private final ChainText text;
    private final Surroundings surroundings;
    private final FrameSink stream;
    private final boolean ordered;
    private final NativePayload payload = new NativePayload();
    private final FrameSlot slot = new FrameSlot();
    private final ChainedRun run = new ChainedRun(this, slot, payload);
    private @Nullable PassingRun passing;
    private ReceivingSeat[] seats = {};
    private @Nullable ReceivingSeat firstStep; // the lowest; null if no device looks at what goes up
    private int at = NOBODY; // the position of the device that runs; a number, as in WayDown
    private int closedFrom = Integer.MAX_VALUE; // what is at this position or below hands up nothing more
    private @Nullable String refusal;
    private long arrived;
    private long delivered;
    private @Nullable Throwable thrown; // by the stream; it is none of the devices' business
    private boolean over;

    /** Made by {@link Devices#receiving}. */
    ReceivingChain(ChainText text, FrameSink stream, Surroundings surroundings) {
        this.text = text;
        this.stream = stream;
        this.surroundings = surroundings;
        this.ordered = surroundings.delivery() == DeliveryClass.ORDERED;
    }

    /** The devices, top first, all of them open. */
    void begin(ReceivingSeat[] opened) {
        seats = opened;
        firstStep = opened[opened.length - 1].orNextStep();
    }

    /** What was built here, to be compared with what was announced: see {@link ChainText#requireSame}. */
    ChainText text() {
        return text;
    }

    /**
     * A frame of the lane, of a kind with {@link FrameKind.CHAINED}; see {@link FrameSink#frame}. One that has not gone through a chain is refused: the lane's own frames are the caller's to sort
     * out.
     */
    public void frame(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        if (!isOpen()) {
            return;
        }
        if ((kind & FrameKind.CHAINED) == 0) {
            refuse(null, "a frame of kind " + kind + " came that had not gone through the chain");
            return;
        }
        ReceivingSeat first = firstStep;
        if (first == null) {
            passes();
            stream.frame(kind & ~FrameKind.CHAINED, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
            return;
        }
        arrive(first, slot.fill(kind & ~FrameKind.CHAINED, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length));
        rethrow();
    }

    /** As {@link FrameSink#requests}: requests that come out of the devices as they have come in, one by one, are a run of the stream's, too. */
    public void requests(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length, RequestRun behind) {
        ReceivingSeat first = firstStep;
        if (!isOpen() || first != null && (!ordered || pending())) {
            frame(kind, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
            return;
        }
        if (first == null) {
            passes();
            stream.requests(kind & ~FrameKind.CHAINED, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length, passing(behind));
            return;
        }
        run.begin(first, slot.fill(kind & ~FrameKind.CHAINED, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length), segment, behind);
        try {
            run.handTo(stream);
        } finally {
            run.end(stream);
        }
    }

    private PassingRun passing(RequestRun behind) {
        PassingRun all = PassingRun.of(passing, this, behind);
        if (all != passing) { // a reference that is stored again costs a card mark
            passing = all;
        }
        return all;
    }

    /** A frame of the lane comes to the stream: no device looks at it. */
    void passes() {
        arrived++;
        delivered++;
    }

    /** A frame of the lane, at the lowest device that looks at it. */
    void arrive(ReceivingSeat first, Frame frame) {
        arrived++;
        at = NOBODY;
        try {
            first.arrived(frame);
        } catch (Throwable broken) {
            broken(broken);
        }
        if (ordered && delivered != arrived && refusal == null) {
            findSwallowed();
        }
    }

    /** True while what the lane brings is accepted. */
    boolean isOpen() {
        return refusal == null && !over;
    }

    private void findSwallowed() {
        for (ReceivingSeat seat : seats) {
            if (seat.hasSwallowed()) {
                refuse(seat, "a frame did not come out of it");
                return;
            }
        }
    }

    private void broken(Throwable broken) {
        ReceivingSeat by = running();
        refuse(by, broken instanceof DamagedFrame damaged && by != null ? String.valueOf(damaged.getMessage()) : "it threw " + broken);
    }

    /** What the stream throws is not the chain's to judge. */
    private void rethrow() {
        Throwable first = thrown;
        if (first == null) {
            return;
        }
        thrown = null;
        if (first instanceof Error error) {
            throw error;
        }
        throw first instanceof RuntimeException runtime ? runtime : new IllegalStateException(first);
    }

    /** The stream is handed a frame, which has come then, whatever the stream throws. */
    void deliver(ReceivingSeat from, Frame frame) {
        if (run.isUnderWay()) {
            run.came(frame);
            delivered++;
            return;
        }
        payload.of(frame);
        at = NOBODY;
        delivered++;
        try {
            stream.frame(
                    frame.kind(), frame.endpoint(), frame.route(), frame.handler(), frame.a0(), frame.a1(), frame.a2(), frame.a3(), payload.segment(), payload.offset(), frame.length());
        } catch (Throwable broken) {
            thrown = thrown == null ? broken : thrown;
        }
        at = from.position();
    }

    /** Nothing comes any more from this device, or from below it. */
    void refuse(@Nullable ReceivingSeat by, String why) {
        closedFrom = Math.min(closedFrom, by == null ? seats.length : by.position());
        if (refusal == null) {
            refusal = by == null ? text + ": " + why : by.name() + " of " + text + ": " + why;
        }
    }

    /** News has come to the top. A failure is the refusal of whatever the device that raised it has at hand. */
    void raise(Alert alert) {
        if (alert.severity() == Alert.Severity.FAILURE) {
            refuse(running(), alert.text());
        }
        surroundings.alert(alert);
    }

    /** The device at this position runs from now on; returns the one before. */
    int enter(int position) {
        int before = at;
        at = position;
        return before;
    }

    private @Nullable ReceivingSeat running() {
        return at == NOBODY ? null : seats[at];
    }

    boolean isOpenAbove(ReceivingSeat seat) {
        return seat.position() < closedFrom;
    }

    boolean isOrdered() {
        return ordered;
    }

    /** Why a frame was refused, with the device that did so; null while none was. */
    public @Nullable String refusal() {
        return refusal;
    }

    /**
     * How many of the sender's frames, from the chain's first one on, have been handed to the stream. Where the stream allows frames to be lost, doubled or reordered: how many have arrived, since what waits is
     * handed up by {@link #giveUp} at the latest. After that the sender need not hand these back.
     */
    public long delivered() {
        return ordered ? delivered : arrived;
    }

    /** Moves on what waits. Called while {@link #pending}. Returns frames moved. */
    public int poll(long nowNs) {
        int moved = 0;
        for (int i = Math.min(seats.length, closedFrom) - 1; i >= 0 && !over; i--) {
            moved += poll(seats[i], nowNs);
        }
        rethrow();
        return moved;
    }

    private int poll(ReceivingSeat seat, long nowNs) {
        at = seat.position();
        try {
            return seat.end().pending() ? seat.end().poll(nowNs) : 0;
        } catch (Throwable broken) {
            broken(broken);
            return 0;
        }
    }

    /** True while a frame waits in a device. */
    public boolean pending() {
        boolean any = false;
        for (ReceivingSeat seat : seats) {
            any |= !over && isOpenAbove(seat) && seat.end().pending();
        }
        return any;
    }

    /** When {@link #poll} will have something to do; {@link Long#MAX_VALUE} if nothing waits. */
    public long dueNs() {
        long first = Long.MAX_VALUE;
        for (ReceivingSeat seat : seats) {
            if (!over && isOpenAbove(seat)) {
                first = Math.min(first, seat.end().dueNs());
            }
        }
        return first;
    }

    /** The lane brings nothing more: what waits is handed to the stream at once, in order, as far as nothing was refused, and the devices are closed. What the stream throws is told as an alert. */
    public void giveUp() {
        if (over) {
            return;
        }
        for (ReceivingSeat seat : seats) {
            at = seat.position();
            try {
                seat.giveUp();
            } catch (Throwable broken) {
                broken(broken);
            }
        }
        over = true;
        tellOfThrown();
        Seat.close(seats);
    }

    private void tellOfThrown() {
        Throwable broken = thrown;
        thrown = null;
        if (broken != null) {
            surroundings.alert(new Alert(text.toString(), Alert.Severity.WARNING, "what waited met " + broken));
        }
    }

    /** Those of each device under its name. */
    public List<LaneCounter> counters() {
        List<LaneCounter> all = new ArrayList<>();
        all.add(new LaneCounter("frames received", delivered));
        Seat.count(seats, all);
        return all;
    }
}
