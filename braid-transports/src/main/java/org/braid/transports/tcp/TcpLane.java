package org.braid.transports.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.DirectMemory;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Frame;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.braid.link.spi.LaneCounter;
import org.braid.link.stream.LaneEvent;
import org.braid.link.stream.LaneFailure;
import org.braid.link.stream.LaneState;
import org.braid.link.stream.ReceiveCount;
import org.jspecify.annotations.Nullable;

/**
 * The lane to one peer. A connection that breaks is no failure of the lane: frames wait in the replay log, a new connection is made, and both ends go on where the other one says.
 *
 * <p>Threads: {@link #offer}, {@link #flush} and {@link #settled} from any thread (see {@link SendSide}); everything else by the holder of the context's token.
 */
final class TcpLane extends Lane implements FrameReader.Control {
    static final int FRAME_BYTES = 256 << 10;
    static final int EAGER_BYTES = 64 << 10;

    private static final long ACK_WINDOW_FRAMES = 1 << 16;
    private static final long ACK_WINDOW_BYTES = 1 << 20;
    private static final int READS_PER_POLL = 4;

    /** 0 for the lane that both ends may open, n for a further one that this end has opened, with other parameters; the other end calls that -n. */
    final long number;

    final ContextId peer;
    final long incarnation;
    private final TcpPort port;
    private final FrameSink sink;
    private final TcpTimes times;
    private final LaneCounts counts = new LaneCounts();
    private final SendSide sending;
    private final ReceiveCount receiving = new ReceiveCount(ACK_WINDOW_FRAMES, ACK_WINDOW_BYTES, ReceiveCount.DEFAULT_ACK_DELAY_NS);
    private final FrameReader reader;
    private final OwedAcknowledgement owed;
    private final LeaveTaking leave;

    private List<InetSocketAddress> addresses = List.of();
    private TcpParameters parameters;
    private LaneState state = LaneState.CLOSED;
    private long peerIncarnation;
    private @Nullable Connection connection;
    private @Nullable Dial dial;
    private long connections;
    private String lastTrouble = "no address is known for it";
    private volatile @Nullable Throwable closedBy;

    TcpLane(TcpPort port, ContextId peer, long number, TcpParameters parameters, FrameSink sink, long incarnation) {
        this.port = port;
        this.number = number;
        this.parameters = parameters;
        this.peer = peer;
        this.sink = sink;
        this.incarnation = incarnation;
        times = port.timesFor(peer);
        sending = new SendSide(port.budget(), counts);
        reader = new FrameReader(sink, receiving, this);
        owed = new OwedAcknowledgement(receiving, reader, counts, sending);
        leave = new LeaveTaking(sending, counts, times);
    }

    // ---- what the link layer sees

