package org.braid.transports.tcp;

import java.net.InetSocketAddress;
import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.MethodParameter;
import org.braid.base.wire.Where;
import org.braid.link.spi.Lane;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;
import org.braid.pipe.log.LogBudget;
import org.jspecify.annotations.Nullable;

/** The tcp transport of one context: its lanes and those who call, their turns and timers. */
final class TcpPort implements TransportPort {
    private static final long TICK_NS = 1_000_000;
    private static final long BUSY_TICK_NS = 20_000;
    private static final int TICKS_PER_TURN = 64;

    private final TransportHost host;
    private final TcpTimes times;
    private final LogBudget budget;
    private final TcpParameters parameters;
    private final Sleeper sleeper = new Sleeper();
    private final LaneRota rota = new LaneRota();
    private final TcpLanes lanes = new TcpLanes(this, rota);
    private final Handshakes handshakes;
    private final OwnAddress address;
    private final PeerAddresses peerAddresses;

    private @Nullable Reception reception; // token's holder only
    private volatile boolean closing;
    private int nextTicked;
    private long nextTickNs = System.nanoTime();

    TcpPort(TransportHost host, TcpTimes times) {
        this.host = host;
        this.times = times;
        parameters = TcpParameters.of(host.parameters(TcpTransport.NAME));
        budget = host.shared(TcpShares.class, new TcpShares.Maker()).budget();
        handshakes = new Handshakes(host);
        address = new OwnAddress(parameters, host.allowClear(), sleeper);
        peerAddresses = new PeerAddresses(host.allowClear());
        if (!handshakes.arePossible()) {
            address.stayNowhere();
        }
    }

    // ---- what the link layer sees

    @Override
    public Descriptor descriptor() {
        return address.descriptor();
    }

    @Override
    public Descriptor promise() {
        return address.promise();
    }

    @Override
    public boolean isPromise(Descriptor there) {
        return PeerAddresses.arePromised(there);
    }

    @Override
    public @Nullable String whyNot(ContextId peer, Descriptor there) {
        if (!handshakes.arePossible()) {
            return "this context belongs to no job, so no peer could prove itself";
        }
        return isPromise(there) ? null : peerAddresses.whyNot(peer, there, parameters);
    }

    @Override
    public Where nearness(Descriptor there) {
        return PeerAddresses.nearness(there);
    }

    @Override
    public Lane connect(ContextId peer, Descriptor there, List<MethodParameter> given) {
        TcpParameters wanted = TcpParameters.of(given);
        List<InetSocketAddress> addresses = peerAddresses.callable(peer, there, wanted);
        TcpLane lane = lanes.with(peer, wanted);
        lane.callAt(addresses, wanted, System.nanoTime());
        return lane;
    }

    /** Lane 0 may be the peer's, too, and a further one keeps its connection: making it again would take longer than a message. */
    @Override
    public boolean release(Lane lane) {
        if (lane instanceof TcpLane released) {
            released.release();
        }
        return false;
    }

    @Override
    public int poll(int limit) {
        receive();
        long nowNs = System.nanoTime();
        int done = sleeper.hasSlept() ? rota.pollAll(nowNs) + tick(nowNs) : rota.poll(nowNs);
        return nowNs - nextTickNs >= 0 ? done + tick(nowNs) : done;
    }

    @Override
    public void flush() {
        for (int i = 0; i < rota.count(); i++) {
            rota.at(i).flush();
        }
    }

    @Override
    public boolean pending() {
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
    public boolean open() {
        return rota.count() > 0 || reception != null && !reception.isEmpty();
    }

    @Override
    public boolean expectsCallers() {
        return address.listener() != null;
    }

    @Override
    public boolean ringsDoorbell() {
        return false;
    }

    @Override
    public void blockUntilReady(long timeoutNs) {
        sleeper.sleep(timeoutNs);
    }

    @Override
    public void wakeUp() {
        sleeper.wakeUp();
    }

    @Override
    public boolean hears(ContextId peer) {
        for (TcpLane lane : lanes.to(peer)) {
            if (lane.hears()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void peerFailed(ContextId peer, Throwable cause) {
        for (TcpLane lane : lanes.to(peer)) {
            lane.peerFailed(cause);
        }
    }

    @Override
    public void startClose() {
        closing = true;
        address.stayNowhere();
        long nowNs = System.nanoTime();
        for (int i = 0; i < rota.count(); i++) {
            rota.at(i).startClose(nowNs);
        }
        nextTickNs = nowNs;
    }

    @Override
    public boolean closed() {
        for (int i = 0; i < rota.count(); i++) {
            if (!rota.at(i).closed()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void abandon() {
        for (int i = 0; i < rota.count(); i++) {
            rota.at(i).abandon();
        }
        receive();
        if (reception != null) {
            reception.close();
        }
        sleeper.close();
    }

    // ---- what lanes need

    TcpTimes timesFor(ContextId peer) {
        return host.isWatched(peer) ? times.forWatched() : times;
    }

    LogBudget budget() {
        return budget;
    }

    Sleeper sleeper() {
        return sleeper;
    }

    Dial dial(TcpLane lane, List<InetSocketAddress> addresses, long nowNs) {
        return new Dial(new LaneCaller(lane, handshakes, sleeper, times.greetingNs()), addresses, nowNs);
    }

    TcpLane newLane(ContextId peer, long number, TcpParameters with) {
        return new TcpLane(this, peer, number, with, host.sinkFor(peer), handshakes.incarnation());
    }

    /** For lanes that peers open: what the policy says. */
    TcpParameters parameters() {
        return parameters;
    }

    boolean isClosing() {
        return closing;
    }

    /** This lane has changed: look at it soon. */
    void touched(TcpLane lane) {
        rota.heat(lane);
        nextTickNs = System.nanoTime();
    }

    void alert(String text) {
        host.notice(text);
    }

    // ---- inside

    /** Once somebody has asked where this context listens, callers are received. */
    private void receive() {
        if (reception == null) {
            Listener opened = address.listener();
            reception = opened == null ? null : new Reception(opened, new Callers(handshakes, lanes, host), parameters, times.greetingNs());
        }
    }

    private int tick(long nowNs) {
        int done = reception == null ? 0 : reception.step(nowNs);
        boolean busy = reception != null && !reception.isEmpty();
        int count = rota.count();
        for (int i = 0; i < Math.min(count, TICKS_PER_TURN); i++) {
            nextTicked = nextTicked + 1 < count ? nextTicked + 1 : 0;
            TcpLane lane = rota.at(nextTicked);
            lane.tick(nowNs);
            busy |= lane.isHurried();
        }
        nextTickNs = nowNs + (busy ? BUSY_TICK_NS : TICK_NS);
        return done;
    }
}
