package org.braid.link;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.braid.base.os.SharedArena;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Hello;
import org.braid.base.wire.MethodParameter;
import org.braid.base.wire.Policy;
import org.braid.base.wire.SizeRange;
import org.braid.link.dispatch.Arrivals;
import org.braid.link.progress.AddressSpace;
import org.braid.link.progress.Notices;
import org.braid.link.progress.Progress;
import org.braid.link.ring.RingConsumer;
import org.braid.link.select.ConnectionReport;
import org.braid.link.spi.Doorbell;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Ring;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.trust.Credentials;
import org.braid.link.spi.trust.Secrets;
import org.braid.link.stream.PeerTable;
import org.jspecify.annotations.Nullable;

/** What a context lets one of its transports see of it: how it is set up, the memory and doorbell of its process, and where frames go. */
final class ContextHost implements TransportHost {
    private final ContextConfig config;
    private final AddressSpace space;
    private final PeerTable peers;
    private final Progress progress;
    private final Notices notices;
    private final Arrivals arrivals;
    private final Secrets secrets;
    private final String method;

    ContextHost(ContextConfig config, AddressSpace space, PeerTable peers, Progress progress, Notices notices, Arrivals arrivals, Secrets secrets, String method) {
        this.arrivals = arrivals;
        this.secrets = secrets;
        this.method = method;
        this.config = config;
        this.space = space;
        this.peers = peers;
        this.progress = progress;
        this.notices = notices;
    }

    /** The same for another transport. */
    ContextHost of(String otherMethod) {
        return new ContextHost(config, space, peers, progress, notices, arrivals, secrets, otherMethod);
    }

    // ---- how the context is set up

    @Override
    public ContextId self() {
        return config.id();
    }

    @Override
    public List<MethodParameter> parameters(String transport) {
        Policy policy = config.policy();
        return policy == null ? List.of() : SizeRange.removedFrom(policy.parametersOf(transport));
    }

    @Override
    public boolean isWatched(ContextId peer) {
        return config.watches(peer);
    }

    @Override
    public Hello hello() {
        return new Hello(Hello.THIS_VERSION, config.build(), 0);
    }

    @Override
    public byte[] secret() {
        return config.secret();
    }

    @Override
    public Credentials.@Nullable Source credentials() {
        return config.credentials();
    }

    @Override
    public Secrets secrets() {
        return secrets;
    }

    @Override
    public boolean allowClear() {
        return config.allowClear();
    }

    // ---- what it shares with the other contexts of its process

    @Override
    public SharedArena arena() {
        return space.arena();
    }

    @Override
    public Doorbell doorbell() {
        return space.doorbell();
    }

    @Override
    public SharedArena.Block doorbellBlock() {
        return space.doorbellBlock();
    }

    @Override
    public <T> T shared(Class<T> type, Supplier<T> make) {
        return space.shared(type, make);
    }

    // ---- where frames and notices go

    @Override
    public void peerEnded(ContextId peer, Throwable cause) {
        peers.of(peer).end().ended(cause);
    }

    @Override
    public FrameSink sinkFor(ContextId peer) {
        return arrivals.from(peers.of(peer), method);
    }

    @Override
    public void addRing(Ring ring) {
        progress.rings().add((RingConsumer) ring);
    }

    @Override
    public void removeRing(Ring ring) {
        progress.rings().remove((RingConsumer) ring);
    }

    @Override
    public boolean hearsOfConnections() {
        return config.connections() != null;
    }

    /** A lane gets its connection whatever its observer thinks of it. */
    @Override
    public void connected(ContextId peer, String by, String way, String inVain) {
        Consumer<ConnectionReport> observer = config.connections();
        if (observer != null) {
            try {
                observer.accept(new ConnectionReport(config.id(), peer, by, way, inVain));
            } catch (RuntimeException | Error thrown) {
                notices.warn("An observer of connections threw " + thrown);
            }
        }
    }

    @Override
    public void notice(String text) {
        notices.add(text);
    }

    @Override
    public void warning(String text) {
        notices.warn(text);
    }
}
