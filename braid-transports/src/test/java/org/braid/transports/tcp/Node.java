package org.braid.transports.tcp;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.braid.base.os.SharedArena;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.FrameHeader;
import org.braid.boot.authority.Authority;
import org.braid.link.spi.Doorbell;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Ring;
import org.braid.link.spi.Transport;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.trust.Credentials;
import org.braid.pipe.state.PipeTimes;
import org.braid.transports.inet.Addresses;
import org.braid.transports.inet.InetPort;
import org.braid.transports.inet.Protection;
import org.jspecify.annotations.Nullable;

/** A context as small as can be: a tcp port, a ledger per peer, and a crank that the test turns. */
class Node implements TransportHost, AutoCloseable {
    static final byte[] SECRET = secret(1);

    final ContextId id;
    final InetPort port;
    final List<String> notices = new ArrayList<>();
    private @Nullable Credentials credentials; // made when first asked for
    private final byte[] secret;
    private final boolean allowClear;
    private boolean watching;
    private final Map<ContextId, Ledger> ledgers = new HashMap<>();
    private final Map<Class<?>, Object> shared = new HashMap<>();

    Node(int rank) {
        this(rank, SECRET, false, PipeTimes.DEFAULTS);
    }

    Node(int rank, byte[] secret, boolean allowClear, PipeTimes times) {
        this(rank, secret, allowClear, host -> new InetPort(TcpTransport.NAME, host, times, Protection.NONE));
    }

    /** One of a transport over tcp, of whatever name. */
    Node(int rank, Transport transport) {
        this(rank, SECRET, false, host -> (InetPort) transport.open(host));
    }

    private Node(int rank, byte[] secret, boolean allowClear, Function<TransportHost, InetPort> ports) {
        id = id(rank);
        this.secret = secret;
        this.allowClear = allowClear;
        port = ports.apply(this);
        port.descriptor();
    }

    @Override
    public Credentials.Source credentials() {
        return this::certified;
    }

    private Credentials certified() {
        Credentials known = credentials;
        if (known == null) {
            Instant now = Instant.now();
            known = Authority.of(secret).issue(id, now.minus(1, ChronoUnit.DAYS), now.plus(1, ChronoUnit.DAYS));
            credentials = known;
        }
        return known;
    }

    /** From now on this node would be told if a peer's process ended. */
    Node watching() {
        watching = true;
        return this;
    }

    @Override
    public boolean isWatched(ContextId peer) {
        return watching;
    }

    static ContextId id(int rank) {
        return new ContextId(0x1234, 0x5678, rank);
    }

    static byte[] secret(int which) {
        byte[] secret = new byte[32];
        secret[0] = (byte) which;
        return secret;
    }

    /** Closes, as a context does whose peers know of all its lanes. */
    void startClose() {
        port.startClose(peer -> FrameHeader.BYE_OF_CONTEXT);
    }

    Lane laneTo(Node peer) {
        return laneTo(peer.id, peer.port.descriptor());
    }

    Lane laneTo(ContextId peer, Descriptor there) {
        return port.connect(peer, there, List.of());
    }

    /** Connections that this lane has had. */
    static long connectionsOf(Lane lane) {
        return lane.counters().stream().filter(counter -> counter.name().equals("connections made")).findFirst().orElseThrow().value();
    }

    Ledger ledgerOf(Node peer) {
        return ledger(peer.id);
    }

    private Ledger ledger(ContextId peer) {
        return ledgers.computeIfAbsent(peer, p -> new Ledger());
    }

    /** Where a listener of this node is. */
    int listeningPort() {
        return Addresses.decode(port.descriptor().body()).getFirst().getPort();
    }

    /** Polls all nodes in turn until it is so, or fails after some seconds. */
    static void until(String what, BooleanSupplier so, Node... nodes) {
        long deadlineNs = System.nanoTime() + 20_000_000_000L;
        while (!so.getAsBoolean()) {
            for (Node node : nodes) {
                node.port.poll(64);
            }
            if (System.nanoTime() - deadlineNs > 0) {
                throw new AssertionError("after 20 s still not: " + what + notices(nodes));
            }
        }
    }

    /** Polls for some time in which nothing particular is expected. */
    static void turnFor(long ns, Node... nodes) {
        long endNs = System.nanoTime() + ns;
        while (System.nanoTime() - endNs < 0) {
            for (Node node : nodes) {
                node.port.poll(64);
            }
        }
    }

    @Override
    public ContextId self() {
        return id;
    }

    @Override
    public void peerEnded(ContextId peer, Throwable cause) {
        sinkFor(peer).ended(cause);
    }

    @Override
    public FrameSink sinkFor(ContextId peer) {
        return ledger(peer);
    }

    @Override
    public byte[] secret() {
        return secret;
    }

    @Override
    public boolean allowClear() {
        return allowClear;
    }

    @Override
    public SharedArena arena() {
        throw new AssertionError("tcp has no business with shared memory");
    }

    @Override
    public Doorbell doorbell() {
        throw new AssertionError("tcp has no business with the doorbell");
    }

    @Override
    public SharedArena.Block doorbellBlock() {
        throw new AssertionError("tcp has no business with the doorbell");
    }

    @Override
    public <T> T shared(Class<T> type, Supplier<T> make) {
        return type.cast(shared.computeIfAbsent(type, t -> make.get()));
    }

    @Override
    public void addRing(Ring ring) {
        throw new AssertionError("tcp has no rings");
    }

    @Override
    public void removeRing(Ring ring) {
        throw new AssertionError("tcp has no rings");
    }

    @Override
    public void notice(String text) {
        notices.add(text);
    }

    @Override
    public void close() {
        port.abandon();
    }

    private static String notices(Node[] nodes) {
        StringBuilder all = new StringBuilder();
        for (Node node : nodes) {
            all.append("; ").append(node.id.number()).append(" noticed ").append(node.notices.subList(Math.max(0, node.notices.size() - 5), node.notices.size()));
        }
        return all.toString();
    }
}
