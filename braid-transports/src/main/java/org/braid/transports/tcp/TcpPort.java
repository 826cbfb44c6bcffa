package org.braid.transports.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.MethodParameter;
import org.braid.base.wire.Where;
import org.braid.link.spi.Lane;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;
import org.braid.link.stream.CrossedConnect;
import org.braid.link.stream.LogBudget;
import org.jspecify.annotations.Nullable;

/** The tcp transport of one context: its listener, its lanes, their turns and timers. */
final class TcpPort implements TransportPort, Reception.Host {
    private static final long TICK_NS = 1_000_000;
    private static final long BUSY_TICK_NS = 20_000;
    private static final int TICKS_PER_TURN = 64;

    /** Lanes with parameters of their own that one end may open to one peer, at most. */
    private static final int MOST_FURTHER_LANES = 64;

    private final TransportHost host;
    private final TcpTimes times;
    private final LogBudget budget;
    private final TcpParameters parameters;
    private final Sleeper sleeper = new Sleeper();
    private final SourceNotices notices = new SourceNotices();
    private final Map<ContextId, List<TcpLane>> lanes = new HashMap<>();
    private final LaneRota rota = new LaneRota();

    private @Nullable JobProof proof;
    private @Nullable Reception reception; // token's holder only
    private volatile @Nullable Listener listener; // opened by any thread; the token's holder makes the reception of it
    private @Nullable Descriptor descriptor; // guarded by this
    private volatile boolean closing;
    private int nextTicked;
    private long nextTickNs = System.nanoTime();

    TcpPort(TransportHost host, TcpTimes times) {
        this.host = host;
        this.times = times;
        parameters = parametersOf(host.parameters(TcpTransport.NAME));
        budget = host.shared(TcpShares.class, new TcpShares.Maker()).budget();
    }

    // ---- what the link layer sees

    @Override
    public synchronized Descriptor descriptor() {
        Descriptor known = descriptor;
        if (known == null) {
            known = new Descriptor(TcpTransport.NAME, hasSecret() && !closing ? listen() : Addresses.nowhere());
            descriptor = known;
        }
        return known;
    }

    @Override
    public synchronized Descriptor promise() {
        Descriptor known = descriptor;
        return known != null || !hasSecret() ? descriptor() : new Descriptor(TcpTransport.NAME, Addresses.onRequest());
    }

    @Override
    public boolean isPromise(Descriptor there) {
        return Addresses.areOnRequest(there.body());
    }

    @Override
    public @Nullable String whyNot(ContextId peer, Descriptor there) {
        if (!hasSecret()) {
            return "this context belongs to no job, so no peer could prove itself";
        }
        if (isPromise(there)) {
            return null;
        }
        try {
            return reachable(Addresses.decode(there.body()), parameters).isEmpty() ? TcpErrors.clearRefused(peer).getMessage() : null;
        } catch (BraidException e) {
            return e.getMessage();
        }
    }

    @Override
    public Lane connect(ContextId peer, Descriptor there, List<MethodParameter> given) {
        TcpParameters wanted = parametersOf(given);
        List<InetSocketAddress> addresses = reachable(Addresses.decode(there.body()), wanted);
        if (addresses.isEmpty()) {
            throw TcpErrors.clearRefused(peer);
        }
        TcpLane lane = laneWith(peer, wanted);
        lane.callAt(addresses, wanted, System.nanoTime());
        return lane;
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
        return listener != null;
    }

