package org.braid.link.local;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.DirectMemory;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.MethodParameter;
import org.braid.base.wire.Where;
import org.braid.link.ring.RingConsumer;
import org.braid.link.ring.RingLane;
import org.braid.link.ring.RingLayout;
import org.braid.link.ring.RingProducer;
import org.braid.link.spi.Farewell;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;
import org.jspecify.annotations.Nullable;

/** One context's side of the local transport. A lane is a ring whose consumer is handed to the neighbour, which starts to poll it on its next turn. */
final class LocalPort implements TransportPort {
    private static final int RING_BYTES = 64 << 10;

    /** Where many contexts are neighbours each has lanes to a dozen of them or more: a thousand ranks would need a gigabyte. Long messages do not go through rings. */
    private static final int SMALL_RING_BYTES = 8 << 10;

    /** How many contexts of a process have large rings. */
    private static final int FEW_NEIGHBOURS = 16;

    /** This part of a ring is the longest message that goes by it in one piece. */
    private static final int EAGER_PART = 8;

    private static final Reach SAME_PROCESS = new Reach() {
        @Override
        public boolean sameProcess() {
            return true;
        }
    };

    /** A ring that a neighbour writes and this context is to poll. */
    private record Incoming(ContextId from, MemorySegment memory, int capacityBytes) {}

    private final TransportHost host;
    private final Neighbours neighbours;
    private final ConcurrentLinkedQueue<Incoming> incoming = new ConcurrentLinkedQueue<>();
    private final List<Outgoing> lanes = new ArrayList<>();
    private final List<Outgoing> released = new ArrayList<>(0); // those of them that end alone and have not said farewell
    private @Nullable Farewell farewell; // once the context closes

    private record Outgoing(ContextId to, RingLane lane) {}

    LocalPort(TransportHost host, Neighbours neighbours) {
        this.host = host;
        this.neighbours = neighbours;
        neighbours.add(this);
    }

    ContextId id() {
        return host.self();
    }

    @Override
    public Descriptor descriptor() {
        return new Descriptor("local", neighbours.token());
    }

    @Override
    public @Nullable String whyNot(ContextId peer, Descriptor there) {
        return !neighbours.made(there.body()) ? "another process" : neighbours.find(peer) == null ? "that context is closed" : null;
    }

    @Override
    public Where nearness(Descriptor there) {
        return Where.PROCESS;
    }

    @Override
    public Reach reach(Descriptor there) {
        return SAME_PROCESS;
    }

    @Override
    public Lane connect(ContextId peer, Descriptor there, List<MethodParameter> parameters) {
        if (!parameters.isEmpty()) {
            throw new BraidException(ErrorCode.METHOD_PARAMETER, "local's parameter " + parameters.getFirst().key() + " is not valid", "there is no such parameter", "Use min and max alone");
        }
        LocalPort other = neighbours.find(peer);
        if (other == null) {
            throw new BraidException(ErrorCode.PEER_LOST, "Context " + peer + " cannot be reached", "it has been closed", "Keep it open while others send to it");
        }
        int capacity = neighbours.count() <= FEW_NEIGHBOURS ? RING_BYTES : SMALL_RING_BYTES;
        MemorySegment ring = DirectMemory.segment(Arena.ofAuto(), RingLayout.memoryBytes(capacity), RingLayout.ALIGNMENT_BYTES);
        other.incoming.add(new Incoming(id(), ring, capacity));
        RingProducer producer = new RingProducer(ring, 0, capacity);
        RingLane lane = new RingLane("local", producer, other.host.doorbell(), SAME_PROCESS, RingLayout.maxPayloadBytes(capacity), capacity / EAGER_PART, capacity / EAGER_PART);
        lanes.add(new Outgoing(peer, lane));
        return lane;
    }

    @Override
    public int poll(int limit) {
        int done = 0;
        for (Incoming ring = incoming.poll(); ring != null; ring = incoming.poll()) {
            host.addRing(new RingConsumer(ring.memory, 0, ring.capacityBytes, host.sinkFor(ring.from)));
            done++;
        }
        takeBackReleased();
        return done + lookForDeserted();
    }

    private int lookForDeserted() {
        for (int i = 0; i < lanes.size(); i++) { // by index: it is asked while messages come, and allocates nothing
            Outgoing out = lanes.get(i);
            BraidException deserted = out.lane.desertedBy(out.to);
            if (deserted != null) {
                host.peerEnded(out.to, deserted);
                return out.lane.closedBy() == null ? 0 : 1; // not before its farewell is read by another lane
            }
        }
        return 0;
    }

    /** Neighbours go without a word if they have opened no lane to here. */
    @Override
    public boolean expectsCallers() {
        return !lanes.isEmpty();
    }

    @Override
    public boolean release(Lane lane) {
        for (Outgoing out : lanes) {
            if (out.lane == lane) {
                out.lane.startRelease();
                released.add(out);
            }
        }
        takeBackReleased();
        return true;
    }

    /** The neighbour keeps the memory until it has read it. */
    private void takeBackReleased() {
        for (int i = released.size() - 1; i >= 0; i--) {
            if (released.get(i).lane.sayFarewell(FrameHeader.BYE_OF_LANE)) {
                lanes.remove(released.remove(i));
            }
        }
    }

    @Override
    public boolean pending() {
        return false;
    }

    @Override
    public boolean open() {
        return !incoming.isEmpty() || !released.isEmpty();
    }

    @Override
    public boolean ringsDoorbell() {
        return true;
    }

    @Override
    public void peerFailed(ContextId peer, Throwable cause) {
        for (Outgoing out : lanes) {
            if (out.to.equals(peer)) {
                out.lane.renounce(cause);
            }
        }
    }

    /** A ring may be new that its writer said farewell to after an older one: the peer has not gone before both are read. */
    @Override
    public boolean hears(ContextId peer) {
        for (Incoming ring : incoming) {
            if (ring.from.equals(peer)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void startClose(Farewell last) {
        farewell = last;
        BraidException why = new BraidException(ErrorCode.CONTEXT_CLOSED, "Nothing can be sent", "context " + id() + " is closed", "Close it after its last message");
        for (Outgoing out : lanes) {
            out.lane.startClose(why);
        }
    }

    /** A neighbour knows of each ring from the moment in which that is made, keeps its memory, and reads what is left there after we have gone: so there is nothing to wait for but the farewell. */
    @Override
    public boolean closed() {
        Farewell last = farewell;
        if (last == null) {
            return true;
        }
        boolean all = true;
        for (Outgoing out : lanes) {
            all &= out.lane.sayFarewell(last.wordTo(out.to));
        }
        return all;
    }

    @Override
    public void abandon() {
        boolean ignored = closed();
        neighbours.remove(this);
    }
}
