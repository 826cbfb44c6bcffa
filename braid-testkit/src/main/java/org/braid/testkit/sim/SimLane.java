package org.braid.testkit.sim;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.braid.base.wire.Frame;
import org.braid.link.bulk.BulkStatus;
import org.braid.link.flow.CreditAccount;
import org.braid.link.flow.CreditWindow;
import org.braid.link.stream.CloseHandshake;
import org.braid.link.stream.CrossedConnect;
import org.braid.link.stream.HoldWindow;
import org.braid.link.stream.LaneEvent;
import org.braid.link.stream.LaneFailure;
import org.braid.link.stream.LaneState;
import org.braid.link.stream.LaneTimes;
import org.braid.link.stream.ReceiveCount;
import org.braid.link.stream.ReplayLog;
import org.braid.link.stream.Run;
import org.jspecify.annotations.Nullable;

/**
 * One context's end of the lane to one peer: the real cores, put together as a transport does it. The methods that a planted bug
 * replaces are protected; everything else is final.
 */
public class SimLane {
    private static final long MS = SimOptions.MS;
    static final LaneTimes TIMES = new LaneTimes(10 * MS, 10 * MS, MS / 2, 20 * MS, 300 * MS);
    private static final long PATH_TIMEOUT_NS = 40 * MS;
    private static final long HEARTBEAT_NS = 8 * MS;
    private static final long ACK_DELAY_NS = 3 * MS;
    private static final int HOLD_SLOTS = 64;
    private static final int MOST_CANDIDATES = 4;


    private final SimContext context;
    private final int peer;
    private final SimWorld world;
    private final SimOptions options;
    private final SimBulk bulk;
    private final SimSender sender;
    private final SimInbox inbox;

    private final ReplayLog log;
    private final HoldWindow hold = new HoldWindow(HOLD_SLOTS);
    private final byte[] @Nullable [] held = new byte[HOLD_SLOTS][];
    private final CreditWindow eager;
    private final CreditWindow control;
    private final CreditAccount eagerIn;
    private final CreditAccount controlIn;
    private final CloseHandshake closing = new CloseHandshake();
    private ReceiveCount count;
    private LaneState state = LaneState.CLOSED;

    private @Nullable WireEnd wire;
    private final ArrayDeque<WireEnd> candidates = new ArrayDeque<>();
    private final ArrayDeque<byte[]> besideLog = new ArrayDeque<>(); // acknowledgements and the like: no number, no replay
    private final ArrayDeque<byte[]> replies = new ArrayDeque<>(); // waiting for room in the log
    private final Run[] runs = {new Run(), new Run(), new Run(), new Run()};
    private int connectSerial;
    private boolean replaysEagerly;
    private boolean peerEnded;
    private long enqueuedFrames;
    private long lastFrameNs;
    private long lastSentNs;
    private long lastProgressNs;

    protected SimLane(SimContext context, int peer) {
        this.context = context;
        this.peer = peer;
        this.world = context.world();
        this.options = world.options();
        this.log = new ReplayLog(context.budget(), options.logFirstBytes, options.logMostBytes);
        this.count = newCount();
        this.eager = new CreditWindow(options.eagerWindowBytes);
        this.control = new CreditWindow(options.controlWindow);
        this.eagerIn = new CreditAccount(options.eagerWindowBytes);
        this.controlIn = new CreditAccount(options.controlWindow);
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
        boolean taken =
                switch (SimFrame.kind(frame)) {
                    case Frame.RSR -> inbox.offer(frame) && require(eagerIn.arrived(SimFrame.payloadBytes(frame)), "eager bytes without credit");
                    case Frame.OFFER -> inbox.offer(frame) && require(controlIn.arrived(1), "an envelope without credit");
                    default -> bulk.onFrame(frame);
                };
        if (taken) enqueuedFrames++;
        else tally(Transition.INBOX_FULL);
        return taken;
    }

    protected final void accepted(byte[] frame) {
        count.accepted(frame.length, nowNs());
        world.progressed();
    }

