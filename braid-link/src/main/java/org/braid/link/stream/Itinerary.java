package org.braid.link.stream;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.MethodExpression;
import org.braid.link.chain.SendingChain;
import org.braid.link.progress.Notices;
import org.braid.link.progress.Progress;
import org.braid.link.spi.Frame;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/**
 * By which lanes a stream goes, one after the other: the one that carries it, the {@link Handover} to the next one while it is between two, and what its links want and what has gone wrong, by which the next one is chosen.
 *
 * <pre>
 *   carried ──leave──> moving: nothing is taken, everything waits ──handed──> carried by the next lane,
 *                        ^                         |                          where what was handed back goes first
 *                        └── that one ends, or is refused
 * </pre>
 *
 * <p>A stream may leave its lane at any time, because that broke, was changed by hand or cut by the peer. Guarded by the context's token.
 */
public final class Itinerary {
    private final Stream stream;
    private final Progress progress;
    private final Notices notices;
    private final RouteFailures failures = new RouteFailures();
    private Wish wish;
    private Carrier carrier;
    private long sinceNs; // it goes by this lane
    private int incarnation;
    private @Nullable Handover handover;

    /** @param first carries the stream until that leaves it */
    Itinerary(Stream stream, Wish wish, Carrier first, Progress progress, Notices notices) {
        this.stream = stream;
        this.progress = progress;
        this.notices = notices;
        this.wish = wish;
        this.carrier = first;
        this.sinceNs = progress.nanoTime();
    }

    /** What the stream's links want. */
    Wish wish() {
        return wish;
    }

    /** What has gone wrong with the ways that were tried. */
    public RouteFailures failures() {
        return failures;
    }

    /** What carries the stream now; a lane that it is about to leave takes nothing any more. */
    public Carrier carrier() {
        return carrier;
    }

    /** Counts the lanes that it has had. */
    public int incarnation() {
        return incarnation;
    }

    /** The lane by which a frame may overtake what waits: that of now, or the next one as soon as the peer knows whose it is; null before that. */
    @Nullable Lane known() {
        return handover == null ? carrier.lane() : handover.introduced();
    }

    /** {@link Lane#wantsMemory}, of the lane by which the stream goes, or is to go on: whoever waits for that will be told, and whoever has gone on would not. */
    boolean wantsMemory() {
        return handover == null ? carrier.lane().wantsMemory() : handover.wantsMemory();
    }

    /** {@link Lane#starvedBy}, of the lane by which the stream goes, or is to go on. */
    @Nullable BraidException starvedBy() {
        return handover == null ? carrier.lane().starvedBy() : handover.starvedBy();
    }

    /** True between two lanes. */
    public boolean isMoving() {
        return handover != null;
    }

    /** True if an end of its lane is not the end of everything. */
    public boolean mayGoOn() {
        return stream.peer().end().isAnswered() && !progress.isLeaving() && carrier.mayBeReplaced();
    }

    // ---- leaving

    /** Goes on by what this order selects. */
    void moveTo(List<MethodExpression> order) {
        wish = wish.by(order);
        failures.forget();
        leave(null);
    }

    /** Leaves a lane that is sound for the one that is its best again. */
    public void goBack() {
        leave(null);
    }

    /** The lane may have ended while nobody sends. */
    void look() {
        if (handover == null && carrier.lane().closedBy() != null) {
            boolean ignored = leavesEnded();
        }
    }

    /** The lane takes nothing any more: true if the stream leaves it, false if that was everything. */
    boolean leavesEnded() {
        boolean leaves = mayGoOn();
        if (leaves) {
            leave(carrier.whyEnded());
        }
        return leaves;
    }

    /** The peer refuses what this incarnation's lane brings. */
    public void cut(int cutIncarnation, BraidException why) {
        if (handover == null && cutIncarnation == incarnation) {
            leave(why);
        } else if (handover != null && handover.isAnsweredBy(cutIncarnation)) {
            handover.again(why);
        }
    }

    /**
     * What comes back is refused here, and this stream is to say so. The peer may refuse what this one brings for the same reason, and say so by what is refused here: neither would ever know. A lane without devices is never
     * refused; any other is left for one that introduces itself, which gets through to whoever refuses.
     */
    void mayBeRefused(String why) {
        BraidException because = cutBy("what comes back was refused", why);
        if (handover != null) {
            handover.again(because);
        } else if (carrier.lane() instanceof SendingChain && mayGoOn()) {
            leave(null); // nothing is known to be wrong with this way: it may have carried nothing at all
        }
    }

    /**
     * Leaves its lane; what the peer has not accepted of it comes back, and goes by the next one.
     *
     * @param why null if nothing is wrong with it
     */
    private void leave(@Nullable BraidException why) {
        if (handover != null) {
            return;
        }
        if (why != null) {
            failures.failed(carrier.method(), why, sinceNs, progress.nanoTime());
            notices.warn("The lane to " + stream.peer().id() + " by " + carrier.method() + " was given up: " + why.why());
        }
        stream.holds();
        handover = new Handover(stream, carrier, incarnation, why);
        stream.beginsToMove();
        stream.peer().wantPoll();
    }

    /** Why a lane was cut, and by whom. */
    public static BraidException cutBy(String who, String why) {
        return new BraidException(ErrorCode.LANE_CUT, "A lane was cut", who + ": " + why, "Nothing is lost if another lane leads there; see the notices for what broke it");
    }

    // ---- going on

    long nowNs() {
        return progress.nanoTime();
    }

    /** A lane by which the stream was to go on has ended, or was refused, before it did. */
    void failed(Carrier tried, BraidException why) {
        long nowNs = progress.nanoTime();
        if (why.code() == ErrorCode.DEVICE_FAILED && tried.lane().takenFrames() > 1) {
            failures.gotThrough(tried.method()); // it ended here, behind a frame, and so what was before that one has left; the peer may just not have had the time to answer
        }
        failures.failed(tried.method(), why, nowNs, nowNs);
    }

    /** Goes on with a hand-over. */
    void step() {
        if (handover != null) {
            handover.step();
        }
    }

    /** The peer says how much of the last lane it has accepted. */
    void handed(int nextIncarnation, long accepted) {
        if (handover != null && handover.isAnsweredBy(nextIncarnation)) {
            goOn(handover, accepted);
        }
    }

    private void goOn(Handover over, long accepted) {
        List<Frame> back = new ArrayList<>();
        Carrier old = over.old();
        old.handBack(accepted, frame -> {
            if (frame.kind() != FrameKind.LANE) {
                back.add(Returned.copyOf(frame));
            }
        });
        Returned.answersFirst(back);
        long acceptedBytes = old.lane().chargedBytes() - Returned.chargeBytes(back);
        incarnation = over.incarnation();
        carrier = over.next();
        sinceNs = progress.nanoTime();
        handover = null;
        if (accepted > 0) {
            failures.gotThrough(old.method());
        }
        stream.wasHandedBack(acceptedBytes, back);
        old.release();
        int ignored = stream.drain(); // before answers go past it again: of a lane that breaks soon they may take all, and so of the next one
        look(); // the next lane may have ended by now
    }

    /** It leads nowhere any more, and what was under way between two lanes is given up. */
    void end() {
        handover = null;
    }
}
