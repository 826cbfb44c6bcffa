package org.braid.transports.tcp;

import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.MethodParameter;
import org.braid.base.wire.Where;
import org.braid.link.spi.TransportHost;
import org.braid.pipe.PipePort;
import org.braid.pipe.driver.PipeListener;
import org.braid.pipe.driver.PipeRoute;
import org.braid.pipe.state.PipeTimes;
import org.braid.transports.socket.MachineTime;
import org.braid.transports.socket.Sleeper;
import org.braid.transports.socket.Sleepers;
import org.jspecify.annotations.Nullable;

/** The tcp transport of one context: its address, those of its peers, and its sleep. */
final class TcpPort extends PipePort {
    private final TcpParameters parameters;
    private final Sleeper sleeper;
    private final TransportHost host;
    private int sleepsSeen;
    private final OwnAddress address;
    private final PeerAddresses peerAddresses;

    TcpPort(TransportHost host, PipeTimes times) {
        this(host, times, TcpParameters.of(host.parameters(TcpTransport.NAME)), Sleepers.of(host));
    }

    private TcpPort(TransportHost host, PipeTimes times, TcpParameters parameters, Sleeper sleeper) {
        super(TcpTransport.NAME, host, times, MachineTime.INSTANCE, new TcpRoute(List.of(), parameters, sleeper));
        this.parameters = parameters;
        this.sleeper = sleeper;
        this.host = host;
        address = new OwnAddress(parameters, host.allowClear(), sleeper);
        peerAddresses = new PeerAddresses(host.allowClear());
        if (!mayGreet()) {
            address.stayNowhere();
        }
    }

    // ---- where this context is

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
    protected @Nullable PipeListener listener() {
        return address.listener();
    }

    @Override
    protected void listenNoMore() {
        address.stayNowhere();
    }

    // ---- where peers are

    @Override
    public @Nullable String whyNot(ContextId peer, Descriptor there) {
        if (!mayGreet()) {
            return "this context belongs to no job, so no peer could prove itself";
        }
        return isPromise(there) ? null : peerAddresses.whyNot(peer, there, parameters);
    }

    @Override
    public Where nearness(Descriptor there) {
        return PeerAddresses.nearness(there);
    }

    @Override
    protected PipeRoute routeTo(ContextId peer, Descriptor there, List<MethodParameter> given) {
        TcpParameters wanted = TcpParameters.of(given);
        return new TcpRoute(peerAddresses.callable(peer, there, wanted), wanted, sleeper);
    }

    // ---- sleep

    @Override
    public void blockUntilReady(long timeoutNs) {
        sleeper.sleep(timeoutNs);
    }

    @Override
    public void wakeUp() {
        sleeper.wakeUp();
    }

    @Override
    protected boolean hasSlept() {
        int sleeps = sleeper.sleeps();
        boolean hasSlept = sleeps != sleepsSeen;
        sleepsSeen = sleeps;
        return hasSlept;
    }

    @Override
    protected void closeDriver() {
        Sleepers.leave(host, sleeper);
    }
}
