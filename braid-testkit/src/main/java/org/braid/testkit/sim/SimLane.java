package org.braid.testkit.sim;

import org.braid.base.wire.FrameKind;
import org.braid.link.bulk.state.BulkStatus;
import org.braid.pipe.log.ReplayLog;
import org.braid.pipe.state.LaneEvent;
import org.braid.pipe.state.LaneFailure;
import org.braid.pipe.state.LaneState;
import org.braid.pipe.state.LaneTimes;

/** One context's end of the lane to one peer: the real cores, put together as a transport does it. */
final class SimLane {
    private static final long MS = SimOptions.MS;
    private static final LaneTimes TIMES = new LaneTimes(10 * MS, 10 * MS, MS / 2, 20 * MS, 300 * MS);

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
    private final SimClosing closing;
    private final SimPulse pulse;
    private final SimReading reading;
    private final ReplayLog log; // of the output
    private LaneState state = LaneState.CLOSED;

    SimLane(SimContext context, int peer) {
        this.context = context;
        this.peer = peer;
        this.world = context.world();
        this.options = world.options();
        this.output = new SimOutput(this);
        this.input = new SimInput(this);
        this.connections = new SimConnections(this, output, input);
        this.credit = new SimCredit(this);
        this.closing = new SimClosing(this, output, input);
        this.pulse = new SimPulse(this, output);
        this.reading = new SimReading(this, input, output, credit);
        this.log = output.log();
        this.bulk = new SimBulk(this);
        this.sender = new SimSender(this);
        this.inbox = new SimInbox(this);
    }

    // ---- what comes in

    /** Makes a frame safe. False: not now. */
    boolean enqueue(byte[] frame) {
        int kind = SimFrame.kind(frame);
        boolean forApplication = kind == FrameKind.RSR || kind == FrameKind.OFFER;
        if (forApplication && !inbox.offer(frame)) return refused(Transition.INBOX_FULL);
        if (forApplication) credit.arrived(frame);
        else bulk.onFrame(frame);
        input.safe();
        return true;
    }

    /** Counts a safe frame. */
    void accepted(byte[] frame) {
        input.count().accepted(frame.length, nowNs());
        world.progressed();
    }

    // ---- what the application sees

    boolean isOver() {
        return context.isDead() || state instanceof LaneState.Failed || closing.refusesSends();
    }

    boolean mayCall() {
        if (state instanceof LaneState.Closed) on(new LaneEvent.Open(nowNs()));
        return !isOver();
    }

    /** Sends a frame that takes credit, or says why not now. */
    boolean trySend(byte[] frame, CreditEnds ends, int amount, Transition withoutCredit) {
        if (!ends.tryTake(amount)) return refused(withoutCredit);
        if (!output.append(frame)) {
            ends.giveBack(amount);
            return false;
        }
        pump();
        return true;
    }

    void reply(byte[] frame) {
        output.reply(frame);
        pump();
    }

    void handedOver(byte[] frame) {
        credit.consumed(frame);
        WireEnd end = connections.atHand();
        input.drainHeld();
        if (end != null) end.read();
        pump();
    }

    void wakeSenders() {
        sender.wakeAll();
    }

    void startClosing(long withinNs) {
        if (!context.isDead()) closing.start(withinNs);
    }

    // ---- states

    LaneState state() {
        return state;
    }

