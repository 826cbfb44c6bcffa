package org.braid.transports.inet;

import java.util.List;
import org.braid.base.os.NetworkStack;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.MethodParameter;
import org.braid.base.wire.Where;
import org.braid.link.spi.TransportHost;
import org.braid.pipe.driver.PipeListener;
import org.braid.pipe.driver.PipeRoute;
import org.braid.pipe.state.PipeTimes;
import org.braid.transports.socket.Sleeper;
import org.braid.transports.socket.Sleepers;
import org.braid.transports.socket.SocketPort;
import org.jspecify.annotations.Nullable;

/** A transport over TCP of one context: its address, those of its peers, and its sleep. */
public final class InetPort extends SocketPort {
    private final InetParameters parameters;
    private final Protection protection;
    private final Sleeper sleeper;
    private final OwnAddress address;
    private final boolean leavesHost;
    private @Nullable PeerAddresses peerAddresses; // token's holder only

    /**
     * A port without lanes; it listens once somebody asks where.
     *
     * @param method the transport's name
     * @param protection what it lays around each connection
     */
    public InetPort(String method, TransportHost host, PipeTimes times, Protection protection) {
        this(method, host, times, protection, InetParameters.of(method, host.parameters(method)), Sleepers.of(host));
    }

    private InetPort(String method, TransportHost host, PipeTimes times, Protection protection, InetParameters parameters, Sleeper sleeper) {
        super(method, host, times, new InetRoute(null, List.of(), parameters, protection, sleeper), sleeper);
        this.protection = protection;
        this.parameters = parameters;
        this.sleeper = sleeper;
        leavesHost = host.allowClear() || protection.leavesHost();
        address = new OwnAddress(method, parameters, protection, leavesHost, sleeper);
        if (!mayGreet() || protection.whyNone() != null) {
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
        return Addresses.areOnRequest(there.body());
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
        String none = protection.whyNone();
        return none != null || isPromise(there) ? none : peerAddresses().whyNot(peer, there, parameters);
    }

    @Override
    public Where nearness(Descriptor there) {
        return isPromise(there) ? Where.ANYWHERE : peerAddresses().nearness(there);
    }

    @Override
    protected PipeRoute routeTo(ContextId peer, Descriptor there, List<MethodParameter> given) {
        InetParameters wanted = InetParameters.of(parameters.method(), given);
        return new InetRoute(peer, peerAddresses().callable(peer, there, wanted), wanted, protection, sleeper);
    }

    /** Made when a peer's address is first looked at, since it reads two files. */
    private PeerAddresses peerAddresses() {
        PeerAddresses known = peerAddresses;
        if (known == null) {
            known = new PeerAddresses(leavesHost, NetworkStack.id());
            peerAddresses = known;
        }
        return known;
    }

    // ---- turns

    @Override
    protected void beginTurn() {
        protection.beginTurn();
    }

    @Override
    protected int workOfTurn() {
        return protection.workOfTurn();
    }
}