    protected final ReceiveCount newCount() {
        return new ReceiveCount(options.logMostBytes / 64, options.logFirstBytes, ACK_DELAY_NS);
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
        if (!eager.covers(bytes)) return refused(Transition.CREDIT_REFUSED);
        byte[] frame = SimFrame.of(Frame.RSR, message, 0, 0, bytes);
        System.arraycopy(payload, offset, frame, Frame.HEADER_BYTES, bytes);
        if (!append(frame)) return false;
        eager.take(bytes);
        pump();
        return true;
    }

    /** Sends an envelope on the control credit; the data stays with the sender. */
    final boolean trySendOffer(byte[] frame) {
        if (!control.covers(1)) return refused(Transition.CONTROL_CREDIT_REFUSED);
        if (!append(frame)) return false;
        control.take(1);
        pump();
        return true;
    }

    final boolean lacksEagerCredit(int bytes) {
        return !eager.covers(bytes);
    }

    final void reply(byte[] frame) {
        replies.add(frame);
        pump();
    }

    final void handedOver(byte[] frame) {
        boolean isOffer = SimFrame.kind(frame) == Frame.OFFER;
        consumed(isOffer ? controlIn : eagerIn, isOffer ? 1 : SimFrame.payloadBytes(frame));
        WireEnd end = wire;
        drainHeld();
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

    private void on(LaneEvent event) {
        LaneState before = state;
        state = before.on(event, TIMES);
        if (state == before) return;
        tally(Transition.ofLane(before, state));
        switch (state) {
            case LaneState.Connecting _ -> connect();
            case LaneState.Greeting _ -> nowGreeting();
            case LaneState.Up _ -> nowUp();
            case LaneState.Broken _ -> dropWire();
            case LaneState.Closing(long last, _) -> beside(Frame.BYE, last, 0);
            case LaneState.Closed _ -> nowClosed();
            case LaneState.Failed(LaneFailure cause) -> nowFailed(cause);
        }
    }

    private void connect() {
        dropWire();
        world.connect(this, ++connectSerial);
    }

    private void nowGreeting() {
        if (log.writtenFrames() > log.ackedFrames()) tally(Transition.LOG_RESUMED);
        log.connectionLost();
        count = countForNewConnection(count);
    }

    private void nowUp() {
        long now = nowNs();
        lastFrameNs = now;
        lastProgressNs = now;
        count.askForAck();
        announceCredit();
        bulk.settle(); // the greeting's count was an acknowledgement, too
        sender.wakeAll();
        advanceClosing();
        pump();
    }

    private void nowClosed() {
        dropWire();
        closing.farewellDone(log);
        if (closing.phase() == CloseHandshake.ENDED) nowEnded();
    }

    private void nowFailed(LaneFailure cause) {
        world.ledger().laneFailed(this, cause);
        dropWire();
        closing.failed(log);
        if (closing.abandonedFrames() > 0) tally(Transition.CLOSE_ABANDONED);
        replies.clear();
        bulk.failAll(cause == LaneFailure.PEER_DIED ? BulkStatus.PEER_DIED : BulkStatus.FAILED);
        log.close();
        sender.wakeAll();
    }

    private void dropWire() {
        WireEnd end = wire;
        wire = null;
        besideLog.clear();
        if (end != null) end.close();
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
        replies.clear();
        bulk.failAll(BulkStatus.FAILED);
        // A peer that had not finished may have called again; when that connection is gone, nobody needs another one.
        if (state instanceof LaneState.Broken && log.isEmpty()) on(new LaneEvent.Finish(log.appendedFrames(), nowNs()));
    }

    // ---- connections

    final void connected(WireEnd end, int serial) {
        if (serial != connectSerial || context.isDead() || !(state instanceof LaneState.Connecting)) {
            end.close();
            return;
        }
        wire = end;
        on(new LaneEvent.Connected(nowNs()));
        replaysEagerly = options.replaysEagerly && !options.numbered;
        if (replaysEagerly) resume(log.ackedFrames());
        greet(replaysEagerly ? log.ackedFrames() : -1);
        pump();
    }

    final void incoming(WireEnd end) {
        if (candidates.size() == MOST_CANDIDATES) candidates.remove().close();
        candidates.add(end);
    }

    final void onLost(WireEnd end) {
        if (context.isDead()) return;
        if (end == wire) lostConnection();
        else candidates.remove(end);
    }

    private void lostConnection() {
        wire = null;
        besideLog.clear();
        // One side has said farewell, and we owe nothing: this end is no break.
        boolean mayEnd = peerEnded || closing.phase() == CloseHandshake.ENDED;
        if (mayEnd && log.isEmpty() && replies.isEmpty()) on(new LaneEvent.Finish(log.appendedFrames(), nowNs()));
        on(new LaneEvent.Lost(nowNs()));
    }

    private void greet(long first) {
        beside(Frame.HELLO, count.expected(), first);
    }

    /** The first frame of a connection that the peer opened: only a valid greeting may replace what we have. */
    private void onCandidate(WireEnd end, byte[] hello) {
        if (SimFrame.kind(hello) != Frame.HELLO) return;
        candidates.remove(end);
        // An old greeting may come late, on a connection that the peer has given up since: it expects what it acknowledged meanwhile.
        if (SimFrame.first(hello) < log.ackedFrames()) end.close();
        else if (state instanceof LaneState.Failed || (options.closesImpatiently && closing.phase() == CloseHandshake.ENDED)) refuse(end);
        else if (state instanceof LaneState.Closing) end.close();
        else if (hasOwnAttempt() && CrossedConnect.oursStays(context.id(), peer)) {
            tally(Transition.CROSSED_CONNECT);
            end.close();
        } else adopt(end, hello);
    }

    private boolean hasOwnAttempt() {
        return state instanceof LaneState.Connecting || (state instanceof LaneState.Greeting && wire != null && wire.isOurs());
    }

    private void refuse(WireEnd end) {
        end.send(frames().seal(SimFrame.of(Frame.ALERT, 0, 0, 0, 0)));
        end.close();
    }

    private void adopt(WireEnd end, byte[] hello) {
        dropWire();
        connectSerial++; // an attempt under way comes too late
        wire = end;
        replaysEagerly = false;
        on(new LaneEvent.Accepted(nowNs()));
        greet(-1);
        onHello(hello);
    }

    private void onHello(byte[] hello) {
        if (!(state instanceof LaneState.Greeting)) return;
        long expects = SimFrame.first(hello);
        long first = SimFrame.second(hello);
        if (replaysEagerly) require(log.accepted(expects), "the greeting's count is impossible");
        else resume(expects);
        if (!options.numbered) require(count.attach(first >= 0 ? first : count.expected()), "the greeting's first number is impossible");
        on(new LaneEvent.Greeted(world.nextEpoch()));
    }

    private void resume(long expects) {
        require(log.resumeAt(expects), "cannot resume at the frame that the peer expects");
    }

    // ---- reading

    /** False: not now, keep it. */
    final boolean onFrame(WireEnd end, byte[] frame) {
        if (context.isDead()) return true;
        if (end != wire) {
            onCandidate(end, frame);
            return true;
        }
        lastFrameNs = nowNs();
        switch (SimFrame.kind(frame)) {
            case Frame.HELLO -> onHello(frame);
            case Frame.ACK -> onAck(SimFrame.first(frame));
            case Frame.CREDIT -> onCredit(frame);
            case Frame.PING -> onPing();
            case Frame.PONG -> {}
            case Frame.BYE -> onBye(SimFrame.first(frame), SimFrame.second(frame));
            case Frame.ALERT -> on(new LaneEvent.Fatal(LaneFailure.REFUSED));
            default -> {
                return isFlowing() && (options.numbered ? onNumbered(frame) : onNext(frame));
            }
        }
        return true;
    }

    private boolean onNext(byte[] frame) {
        if (admits(count)) return accept(frame);
        tally(Transition.DUPLICATE_DROPPED);
        return true;
    }

    private boolean onNumbered(byte[] frame) {
        long number = SimFrame.number(frame);
        switch (arrived(hold, number)) {
            case HoldWindow.NEXT -> {
                tally(Transition.HOLD_NEXT);
                if (!accept(frame)) return false;
                hold.delivered();
                drainHeld();
            }
            case HoldWindow.HELD -> {
                tally(Transition.HOLD_HELD);
                held[hold.slot(number)] = frame;
            }
            case HoldWindow.DUPLICATE -> {
                tally(Transition.HOLD_DUPLICATE);
                count.askForAck();
            }
            default -> throw new SimFailure(this + ": number " + number + " is outside the window at " + hold.expected());
        }
        return true;
    }

    private void drainHeld() {
        while (hold.nextIsHeld()) {
            int slot = hold.slot(hold.expected());
            byte[] frame = held[slot];
            if (frame == null || !accept(frame)) return;
            held[slot] = null;
            hold.delivered();
        }
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
        require(eager.granted(SimFrame.first(frame)), "an absurd grant of eager credit");
        require(control.granted(SimFrame.second(frame)), "an absurd grant of control credit");
        sender.wakeAll();
    }

    private void onPing() {
        beside(Frame.PONG, 0, 0);
        count.askForAck();
        tally(Transition.GRANT_REPEATED);
        announceCredit();
        pump();
    }

    private void onBye(long last, long confirmed) {
        if (confirmed != 0) {
            if (state instanceof LaneState.Closing) on(new LaneEvent.Finished());
            return;
        }
        require(count.endsAt(last), "the peer closed after " + last + " frames, accepted were " + count.expected());
        peerEnded = true;
        beside(Frame.BYE, last, 1);
    }

    // ---- writing

    /** Puts what waits into the log, and the log and what goes beside it onto the connection. */
    final void pump() {
        if (context.isDead() || state instanceof LaneState.Failed) return;
        while (!replies.isEmpty() && append(replies.element())) replies.remove();
        if (replies.isEmpty()) bulk.pushAll();
        if (isFlowing()) {
            if (count.ackDue(nowNs())) beside(Frame.ACK, count.takeAck(), 0);
            if (eagerIn.grantDue() || controlIn.grantDue()) announceCredit();
        }
        WireEnd end = wire;
        if (end == null) return;
        if (options.numbered) writePackets(end);
        else writeStream(end);
    }

    final boolean append(byte[] frame) {
        if (closing.refusesFrames()) return false;
        if (options.numbered) SimFrame.putInt(frame, Frame.HANDLER, (int) log.appendedFrames());
        frames().seal(frame);
        long capacity = log.capacityBytes();
        if (log.append(MemorySegment.ofArray(frame), 0, frame.length) == ReplayLog.REFUSED) return refused(Transition.LOG_FULL);
        if (capacity > 0 && log.capacityBytes() > capacity) tally(Transition.LOG_GREW);
        return true;
    }

    /** A frame whose payload stays in user memory until the peer has accepted it. Its number, or negative: not now. */
    final long appendByReference(byte[] header, byte[] base, int offset, int bytes) {
        long at = closing.refusesFrames() ? ReplayLog.REFUSED : log.claim(header.length);
        if (at == ReplayLog.REFUSED) {
            tally(Transition.LOG_FULL);
            return at;
        }
        if (options.numbered) SimFrame.putInt(header, Frame.HANDLER, (int) log.appendedFrames());
        frames().seal(header, base, offset, bytes);
        MemorySegment.copy(MemorySegment.ofArray(header), 0, log.segment(), at, header.length);
        return log.commit(header.length, base, offset, bytes);
    }

    private void writeStream(WireEnd end) {
        while (true) {
            boolean between = log.bytesToBoundary() == 0;
            while (between && !besideLog.isEmpty()) send(end, besideLog.remove());
            if (!mayReplay() || !log.hasUnwritten()) return;
            int room = Math.min(end.room(), 4096);
            if (!between) room = Math.min(room, log.bytesToBoundary());
            if (room == 0) return;
            send(end, take(room));
        }
    }

    private void writePackets(WireEnd end) {
        while (!besideLog.isEmpty()) send(end, besideLog.remove());
        while (isFlowing() && log.hasUnwritten() && log.writtenFrames() - log.ackedFrames() < HOLD_SLOTS) {
            if (!end.takes(log.nextFrameBytes())) return;
            send(end, take(log.nextFrameBytes()));
        }
    }

    private byte[] take(int upToBytes) {
        int count = log.gather(runs, upToBytes);
        int bytes = 0;
        for (int i = 0; i < count; i++) bytes += runs[i].bytes();
        byte[] chunk = new byte[bytes];
        int at = 0;
        for (int i = 0; i < count; at += runs[i++].bytes()) copy(runs[i], chunk, at);
        log.written(bytes);
        return chunk;
    }

    private static void copy(Run run, byte[] to, int at) {
        if (run.base() instanceof byte[] user) System.arraycopy(user, (int) run.offset(), to, at, run.bytes());
        else if (run.base() instanceof MemorySegment s) MemorySegment.copy(s, java.lang.foreign.ValueLayout.JAVA_BYTE, run.offset(), to, at, run.bytes());
    }

    private void send(WireEnd end, byte[] bytes) {
        lastSentNs = nowNs();
        end.send(bytes);
    }

    private void beside(int kind, long first, long second) {
        besideLog.add(frames().seal(SimFrame.of(kind, 0, first, second, 0)));
    }

    private void announceCredit() {
        beside(Frame.CREDIT, eagerIn.takeGrant(), controlIn.takeGrant());
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
        checkBounds();
    }

    private void tickConnection(long now) {
        if (now - lastFrameNs > PATH_TIMEOUT_NS) {
            dropWire();
            lostConnection();
            return;
        }
        if (now - lastSentNs > HEARTBEAT_NS) beside(Frame.PING, 0, 0);
        if (inbox.isIdle() && (eagerIn.grantOwed() || controlIn.grantOwed())) announceCredit();
        if (!options.numbered) return;
        if (state instanceof LaneState.Closing(long last, _)) beside(Frame.BYE, last, 0);
        if (!log.isEmpty() && now - lastProgressNs > 4 * options.latencyNs + 6 * MS) {
            lastProgressNs = now;
            tally(Transition.PACKETS_SENT_AGAIN);
            log.connectionLost();
        }
    }

    private void checkBounds() {
        require(log.capacityBytes() <= options.logMostBytes, "the log is too large");
        require(hold.heldCount() <= HOLD_SLOTS, "too many frames are held");
        require(replies.size() <= 8 * options.bulkSlots + 8 * options.contexts, "replies pile up: " + replies.size());
        require(eagerIn.heldBytes() <= options.eagerWindowBytes, "more eager bytes than the window");
        require(besideLog.size() < 64, "frames beside the log pile up");
    }

    /** The process is gone, or the run is over. */
    final void drop() {
        dropWire();
        log.close();
    }

    final void peerDied() {
        on(new LaneEvent.Fatal(LaneFailure.PEER_DIED));
    }

    // ---- small things

    private boolean isFlowing() {
        return state instanceof LaneState.Up || state instanceof LaneState.Closing;
    }

    private boolean mayReplay() {
        return isFlowing() || (replaysEagerly && state instanceof LaneState.Greeting);
    }

    private boolean refused(Transition why) {
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
        return sender.isDone() && inbox.isIdle() && replies.isEmpty() && log.isEmpty() && bulk.isIdle()
                && eager.availableBytes() == eager.windowBytes() && control.availableBytes() == control.windowBytes();
    }

    /** The lane is over, and every thread that used it knows. */
    final boolean isEnded() {
        if (context.isDead()) return true;
        boolean isClosed = state instanceof LaneState.Closed && closing.phase() == CloseHandshake.ENDED;
        return sender.isDone() && (isClosed || hasFailed());
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

    final long enqueuedFrames() {
        return enqueuedFrames;
    }

    @Override
    public final String toString() {
        return "lane " + context.id() + "->" + peer + " " + state + " acked/written/appended=" + log.ackedFrames() + "/" + log.writtenFrames() + "/"
                + log.appendedFrames() + " accepted=" + count.expected() + " eager=" + eager.availableBytes() + "/" + eager.windowBytes()
                + " control=" + control.availableBytes() + "/" + control.windowBytes() + " replies=" + replies.size() + " close="
                + closing.phase() + " " + sender + " " + inbox + " " + bulk;
    }
}
