package org.braid.testkit.sim;

import java.util.ArrayDeque;
import org.braid.base.wire.FrameKind;
import org.braid.pipe.log.ReplayLog;
import org.braid.pipe.state.CrossedConnect;
import org.braid.pipe.state.LaneEvent;
import org.braid.pipe.state.LaneState;
import org.jspecify.annotations.Nullable;

/** Which connection a lane has: the one at hand, those that the peer has opened and that have not greeted yet, and the greetings that say where both ends go on. */
final class SimConnections {
    private static final int MOST_CANDIDATES = 4;

    private final SimLane lane;
    private final SimOptions options;
    private final SimOutput output;
    private final SimInput input;
    private final ReplayLog log;
    private final ArrayDeque<WireEnd> candidates = new ArrayDeque<>();
    private @Nullable WireEnd wire;
    private int serial; // of our latest attempt
    private boolean replaysEagerly;

    SimConnections(SimLane lane, SimOutput output, SimInput input) {
        this.lane = lane;
        this.options = lane.options();
        this.output = output;
        this.input = input;
        this.log = output.log();
    }

    /** The connection that the lane uses; null while it has none. */
    @Nullable WireEnd atHand() {
        return wire;
    }

    /** Whether frames may follow the greeting before the peer's has come. */
    boolean replaysEagerly() {
        return replaysEagerly;
    }

    void call() {
        drop();
        lane.context().world().connect(lane, ++serial);
    }

    void drop() {
        WireEnd end = wire;
        forget();
        if (end != null) end.close();
    }

    /** The connection is gone by itself. */
    void forget() {
        wire = null;
        output.dropBeside();
    }

    /** Our attempt with that serial has come through. */
    void made(WireEnd end, int itsSerial) {
        if (itsSerial != serial || lane.context().isDead() || !(lane.state() instanceof LaneState.Connecting)) {
            end.close();
            return;
        }
        wire = end;
        lane.on(new LaneEvent.Connected(lane.nowNs()));
        replaysEagerly = options.replaysEagerly && !options.numbered;
        if (replaysEagerly) resume(log.ackedFrames());
        greet(replaysEagerly ? log.ackedFrames() : -1);
        lane.pump();
    }

    /** The peer has opened one. */
    void called(WireEnd end) {
        if (candidates.size() == MOST_CANDIDATES) candidates.remove().close();
        candidates.add(end);
    }

    void lost(WireEnd end) {
        if (lane.context().isDead()) return;
        if (end == wire) lane.lostConnection();
        else candidates.remove(end);
    }

    /** The first frame of a connection that the peer opened: only a valid greeting may replace what we have. */
    void onCandidate(WireEnd end, byte[] hello) {
        if (SimFrame.kind(hello) != FrameKind.HELLO) return;
        candidates.remove(end);
        // An old greeting may come late, on a connection that the peer has given up since: it expects what it acknowledged meanwhile.
        if (SimFrame.first(hello) < log.ackedFrames()) end.close();
        else if (lane.hasFailed() || (options.closesImpatiently && lane.closing().hasEnded())) refuse(end);
        else if (lane.state() instanceof LaneState.Closing) end.close();
        else if (hasOwnAttempt() && CrossedConnect.oursStays(lane.context().id(), lane.peer())) {
            lane.tally(Transition.CROSSED_CONNECT);
            end.close();
        } else adopt(end, hello);
    }

    /** The peer's greeting on the connection at hand. */
    void onHello(byte[] hello) {
        if (!(lane.state() instanceof LaneState.Greeting)) return;
        long expects = SimFrame.first(hello);
        long first = SimFrame.second(hello);
        if (replaysEagerly) lane.require(log.accepted(expects), "the greeting's count is impossible");
        else resume(expects);
        if (!options.numbered) lane.require(input.count().attach(first >= 0 ? first : input.count().expected()), "the greeting's first number is impossible");
        lane.on(new LaneEvent.Greeted(lane.context().world().nextEpoch()));
    }

    private boolean hasOwnAttempt() {
        LaneState state = lane.state();
        return state instanceof LaneState.Connecting || (state instanceof LaneState.Greeting && wire != null && wire.isOurs());
    }

    private void refuse(WireEnd end) {
        end.send(lane.frames().seal(SimFrame.of(FrameKind.ALERT, 0, 0, 0, 0)));
        end.close();
    }

    private void adopt(WireEnd end, byte[] hello) {
        drop();
        serial++; // an attempt under way comes too late
        wire = end;
        replaysEagerly = false;
        lane.on(new LaneEvent.Accepted(lane.nowNs()));
        greet(-1);
        onHello(hello);
    }

    private void greet(long first) {
        output.beside(FrameKind.HELLO, input.count().expected(), first);
    }

    private void resume(long expects) {
        lane.require(log.resumeAt(expects), "cannot resume at the frame that the peer expects");
    }
}
