package org.braid.pipe;

import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Farewell;
import org.braid.link.spi.Lane;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.driver.PipeListener;
import org.braid.pipe.driver.PipeRoute;
import org.braid.pipe.driver.TimeAndChance;
import org.braid.pipe.hello.Handshakes;
import org.braid.pipe.hello.Reception;
import org.braid.pipe.state.PipeTimes;
import org.jspecify.annotations.Nullable;

/**
 * The port of a transport whose lanes run over byte pipes: lanes and callers, their turns and timers. A transport extends it with what only it knows: where peers call ({@link #descriptor},
 * {@link #listener}), how they are called ({@link #routeTo}, {@link #whyNot}), and where the process sleeps ({@link #blockUntilReady}).
 */
public abstract class PipePort implements TransportPort {
    private static final long TICK_NS = 1_000_000;
    private static final long BUSY_TICK_NS = 20_000;
    private static final int TICKS_PER_TURN = 64;

    private final TransportHost host;
    private final PipeTimes times;
    private final TimeAndChance time;
    private final LaneKind kind;
    private final LaneRota rota = new LaneRota();
    private final PipeLanes lanes;

    private @Nullable Reception reception; // token's holder only
    private @Nullable Farewell farewell; // once the context closes
    private int nextTicked;
    private long nextTickNs;

    /**
     * A port without lanes; nobody can call yet.
     *
     * @param method the transport's name
     * @param times how long its lanes wait for what
     * @param time what they live in
     * @param ofCallers the parameters of connections that peers make
     */
    protected PipePort(String method, TransportHost host, PipeTimes times, TimeAndChance time, PipeRoute ofCallers) {
        this.host = host;
        this.times = times;
        this.time = time;
        Handshakes handshakes = new Handshakes(method, host.hello(), host.self(), host.secrets(), time);
        kind = new LaneKind(method, host.shared(PipeShares.class, new PipeShares.Maker()).budget(), handshakes, time);
        lanes = new PipeLanes(method, new Keeper(), rota, ofCallers);
        nextTickNs = time.nowNs();
    }

    // ---- what a transport adds

    /**
     * How this peer is called.
     *
     * @throws org.braid.base.BraidException if it cannot be, or a parameter makes no sense
     */
    protected abstract PipeRoute routeTo(ContextId peer, Descriptor there, List<MethodParameter> parameters);

    /** Where peers call; null until somebody has asked for this context's {@link #descriptor}. Token's holder only. */
    protected abstract @Nullable PipeListener listener();

    /** Nobody will be told any more where to call. Token's holder only. */
    protected abstract void listenNoMore();

    /** True once after each {@link #blockUntilReady}: nobody knows what woke us, so all lanes are read. */
    protected boolean hasSlept() {
        return false;
    }

    /** Callers and calls go on next: what the transport allows for them in one turn, it allows again. */
    protected void beginTurn() {}

    /** Units of work that the transport has done in this turn for connections that are being made: whoever polls has found something to do then, and neither gives its core away nor sleeps. */
    protected int workOfTurn() {
        return 0;
    }

    /** All lanes have let go of their pipes. */
    protected void closeDriver() {}

    /** False if this context belongs to no job: no peer could prove itself to it, so it neither calls nor listens. */
    protected final boolean mayGreet() {
        return kind.handshakes().arePossible();
    }

    // ---- what the link layer sees

    @Override
    public final Lane connect(ContextId peer, Descriptor there, List<MethodParameter> parameters) {
        PipeRoute route = routeTo(peer, there, parameters);
        PipeLane lane = lanes.with(peer, route);
        lane.callBy(route, time.nowNs());
        return lane;
    }

    @Override
    public final Lane connectAnew(ContextId peer, Descriptor there, List<MethodParameter> parameters) {
        PipeRoute route = routeTo(peer, there, parameters);
        PipeLane lane = lanes.anew(peer, route);
        lane.callBy(route, time.nowNs());
        return lane;
    }

    /** Lane 0 may be the peer's, too: it ends when both streams have left it. */
    @Override
    public final boolean release(Lane lane) {
        return lane instanceof PipeLane released && released.release(time.nowNs());
    }

    @Override
    public final int poll(int limit) {
        receive();
        long nowNs = time.nowNs();
        int done = hasSlept() ? rota.pollAll(nowNs) + tick(nowNs) : rota.poll(nowNs);
        return nowNs - nextTickNs >= 0 ? done + tick(nowNs) : done;
    }

    @Override
    public final void flush() {
        for (int i = 0; i < rota.count(); i++) {
            rota.at(i).flush();
        }
    }

