package org.braid.pipe.fake;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.braid.base.os.DirectMemory;
import org.braid.base.os.SharedArena;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Doorbell;
import org.braid.link.spi.Farewell;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Ring;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;
import org.braid.pipe.state.PipeTimes;

/** A context as small as can be: a port, and a ledger for each lane that brings it something. */
public final class Node implements TransportHost {
    private final ContextId id;
    private final byte[] secret;
    private final WirePort port;
    private final List<String> notices = new ArrayList<>();
    private final Map<ContextId, List<Ledger>> ledgers = new HashMap<>();
    private boolean refusesFresh;
    private boolean isScarce;
    private final Map<Class<?>, Object> shared = new HashMap<>();

    /** A member of the job. */
    public Node(Fabric fabric, int rank) {
        this(fabric, rank, secret(1), PipeTimes.DEFAULTS);
    }

    /** One that may know another secret, and may be in a hurry. */
    public Node(Fabric fabric, int rank, byte[] secret, PipeTimes times) {
        this.id = id(rank);
        this.secret = secret;
        port = new WirePort(fabric, this, times);
        fabric.add(this);
    }

    /** The name of a rank. */
    public static ContextId id(int rank) {
        return new ContextId(0x1234, 0x5678, rank);
    }

    /** One of the secrets of jobs. */
    public static byte[] secret(int which) {
        byte[] secret = new byte[32];
        secret[0] = (byte) which;
        return secret;
    }

    /** The port under test. */
    public TransportPort port() {
        return port;
    }

    /** Closes, as a context does. */
    public void startClose() {
        port.startClose(peer -> port.isUnseenBy(peer) ? Farewell.NOT_YET : FrameHeader.BYE_OF_CONTEXT);
    }

    /** The lane that both ends may open. */
    public Lane laneTo(Node peer) {
        return port.connect(peer.id, peer.port.descriptor(), List.of());
    }

    /** A lane with a parameter of its own. */
    public Lane laneTo(Node peer, String colour) {
        return port.connect(peer.id, peer.port.descriptor(), List.of(new MethodParameter("colour", colour)));
    }

    /** A fresh lane. */
    public Lane freshLaneTo(Node peer) {
        return port.connectAnew(peer.id, peer.port.descriptor(), List.of());
    }

    /** What the lanes from this peer brought, one ledger for each lane, oldest first. */
    public List<Ledger> ledgersOf(Node peer) {
        return ledgers.computeIfAbsent(peer.id, p -> new ArrayList<>());
    }

    /** What the only lane from this peer brought. */
    public Ledger ledgerOf(Node peer) {
        return ledgersOf(peer).getFirst();
    }

    /** Whether what further lanes bring is refused from their first frame on. */
    public void refuseFresh(boolean yes) {
        refusesFresh = yes;
    }

    /** Whether there is no memory outside the heap for a further lane. */
    public void isScarce(boolean yes) {
        isScarce = yes;
    }

    /** What people were told. */
    public List<String> notices() {
        return notices;
    }

    @Override
    public ContextId self() {
        return id;
    }

    @Override
    public FrameSink sinkFor(ContextId peer) {
        if (isScarce) {
            throw DirectMemory.usedUp(new OutOfMemoryError("Cannot reserve direct buffer memory"));
        }
        Ledger fresh = new Ledger();
        if (refusesFresh) {
            fresh.refuse();
        }
        ledgers.computeIfAbsent(peer, p -> new ArrayList<>()).add(fresh);
        return fresh;
    }

    @Override
    public void peerEnded(ContextId peer, Throwable cause) {
        throw new AssertionError("a port of pipes knows no process");
    }

    @Override
    public byte[] secret() {
        return secret;
    }

    @Override
    public boolean allowClear() {
        return false;
    }

    @Override
    public SharedArena arena() {
        throw new AssertionError("pipes have no business with shared memory");
    }

    @Override
    public Doorbell doorbell() {
        throw new AssertionError("pipes have no business with the doorbell");
    }

    @Override
    public SharedArena.Block doorbellBlock() {
        throw new AssertionError("pipes have no business with the doorbell");
    }

    @Override
    public <T> T shared(Class<T> type, Supplier<T> make) {
        return type.cast(shared.computeIfAbsent(type, t -> make.get()));
    }

    @Override
    public void addRing(Ring ring) {
        throw new AssertionError("pipes have no rings");
    }

    @Override
    public void removeRing(Ring ring) {
        throw new AssertionError("pipes have no rings");
    }

    @Override
    public void notice(String text) {
        notices.add(text);
    }

    @Override
    public String toString() {
        return "\n" + id.number() + " noticed " + notices.subList(Math.max(0, notices.size() - 5), notices.size());
    }
}
