package org.braid.testkit.sim;

import org.braid.base.wire.Frame;
import org.braid.link.bulk.BulkStatus;
import org.braid.link.flow.CreditAccount;
import org.braid.link.stream.CloseHandshake;
import org.braid.link.stream.HoldWindow;
import org.braid.link.stream.LaneEvent;
import org.braid.link.stream.LaneFailure;
import org.braid.link.stream.LaneState;
import org.braid.link.stream.LaneTimes;
import org.braid.link.stream.ReceiveCount;
import org.braid.link.stream.ReplayLog;

/**
 * One context's end of the lane to one peer: the real cores, put together as a transport does it. The methods that a planted bug
 * replaces are protected; everything else is final.
 */
public class SimLane {
    private static final long MS = SimOptions.MS;
    static final LaneTimes TIMES = new LaneTimes(10 * MS, 10 * MS, MS / 2, 20 * MS, 300 * MS);
    private static final long PATH_TIMEOUT_NS = 40 * MS;
    private static final long HEARTBEAT_NS = 8 * MS;

    private final SimContext context;
    private final int peer;
    private final SimWorld world;
    private final SimOptions options;
    private final SimBulk bulk;
    private final SimSender sender;
    private final SimInbox inbox;

    private final SimOutput output;
    private final SimInput input;
    private final SimConnections connections;
    private final SimCredit credit;
    private final ReplayLog log; // of the output
    private final CloseHandshake closing = new CloseHandshake();
    private LaneState state = LaneState.CLOSED;

    private boolean peerEnded;
    private long lastFrameNs;
    private long lastProgressNs;

    protected SimLane(SimContext context, int peer) {
        this.context = context;
        this.peer = peer;
        this.world = context.world();
        this.options = world.options();
        this.output = new SimOutput(this);
        this.input = new SimInput(this);
        this.connections = new SimConnections(this, output, input);
        this.credit = new SimCredit(this);
        this.log = output.log();
        this.bulk = new SimBulk(this);
        this.sender = new SimSender(this);
        this.inbox = new SimInbox(this);
    }

    // ---- where planted bugs go

    /** Whether the frame that arrived on a byte stream is new. */
    protected boolean admits(ReceiveCount receiveCount) {
        return receiveCount.admits();
    }

    /** What the window says about an explicit number. */
    protected int arrived(HoldWindow window, long number) {
        return window.arrived(number);
    }

    /** Takes a new frame: first it is safe, then it is counted. False: not now. */
    protected boolean accept(byte[] frame) {
        if (!enqueue(frame)) return false;
        accepted(frame);
        return true;
    }

    /** The count to go on with on a new connection. */
    protected ReceiveCount countForNewConnection(ReceiveCount before) {
        return before;
    }

    /** Payload was handed over. */
    protected void consumed(CreditAccount account, int bytes) {
        account.consumed(bytes);
    }

    /** Something changed that a waiting thread may wait for. */
    protected void wake(Runnable waiter) {
        world.after(0, waiter);
    }

    protected final boolean enqueue(byte[] frame) {
        int kind = SimFrame.kind(frame);
        boolean forApplication = kind == Frame.RSR || kind == Frame.OFFER;
        if (forApplication && !inbox.offer(frame)) return refused(Transition.INBOX_FULL);
        if (forApplication) credit.arrived(frame);
        else bulk.onFrame(frame);
        input.safe();
        return true;
    }

    protected final void accepted(byte[] frame) {
        input.count().accepted(frame.length, nowNs());
        world.progressed();
    }

    protected final ReceiveCount newCount() {
        return input.newCount();
    }

    protected final boolean chance(int oneIn) {
        return world.random().nextInt(oneIn) == 0;
    }

    // ---- what the application sees

    final boolean isOver() {
        return context.isDead() || state instanceof LaneState.Failed || closing.refusesSends();
    }

