package org.braid.transports.unix;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
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

/** The unix transport of one context: its socket, those of its peers, and its sleep. */
final class UnixPort extends SocketPort {
    private final Sleeper sleeper;
    private final PeerUser trusted;
    private final OwnSocket own;

    UnixPort(TransportHost host, PipeTimes times) {
        this(host, times, PeerUser.own(), Sleepers.of(host));
    }

    /**
     * For tests of what else may be the case on a host.
     *
     * @param trusted who may be at the other end
     */
    UnixPort(TransportHost host, PipeTimes times, PeerUser trusted, Sleeper sleeper) {
        super(UnixTransport.NAME, host, times, new UnixRoute(null, trusted, sleeper), sleeper);
        this.sleeper = sleeper;
        this.trusted = trusted;
        own = new OwnSocket(host, trusted, sleeper);
        if (!host.parameters(UnixTransport.NAME).isEmpty()) {
            throw noParameter(host.parameters(UnixTransport.NAME).getFirst());
        }
        if (!mayGreet()) {
            own.stayNowhere();
        }
    }

    // ---- where this context is

    @Override
    public Descriptor descriptor() {
        return own.descriptor();
    }

    @Override
    public Descriptor promise() {
        return own.promise();
    }

    @Override
    public boolean isPromise(Descriptor there) {
        return SocketPath.isPromised(there.body());
    }

    @Override
    protected @Nullable PipeListener listener() {
        return own.listener();
    }

    @Override
    protected void listenNoMore() {
        own.stayNowhere();
    }

    // ---- where peers are

    @Override
    public @Nullable String whyNot(ContextId peer, Descriptor there) {
        if (!mayGreet()) {
            return "this context belongs to no job, so no peer could prove itself";
        }
        if (isPromise(there)) {
            return null;
        }
        if (SocketPath.isNowhere(there.body())) {
            return "it does not listen";
        }
        try {
            return SocketDirectory.whyNotTrusted(SocketPath.decode(there.body()));
        } catch (BraidException unreadable) {
            return unreadable.getMessage();
        }
    }

    @Override
    public Where nearness(Descriptor there) {
        return isPromise(there) ? Where.ANYWHERE : Where.HOST;
    }

    @Override
    protected PipeRoute routeTo(ContextId peer, Descriptor there, List<MethodParameter> given) {
        if (!given.isEmpty()) {
            throw noParameter(given.getFirst());
        }
        return new UnixRoute(SocketPath.decode(there.body()), trusted, sleeper);
    }

    private static BraidException noParameter(MethodParameter given) {
        return new BraidException(ErrorCode.METHOD_PARAMETER, "unix's parameter " + given.key() + " is not valid", "there is no such parameter", "Leave it out: unix has none of its own");
    }

    @Override
    protected void closeDriver() {
        own.close();
        super.closeDriver();
    }
}
