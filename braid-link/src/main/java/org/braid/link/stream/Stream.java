package org.braid.link.stream;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.link.chain.SendingChain;
import org.braid.link.flow.GrantedCredit;
import org.braid.link.progress.Notices;
import org.braid.link.progress.Progress;
import org.braid.link.receiving.Grants;
import org.braid.link.spi.Frame;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/**
 * The unit of order between two contexts, at its sending end: it owns what waits to be sent and the credit that the peer has granted; by which lanes it goes is its {@link Itinerary}. All links that want the same share it. Over
 * one lane it adds nothing to a message's way: links send by the lane itself, and both ends count what went through. Guarded by the context's token, except what says otherwise.
 */
public class Stream implements Outbox.Exit, ContendedSenders.Crowded {
    /** In place of the number of a striped lane: the stream is nobody's rail. */
    public static final int NO_STRIPE = 0;

    /** In place of an incarnation: of no lane before is anything asked. */
    public static final int NOTHING_BEFORE = -1;

    /** How long a sender that could go on waits for room. */
    static final long PATIENCE_NS = 20_000_000;

    private final Peer peer;
    private final int number;
    private final Transfers transfers;
    private final Progress progress;
    private final Notices notices;
    private final Outbox outbox = new Outbox();
    private final ContendedSenders contended;
    private final GrantedCredit credit = new GrantedCredit(Grants.WINDOW_BYTES);
    private final Itinerary itinerary;
    private long chargedBefore; // by lanes that it has left, for what the peer has accepted of them
    private int users;
    private boolean returned; // the outbox began with frames of the lane before
    private boolean losesLongMessage;

    /** @param first carries it until it leaves that */
    protected Stream(Peer peer, int number, Wish wish, Carrier first) {
        this.peer = peer;
        this.number = number;
        this.transfers = peer.streams().transfers();
        this.progress = peer.streams().progress();
        this.notices = peer.streams().notices();
        this.itinerary = new Itinerary(this, wish, first, progress, notices);
        this.contended = new ContendedSenders(this, outbox, progress);
        first.lane().grant(credit.totalBytes());
    }

    /** To whom it leads. */
    public final Peer peer() {
        return peer;
    }

    /** The peer knows it by this number. */
    public final int number() {
        return number;
    }

    /** The striped lane that it carries a part of; {@link #NO_STRIPE} for none. */
    public int stripe() {
        return NO_STRIPE;
    }

    /** What its links want. */
    public final Wish wish() {
        return itinerary.wish();
    }

    /** The lane that carries it; one that it is about to leave takes nothing any more. */
    @Override
    public final Lane lane() {
        return itinerary.carrier().lane();
    }

    /** The transport's own lane below that. */
    Lane bottom() {
        return itinerary.carrier().bottom();
    }

    /** False while frames wait that nothing may overtake. Any thread: what a thread itself left behind, or was told of, it sees. */
    public final boolean outboxEmpty() {
        return outbox.isEmpty();
    }

    /** Threads that meet inside the lane. Any thread. */
    public final ContendedSenders contended() {
        return contended;
    }

    // ---- who uses it

    /** A link, or a long message, goes by it from now on. */
    public void joined() {
        users++;
    }

    /** @return true if nobody uses it any more */
    boolean left() {
        return --users == 0;
    }

    /** How many links and long messages use it. */
    public int users() {
        return users;
    }

    // ---- sending

