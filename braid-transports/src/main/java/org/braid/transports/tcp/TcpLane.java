package org.braid.transports.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.braid.base.os.DirectMemory;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Frame;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.braid.link.spi.LaneCounter;
import org.braid.pipe.log.ReceiveCount;
import org.braid.pipe.state.LaneFailure;
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
    final LaneConnections connections;
    private final TcpPort port;
    private final TcpTimes times;
    private final LaneCounts counts = new LaneCounts();
    private final SendSide sending;
    private final ReceiveCount receiving = new ReceiveCount(ACK_WINDOW_FRAMES, ACK_WINDOW_BYTES, ReceiveCount.DEFAULT_ACK_DELAY_NS);
    private final OwedAcknowledgement owed;
    private final SharedPast past;
    private final LeaveTaking leave;
    private final LaneEnd end;
    private TcpParameters parameters;
    private boolean released; // no link of ours uses it
    private long appendedAtTick;

    TcpLane(TcpPort port, ContextId peer, long number, TcpParameters parameters, FrameSink sink, long incarnation) {
        this.port = port;
        this.number = number;
        this.parameters = parameters;
        this.peer = peer;
        times = port.timesFor(peer);
        sending = new SendSide(port.budget(), counts);
        FrameReader reader = new FrameReader(sink, receiving, counts, this);
        owed = new OwedAcknowledgement(receiving, reader, counts, sending);
        past = new SharedPast(number, incarnation, receiving, counts);
        leave = new LeaveTaking(sending, counts, times);
        end = new LaneEnd(peer, sink);
        connections = new LaneConnections(this, port, times, past, reader, sending, leave);
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

    /** True from the first connection until the peer has taken leave or is given up. */
    boolean hears() {
        return !past.isEmpty() && !leave.hasHeard() && !closed();
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
        return end.cause();
    }

    // ---- polling

    /** Reads, hands up, acknowledges, and writes what is due. Returns frames and other units of work. */
    int poll(long nowNs) {
        Connection c = connections.atHand();
        if (c == null) {
            return 0;
        }
        int done = 0;
        try {
            for (int i = 0; i < READS_PER_POLL; i++) {
                int frames = c.read(nowNs);
                counts.received(receiving.expected());
                if (frames < 0) {
                    connections.lost(c, frames == Connection.ENDED ? "the peer closed the connection" : FrameReader.describe(frames), nowNs);
                    return done + 1;
                }
                done += frames;
                if (!c.mayHaveMore() || connections.atHand() != c) {
                    break;
                }
            }
            if (done > 0 && connections.atHand() == c && c.becomesHot()) {
                sending.use(c.shortcut());
            }
        } catch (IOException e) {
            connections.lost(c, String.valueOf(e.getMessage()), nowNs);
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
        Connection c = connections.atHand();
        if (c != null) {
            tend(c, nowNs);
        }
        connections.tick(nowNs);
        if (leave.hasBegun()) {
            stepLeave(nowNs);
        }
        long appended = counts.appended();
        if (appended == appendedAtTick && counts.settled()) {
            sending.rest();
        }
        appendedAtTick = appended;
    }

    private void tend(Connection c, long nowNs) {
        String broken = sending.broken();
        if (broken != null) {
            connections.lost(c, broken, nowNs);
            return;
        }
        c.watchForRoom(sending.isBlocked());
        switch (c.pulse.look(nowNs)) {
            case Pulse.PING -> sending.control(Frame.PING, 0, nowNs);
            case Pulse.SILENT -> connections.lost(c, "nothing was heard from the peer for " + times.silentNs() / 1_000_000 + " ms", nowNs);
            default -> {}
        }
    }

    /** True while something of this lane needs polling soon even if nobody waits. What a lane that has ended still owed stays owed. */
    boolean pending() {
        return !closed() && (!counts.settled() || receiving.expected() != counts.announced() || isHurried());
    }

    /** True while its handshake or its farewell should not wait for the next millisecond. */
    boolean isHurried() {
        return connections.isDialling() || connections.isBroken() || leave.isUnderWay();
    }

    // ---- frames without a number

    @Override
    public void ping() {
        sending.control(Frame.PONG, 0, System.nanoTime());
    }

    @Override
    public void bye(long lastNumber) {
        if (connections.atHand() == null || leave.hasHeard()) {
            return;
        }
        if (!receiving.endsAt(lastNumber)) {
            connections.fail(LaneFailure.PROTOCOL, "it said farewell after frame " + lastNumber + ", but " + receiving.expected() + " have come");
            return;
        }
        long nowNs = System.nanoTime();
        leave.heardBye();
        boolean isAnswer = leave.hasBegun(); // to our own farewell: that the lane ends says nothing about the peer
        startClose(nowNs);
        if (!isAnswer) {
            end.peerLeft(port.hears(peer));
        }
        stepLeave(nowNs);
    }

    // ---- calling

    /** Where the peer listens; the lane calls when it has no connection, or one with other parameters. */
    void callAt(List<InetSocketAddress> there, TcpParameters with, long nowNs) {
        boolean renews = !parameters.sameConnection(with);
        parameters = with;
        released = false;
        if (renews) {
            connections.renew(nowNs);
        }
        connections.callAt(there, nowNs);
    }

    void release() {
        released = true;
    }

    /** True if it may serve for other parameters: a further lane, connected, that nobody uses. */
    boolean isSpare() {
        return released && number > 0 && connections.atHand() != null;
    }

    TcpParameters parameters() {
        return parameters;
    }

    // ---- ending

    /** A verdict from outside: the peer's process is dead. */
    void peerFailed(Throwable cause) {
        connections.fail(LaneFailure.PEER_DIED, cause);
    }

    /** It has no connection and gets no other one. */
    void failed(Throwable cause) {
        leave.failed();
        sending.close();
        end.failed(cause);
    }

    void startClose(long nowNs) {
        leave.begin(nowNs);
    }

    boolean closed() {
        return leave.isOver() || connections.hasFailed();
    }

    void abandon() {
        connections.hangUp();
        sending.close();
        end.closedHere();
    }

    private void stepLeave(long nowNs) {
        boolean connected = connections.atHand() != null;
        leave.step(connected, !connected && past.isEmpty(), nowNs);
    }
}
