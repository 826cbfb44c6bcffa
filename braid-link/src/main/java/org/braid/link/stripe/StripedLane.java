package org.braid.link.stripe;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.memory.Memory;
import org.braid.base.os.Gate;
import org.braid.base.wire.FrameKind;
import org.braid.link.flow.CreditWindow;
import org.braid.link.flow.StripeLimits;
import org.braid.link.flow.StripeTrailer;
import org.braid.link.ring.RingLayout;
import org.braid.link.spi.Frame;
import org.braid.link.spi.Lane;
import org.braid.link.spi.LaneCounter;
import org.jspecify.annotations.Nullable;

/**
 * A lane that consists of several rails at once (charm-on-vmi, section 4: striping), each of them a stream over a lane of its own, which leaves that lane as any stream does when it breaks. So nothing that a
 * rail has taken is lost; frames overtake each other from rail to rail alone, and carry numbers, by which the receiving end puts them into order ({@link org.braid.link.receiving.Gathering}).
 *
 * <pre>
 *   stream ── StripedLane ─┬─ rail: stream ── lane ──> ┬─ Gathering ──> stream's receiving end
 *             number, copy └─ rail: stream ── lane ──> ┘  in order
 * </pre>
 *
 * <p>A frame goes by the first rail that has room, beginning with the one behind the last that was used. One thread at a time is inside; credit is charged here, and a copy of each frame is kept until the peer
 * says that it was gathered.
 */
final class StripedLane extends Lane {
    private static final int ENTER_SPINS = 64;

    private final int number;
    private final String method;
    private final List<Rail> rails;
    private final int frameBytes;
    private final int eagerBytes;

    /** Orders everything in {@link #log}, the credit and whose turn it is. */
    private final Gate gate = new Gate();

    private final CreditWindow credit = new CreditWindow(Long.MAX_VALUE);
    private final StripeLog log = new StripeLog();
    private final long[] byRail; // frames
    private int turn;
    private volatile long gathered; // written by the holder of the token, taken into account by whoever is inside
    private volatile long taken;
    private volatile boolean shut;
    private volatile boolean released;

    StripedLane(int number, String method, List<Rail> rails) {
        this.number = number;
        this.method = method;
        this.rails = List.copyOf(rails);
        this.byRail = new long[rails.size()];
        int frame = StripeLimits.FRAME_BYTES;
        int eager = StripeLimits.FRAME_BYTES;
        for (Rail each : rails) {
            frame = Math.min(frame, each.lane().frameBytes() - StripeTrailer.BYTES);
            eager = Math.min(eager, each.lane().eagerBytes() - StripeTrailer.BYTES);
        }
        this.frameBytes = frame;
        this.eagerBytes = eager;
        for (Rail each : rails) {
            each.isOneOf(rails.size(), frame + StripeTrailer.BYTES);
        }
    }