    final boolean mayCall() {
        if (state instanceof LaneState.Closed) on(new LaneEvent.Open(nowNs()));
        return !isOver();
    }

    /** Sends an eager message, or says why not now. */
    final boolean trySendEager(int message, byte[] payload, int offset, int bytes) {
        if (!credit.eager().covers(bytes)) return refused(Transition.CREDIT_REFUSED);
        byte[] frame = SimFrame.of(Frame.RSR, message, 0, 0, bytes);
        System.arraycopy(payload, offset, frame, Frame.HEADER_BYTES, bytes);
        if (!output.append(frame)) return false;
        credit.eager().take(bytes);
        pump();
        return true;
    }

    /** Sends an envelope on the control credit; the data stays with the sender. */
    final boolean trySendOffer(byte[] frame) {
        if (!credit.control().covers(1)) return refused(Transition.CONTROL_CREDIT_REFUSED);
        if (!output.append(frame)) return false;
        credit.control().take(1);
        pump();
        return true;
    }

    final boolean lacksEagerCredit(int bytes) {
        return !credit.eager().covers(bytes);
    }

    final void reply(byte[] frame) {
        output.reply(frame);
        pump();
    }

    final void handedOver(byte[] frame) {
        credit.consumed(frame);
        WireEnd end = connections.atHand();
        input.drainHeld();
        if (end != null) end.read();
        pump();
    }

    final void wakeSenders() {
        sender.wakeAll();
    }

    final void startClosing(long withinNs) {
        if (context.isDead()) return;
        closing.close(nowNs(), withinNs);
        sender.wakeAll();
        advanceClosing();
    }

    // ---- states

    final LaneState state() {
        return state;
    }

    final void on(LaneEvent event) {
        LaneState before = state;
        state = before.on(event, TIMES);
        if (state == before) return;
        tally(Transition.ofLane(before, state));
        switch (state) {
            case LaneState.Connecting _ -> connections.call();
            case LaneState.Greeting _ -> nowGreeting();
            case LaneState.Up _ -> nowUp();
            case LaneState.Broken _ -> connections.drop();
            case LaneState.Closing(long last, _) -> output.beside(Frame.BYE, last, 0);
            case LaneState.Closed _ -> nowClosed();
            case LaneState.Failed(LaneFailure cause) -> nowFailed(cause);
        }
    }

    private void nowGreeting() {
        if (log.writtenFrames() > log.ackedFrames()) tally(Transition.LOG_RESUMED);
        log.connectionLost();
        input.newConnection();
    }

    private void nowUp() {
        long now = nowNs();
        lastFrameNs = now;
        lastProgressNs = now;
        input.count().askForAck();
        credit.announce(output);
        bulk.settle(); // the greeting's count was an acknowledgement, too
        sender.wakeAll();
        advanceClosing();
        pump();
    }

    private void nowClosed() {
        connections.drop();
        closing.farewellDone(log);
        if (closing.phase() == CloseHandshake.ENDED) nowEnded();
    }

    private void nowFailed(LaneFailure cause) {
        world.ledger().laneFailed(this, cause);
        connections.drop();
        closing.failed(log);
        if (closing.abandonedFrames() > 0) tally(Transition.CLOSE_ABANDONED);
        output.dropReplies();
        bulk.failAll(cause == LaneFailure.PEER_DIED ? BulkStatus.PEER_DIED : BulkStatus.FAILED);
        log.close();
        sender.wakeAll();
    }

    private void advanceClosing() {
        int before = closing.phase();
        int phase = closing.advance(log, nowNs());
        if (before == CloseHandshake.FLUSHING && closing.abandonedFrames() == 0 && phase != before) tally(Transition.CLOSE_FLUSHED);
        boolean justEnded = before != phase && phase == CloseHandshake.ENDED;
        if (phase == CloseHandshake.FAREWELL || (justEnded && closing.abandonedFrames() == 0)) finish();
        if (closing.phase() == CloseHandshake.ENDED) nowEnded();
        if (justEnded && closing.abandonedFrames() > 0) on(new LaneEvent.Fatal(LaneFailure.CLOSE_DEADLINE));
    }