    @Override
    public final boolean pending() {
        if (reception != null && !reception.isEmpty()) {
            return true;
        }
        for (int i = 0; i < rota.count(); i++) {
            if (rota.at(i).pending()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public final boolean open() {
        return rota.count() > 0 || reception != null && !reception.isEmpty();
    }

    @Override
    public final boolean expectsCallers() {
        return listener() != null;
    }

    @Override
    public final boolean ringsDoorbell() {
        return false;
    }

    @Override
    public final boolean hears(ContextId peer) {
        for (PipeLane lane : lanes.to(peer)) {
            if (lane.hears()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public final void peerFailed(ContextId peer, Throwable cause) {
        for (PipeLane lane : lanes.to(peer)) {
            lane.peerFailed(cause);
        }
    }

    @Override
    public final void peerLeft(ContextId peer) {
        for (PipeLane lane : lanes.to(peer)) {
            lane.peerLeft(time.nowNs());
        }
    }

    @Override
    public final void startClose(Farewell last) {
        farewell = last;
        lanes.startClose();
        listenNoMore();
        long nowNs = time.nowNs();
        for (int i = 0; i < rota.count(); i++) {
            rota.at(i).startClose(nowNs);
        }
        nextTickNs = nowNs;
    }

    @Override
    public final boolean isUnseenBy(ContextId peer) {
        for (PipeLane lane : lanes.to(peer)) {
            if (lane.isUnseen()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public final boolean takesSecret() {
        return true;
    }

    @Override
    public final boolean owesWordTo(ContextId peer) {
        for (PipeLane lane : lanes.to(peer)) {
            if (lane.owesWord()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public final boolean leavesBehind(ContextId peer) {
        for (PipeLane lane : lanes.to(peer)) {
            if (lane.leavesBehind()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public final boolean closed() {
        for (int i = 0; i < rota.count(); i++) {
            if (!rota.at(i).closed()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public final void abandon() {
        Farewell last = farewell;
        for (int i = 0; i < rota.count(); i++) {
            if (last != null) {
                rota.at(i).mayLeave(last);
            }
            rota.at(i).abandon(time.nowNs());
        }
        receive();
        if (reception != null) {
            reception.close();
        }
        closeDriver();
    }

    // ---- inside

    /** What lanes ask for. */
    private final class Keeper implements PipeLanes.Maker, PipeLane.Host {
        @Override
        public PipeLane newLane(ContextId peer, long number, PipeRoute route) {
            return new PipeLane(kind, this, peer, number, route, host.sinkFor(peer), host.isWatched(peer) ? times.forWatched() : times);
        }

        @Override
        public void touched(PipeLane lane) {
            rota.heat(lane);
            nextTickNs = time.nowNs();
        }

        @Override
        public void connected(PipeLane lane, BytePipe pipe, String inVain) {
            if (host.hearsOfConnections()) {
                String protection = pipe.protection();
                host.connected(lane.peer, kind.method(), pipe.way() + ", " + (protection.isEmpty() ? "not encrypted" : protection), inVain);
            }
        }

        @Override
        public void alert(String text) {
            host.notice(text);
        }

        @Override
        public boolean hears(ContextId peer) {
            return PipePort.this.hears(peer);
        }
    }

    /** Once somebody has asked where this context listens, callers are received. */
    private void receive() {
        if (reception == null) {
            PipeListener opened = listener();
            reception = opened == null ? null : new Reception(opened, new Callers(kind.method(), kind.handshakes(), lanes, host), times.greetingNs(), times.longestGreetingNs());
        }
    }

    private int tick(long nowNs) {
        beginTurn();
        int done = reception == null ? 0 : reception.step(nowNs);
        boolean busy = reception != null && !reception.isEmpty();
        Farewell last = farewell;
        int count = rota.count();
        PipeLane gone = null; // one at a time is soon enough
        for (int i = 0; i < Math.min(count, TICKS_PER_TURN); i++) {
            nextTicked = nextTicked + 1 < count ? nextTicked + 1 : 0;
            PipeLane lane = rota.at(nextTicked);
            if (last != null) {
                lane.startClose(nowNs); // it may be younger than that
                lane.mayLeave(last);
            }
            lane.tick(nowNs);
            busy |= last != null || lane.isHurried();
            gone = lane.isGone() ? lane : gone;
        }
        if (gone != null) {
            lanes.forget(gone);
        }
        nextTickNs = nowNs + (busy ? BUSY_TICK_NS : TICK_NS);
        return done + workOfTurn();
    }
}
