package org.braid.transports.shm;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.Entropy;
import org.braid.base.os.Machine;
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

/**
 * One context's side of shared memory. To open a lane it makes a ring in its own arena and introduces it at the peer's {@link Home}; the peer maps the arena once and polls the ring
 * from then on. Nothing is made for peers that are never sent to.
 */
final class ShmPort implements TransportPort {
    private final TransportHost host;
    private final SegmentMaps maps;
    private final Home home;
    private final ShmAddress address;
    private final List<Outgoing> outgoing = new ArrayList<>();

    /** Those of them whose introduction waits for room in the peer's inbox: none, nearly always, and asked on every turn. */
    private final List<Outgoing> unknown = new ArrayList<>();

    /** Those of them that no link uses any more, until their peers have read everything. */
    private final List<Outgoing> released = new ArrayList<>(0);

    private final Unwatched unwatched = new Unwatched();
    private @Nullable Farewell farewell; // once the context closes

    ShmPort(TransportHost host) {
        this.host = host;
        this.maps = host.shared(SegmentMaps.class, new SegmentMaps.Maker());
        SharedArena arena = host.arena();
        BraidException refusal = arena.whyNotShared();
        if (refusal != null) {
            throw refusal;
        }
        SharedArena.Block block = arena.allocate(Home.BYTES);
        this.home = new Home(block.segment(), block.offset());
        long tokenHigh = Entropy.nextLong();
        long tokenLow = Entropy.nextLong();
        home.settle(host.self(), host.hello(), tokenHigh, tokenLow);
        this.address = new ShmAddress(
                Machine.pid(), ShmAddress.Place.of(arena, block), ShmAddress.Place.of(arena, host.doorbellBlock()), tokenHigh, tokenLow, home.tokenAddress(), arena.name());
    }

    @Override
    public Descriptor descriptor() {
        return address.descriptor();
    }

    @Override
    public @Nullable String whyNot(ContextId peer, Descriptor there) {
        ShmAddress a = ShmAddress.of(there);
        if (a == null) {
            return "its address makes no sense";
        }
        MemorySegment segment = maps.find(a, a.home());
        if (segment == null || maps.find(a, a.doorbell()) == null) {
            return "its memory cannot be mapped: its process has ended, or is of another host, container or user";
        }
        Home theirs = new Home(segment, a.home().offset());
        if (!theirs.proves(a.tokenHigh(), a.tokenLow())) {
            return "the memory found is not its own: another host";
        }
        if (!theirs.isOf(peer)) {
            return "the memory found there is another context's: the name or the address is damaged";
        }
        BraidException otherBuild = host.hello().refusal(theirs.hello(), "context " + peer);
        return otherBuild == null ? null : otherBuild.what() + ": " + otherBuild.why();
    }

    @Override
    public Where nearness(Descriptor there) {
        return Where.HOST;
    }

    @Override
    public Reach reach(Descriptor there) {
        ShmAddress a = ShmAddress.of(there);
        return a == null ? Reach.NONE : new ShmReach(maps, a);
    }

    @Override
    public void recalled(long count) {
        home.recalled(count);
    }

    @Override
    public Lane connect(ContextId peer, Descriptor there, List<MethodParameter> parameters) {
        ShmAddress a = ShmAddress.of(there);
        MemorySegment theirs = a == null ? null : maps.find(a, a.home());
        MemorySegment belongsToBell = a == null ? null : maps.find(a, a.doorbell());
        if (a == null || theirs == null || belongsToBell == null) {
            throw new BraidException(ErrorCode.PEER_LOST, "Context " + peer + " cannot be reached", "its shared memory is gone", "See what ended it");
        }
        ShmParameters wanted = ShmParameters.of(parameters);
        NewRing ring = NewRing.in(host.arena(), wanted, outgoing.size());
        Doorbell bell = new Doorbell(belongsToBell, a.doorbell().offset());
        RingLane lane = laneThrough(ring, wanted, bell, a);
        Outgoing opened = new Outgoing(peer, lane, ring.block(), new Home(theirs, a.home().offset()), bell, introductionOf(ring));
        outgoing.add(opened);
        unknown.add(opened);
        watch(peer, a.pid(), null);
        introduce();
        return lane;
    }

    private RingLane laneThrough(NewRing ring, ShmParameters wanted, Doorbell bell, ShmAddress there) {
        SharedArena.Block block = ring.block();
        int capacity = ring.capacityBytes();
        return new RingLane(
                ShmTransport.NAME, new RingProducer(block.segment(), block.offset(), capacity), bell, new ShmReach(maps, there), RingLayout.maxPayloadBytes(capacity),
                wanted.eagerBytes(capacity), wanted.eagerArrayBytes(capacity));
    }

    private Home.Introduction introductionOf(NewRing ring) {
        SharedArena arena = host.arena();
        int segment = ring.block().segmentId();
        return new Home.Introduction(
                host.self(), Machine.pid(), arena.name(), segment, arena.fd(segment), arena.bytes(segment), ring.block().offset(), ring.capacityBytes());
    }

    @Override
    public boolean release(Lane lane) {
        for (Outgoing each : outgoing) {
            if (each.lane() == lane) {
                each.lane().startRelease();
                released.add(each);
            }
        }
        takeBackReleased();
        return true;
    }

    private void takeBackReleased() {
        for (int i = released.size() - 1; i >= 0; i--) {
            Outgoing each = released.get(i);
            boolean ignored = each.lane().sayFarewell(FrameHeader.BYE_OF_LANE); // tried again on the next turn if somebody was inside
            if (each.lane().isGivenBack()) {
                released.remove(i);
                outgoing.remove(each);
                each.ring().free();
            }
        }
    }