    /** The peer knows it by this number. */
    int number() {
        return number;
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

    // ---- sending

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
            return shut ? CLOSED : charged(new Frame(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length));
        } finally {
            gate.exit();
        }
    }

    private int charged(Frame frame) {
        log.gathered(Math.min(gathered, log.next()));
        int charge = frame.kind() == FrameKind.RSR ? RingLayout.recordBytes(frame.length()) : 0;
        if (!credit.covers(charge)) {
            return NO_CREDIT;
        }
        if (!log.hasRoom(frame.length())) {
            return full();
        }
        Frame kept = copied(frame);
        boolean covered = credit.tryTake(charge);
        int answer = FULL;
        try {
            answer = byARail(kept);
        } finally {
            if (covered && answer != TAKEN) {
                credit.giveBack(charge);
            }
        }
        if (answer == TAKEN) {
            log.add(kept);
            taken = log.next();
        }
        return answer;
    }

    /** The payload with its trailer behind it, which does not count to its length. */
    private Frame copied(Frame frame) {
        byte[] copy = new byte[frame.length() + StripeTrailer.BYTES];
        Object base = frame.base();
        if (base != null && frame.length() > 0) {
            Memory.copy(base, frame.offset(), copy, 0, frame.length());
        }
        StripeTrailer.put(copy, frame.length(), log.next(), frame.kind());
        return frame.with(copy, 0, frame.length());
    }

    @Override
    public boolean hasWayPast() {
        return true;
    }

    /** Without a number, by any rail: what waits for its turn behind a frame that a rail has lost cannot be what brings that rail to go on. */
    @Override
    public int offerPast(int kind, int a0, int a1, int a2, int a3, byte @Nullable [] payload) {
        for (Rail each : rails) {
            if (each.offerPast(kind, a0, a1, a2, a3, payload) == TAKEN) {
                return TAKEN;
            }
        }
        return full();
    }

    private int byARail(Frame f) {
        for (int i = 0; i < rails.size(); i++) {
            int at = (turn + i) % rails.size();
            Rail rail = rails.get(at);
            if (rail.outboxEmpty()
                    && rail.lane().offer(FrameKind.STRIPED, f.endpoint(), f.route(), f.handler(), f.a0(), f.a1(), f.a2(), f.a3(), f.base(), 0, f.length() + StripeTrailer.BYTES) == TAKEN) {
                byRail[at]++;
                turn = (at + 1) % rails.size();
                return TAKEN;
            }
        }
        return full();
    }

    /** Of a lane that has ended nobody gathers anything: there will be no room. */
    private int full() {
        return closedBy() == null ? FULL : CLOSED;
    }

    /**
     * The peer has put so many frames into order. Caller holds the token.
     *
     * @return false if it cannot be meant
     */
    boolean gathered(long total) {
        if (total < 0 || total > taken + 1) { // the last one may have been gathered before its thread has said so here
            return false;
        }
        gathered = Math.max(gathered, total);
        return true;
    }

    @Override
    public void grant(long cumulativeBytes) {
        credit.limit(cumulativeBytes);
    }

    @Override
    public long chargedBytes() {
        return credit.takenBytes();
    }

    @Override
    public void flush() {
        for (Rail each : rails) {
            each.lane().flush();
        }
    }

    @Override
    public boolean settled() {
        boolean all = true;
        for (Rail each : rails) {
            all &= !each.waits() && each.lane().settled();
        }
        return all;
    }

    /** What the last rail lacks, if all of them have lacked it for long: any other one may have room at any moment. */
    @Override
    public @Nullable BraidException starvedBy() {
        BraidException starved = null;
        for (Rail each : rails) {
            starved = each.starvedBy();
            if (starved == null) {
                return null;
            }
        }
        return starved;
    }

    @Override
    public boolean wantsMemory() {
        boolean all = true;
        for (Rail each : rails) {
            all &= each.wantsMemory();
        }
        return all;
    }

    @Override
    public boolean isOccupied() {
        return !shut && !gate.looksFree();
    }

    // ---- its end

    @Override
    public boolean mayBeLeft() {
        return true;
    }

    @Override
    public long takenFrames() {
        return taken;
    }

    @Override
    public boolean giveUp() {
        if (!enter()) {
            return false;
        }
        shut = true; // whoever enters from now on sees it
        gate.exit();
        return true;
    }

    /** As {@link Lane#handBack}: out of the copies that are kept until the peer has gathered them. Its rails go on until they have said what they have taken; the receiving end does not listen any more. */
    @Override
    public void handBack(long accepted, Consumer<Frame> to) {
        log.gathered(Math.min(gathered, log.next()));
        if (accepted < log.first() || accepted > log.next()) {
            throw new BraidException(
                    ErrorCode.STREAM_VIOLATED,
                    "A peer has miscounted what " + method + " has brought",
                    "it says that it has accepted " + accepted + " frames; " + log.next() + " were sent, and " + log.first() + " were accepted before",
                    "The peer is broken: see its output; if it is not, report this");
        }
        log.from(accepted, to);
        log.gathered(log.next());
    }

    /** Nobody uses it any more; what it has taken still arrives. */
    boolean release() {
        shut = true;
        released = true;
        for (Rail each : rails) {
            each.peer().leavesLater(each);
        }
        return true;
    }

    /** One that has lost its lane goes on by another; where no way is left for one, or all have ended, the striped lane has, too: what was not gathered is all here, whichever rail has taken it. */
    @Override
    public @Nullable Throwable closedBy() {
        if (released) {
            return Lane.unused();
        }
        Throwable ofAll = null;
        boolean all = true;
        for (Rail each : rails) {
            if (each.noWayLeft() != null) {
                return each.noWayLeft();
            }
            ofAll = each.lane().closedBy();
            all &= ofAll != null && !each.isMoving() && !each.itinerary().mayGoOn();
        }
        return all ? ofAll : null;
    }

    /** Its own, what each rail has taken, and what the rails' lanes count. */
    @Override
    public List<LaneCounter> counters() {
        List<LaneCounter> all = new ArrayList<>();
        all.add(new LaneCounter("frames sent", taken));
        for (int i = 0; i < rails.size(); i++) {
            Lane lane = rails.get(i).lane();
            all.add(new LaneCounter("rail " + (i + 1) + ": frames sent", byRail[i]));
            for (LaneCounter each : lane.counters()) {
                all.add(new LaneCounter("rail " + (i + 1) + ": " + lane.method() + ": " + each.name(), each.value()));
            }
        }
        return all;
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
