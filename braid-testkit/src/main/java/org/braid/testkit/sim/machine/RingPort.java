package org.braid.testkit.sim.machine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.SharedArena;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.MethodParameter;
import org.braid.base.wire.Where;
import org.braid.link.ring.RingConsumer;
import org.braid.link.ring.RingLane;
import org.braid.link.ring.RingLayout;
import org.braid.link.ring.RingProducer;
import org.braid.link.spi.Doorbell;
import org.braid.link.spi.Farewell;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;
import org.jspecify.annotations.Nullable;

/** One context's side of the simulated shared memory, as the real one is: a lane is a ring in its own arena, of which the peer is told. */
final class RingPort implements TransportPort {
    /** A ring that a peer has made for us to read. */
    record Introduction(ContextId from, SharedArena.Block ring, int capacityBytes) {}

    private record Dead(ContextId peer, Throwable cause) {}

    private record Outgoing(ContextId peer, RingLane lane, SharedArena.Block ring, AtomicBoolean isKnown) {}

    /** Arrays so much longer than other memory go through a ring in one piece. */
    private static final int ARRAYS = 2;

    private final SimNet net;
    private final String method;
    private final TransportHost host;
    private final SimProcess process;
    private final ArrayDeque<Dead> dead = new ArrayDeque<>();
    private final ArrayDeque<Introduction> introduced = new ArrayDeque<>();
    private final List<Outgoing> outgoing = new ArrayList<>();
    private final List<Outgoing> released = new ArrayList<>();
    private @Nullable Farewell farewell; // once the context closes

    RingPort(SimNet net, TransportHost host, String method) {
        this.net = net;
        this.method = method;
        this.host = host;
        SimProcess ours = net.living(host.self());
        if (ours == null) {
            throw new IllegalStateException(host.self() + " has no process");
        }
        this.process = ours;
        net.opened(host.self(), method, this);
    }

    @Override
    public Descriptor descriptor() {
        return new Descriptor(method, new byte[0]);
    }

    @Override
    public @Nullable String whyNot(ContextId peer, Descriptor there) {
        return net.living(peer) == null ? "its process has ended" : null;
    }

    @Override
    public Where nearness(Descriptor there) {
        return Where.HOST;
    }

    @Override
    public void recalled(long count) {
        net.recalled(host.self(), count);
    }

    @Override
    public Lane connect(ContextId peer, Descriptor there, List<MethodParameter> parameters) {
        SimProcess theirs = net.living(peer);
        if (theirs == null) {
            throw new BraidException(ErrorCode.PEER_LOST, "Context " + peer + " cannot be reached", "its process has ended", "See what ended it");
        }
        int capacity = net.script().options().ringBytes();
        SharedArena.Block ring = process.block(RingLayout.memoryBytes(capacity));
        RingLane lane = new RingLane(
                method, new RingProducer(ring.segment(), ring.offset(), capacity), theirs.space().doorbell(), reachOf(peer, theirs), RingLayout.maxPayloadBytes(capacity),
                net.script().options().eagerBytes(), Math.min(ARRAYS * net.script().options().eagerBytes(), RingLayout.maxPayloadBytes(capacity)));
        AtomicBoolean isKnown = new AtomicBoolean();
        outgoing.add(new Outgoing(peer, lane, ring, isKnown));
        net.introduce(peer, method, new Introduction(host.self(), ring, capacity), isKnown);
        return lane;
    }

    private Reach reachOf(ContextId peer, SimProcess theirs) {
        return new SimReach(net, peer, theirs, net.script().chance(2));
    }

    void introduced(Introduction ring) {
        introduced.add(ring);
        Doorbell bell = process.space().doorbell();
        if (bell.mustRing(true)) {
            bell.ring();
        }
    }

    @Override
    public int poll(int limit) {
        int done = 0;
        for (Introduction ring = introduced.poll(); ring != null; ring = introduced.poll()) {
            host.addRing(new RingConsumer(ring.ring.segment(), ring.ring.offset(), ring.capacityBytes, host.sinkFor(ring.from)));
            done++;
        }
        tellOfTheDead();
        takeBackReleased();
        sayFarewell();
        return done + lookForDeserted();
    }

    private int lookForDeserted() {
        for (Outgoing each : outgoing) {
            BraidException deserted = each.lane.desertedBy(each.peer);
            if (deserted != null) {
                host.peerEnded(each.peer, deserted);
                return each.lane.closedBy() == null ? 0 : 1;
            }
        }
        return 0;
    }

    /** A ring that this context was told of and has not met yet may bring something. */
    @Override
    public boolean hears(ContextId peer) {
        for (Introduction ring : introduced) {
            if (ring.from.equals(peer)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean expectsCallers() {
        return !outgoing.isEmpty();
    }

    /** The memory of one of its lanes fails: nothing more can be written there. */
    boolean breakOne(int number, BraidException why) {
        List<Outgoing> living = outgoing.stream().filter(each -> each.lane.closedBy() == null).toList();
        if (!living.isEmpty()) {
            Outgoing broken = living.get(number % living.size());
            broken.lane.startClose(why);
            host.sinkFor(broken.peer).ended(why);
        }
        return !living.isEmpty();
    }

    /** Its own process tells this context that a peer's has ended. */
    void sawDie(ContextId peer, Throwable cause) {
        dead.add(new Dead(peer, cause));
    }

    private void tellOfTheDead() {
        for (Dead each = dead.poll(); each != null; each = dead.poll()) {
            peerFailed(each.peer, each.cause);
            host.peerEnded(each.peer, each.cause);
        }
    }

    @Override
    public boolean release(Lane lane) {
        for (Outgoing each : outgoing) {
            if (each.lane == lane) {
                each.lane.startRelease();
                released.add(each);
            }
        }
        takeBackReleased();
        return true;
    }

    private void takeBackReleased() {
        for (int i = released.size() - 1; i >= 0; i--) {
            Outgoing each = released.get(i);
            boolean ignored = each.lane.sayFarewell(FrameHeader.BYE_OF_LANE);
            if (each.lane.isGivenBack()) {
                released.remove(i);
                outgoing.remove(each);
                process.free(each.ring);
            }
        }
    }

    @Override
    public boolean pending() {
        return false;
    }

    @Override
    public boolean open() {
        return !introduced.isEmpty() || !dead.isEmpty() || !released.isEmpty() || farewell != null;
    }

    @Override
    public boolean ringsDoorbell() {
        return true;
    }

    @Override
    public void peerFailed(ContextId peer, Throwable cause) {
        for (Outgoing each : outgoing) {
            if (each.peer.equals(peer)) {
                released.remove(each);
                each.lane.renounce(cause);
            }
        }
    }

    @Override
    public void startClose(Farewell last) {
        farewell = last;
        BraidException why = new BraidException(ErrorCode.CONTEXT_CLOSED, "Nothing can be sent", "context " + host.self() + " is closed", "Close it after its last message");
        for (Outgoing each : outgoing) {
            each.lane.startClose(why);
        }
    }

    @Override
    public boolean isUnseenBy(ContextId peer) {
        for (Outgoing each : outgoing) {
            if (each.peer.equals(peer) && !each.isKnown.get() && !each.lane.closed()) {
                return true;
            }
        }
        return false;
    }

    private void sayFarewell() {
        Farewell last = farewell;
        if (last != null) {
            for (Outgoing each : outgoing) {
                boolean ignored = each.lane.sayFarewell(last.wordTo(each.peer));
            }
        }
    }

    @Override
    public boolean closed() {
        for (Outgoing each : outgoing) {
            if (!each.lane.closed()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void abandon() {
        sayFarewell();
    }
}
