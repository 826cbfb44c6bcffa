package org.braid.testkit.contract;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Supplier;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.MethodParameter;
import org.braid.base.wire.Where;
import org.braid.link.spi.Farewell;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.braid.link.spi.TransportPort;
import org.braid.testkit.hosts.HostNetworks;
import org.braid.transports.inet.Addresses;
import org.jspecify.annotations.Nullable;

/**
 * The port of a context on a host for tests. Whoever calls what may open a socket or look at interfaces is on the host's network meanwhile; what only asks, or moves bytes of sockets that are open, stays where it is.
 *
 * <p>The transport itself believes that all contexts share the network of this process, which it asks for once. So each descriptor names a network of its own host here, and no other context calls it by loopback: not even one on
 * the same host, whose two loopback addresses and ports another host could have as well, and the socket's shortcut could not tell which is meant.
 */
final class HostedPort implements TransportPort {
    /** So long is the body of a context that does not listen. */
    private static final int NOWHERE_BYTES = 3;

    private final TransportPort inner;
    private final HostNetworks networks;
    private final int host;

    HostedPort(TransportPort inner, HostNetworks networks, int host) {
        this.inner = inner;
        this.networks = networks;
        this.host = host;
    }

    private <T> T there(Supplier<T> call) {
        return networks.on(host, call);
    }

    private void run(Runnable call) {
        boolean unused = there(() -> {
            call.run();
            return true;
        });
    }

    // ---- what may open sockets, or looks at interfaces

    /** Interfaces of the process's first thread are left out, which the JDK sees everywhere: it reads those of IPv6 from a file of the process. */
    @Override
    public Descriptor descriptor() {
        Descriptor said = there(inner::descriptor);
        byte[] body = said.body();
        if (body.length == NOWHERE_BYTES) {
            return said;
        }
        List<InetSocketAddress> all = Addresses.decode(body);
        return new Descriptor(said.method(), Addresses.encode(all.getFirst().getPort(), host, all.stream().map(InetSocketAddress::getAddress).filter(each -> each.getAddress().length == 4).toList()));
    }

    @Override
    public @Nullable String whyNot(ContextId peer, Descriptor there) {
        return there(() -> inner.whyNot(peer, there));
    }

    @Override
    public Lane connect(ContextId peer, Descriptor there, List<MethodParameter> parameters) {
        return there(() -> inner.connect(peer, there, parameters));
    }

    @Override
    public Lane connectAnew(ContextId peer, Descriptor there, List<MethodParameter> parameters) {
        return there(() -> inner.connectAnew(peer, there, parameters));
    }

    @Override
    public int poll(int limit) {
        return there(() -> inner.poll(limit));
    }

    @Override
    public boolean release(Lane lane) {
        return there(() -> inner.release(lane));
    }

    @Override
    public void peerFailed(ContextId peer, Throwable cause) {
        run(() -> inner.peerFailed(peer, cause));
    }

    @Override
    public void peerLeft(ContextId peer) {
        run(() -> inner.peerLeft(peer));
    }

    @Override
    public void startClose(Farewell farewell) {
        run(() -> inner.startClose(farewell));
    }

    @Override
    public void abandon() {
        run(inner::abandon);
    }

    // ---- what does neither

    @Override
    public void recalled(long count) {
        inner.recalled(count);
    }

    @Override
    public Where nearness(Descriptor there) {
        return inner.nearness(there);
    }

    @Override
    public Reach reach(Descriptor there) {
        return inner.reach(there);
    }

    @Override
    public void flush() {
        inner.flush();
    }

    @Override
    public boolean pending() {
        return inner.pending();
    }

    @Override
    public boolean open() {
        return inner.open();
    }

    @Override
    public boolean expectsCallers() {
        return inner.expectsCallers();
    }

    @Override
    public boolean ringsDoorbell() {
        return inner.ringsDoorbell();
    }

    @Override
    public void blockUntilReady(long timeoutNs) {
        inner.blockUntilReady(timeoutNs);
    }

    @Override
    public void wakeUp() {
        inner.wakeUp();
    }

    @Override
    public boolean hears(ContextId peer) {
        return inner.hears(peer);
    }

    @Override
    public boolean owesWordTo(ContextId peer) {
        return inner.owesWordTo(peer);
    }

    @Override
    public boolean isUnseenBy(ContextId peer) {
        return inner.isUnseenBy(peer);
    }

    @Override
    public boolean leavesBehind(ContextId peer) {
        return inner.leavesBehind(peer);
    }

    @Override
    public boolean closed() {
        return inner.closed();
    }
}
