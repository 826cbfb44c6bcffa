package org.braid.pipe;

import org.braid.base.wire.ContextId;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.driver.PipeRoute;
import org.braid.pipe.frame.FrameReader;
import org.braid.pipe.frame.SendSide;
import org.braid.pipe.hello.Dial;
import org.braid.pipe.hello.Handshake;
import org.braid.pipe.hello.Handshakes;
import org.braid.pipe.hello.OpenerHandshake;
import org.braid.pipe.hello.ResumePoint;
import org.braid.pipe.hello.Verdict;
import org.braid.pipe.state.LaneEvent;
import org.braid.pipe.state.LaneFailure;
import org.braid.pipe.state.LaneState;
import org.braid.pipe.state.LaneTimes;
import org.braid.pipe.state.PipeTimes;
import org.braid.pipe.state.Pulse;
import org.jspecify.annotations.Nullable;

/**
 * Which connection a lane has, if any, and how it gets the next one: by a call of its own, or by the peer's. The states are those of {@link LaneState}; what each asks for is done here.
 * Owned by the holder of the context's token.
 */
final class LaneConnections {
    /** What becomes of a lane through its connections. */
    interface Owner {
        /** True when the lane wants no connection any more. */
        boolean closed();

        /** True when a connection that breaks is not to be made again. */
        boolean isOver();

        /** Something has changed: look at the lane soon. */
        void touched();

        /** There is a connection; each place that was tried before, with its answer, "" for none. */
        void connected(BytePipe pipe, String inVain);

        /** Something went wrong that people may want to know, and that the lane survives. */
        void alert(String text);

        /** No other connection will be made. */
        void failed(LaneFailure failure, Object why);
    }

    private final Owner owner;
    private final ContextId peer;
    private final Handshakes handshakes;
    private final PipeTimes times;
    private final SharedPast past;
    private final FrameReader reader;
    private final SendSide sending;
    private final LeaveTaking leave;

    private PipeRoute route;
    private LaneState state = LaneState.CLOSED;
    private @Nullable Connection connection;
    private @Nullable Dial dial;
    private long made;
    private boolean peerCalls; // or has said that it does
    private String lastTrouble = "no address is known for it";
    private String inVain = ""; // what was tried since there was a connection

    LaneConnections(
            Owner owner, ContextId peer, PipeRoute route, Handshakes handshakes, PipeTimes times, SharedPast past, FrameReader reader, SendSide sending, LeaveTaking leave) {
        this.owner = owner;
        this.peer = peer;
        this.route = route;
        this.handshakes = handshakes;
        this.times = times;
        this.past = past;
        this.reader = reader;
        this.sending = sending;
        this.leave = leave;
    }

    /** The connection that the lane uses; null while it has none. */
    @Nullable Connection atHand() {
        return connection;
    }

    /** Connections made so far. */
    long made() {
        return made;
    }

    boolean isDialling() {
        return dial != null;
    }

    /** True while the peer may have accepted a call of ours without our knowing. */
    boolean isProving() {
        OpenerHandshake chosen = dial == null ? null : dial.chosen();
        return chosen != null && chosen.phase() != Handshake.Phase.PROVEN;
    }

    /** True when a connection is owed and none is being made right now. */
    boolean isBroken() {
        return state instanceof LaneState.Broken;
    }

    /** True when no other connection will be made. */
    boolean hasFailed() {
        return state instanceof LaneState.Failed;
    }

    /** Timers. */
    void tick(long nowNs) {
        if (dial != null) {
            stepDial(dial, nowNs);
        }
        if (!(state instanceof LaneState.Up || state instanceof LaneState.Closed)) {
            enter(state.on(new LaneEvent.Tick(nowNs), patience()), nowNs);
        }
    }

    /** More for the first connection, as long as it is being made with a peer that lives; a call that has failed, for whatever reason, is none of that. */
    private LaneTimes patience() {
        boolean lives = dial == null ? peerCalls : dial.isUnderWay();
        return made == 0 && lives ? times.lane().forFirst() : times.lane();
    }

    /** How the peer is called, or would be. */
    PipeRoute route() {
        return route;
    }

    /** Calls the peer by this route, unless there is a connection that is as good; later ones are made so, too. */
    void callBy(PipeRoute wanted, long nowNs) {
        boolean renews = !route.makesTheSameAs(wanted);
        route = wanted;
        if (renews) {
            remake(nowNs);
        }
        enter(state.on(new LaneEvent.Open(nowNs), times.lane()), nowNs);
    }

    /** Gives up the connection at hand for a fresh one, in silence. */
    void remake(long nowNs) {
        hangUp();
        enter(state.on(new LaneEvent.Lost(nowNs), times.lane()), nowNs);
    }

    // ---- the peer calls

    /** The peer has called, is proven, and its connection stays: may it replace whatever we have? */
    Verdict judge(ResumePoint theirs) {
        if (owner.closed()) { // until then a connection is welcome: it may bring the farewell over
            return Verdict.CLOSING;
        }
        if (!past.isSharedBy(theirs)) {
            fail(LaneFailure.PROTOCOL, Verdict.STRANGER.text);
            return Verdict.STRANGER;
        }
        return past.hasPassed(theirs) ? Verdict.CROSSED : Verdict.WELCOME;
    }