    @Override
    public String method() {
        return TcpTransport.NAME;
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
                new LaneCounter("connections made", connections));
    }

    /** True from the first connection until the peer has taken leave or is given up. */
    boolean hears() {
        return peerIncarnation != 0 && !leave.hasHeard() && !closed();
    }

    @Override
    public void flush() {
        sending.flush();
    }

    @Override
    public boolean settled() {
        return counts.settled();
    }

    @Override
    public long leftInPlace() {
        return sending.leftInPlace();
    }

    @Override
    public long acceptedFrames() {
        return counts.accepted();
    }

    @Override
    public @Nullable Throwable closedBy() {
        return closedBy;
    }

    // ---- polling

    /** Reads, hands up, acknowledges, and writes what is due. Returns frames and other units of work. */
    int poll(long nowNs) {
        Connection c = connection;
        if (c == null) {
            return 0;
        }
        int done = 0;
        try {
            for (int i = 0; i < READS_PER_POLL; i++) {
                int frames = c.read(nowNs);
                if (frames < 0) {
                    lost(c, frames == Connection.ENDED ? "the peer closed the connection" : describe(frames), nowNs);
                    return done + 1;
                }
                done += frames;
                counts.received(receiving.expected());
                if (!c.mayHaveMore() || connection != c) {
                    break;
                }
            }
            if (done > 0 && connection == c && c.becomesHot()) {
                sending.use(c.shortcut());
            }
        } catch (IOException e) {
            lost(c, String.valueOf(e.getMessage()), nowNs);
            return done + 1;
        } catch (OutOfMemoryError full) {
            throw DirectMemory.usedUp(full); // the JDK reads into a copy of its own
        }
        owed.settle(nowNs, done == 0);
        sending.poll(nowNs);
        return done;
    }

    /** Timers and everything that is rare. */
    void tick(long nowNs) {
        Connection c = connection;
        String broken = sending.broken();
        if (c != null && broken != null) {
            lost(c, broken, nowNs);
        } else if (c != null) {
            beat(c, nowNs);
        }
        if (dial != null) {
            stepDial(dial, nowNs);
        }
        if (!(state instanceof LaneState.Up || state instanceof LaneState.Closed)) {
            enter(state.on(new LaneEvent.Tick(nowNs), times.lane()), nowNs);
        }
        if (leave.hasBegun()) {
            stepLeave(nowNs);
        }
        if (port.budget().isTight() && counts.settled()) {
            sending.trim(); // others need it, and this lane may stay quiet for long
        }
    }

    /** True while something of this lane needs polling soon even if nobody waits. */
    boolean pending() {
        return !counts.settled() || dial != null || receiving.expected() != counts.announced() || leave.isUnderWay() || state instanceof LaneState.Broken;
    }

    // ---- frames without a number

    @Override
    public void acknowledged(int acceptedLow) {
        counts.acknowledged(acceptedLow);
    }

    @Override
    public void ping() {
        sending.control(Frame.PONG, 0, System.nanoTime());
    }

    @Override
    public void bye(long lastNumber) {
        Connection c = connection;
        if (c == null || leave.hasHeard()) {
            return;
        }
        long nowNs = System.nanoTime();
        if (!receiving.endsAt(lastNumber)) {
            fail(LaneFailure.PROTOCOL, "it said farewell after frame " + lastNumber + ", but " + receiving.expected() + " have come");
            return;
        }
        leave.heardBye();
        boolean isAnswer = leave.hasBegun(); // to our own farewell: that the lane ends says nothing about the peer
        startClose(nowNs);
        if (!isAnswer && closedBy == null) {
            tookLeave(left());
        }
        stepLeave(nowNs);
    }

    /** The peer has gone with the last of its lanes. */
    private void tookLeave(BraidException left) {
        closedBy = left;
        if (!port.hears(peer)) {
            sink.ended(left);
        }
    }

    private BraidException left() {
        return new BraidException(ErrorCode.CONTEXT_CLOSED, "Context " + peer + " has ended its lane", "it closed in good order; everything it sent has arrived", "");
    }

    // ---- making connections

    /** Where the peer listens; the lane calls when it has no connection. */
    void callAt(List<InetSocketAddress> there, TcpParameters with, long nowNs) {
        addresses = there;
        parameters = with;
        enter(state.on(new LaneEvent.Open(nowNs), times.lane()), nowNs);
    }

    TcpParameters parameters() {
        return parameters;
    }

    /** True while its handshake or its farewell should not wait for the next millisecond. */
    boolean isHurried() {
        return dial != null || state instanceof LaneState.Broken || leave.isUnderWay();
    }

    boolean isDialling() {
        return dial != null;
    }

    /** Where this end goes on. Meaningful only while no connection can bring frames. */
    ResumePoint resumePoint() {
        return new ResumePoint(number, incarnation, peerIncarnation, receiving.expected());
    }

    /** The peer has called, is proven, and its connection stays: whatever we had is given up. */
    Verdict judge(ResumePoint theirs) {
        if (closed()) { // until then a connection is welcome: it may bring the farewell over
            return Verdict.CLOSING;
        }
        if (!isSamePast(theirs)) {
            fail(LaneFailure.PROTOCOL, Verdict.STRANGER.text);
            return Verdict.STRANGER;
        }
        return Verdict.WELCOME;
    }

    /** Gives up what connections there are, because the peer's new one replaces them. */
    void makeWay(long nowNs) {
        hangUp();
        enter(state.on(new LaneEvent.Accepted(nowNs), times.lane()), nowNs);
    }

    /** Whether the peer can go on from there; if not, the lane fails. */
    boolean resumeAt(ResumePoint theirs) {
        if (sending.resumeAt(theirs.nextExpected()) && receiving.attach(receiving.expected())) {
            peerIncarnation = theirs.incarnation();
            return true;
        }
        fail(LaneFailure.PROTOCOL, "it expects frame " + theirs.nextExpected() + ", which cannot be");
        return false;
    }

    /** Goes on over a fresh connection, on which nothing more of the handshake is to be written. */
    void attach(SocketChannel channel, String there, long nowNs) {
        connections++;
        connection = new Connection(channel, there, reader, port.sleeper(), new Pulse(times, nowNs));
        leave.connectionMade();
        counts.received(receiving.expected());
        enter(state.on(new LaneEvent.Greeted(peerIncarnation), times.lane()), nowNs);
        sending.attach(channel, nowNs);
    }

    // ---- ending

    /** A verdict from outside: the peer's process is dead. */
    void peerFailed(Throwable cause) {
        fail(LaneFailure.PEER_DIED, cause);
    }

    void startClose(long nowNs) {
        leave.begin(nowNs);
    }

    boolean closed() {
        return leave.isOver() || state instanceof LaneState.Failed;
    }

    void abandon() {
        hangUp();
        sending.close();
        if (closedBy == null) {
            closedBy = new BraidException(ErrorCode.CONTEXT_CLOSED, "The lane to context " + peer + " is closed", "its context was closed here", "");
        }
    }

    // ---- inside

    private void beat(Connection c, long nowNs) {
        c.watchForRoom(sending.isBlocked());
        switch (c.pulse.look(nowNs)) {
            case Pulse.PING -> sending.control(Frame.PING, 0, nowNs);
            case Pulse.SILENT -> lost(c, "nothing was heard from the peer for " + times.silentNs() / 1_000_000 + " ms", nowNs);
            default -> {}
        }
    }

    private void lost(Connection c, String why, long nowNs) {
        lastTrouble = why;
        hangUp();
        if (!leave.connectionLost()) {
            port.alert("the connection to context " + peer + " at " + c.there + " broke: " + why + "; it is made again");
            enter(state.on(new LaneEvent.Lost(nowNs), times.lane()), nowNs);
        }
    }

    private void hangUp() {
        sending.detach();
        if (connection != null) {
            connection.close();
            connection = null;
        }
        if (dial != null) {
            dial.close();
            dial = null;
        }
    }

    private void stepDial(Dial d, long nowNs) {
        d.step(nowNs);
        OpenerHandshake handshake = d.chosen();
        if (d.hasFailed()) {
            dialFailed(d, nowNs);
        } else if (handshake != null && handshake.phase() == Handshake.Phase.PROVEN) {
            enter(state.on(new LaneEvent.Connected(nowNs), times.lane()), nowNs);
            handshake.prove(resumePoint());
            d.step(nowNs);
        } else if (handshake != null && handshake.phase() == Handshake.Phase.DECIDED) {
            decided(d, handshake, nowNs);
        }
    }

    private void dialFailed(Dial d, long nowNs) {
        lastTrouble = d.losers();
        dial = null;
        d.close();
        if (d.isHopeless()) {
            fail(LaneFailure.REFUSED, lastTrouble);
        } else {
            enter(state.on(new LaneEvent.Lost(nowNs), times.lane()), nowNs);
        }
    }

    private void decided(Dial d, OpenerHandshake handshake, long nowNs) {
        Verdict verdict = handshake.verdict();
        ResumePoint theirs = handshake.peerResume();
        Greeting greeting = d.greeting();
        dial = null;
        if (verdict == Verdict.WELCOME && theirs != null && greeting != null && isSamePast(theirs)) {
            if (resumeAt(theirs)) {
                attach(greeting.channel, greeting.there, nowNs);
            }
            return;
        }
        d.close();
        lastTrouble = verdict == null ? "no verdict" : verdict.text;
        if (verdict == Verdict.CROSSED) {
            enter(state.on(new LaneEvent.Lost(nowNs), times.lane()), nowNs);
        } else {
            fail(LaneFailure.REFUSED, lastTrouble);
        }
    }

    private boolean isSamePast(ResumePoint theirs) {
        return (theirs.knownOfPeer() == 0 || theirs.knownOfPeer() == incarnation) && (peerIncarnation == 0 || theirs.incarnation() == peerIncarnation);
    }

    /** Takes on a new state and does what it asks for. */
    private void enter(LaneState next, long nowNs) {
        LaneState before = state;
        if (next == before) {
            return;
        }
        state = next;
        if (next instanceof LaneState.Connecting && !addresses.isEmpty()) {
            dial = port.dial(this, addresses, nowNs);
        } else if (next instanceof LaneState.Broken) {
            hangUp();
        } else if (next instanceof LaneState.Failed failed) {
            failed(failed.cause(), lastTrouble);
        }
        port.touched(this);
    }

    private void fail(LaneFailure failure, Object why) {
        LaneState before = state;
        state = new LaneState.Failed(failure);
        if (!(before instanceof LaneState.Failed)) {
            failed(failure, why);
        }
    }

    private void failed(LaneFailure failure, Object why) {
        Throwable cause = why instanceof Throwable given ? given : TcpErrors.laneFailed(peer, failure, String.valueOf(why));
        hangUp();
        leave.failed();
        sending.close();
        end(cause);
    }

    private void end(Throwable cause) {
        if (closedBy == null) {
            closedBy = cause;
            sink.ended(cause);
        }
    }

    private void stepLeave(long nowNs) {
        leave.step(connection != null, connection == null && peerIncarnation == 0, nowNs);
    }

    private static String describe(int code) {
        return switch (code) {
            case FrameReader.BAD_KIND -> "a frame of unknown kind came";
            case FrameReader.BAD_LENGTH -> "a frame of impossible length came";
            default -> "a frame with a wrong checksum came";
        };
    }
}