    /** Sends a frame that never waits and is never lost: it goes out now, or in order as soon as there is room. */
    public void keep(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        if (goesNow(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length)) {
            return;
        }
        outbox.add(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
        peer.wantPoll();
    }

    /** As {@link #keep}, of what the peer or a request of this side waits for, which bounds it: however much waits already. */
    public void answer(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        if (!goesNow(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length)) {
            outbox.addAnyway(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
            peer.wantPoll();
        }
    }

    /** Or never, by a lane that has ended for good. */
    private boolean goesNow(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        if (!outbox.isEmpty()) {
            return false;
        }
        int taken = lane().offer(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
        if (taken == Lane.CLOSED && itinerary.leavesEnded()) {
            return false;
        }
        boolean waits = Lane.isNotNow(taken) || taken == Lane.TOO_LONG; // what was kept before there was a lane may have to be divided
        if (waits) {
            outbox.heldUpBy(taken);
        }
        return !waits;
    }

    /** A frame that may overtake what waits: by the lane that the stream has, or will have as soon as the peer has answered. */
    public int offerPast(int kind, int a0, int a1, int a2, int a3, byte @Nullable [] payload) {
        Lane out = itinerary.known();
        int taken = out == null ? Lane.FULL : out.offerPast(kind, a0, a1, a2, a3, payload);
        return taken == Lane.CLOSED && goesOn() ? Lane.FULL : taken;
    }

    /** A lane has said that it takes nothing more: true if there will be another one. Another thread may have met its end first, and nobody looked. Caller holds the token since before it offered. */
    public final boolean goesOn() {
        look();
        return isMoving();
    }

    /** @throws BraidException {@code BRD-1109} if there may be no room for long, since this process has no memory outside the heap for it */
    public void mayWaitForRoom() {
        BraidException starved = starvedBy();
        if (starved != null) {
            throw starved;
        }
    }

    /**
     * Whether a sender that could go on should rather wait for room: a peer that looks makes some within a few turns of the scheduler, and a short message in one piece is worth that.
     *
     * @param sinceNs when it began to wait
     */
    boolean mayHaveRoomSoon(long sinceNs) {
        return !outbox.waitsForRoom() && progress.nanoTime() - sinceNs < PATIENCE_NS || wantsMemory();
    }

    /** True while no room comes before this process has memory for it: {@link Itinerary#wantsMemory}. */
    public boolean wantsMemory() {
        return itinerary.wantsMemory();
    }

    /** What there is no memory for, for long already; null if nothing lacks it. */
    public @Nullable BraidException starvedBy() {
        return itinerary.starvedBy();
    }

    /** True if so many bytes wait already that nothing should be added that somebody can do without. */
    boolean isOverfull() {
        return outbox.isOverfull();
    }

    /** How many frames wait. */
    int waiting() {
        return outbox.size();
    }

    /** A copy of what a handler sends, to be held until {@link #keptSendEnded}. */
    byte[] copyToKeep(@Nullable Object base, long offset, long length) {
        return outbox.copy(base, offset, length);
    }

    /** The peer has fetched what a handler had sent, or never will. */
    public void keptSendEnded(int bytes, @Nullable BraidException cause) {
        outbox.release(bytes);
        if (cause != null) {
            outbox.lose();
            tellLost();
        }
    }

    @Override
    public int drain() {
        int sent = outbox.isEmpty() ? 0 : outbox.drain(this);
        tellLost();
        return sent;
    }

    @Override
    public int offer(Frame frame) {
        Lane out = lane();
        int taken = out.isOccupied() ? Lane.CONTENDED : frame.offerTo(out);
        if (taken == Lane.CLOSED) {
            boolean ignored = itinerary.leavesEnded();
        }
        return taken;
    }

    @Override
    public byte @Nullable [] hold(Frame request) {
        return transfers.hold(this, request);
    }

    @Override
    public int frameBytes() {
        return lane().frameBytes();
    }

    @Override
    public void wantPoll() {
        peer.wantPoll();
    }

    private void tellLost() {
        int lost = outbox.takeLost();
        if (lost > 0) {
            BraidException failure = peer.failure();
            notices.add(lost + " messages to " + peer.id() + " that waited to be sent were lost: " + (failure == null ? "the lane has ended" : failure.why()));
        }
    }

    /** Nobody can be reached any more. */
    int drop() {
        itinerary.end();
        return outbox.drop();
    }

    /** True while a frame waits for room or for a lane. */
    public boolean waits() {
        return !outbox.isEmpty() || isMoving();
    }

    /** True while the peer is still to be told that it is over. */
    protected boolean owesItsEnd() {
        return false;
    }

    /** Tells the peer so; true once it is said. Nobody uses it any more. */
    protected boolean saysThatItIsOver() {
        return true;
    }

    /** True while its lane holds what has to go somewhere else if one below fails: a frame that waits in a device, or that a rail has not brought yet. */
    boolean isHeldBelow() {
        return waitsInDevice() || bottom().hasWayPast() && !bottom().settled();
    }

    private boolean waitsInDevice() {
        return lane() instanceof SendingChain chain && chain.pending();
    }

    /** Part of a long message that it announced will not be fetched any more. */
    public void losesLongMessage() {
        losesLongMessage = true;
    }

    /** True if something of it has found no way so far. What rails have taken has found one: the peer sees what one of them does not bring. */
    boolean leavesSomethingBehind() {
        return losesLongMessage || waits() || waitsInDevice();
    }

    // ---- credit

    /**
     * The peer's grant is one total for all that this stream has sent.
     *
     * @return false if it cannot be meant
     */
    boolean granted(long totalBytes) {
        boolean honest = credit.granted(totalBytes, chargedBefore + lane().chargedBytes());
        lane().grant(credit.totalBytes() - chargedBefore);
        return honest;
    }

    /** True while less than half of what the peer has room for is under way: what other threads send meanwhile will hardly use up the rest. */
    @Override
    public boolean hasAmpleCredit() {
        return credit.totalBytes() - chargedBefore - lane().chargedBytes() >= credit.windowBytes() / 2;
    }

    // ---- from lane to lane

    /** By which lanes it goes. */
    public final Itinerary itinerary() {
        return itinerary;
    }

    /** {@link Itinerary#isMoving}: nothing is taken, everything waits. */
    @Override
    public final boolean isMoving() {
        return itinerary.isMoving();
    }

    /** The lane may have ended while nobody sends. */
    public final void look() {
        itinerary.look();
    }

    /** True while pieces of long messages wait that its lane before has handed back. */
    public boolean hasReturned() {
        return returned && outbox.hasPieces();
    }

    /** It leaves its lane: what waits, waits for the next one. */
    void holds() {
        outbox.hold();
    }

    /** It has left its lane, and the peer does not know yet. */
    protected void beginsToMove() {}

    /** Why it cannot go on by this lane; null if it can. */
    protected @Nullable BraidException whyNot(Lane next) {
        return null;
    }

    /**
     * It goes by the next lane.
     *
     * @param acceptedBytes what the peer has accepted of the lane before was charged so much
     * @param back what it has not accepted, which goes first
     */
    void wasHandedBack(long acceptedBytes, List<Frame> back) {
        chargedBefore += acceptedBytes;
        lane().grant(credit.totalBytes() - chargedBefore);
        transfers.wasHandedBack(this);
        if (itinerary.carrier().isNowhere()) {
            int ignored = outbox.drop(); // the striped lane has copies
            return;
        }
        outbox.letGo(back);
        returned = hasReturned() || !back.isEmpty(); // what an earlier lane has handed back may wait still
        peer.wantPoll();
        peer.remember(this);
    }

    /**
     * Nothing leads to the peer any more, which therefore has ended.
     *
     * @param why its last lane was left; null if by hand
     * @return by what it goes on; null if the peer has ended
     */
    protected @Nullable Carrier withoutAWay(@Nullable BraidException why, BraidException nothingLeads) {
        int ignored = drop(); // nothing of it waits for a lane any more
        peer.condemn(why == null ? nothingLeads : why);
        return null;
    }
}
