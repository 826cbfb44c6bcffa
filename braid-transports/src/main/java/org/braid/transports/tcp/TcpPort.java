package org.braid.transports.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.MethodParameter;
import org.braid.base.wire.Where;
import org.braid.link.spi.Lane;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;
import org.braid.link.stream.LogBudget;
import org.jspecify.annotations.Nullable;

/** The tcp transport of one context: its listener, its lanes, their turns and timers. */
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
        parameters = TcpParameters.of(host.parameters(TcpTransport.NAME));
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
        TcpParameters wanted = TcpParameters.of(given);
        List<InetSocketAddress> addresses = reachable(Addresses.decode(there.body()), wanted);
        if (addresses.isEmpty()) {
            throw TcpErrors.clearRefused(peer);
        }
        TcpLane lane = lanes.with(peer, wanted);
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

    AcceptorHandshake acceptor() {
        return new AcceptorHandshake(host.hello(), proof(), host.self(), proof().nonce());
    }

    TcpLane newLane(ContextId peer, long number, TcpParameters with) {
        return new TcpLane(this, peer, number, with, host.sinkFor(peer), proof().incarnation());
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

    private void receive() {
        Listener opened = listener;
        if (reception == null && opened != null) {
            reception = new Reception(opened, new Callers(this, lanes, host), parameters, times.greetingNs());
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