    @Override
    public int poll(int limit) {
        int done = 0;
        for (int slot = home.hasNews() ? home.nextFilled() : -1; slot >= 0 && done < limit; slot = home.nextFilled()) {
            welcome(home.take(slot));
            done++;
        }
        if (pending()) {
            introduce();
        }
        if (!released.isEmpty()) {
            takeBackReleased();
        }
        sayFarewell();
        done += lookForDeserted();
        return unwatched.any() ? done + lookForTheDead() : done;
    }

    /** Anybody's ring may be new, and its writer have said farewell to an older one before: no peer has gone before it is known whose it is. */
    @Override
    public boolean hears(ContextId peer) {
        return home.hasNews();
    }

    private int lookForDeserted() {
        for (int i = 0; i < outgoing.size(); i++) { // by index: it is asked while messages come, and allocates nothing
            Outgoing each = outgoing.get(i);
            BraidException deserted = each.lane().desertedBy(each.peer());
            if (deserted != null) {
                host.peerEnded(each.peer(), deserted);
                return each.lane().closedBy() == null ? 0 : 1; // not before its farewell is read by another lane
            }
        }
        return 0;
    }

    private void watch(ContextId peer, long pid, @Nullable RingConsumer ring) {
        boolean launched = host.self().isRankBeside(peer);
        if (!launched && pid != Machine.pid()) {
            unwatched.met(peer, pid, ring);
        }
    }

    private int lookForTheDead() {
        Unwatched.Gone gone = unwatched.next(System.nanoTime());
        if (gone == null) {
            return 0;
        }
        for (RingConsumer ring : gone.rings()) {
            host.removeRing(ring);
        }
        BraidException cause = new BraidException(
                ErrorCode.PEER_LOST, "Context " + gone.peer() + " has gone", "its process, " + gone.pid() + ", has ended", "See what ended it, unless that was meant");
        peerFailed(gone.peer(), cause);
        host.peerEnded(gone.peer(), cause);
        return 1;
    }

    @Override
    public boolean pending() {
        return !unknown.isEmpty();
    }

    @Override
    public boolean open() {
        return home.hasNews() || pending() || farewell != null || !released.isEmpty();
    }

    /** Peers that go without a word are looked for now and then, too. */
    @Override
    public boolean expectsCallers() {
        return !outgoing.isEmpty() || unwatched.any();
    }

    @Override
    public boolean ringsDoorbell() {
        return true;
    }

    @Override
    public void peerFailed(ContextId peer, Throwable cause) {
        for (Outgoing each : outgoing) {
            if (each.peer().equals(peer)) {
                unknown.remove(each);
                released.remove(each); // nobody will say that the memory is free: it stays until this context closes
                each.lane().renounce(cause);
            }
        }
    }

    @Override
    public void startClose(Farewell last) {
        farewell = last;
        BraidException why = new BraidException(ErrorCode.CONTEXT_CLOSED, "Nothing can be sent", "context " + host.self() + " is closed", "Close it after its last message");
        for (Outgoing each : outgoing) {
            each.lane().startClose(why);
        }
    }

    /** What stands in its home a peer knows of, as {@link #hears} says there. */
    @Override
    public boolean isUnseenBy(ContextId peer) {
        for (Outgoing each : unknown) {
            if (each.peer().equals(peer) && !each.lane().closed()) {
                return true;
            }
        }
        return false;
    }

    private void sayFarewell() {
        Farewell last = farewell;
        if (last != null) {
            for (Outgoing each : outgoing) {
                boolean ignored = each.lane().sayFarewell(last.wordTo(each.peer()));
            }
        }
    }

    /** A peer can map our memory only while this process lives, so a lane is closed when its peer has read everything. */
    @Override
    public boolean closed() {
        for (Outgoing each : outgoing) {
            if (!each.lane().closed()) {
                return false;
            }
        }
        return true;
    }

    /** Nothing is freed: peers may still read what lies in our rings, and the arena is the process's. */
    @Override
    public void abandon() {
        sayFarewell();
    }

    private void introduce() {
        for (int i = unknown.size() - 1; i >= 0; i--) {
            if (unknown.get(i).introduce()) {
                unknown.remove(i);
            }
        }
    }

    /** Maps the ring that a peer has made for us, after looking at every number. */
    private void welcome(Home.@Nullable Introduction ring) {
        if (ring == null || !fits(ring)) {
            host.notice("An introduction in shared memory makes no sense and was dropped");
            return;
        }
        MemorySegment segment = maps.find(ring.pid(), ring.arena(), ring.fd(), ring.segmentBytes());
        if (segment == null) {
            host.notice("The ring of " + ring.from() + " could not be mapped; process " + ring.pid() + " has ended or belongs to another user");
            return;
        }
        RingConsumer theirs = new RingConsumer(segment, ring.ringOffset(), ring.capacityBytes(), host.sinkFor(ring.from()));
        host.addRing(theirs);
        watch(ring.from(), ring.pid(), theirs);
    }

    private static boolean fits(Home.Introduction ring) {
        int capacity = ring.capacityBytes();
        long offset = ring.ringOffset();
        return capacity >= 4096
                && Integer.bitCount(capacity) == 1
                && offset >= 0
                && (offset & RingLayout.ALIGNMENT_BYTES - 1) == 0
                && offset <= ring.segmentBytes() - RingLayout.memoryBytes(capacity);
    }
}
