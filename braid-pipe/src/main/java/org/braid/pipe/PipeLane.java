package org.braid.pipe;

import java.util.List;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Farewell;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.braid.link.spi.LaneCounter;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.driver.PipeRoute;
import org.braid.pipe.frame.FrameReader;
import org.braid.pipe.frame.LaneCounts;
import org.braid.pipe.frame.OwedAcknowledgement;
import org.braid.pipe.frame.SendSide;
import org.braid.pipe.log.ReceiveCount;
import org.braid.pipe.state.LaneFailure;
import org.braid.pipe.state.PipeTimes;
import org.braid.pipe.state.Pulse;
import org.jspecify.annotations.Nullable;

/**
 * A lane to one peer over pipes. A pipe that breaks is no failure of the lane: frames wait in the replay log, a new connection is made, and both ends go on where the other one says.
 *
 * <p>Two halves, which end one by one: a stream may leave the half by which this end sends ({@link #giveUp}, {@link #handBack}), the sink may refuse what the other half brings. A lane that is of no use to
 * either end takes leave, for itself alone, lets go of its connection, and is gone.
 *
 * <pre>
 *   number   sends   brings        of no use any more when
 *   0        yes     yes           both its streams have left it
 *   n &gt; 0    yes     never         ours has left it
 *   n &lt; 0    never   yes           the peer says so, or what it brings is refused and its connection is gone
 * </pre>
 *
 * <p>Threads: {@link #offer}, {@link #flush} and {@link #settled} from any thread (see {@link SendSide}); everything else by the holder of the context's token.
 */
final class PipeLane extends Lane implements FrameReader.Control, LaneConnections.Owner {
    static final int FRAME_BYTES = 256 << 10;
    static final int EAGER_BYTES = 64 << 10;

    private static final long ACK_WINDOW_FRAMES = 1 << 16;
    private static final long ACK_WINDOW_BYTES = 1 << 20;
    private static final int READS_PER_POLL = 4;

    /** What its port does for a lane. */
    interface Host {
        /** This lane has changed: look at it soon. */
        void touched(PipeLane lane);

        /** This lane has a connection; each place that was tried before, with its answer, "" for none. */
        void connected(PipeLane lane, BytePipe pipe, String inVain);

        /** Something that people may want to know. */
        void alert(String text);

        /** True while some lane may bring something from this peer. */
        boolean hears(ContextId peer);
    }

    /** 0 for the lane that both ends may open, n for a further one that this end has opened; the other end calls that -n. */
    final long number;

    final ContextId peer;
    final LaneConnections connections;
    private final LaneKind kind;
    private final Host host;
    private final PipeTimes times;
    private final FrameSink sink;
    private final LaneCounts counts = new LaneCounts();
    private final SendSide sending;
    private final FrameReader reader;
    private final ReceiveCount receiving = new ReceiveCount(ACK_WINDOW_FRAMES, ACK_WINDOW_BYTES, ReceiveCount.DEFAULT_ACK_DELAY_NS);
    private final OwedAcknowledgement owed;
    private final SharedPast past;
    private final LeaveTaking leave;
    private final Halves halves;
    private final EndCause end;
    private long appendedAtTick;

    PipeLane(LaneKind kind, Host host, ContextId peer, long number, PipeRoute route, FrameSink sink, PipeTimes times) {
        this.kind = kind;
        this.host = host;
        this.number = number;
        this.peer = peer;
        this.sink = sink;
        this.times = times;
        sending = new SendSide(kind.budget(), counts, kind.time());
        reader = new FrameReader(sink, receiving, counts, this);
        owed = new OwedAcknowledgement(receiving, reader, counts, sending);
        past = new SharedPast(number, kind.handshakes().incarnation(), receiving, counts);
        leave = new LeaveTaking(sending, times);
        halves = new Halves(number, sending, leave);
        end = new EndCause(peer, sink);
        connections = new LaneConnections(this, peer, route, kind.handshakes(), times, past, reader, sending, leave);
    }

    // ---- what the link layer sees

    @Override
    public String method() {
        return kind.method();
    }

    @Override
    public int frameBytes() {
        return FRAME_BYTES;
    }

    @Override
    public int eagerBytes() {
        return EAGER_BYTES;
    }