    /** Who listens on the loopback address alone can be called from its host only. */
    @Override
    public Where nearness(Descriptor there) {
        if (isPromise(there)) {
            return Where.HOST; // promises are made to one's own host only
        }
        for (InetSocketAddress address : Addresses.decode(there.body())) {
            if (!address.getAddress().isLoopbackAddress()) {
                return Where.ANYWHERE;
            }
        }
        return Where.HOST;
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
        for (TcpLane lane : lanesTo(peer)) {
            if (lane.hears()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void peerFailed(ContextId peer, Throwable cause) {
        for (TcpLane lane : lanesTo(peer)) {
            lane.peerFailed(cause);
        }
    }

    @Override
    public void startClose() {
        closing = true;
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
        return new Dial(new LaneCaller(this, lane), addresses, nowNs);
    }

    Greeting call(TcpLane lane, InetSocketAddress to, Handshake handshake, long nowNs) throws IOException {
        SocketChannel channel = SocketChannel.open();
        Sockets.prepare(channel, lane.parameters());
        Interfaces.bind(channel, lane.parameters().interfaceName(), to);
        Greeting greeting = Greeting.call(channel, to, handshake, nowNs + times.greetingNs());
        sleeper.watch(channel, SelectionKey.OP_CONNECT);
        return greeting;
    }

    OpenerHandshake openerTo(ContextId peer) {
        return new OpenerHandshake(host.hello(), proof(), host.self(), peer, proof().nonce());
    }

    /** This lane has changed: look at it soon. */
    void touched(TcpLane lane) {
        rota.heat(lane);
        nextTickNs = System.nanoTime();
    }

    void alert(String text) {
        host.notice(text);
    }

    // ---- callers

    @Override
    public AcceptorHandshake newHandshake() {
        return new AcceptorHandshake(host.hello(), proof(), host.self(), proof().nonce());
    }

    @Override
    public void proven(Greeting greeting, AcceptorHandshake handshake, long nowNs) {
        ContextId peer = handshake.peer();
        ResumePoint theirs = handshake.peerResume();
        TcpLane lane = theirs == null ? null : laneCalled(peer, -theirs.lane());
        if (theirs == null || lane == null) {
            greeting.close();
            return;
        }
        Verdict verdict = lane.number == 0 && lane.isDialling() && CrossedConnect.oursStays(host.self(), peer) ? Verdict.CROSSED : lane.judge(theirs);
        if (verdict == Verdict.WELCOME) {
            lane.makeWay(nowNs);
            verdict = lane.resumeAt(theirs) ? verdict : Verdict.IMPOSSIBLE;
        }
        handshake.decide(verdict, lane.resumePoint());
        greeting.sayLastWords();
        if (verdict == Verdict.WELCOME) {
            lane.attach(greeting.channel, greeting.there, nowNs);
        } else {
            greeting.close();
        }
    }

    @Override
    public void refused(String source, String why, long nowNs) {
        long before = notices.incident(source, nowNs);
        if (before >= 0) {
            host.notice("tcp refused a connection from " + source + ": " + why + (before > 0 ? " (and " + before + " more in the last minute)" : ""));
        }
    }

    // ---- inside

    private void receive() {
        Listener opened = listener;
        if (reception == null && opened != null) {
            reception = new Reception(opened, this, parameters, times.greetingNs());
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

    private List<TcpLane> lanesTo(ContextId peer) {
        List<TcpLane> known = lanes.get(peer);
        return known == null ? List.of() : known;
    }

    /** A lane of ours with these parameters. The first one is lane 0, which the peer may have opened. */
    private TcpLane laneWith(ContextId peer, TcpParameters wanted) {
        long free = 0;
        for (TcpLane lane : lanesTo(peer)) {
            if (lane.number >= 0 && lane.parameters().sameConnection(wanted)) {
                return lane;
            }
            free = Math.max(free, lane.number + 1);
        }
        if (free > MOST_FURTHER_LANES) {
            throw TcpErrors.tooManyLanes(peer, MOST_FURTHER_LANES);
        }
        return newLane(peer, free, wanted);
    }

    /** The lane that a peer has called; null if it should not have. */
    private @Nullable TcpLane laneCalled(ContextId peer, long number) {
        for (TcpLane lane : lanesTo(peer)) {
            if (lane.number == number) {
                return lane;
            }
        }
        return closing || number > 0 || number < -MOST_FURTHER_LANES ? null : newLane(peer, number, parameters);
    }

    private TcpLane newLane(ContextId peer, long number, TcpParameters with) {
        TcpLane lane = new TcpLane(this, peer, number, with, host.sinkFor(peer), proof().incarnation());
        List<TcpLane> known = lanes.get(peer);
        if (known == null) {
            known = new ArrayList<>(1);
            lanes.put(peer, known);
        }
        known.add(lane);
        rota.add(lane);
        return lane;
    }

    private byte[] listen() {
        InetAddress at = host.allowClear() ? null : InetAddress.getLoopbackAddress();
        Listener opened = Listener.open(at, parameters);
        listener = opened;
        sleeper.watch(opened.channel, SelectionKey.OP_ACCEPT);
        return Addresses.encode(opened.port(), at == null ? Interfaces.addresses(parameters.interfaceName()) : List.of(at));
    }

    /** Those addresses that may be called: on this host any, elsewhere only if frames may travel in the clear; by a named interface only those beyond it. */
    private List<InetSocketAddress> reachable(List<InetSocketAddress> addresses, TcpParameters with) {
        boolean here = Interfaces.isLoopback(with.interfaceName());
        List<InetSocketAddress> found = new ArrayList<>(addresses.size());
        for (InetSocketAddress address : addresses) {
            boolean loopback = address.getAddress().isLoopbackAddress();
            if ((loopback || host.allowClear()) && (with.interfaceName().isEmpty() || loopback == here)) {
                found.add(address);
            }
        }
        return found;
    }

    private static TcpParameters parametersOf(List<MethodParameter> given) {
        TcpParameters parameters = TcpParameters.DEFAULTS;
        for (MethodParameter each : given) {
            parameters = parameters.with(each.key(), each.value());
        }
        return parameters;
    }

    private boolean hasSecret() {
        return host.secret().length == JobProof.SECRET_BYTES;
    }

    private JobProof proof() {
        JobProof known = proof;
        if (known == null) {
            known = new JobProof(host.secret());
            proof = known;
        }
        return known;
    }
}