    void on(LaneEvent event) {
        LaneState before = state;
        state = before.on(event, TIMES);
        if (state == before) return;
        tally(Transition.ofLane(before, state));
        switch (state) {
            case LaneState.Connecting _ -> connections.call();
            case LaneState.Greeting _ -> nowGreeting();
            case LaneState.Up _ -> nowUp();
            case LaneState.Broken _ -> connections.drop();
            case LaneState.Closing(long last, _) -> output.beside(FrameKind.BYE, last, 0);
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
        pulse.begin();
        input.count().askForAck();
        credit.announce(output);
        bulk.sends().settle(); // the greeting's count was an acknowledgement, too
        sender.wakeAll();
        closing.advance();
        pump();
    }

    private void nowClosed() {
        connections.drop();
        closing.nowClosed();
    }

    private void nowFailed(LaneFailure cause) {
        world.ledger().laneFailed(this, cause);
        connections.drop();
        closing.nowFailed();
        output.dropReplies();
        bulk.failAll(cause == LaneFailure.PEER_DIED ? BulkStatus.PEER_DIED : BulkStatus.FAILED);
        log.close();
        sender.wakeAll();
    }

    // ---- connections

    SimConnections connections() {
        return connections;
    }

    /** The connection at hand is gone. */
    void lostConnection() {
        connections.forget();
        closing.connectionLost();
        on(new LaneEvent.Lost(nowNs()));
    }

    // ---- reading and writing

    /** False: not now, keep it. */
    boolean onFrame(WireEnd end, byte[] frame) {
        return reading.onFrame(end, frame);
    }

    /** Puts what waits into the log, and the log and what goes beside it onto the connection. */
    void pump() {
        if (context.isDead() || state instanceof LaneState.Failed) return;
        if (output.appendReplies()) bulk.sends().pushAll();
        if (isFlowing()) {
            if (input.count().ackDue(nowNs())) output.beside(FrameKind.ACK, input.count().takeAck(), 0);
            if (credit.grantDue()) credit.announce(output);
        }
        WireEnd end = connections.atHand();
        if (end != null) output.write(end);
    }

    // ---- time

    void tick() {
        if (context.isDead() || state instanceof LaneState.Failed) return;
        on(new LaneEvent.Tick(nowNs()));
        if (isFlowing()) tickConnection();
        closing.advance();
        if (log.trim()) tally(Transition.LOG_GAVE_BACK);
        pump();
        output.checkBounds();
        input.checkBounds();
        credit.checkBounds();
    }

    private void tickConnection() {
        if (pulse.isSilent()) {
            connections.drop();
            lostConnection();
            return;
        }
        pulse.beat();
        if (inbox.isIdle() && credit.grantOwed()) credit.announce(output);
        if (!options.numbered) return;
        closing.repeat();
        pulse.sendAgain();
    }

    /** The process is gone, or the run is over. */
    void drop() {
        connections.drop();
        log.close();
    }

    void peerDied() {
        on(new LaneEvent.Fatal(LaneFailure.PEER_DIED));
    }

    // ---- small things

    boolean isFlowing() {
        return state instanceof LaneState.Up || state instanceof LaneState.Closing;
    }

    boolean mayReplay() {
        return isFlowing() || (connections.replaysEagerly() && state instanceof LaneState.Greeting);
    }

    boolean refused(Transition why) {
        tally(why);
        return false;
    }

    boolean require(boolean truth, String otherwise) {
        if (!truth) throw new SimFailure(this + ": " + otherwise);
        return true;
    }

    void tally(Transition transition) {
        world.tally().count(transition);
    }

    /** Nothing is under way, and nothing was lost: the peer's grants are all back. */
    boolean isQuiet() {
        return sender.isDone() && inbox.isIdle() && output.owesNothing() && bulk.isIdle() && credit.isWhole();
    }

    /** The lane is over, and every thread that used it knows. */
    boolean isEnded() {
        if (context.isDead()) return true;
        boolean isClosed = state instanceof LaneState.Closed && closing.hasEnded();
        return sender.isDone() && (isClosed || hasFailed());
    }

    boolean hasFailed() {
        return state instanceof LaneState.Failed;
    }

    long nowNs() {
        return world.nowNs();
    }

    SimFrame frames() {
        return world.frames();
    }

    SimOptions options() {
        return options;
    }

    SimContext context() {
        return context;
    }

    int peer() {
        return peer;
    }

    SimClosing closing() {
        return closing;
    }

    SimPulse pulse() {
        return pulse;
    }

    SimBulk bulk() {
        return bulk;
    }

    SimSender sender() {
        return sender;
    }

    SimInbox inbox() {
        return inbox;
    }

    SimOutput output() {
        return output;
    }

    SimInput input() {
        return input;
    }

    SimCredit credit() {
        return credit;
    }

    @Override
    public String toString() {
        return "lane " + context.id() + "->" + peer + " " + state + " " + output + " accepted=" + input.count().expected() + " " + credit
                + " " + closing + " " + sender + " " + inbox + " " + bulk;
    }
}