    @Override
    public int offer(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        if (length > FRAME_BYTES) {
            return TOO_LONG;
        }
        return sending.offer(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
    }

    @Override
    public boolean wantsMemory() {
        return sending.wantsMemory();
    }

    @Override
    public @Nullable BraidException starvedBy() {
        return sending.starvedBy();
    }

    @Override
    public boolean isOccupied() {
        return sending.isOccupied();
    }

    @Override
    public void grant(long cumulativeBytes) {
        sending.grant(cumulativeBytes);
    }

    @Override
    public long chargedBytes() {
        return sending.charged();
    }

    @Override
    public List<LaneCounter> counters() {
        return List.of(
                new LaneCounter("frames sent", counts.appended()),
                new LaneCounter("frames accepted by the peer", counts.accepted()),
                new LaneCounter("frames received", receiving.expected()),
                new LaneCounter("eager bytes sent", sending.charged()),
                new LaneCounter("connections made", connections.made()));
    }

    @Override
    public void flush() {
        sending.flush();
    }

    @Override
    public boolean settled() {
        return sending.isReturned() || counts.settled();
    }

    @Override
    public long leftInPlace() {
        return sending.leftInPlace();
    }

    @Override
    public void copyInPlace() {
        sending.copyInPlace();
    }

    @Override
    public long acceptedFrames() {
        return sending.isReturned() ? Long.MAX_VALUE : counts.accepted();
    }

    @Override
    public long takenFrames() {
        return counts.appended();
    }

    @Override
    public @Nullable Throwable closedBy() {
        return end.cause();
    }

    // ---- its stream leaves

    @Override
    public boolean mayBeLeft() {
        return true;
    }

    @Override
    public boolean giveUp() {
        return halves.giveUp();
    }

    @Override
    public void handBack(long accepted, Consumer<org.braid.link.spi.Frame> to) {
        long nowNs = kind.time().nowNs();
        if (!sending.handBack(accepted, to)) {
            connections.remake(nowNs);
        }
        halves.oursIsOver(nowNs);
        touched();
    }

    /** True if a stream may take it that has none. */
    boolean isFree() {
        return halves.isFree();
    }

    /**
     * No stream goes by it any more; what was taken still arrives.
     *
     * @return true if it ends
     */
    boolean release(long nowNs) {
        if (number > 0 && !closed()) {
            leave.beginAlone(nowNs);
            touched();
        } else if (connections.hasFailed()) {
            sending.close();
        }
        return halves.release(connections.hasFailed());
    }

    /** Nothing more is to be expected of this lane, by either end: its port forgets it. */
    boolean isGone() {
        return halves.areGone(connections.hasFailed());
    }

    // ---- polling

    /** Reads, hands up, acknowledges, and writes what is due. Returns frames and other units of work. */
    int poll(long nowNs) {
        Connection c = connections.atHand();
        if (c == null) {
            return 0;
        }
        int done = 0;
        for (int i = 0; i < READS_PER_POLL; i++) {
            int frames = c.read(nowNs);
            takeAccepted(nowNs);
            if (frames < 0) {
                connections.lost(c, c.describe(frames), nowNs);
                return done + 1;
            }
            done += frames;
            if (!c.mayHaveMore() || connections.atHand() != c) {
                break;
            }
        }
        owed.settle(nowNs, done == 0);
        sending.poll(nowNs);
        return done;
    }

    /** What has come is accepted, but for what waits in a device above: that may be refused yet, and has to come back then. */
    private void takeAccepted(long nowNs) {
        receiving.accept(sink.accepted(), nowNs);
        counts.received(receiving.accepted());
    }

    /** Timers and everything that is rare. */
    void tick(long nowNs) {
        Connection c = connections.atHand();
        if (c != null) {
            tend(c, nowNs);
        }
        connections.tick(nowNs);
        look();
        if (leave.hasBegun()) {
            stepLeave(nowNs);
        } else {
            halves.sayThatOursIsOver(connections.atHand() != null, nowNs);
        }
        long appended = counts.appended();
        if (appended == appendedAtTick && settled()) {
            sending.rest();
        }
        appendedAtTick = appended;
        reader.mayWaitForMemory(nowNs);
    }

    /** A lane of the peer's that has lost its connection is over if nothing of it would be accepted. */
    private void look() {
        if (number < 0 && connections.atHand() == null && (reader.isDeaf() || sink.refuses())) {
            reader.goDeaf();
            leave.endAlone();
        }
    }

    private void tend(Connection c, long nowNs) {
        String broken = sending.broken();
        if (broken != null) {
            connections.lost(c, broken, nowNs);
            return;
        }
        c.watchForRoom(sending.isBlocked());
        switch (c.pulse.look(nowNs)) {
            case Pulse.PING -> sending.control(FrameKind.PING, nowNs);
            case Pulse.SILENT -> connections.lost(c, "nothing was heard from the peer for " + times.silentNs() / 1_000_000 + " ms", nowNs);
            default -> {}
        }
    }

    /** True while something of this lane needs polling soon even if nobody waits. What a lane that has ended still owed stays owed. */
    boolean pending() {
        return owesWord() || !closed() && (!settled() || isHurried());
    }

    /** True while the peer is still to be told that what it has sent was accepted. */
    boolean owesWord() {
        return !closed() && Math.min(receiving.expected(), sink.accepted()) != counts.announced();
    }

    /** True while its handshake or its farewell should not wait for the next millisecond. */
    boolean isHurried() {
        return connections.isDialling() || connections.isBroken() || leave.isUnderWay();
    }

    /** True from the first connection until the peer has taken leave, is given up, or is not listened to. */
    boolean hears() {
        return number <= 0 && !past.isEmpty() && !halves.isPeersOver() && !reader.isDeaf() && !closed();
    }

    // ---- frames without a number

    @Override
    public void ping(long nowNs) {
        sending.control(FrameKind.PONG, nowNs);
    }

    @Override
    public void bye(long lastNumber, int how, long nowNs) {
        if (connections.atHand() == null || leave.hasHeard()) {
            return;
        }
        if (!reader.isDeaf() && !sink.refuses() && !receiving.endsAt(lastNumber)) {
            connections.fail(LaneFailure.PROTOCOL, "it said farewell after frame " + lastNumber + ", but " + receiving.expected() + " have come");
            return;
        }
        halves.peersIsOver();
        if (how == FrameHeader.BYE_INCOMPLETE) {
            sink.leavesBehind();
        }
        if (how != FrameHeader.BYE_OF_LANE) {
            peerCloses(nowNs);
        } else if (halves.endWithPeers(nowNs)) {
            stepLeave(nowNs);
        }
    }

    private void peerCloses(long nowNs) {
        leave.heardBye();
        boolean isAnswer = leave.hasBegun(); // to our own farewell: that the lane ends says nothing about the peer
        leave.begin(nowNs);
        if (!isAnswer) {
            end.peerLeft(host.hears(peer));
        }
        stepLeave(nowNs);
    }

    // ---- calling

    /** How the peer is called; the lane calls when it has no connection, or one with other parameters. */
    void callBy(PipeRoute route, long nowNs) {
        connections.callBy(route, nowNs);
    }

    // ---- what becomes of its connections

    @Override
    public void touched() {
        host.touched(this);
    }

    @Override
    public void connected(BytePipe pipe, String inVain) {
        host.connected(this, pipe, inVain);
    }

    @Override
    public void alert(String text) {
        host.alert(text);
    }

    /** What was not accepted stays until it is handed back; only the dead want nothing back. */
    @Override
    public void failed(LaneFailure failure, Object why) {
        boolean isOver = leave.isAlone();
        leave.failed();
        if (failure == LaneFailure.PEER_DIED || isOver || number < 0) {
            sending.close();
        } else {
            sending.suspend();
        }
        if (isOver) {
            end.over(); // the peer has forgotten the lane before we could say farewell
        } else {
            end.failed(why instanceof Throwable given ? given : PipeErrors.laneFailed(kind.method(), peer, failure, String.valueOf(why)));
        }
    }

    @Override
    public boolean isOver() {
        return number < 0 && (reader.isDeaf() || sink.refuses());
    }

    // ---- ending

    /** A verdict from outside: the peer's process is dead. */
    void peerFailed(Throwable cause) {
        connections.fail(LaneFailure.PEER_DIED, cause);
    }

    /** As heard by another lane: it closes, and will say so by this one, too. */
    void peerLeft(long nowNs) {
        if (!leave.hasBegun()) {
            end.peerLeft(true);
            leave.begin(nowNs);
            touched();
        }
    }

    /** The context closes: nothing more is taken, and when all is accepted BYE waits until it {@linkplain #mayLeave may be said}. Again has no effect, nor while it takes leave for itself alone or because the peer does. */
    void startClose(long nowNs) {
        leave.beginToClose(nowNs);
    }

    /** BYE waits no longer, if there is a word for the peer. */
    void mayLeave(Farewell farewell) {
        if (leave.awaitsWord()) {
            int word = farewell.wordTo(peer);
            if (word != Farewell.NOT_YET) {
                leave.mayBeSaid(word);
            }
        }
    }

    /** True while it brings something of which the peer has accepted nothing yet: it may not know of the lane. */
    boolean isUnseen() {
        return !closed() && !settled() && counts.accepted() == 0;
    }

    /** True if it has ended, and the peer has not accepted everything that it has taken. */
    boolean leavesBehind() {
        return closed() && !settled();
    }

    @Override
    public boolean closed() {
        return leave.isOver() || connections.hasFailed();
    }

    void abandon(long nowNs) {
        stepLeave(nowNs);
        connections.hangUp();
        sending.close();
        end.closedHere();
    }

    /** Its port has forgotten it. */
    void letGo() {
        connections.hangUp();
        sending.close();
        end.over();
    }

    private void stepLeave(long nowNs) {
        boolean connected = connections.atHand() != null;
        leave.step(connected, !connected && past.isEmpty() && !connections.isProving(), nowNs);
    }
}