    private void finish() {
        on(new LaneEvent.Finish(log.appendedFrames(), closing.deadlineNs()));
        if (state instanceof LaneState.Closed) closing.farewellDone(log);
    }

    private void nowEnded() {
        output.dropReplies();
        bulk.failAll(BulkStatus.FAILED);
        // A peer that had not finished may have called again; when that connection is gone, nobody needs another one.
        if (state instanceof LaneState.Broken && log.isEmpty()) on(new LaneEvent.Finish(log.appendedFrames(), nowNs()));
    }

    // ---- connections

    final SimConnections connections() {
        return connections;
    }

    /** The connection at hand is gone. */
    final void lostConnection() {
        connections.forget();
        // One side has said farewell, and we owe nothing: this end is no break.
        boolean mayEnd = peerEnded || hasClosed();
        if (mayEnd && output.owesNothing()) on(new LaneEvent.Finish(log.appendedFrames(), nowNs()));
        on(new LaneEvent.Lost(nowNs()));
    }

    // ---- reading

    /** False: not now, keep it. */
    final boolean onFrame(WireEnd end, byte[] frame) {
        if (context.isDead()) return true;
        if (end != connections.atHand()) {
            connections.onCandidate(end, frame);
            return true;
        }
        lastFrameNs = nowNs();
        switch (SimFrame.kind(frame)) {
            case Frame.HELLO -> connections.onHello(frame);
            case Frame.ACK -> onAck(SimFrame.first(frame));
            case Frame.CREDIT -> onCredit(frame);
            case Frame.PING -> onPing();
            case Frame.PONG -> {}
            case Frame.BYE -> onBye(SimFrame.first(frame), SimFrame.second(frame));
            case Frame.ALERT -> on(new LaneEvent.Fatal(LaneFailure.REFUSED));
            default -> {
                return isFlowing() && input.onFrame(frame);
            }
        }
        return true;
    }

    private void onAck(long frames) {
        world.ledger().acknowledged(this, frames);
        long before = log.ackedFrames();
        boolean held = log.capacityBytes() > 0;
        if (frames > log.writtenFrames()) tally(Transition.ACK_AHEAD_OF_REPLAY);
        acceptedAsProved(frames);
        if (log.ackedFrames() == before) return;
        if (held && log.capacityBytes() == 0) tally(Transition.LOG_GAVE_BACK);
        lastProgressNs = nowNs();
        world.progressed();
        bulk.settle();
        context.wakeSenders();
        advanceClosing();
        pump();
    }

    /** The peer says so, or an answer proves it. */
    final void acceptedAsProved(long frames) {
        require(options.numbered ? log.acceptedByNumber(frames) : log.accepted(frames), "acknowledged what was never written");
    }

    private void onCredit(byte[] frame) {
        credit.granted(frame);
        sender.wakeAll();
    }

    private void onPing() {
        output.beside(Frame.PONG, 0, 0);
        input.count().askForAck();
        tally(Transition.GRANT_REPEATED);
        credit.announce(output);
        pump();
    }

    private void onBye(long last, long confirmed) {
        if (confirmed != 0) {
            if (state instanceof LaneState.Closing) on(new LaneEvent.Finished());
            return;
        }
        require(input.count().endsAt(last), "the peer closed after " + last + " frames, accepted were " + input.count().expected());
        peerEnded = true;
        output.beside(Frame.BYE, last, 1);
    }

    // ---- writing

    /** Puts what waits into the log, and the log and what goes beside it onto the connection. */
    final void pump() {
        if (context.isDead() || state instanceof LaneState.Failed) return;
        if (output.appendReplies()) bulk.pushAll();
        if (isFlowing()) {
            if (input.count().ackDue(nowNs())) output.beside(Frame.ACK, input.count().takeAck(), 0);
            if (credit.grantDue()) credit.announce(output);
        }
        WireEnd end = connections.atHand();
        if (end != null) output.write(end);
    }