    /** Gives up what connections there are, because the peer's new one replaces them. */
    void makeWay(long nowNs) {
        hangUp();
        peerCalls = true;
        enter(state.on(new LaneEvent.Accepted(nowNs), times.lane()), nowNs);
    }

    // ---- a fresh connection

    /** {@link SharedPast#resumePoint}. */
    ResumePoint resumePoint() {
        return past.resumePoint();
    }

    /** Whether the peer can go on from there; if not, the lane fails. */
    boolean resumeAt(ResumePoint theirs) {
        if (sending.resumeAt(theirs.nextExpected(), theirs.accepted())) {
            past.goesOn(theirs);
            return true;
        }
        fail(LaneFailure.PROTOCOL, "it expects frame " + theirs.nextExpected() + " and has accepted " + theirs.accepted() + ", which cannot be");
        return false;
    }

    /** Goes on over a fresh connection, on which nothing more of the handshake is to be written. */
    void attach(BytePipe pipe, long nowNs) {
        connection = new Connection(pipe, reader, new Pulse(times, nowNs));
        made++;
        leave.connectionMade();
        enter(state.on(new LaneEvent.Greeted(made), times.lane()), nowNs);
        sending.attach(pipe, nowNs);
        owner.connected(pipe, inVain);
        inVain = "";
    }

    // ---- the end of one, and of all

    void lost(Connection c, String why, long nowNs) {
        lastTrouble = why;
        hangUp();
        if (!leave.connectionLost() && !owner.isOver()) {
            owner.alert("the connection to context " + peer + " at " + c.pipe.there() + " broke: " + why + "; it is made again");
            enter(state.on(new LaneEvent.Lost(nowNs), times.lane()), nowNs);
        }
    }

    void fail(LaneFailure failure, Object why) {
        boolean isNews = !hasFailed();
        state = new LaneState.Failed(failure);
        if (isNews) {
            failed(failure, why);
        }
    }

    /** Lets go of all pipes. */
    void hangUp() {
        sending.detach();
        if (connection != null) {
            connection.close();
            connection = null;
        }
        if (dial != null) {
            letGoOf(dial);
        }
    }

    // ---- inside

    private void stepDial(Dial d, long nowNs) {
        d.step(nowNs);
        if (made == 0 && d.isUnderWay()) {
            enter(state.on(new LaneEvent.Answered(nowNs), times.lane()), nowNs);
        }
        OpenerHandshake handshake = d.chosen();
        if (d.hasFailed()) {
            dialFailed(d, nowNs);
        } else if (handshake != null && handshake.phase() == Handshake.Phase.PROVEN) {
            enter(state.on(new LaneEvent.Connected(nowNs), times.lane()), nowNs);
            handshake.prove(past.resumePoint());
            d.step(nowNs);
        } else if (handshake != null && handshake.phase() == Handshake.Phase.DECIDED) {
            decided(d, handshake, nowNs);
        }
    }

    private void dialFailed(Dial d, long nowNs) {
        lastTrouble = d.losers();
        letGoOf(d);
        peerCalls = false;
        if (d.isHopeless() && made == 0) { // later it may be a stranger at the peer's address, or somebody on the way
            fail(LaneFailure.REFUSED, lastTrouble);
        } else {
            enter(state.on(new LaneEvent.Lost(nowNs), patience()), nowNs);
        }
    }

    private void letGoOf(Dial d) {
        dial = null;
        d.close();
    }

    private void decided(Dial d, OpenerHandshake handshake, long nowNs) {
        BytePipe pipe = d.pipe();
        ResumePoint theirs = handshake.peerResume();
        Verdict verdict = handshake.verdict();
        peerCalls = verdict == Verdict.CROSSED;
        dial = null;
        if (verdict == Verdict.WELCOME && theirs != null && !past.isSharedBy(theirs)) {
            verdict = Verdict.STRANGER;
        }
        if (verdict == Verdict.WELCOME && theirs != null && pipe != null && resumeAt(theirs)) {
            inVain = d.losers();
            attach(pipe, nowNs);
            return;
        }
        d.close();
        lastTrouble = verdict == null ? "no verdict" : verdict.text;
        if (verdict == Verdict.CROSSED) {
            enter(state.on(new LaneEvent.Lost(nowNs), patience()), nowNs);
        } else {
            fail(verdict == Verdict.LEFT ? LaneFailure.LEFT : LaneFailure.REFUSED, lastTrouble);
        }
    }

    /** Takes on a new state and does what it asks for. */
    private void enter(LaneState next, long nowNs) {
        if (next == state) {
            return;
        }
        if (dial != null && (next instanceof LaneState.Broken || next instanceof LaneState.Failed)) {
            lastTrouble = dial.progress(); // its time is over
        }
        boolean isNewCall = next instanceof LaneState.Connecting && !(state instanceof LaneState.Connecting);
        state = next;
        if (isNewCall && route.places() > 0) {
            dial = new Dial(route, handshakes, peer, times.greetingNs(), made == 0 ? times.longestGreetingNs() : times.greetingNs(), nowNs);
        } else if (next instanceof LaneState.Broken) {
            hangUp();
        } else if (next instanceof LaneState.Failed failed) {
            failed(failed.cause(), lastTrouble);
        }
        owner.touched();
    }

    private void failed(LaneFailure failure, Object why) {
        hangUp();
        owner.failed(failure, why);
    }
}