    // ---- time

    final void tick() {
        if (context.isDead() || state instanceof LaneState.Failed) return;
        long now = nowNs();
        on(new LaneEvent.Tick(now));
        if (isFlowing()) tickConnection(now);
        advanceClosing();
        if (log.trim()) tally(Transition.LOG_GAVE_BACK);
        pump();
        output.checkBounds();
        input.checkBounds();
        credit.checkBounds();
    }

    private void tickConnection(long now) {
        if (now - lastFrameNs > PATH_TIMEOUT_NS) {
            connections.drop();
            lostConnection();
            return;
        }
        if (now - output.lastSentNs() > HEARTBEAT_NS) output.beside(Frame.PING, 0, 0);
        if (inbox.isIdle() && credit.grantOwed()) credit.announce(output);
        if (!options.numbered) return;
        if (state instanceof LaneState.Closing(long last, _)) output.beside(Frame.BYE, last, 0);
        if (!log.isEmpty() && now - lastProgressNs > 4 * options.latencyNs + 6 * MS) {
            lastProgressNs = now;
            tally(Transition.PACKETS_SENT_AGAIN);
            log.connectionLost();
        }
    }

    /** The process is gone, or the run is over. */
    final void drop() {
        connections.drop();
        log.close();
    }

    final void peerDied() {
        on(new LaneEvent.Fatal(LaneFailure.PEER_DIED));
    }

    // ---- small things

    final boolean isFlowing() {
        return state instanceof LaneState.Up || state instanceof LaneState.Closing;
    }

    final boolean mayReplay() {
        return isFlowing() || (connections.replaysEagerly() && state instanceof LaneState.Greeting);
    }

    final boolean refusesFrames() {
        return closing.refusesFrames();
    }

    final boolean refused(Transition why) {
        tally(why);
        return false;
    }

    final boolean require(boolean truth, String otherwise) {
        if (!truth) throw new SimFailure(this + ": " + otherwise);
        return true;
    }

    final void tally(Transition transition) {
        world.tally().count(transition);
    }

    /** Nothing is under way, and nothing was lost: the peer's grants are all back. */
    final boolean isQuiet() {
        return sender.isDone() && inbox.isIdle() && output.owesNothing() && bulk.isIdle() && credit.isWhole();
    }

    /** The lane is over, and every thread that used it knows. */
    final boolean isEnded() {
        if (context.isDead()) return true;
        boolean isClosed = state instanceof LaneState.Closed && hasClosed();
        return sender.isDone() && (isClosed || hasFailed());
    }

    /** This end has said all that it had to. */
    final boolean hasClosed() {
        return closing.phase() == CloseHandshake.ENDED;
    }

    final boolean hasFailed() {
        return state instanceof LaneState.Failed;
    }

    final long nowNs() {
        return world.nowNs();
    }

    final SimFrame frames() {
        return world.frames();
    }

    final SimOptions options() {
        return options;
    }

    final SimContext context() {
        return context;
    }

    final int peer() {
        return peer;
    }

    final SimBulk bulk() {
        return bulk;
    }

    final SimSender sender() {
        return sender;
    }

    final SimInbox inbox() {
        return inbox;
    }

    final ReplayLog log() {
        return log;
    }

    final SimOutput output() {
        return output;
    }

    /** Frames of the peer that are safe here. */
    final long safeFrames() {
        return input.safeFrames();
    }

    @Override
    public final String toString() {
        return "lane " + context.id() + "->" + peer + " " + state + " " + output + " accepted=" + input.count().expected() + " " + credit
                + " close=" + closing.phase() + " " + sender + " " + inbox + " " + bulk;
    }
}
