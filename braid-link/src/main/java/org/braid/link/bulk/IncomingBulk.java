package org.braid.link.bulk;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.base.memory.Memory;
import org.braid.base.memory.spi.SegmentWindow;
import org.braid.base.os.SharedArena;
import org.braid.base.wire.FrameKind;
import org.braid.link.bulk.state.BulkMode;
import org.braid.link.bulk.state.BulkReceive;
import org.braid.link.bulk.state.BulkSide;
import org.braid.link.bulk.state.BulkStatus;
import org.braid.link.bulk.state.BulkTable;
import org.braid.link.bulk.state.Transfer;
import org.braid.link.progress.Completion;
import org.braid.link.progress.Notices;
import org.braid.link.stream.Complaints;
import org.braid.link.stream.Peer;
import org.jspecify.annotations.Nullable;

/** The receiver's side of large payloads: it chooses the way that takes the fewest copies, and changes it in mid-run if it is refused. */
public final class IncomingBulk {
    /** Who waits for a receive, where the data is, and the way chosen. */
    private static final class Owner {
        final Peer peer;
        final Completion done;
        final @Nullable BulkCopy way;
        @Nullable SegmentWindow window; // of native memory that fragments land in, made once

        Owner(Peer peer, Completion done, @Nullable BulkCopy way) {
            this.peer = peer;
            this.done = done;
            this.way = way;
        }
    }

    private static final class Maker implements Supplier<BulkReceive> {
        @Override
        public BulkReceive get() {
            return new BulkReceive();
        }
    }

    private final Complaints complaints;
    private final Notices notices;
    private final SharedArena arena;
    private final SendsHere here;
    private final ReachTable reaches;
    private final BulkTable<BulkReceive> receives = new BulkTable<>(Bulk.MOST_TRANSFERS, new Maker());
    private final List<BulkReceive> copying = new ArrayList<>();
    private final ControlWords scratch = new ControlWords();

    /** Receives from peers; {@code here} are the sends of this process, {@code reaches} what of other memory can be touched. */
    public IncomingBulk(Complaints complaints, Notices notices, SharedArena arena, SendsHere here, ReachTable reaches) {
        this.complaints = complaints;
        this.notices = notices;
        this.arena = arena;
        this.here = here;
        this.reaches = reaches;
    }

    boolean active() {
        return !copying.isEmpty();
    }

    /** How many are under way. */
    public int live() {
        return receives.live();
    }

    /**
     * OFFER arrived.
     *
     * @return null, with a complaint, if its numbers cannot be meant
     */
    public @Nullable Offer offered(Peer peer, MemorySegment segment, long at, int length) {
        BulkSource source = BulkSource.read(segment, at, length, scratch);
        if (source == null) {
            complaints.protocolError(peer, FrameKind.OFFER);
            return null;
        }
        return new Offer(this, peer, source);
    }

    void refuse(Peer peer, BulkSource source) {
        BulkFrames.done(peer, source.id(), BulkStatus.REFUSED, BulkSide.TO_SENDER);
    }

    void refuse(Peer peer, BulkSource source, BraidException why) {
        BulkFrames.failed(peer, source.id(), BulkSide.TO_SENDER, why);
    }

    void pull(Peer peer, BulkSource source, Object base, long offset, long bytes, Completion done) {
        BraidException gone = peer.failure();
        if (gone != null) {
            fail(done, gone);
            return;
        }
        BulkCopy way = BulkCopy.wayTo(peer.id(), source, reaches.of(peer, source), here);
        BulkReceive receive = receives.open();
        if (receive == null) {
            BraidException tooMany = BulkErrors.tooManyReceives();
            BulkFrames.failed(peer, source.id(), BulkSide.TO_SENDER, tooMany);
            fail(done, tooMany);
            return;
        }
        receive.match(peer.number(), source.id(), source.length(), base, offset, bytes, new Owner(peer, done, way));
        if (way != null || bytes == 0) {
            receive.get();
            work(receive);
        } else if (!askForPut(receive, peer, source, base, offset)) {
            receive.pipe();
            askForFragments(receive);
        }
    }

    /** Fetches everything into a slab, for handlers that do not take offers; {@code then} is given null if that fails. */
    public void fetch(Offer offer, Consumer<@Nullable Slab> then) {
        Fetch fetch = new Fetch(then);
        try {
            fetch.into(offer.pullWhole(fetch));
        } catch (BraidException noMemory) {
            notices.add(noMemory.getMessage());
            then.accept(null);
        }
    }

    /** {@link Offer#pullWhole}. A peer may offer more than there is memory: that costs it the message, and us nothing. */
    Slab pullWhole(Peer peer, BulkSource source, Completion done) {
        Slab slab;
        try {
            slab = Slab.allocate(source.length(), null, 0);
        } catch (BraidException | OutOfMemoryError | IllegalArgumentException tooLong) {
            BraidException noMemory = BulkErrors.noMemory(peer, source.length(), tooLong);
            BulkFrames.failed(peer, source.id(), BulkSide.TO_SENDER, noMemory);
            throw noMemory;
        }
        pull(peer, source, slab.segment(), 0, source.length(), done);
        return slab;
    }

    /** One piece of each copy under way. */
    int poll() {
        int done = copying.size();
        for (int i = done - 1; i >= 0; i = Math.min(i, copying.size()) - 1) { // what ends may end others with it
            work(copying.remove(i));
        }
        return done;
    }

    /** FRAGMENT arrived. */
    public void fragment(Peer peer, long id, long at, MemorySegment segment, long offset, int length) {
        BulkReceive receive = find(peer, id);
        if (receive == null) {
            return; // ended meanwhile
        }
        if (receive.onFragment(at, length) != Transfer.OK) {
            complaints.protocolError(peer, FrameKind.FRAGMENT);
            return;
        }
        try {
            Memory.copyOut(segment, offset, Objects.requireNonNull(receive.base()), receive.offset() + at, length);
        } catch (RuntimeException | VirtualMachineError refused) {
            giveUp(receive, BulkErrors.ofMemory(refused));
            return;
        }
        fragmentIsHere(receive, length);
    }

    /** Where the bytes of a FRAGMENT belong that has begun to arrive; null unless it is the next one, and for native memory. */
    public @Nullable ByteBuffer landing(Peer peer, long id, long at, int length) {
        BulkReceive receive = find(peer, id);
        if (receive == null || receive.onFragment(at, length) != Transfer.OK) {
            return null;
        }
        SegmentWindow window = windowOf(receive);
        long from = receive.offset() + at;
        return window == null || !window.holds(from, length) ? null : window.of(from, length);
    }

    /** The bytes are there. */
    public void landed(Peer peer, long id, long at, int length) {
        BulkReceive receive = find(peer, id);
        if (receive != null && receive.onFragment(at, length) == Transfer.OK) {
            fragmentIsHere(receive, length);
        }
    }

    /** A receive that waits for this peer; null if it has ended, or is none of its. */
    private @Nullable BulkReceive find(Peer peer, long id) {
        BulkReceive receive = receives.find(id);
        return receive == null || receive.peer() != peer.number() ? null : receive;
    }

    private static @Nullable SegmentWindow windowOf(BulkReceive receive) {
        Owner owner = owner(receive);
        MemorySegment whole = NativeTarget.of(Objects.requireNonNull(receive.base()));
        if (owner.window == null && whole != null) {
            owner.window = new SegmentWindow(whole);
        }
        return whole == null ? null : owner.window;
    }

    private void fragmentIsHere(BulkReceive receive, int length) {
        receive.fragmentCopied(length);
        if (receive.isFinal()) {
            end(receive, null);
        } else if (receive.pullDue()) {
            askForFragments(receive);
        }
    }

    /** DONE arrived for one of our receives: the sender has put the data, or cannot. */
    public void finished(Peer peer, long id, int status, String why) {
        BulkReceive receive = find(peer, id);
        if (receive == null) {
            return;
        }
        if (receive.onDone(status) == Transfer.PROTOCOL_ERROR) {
            complaints.protocolError(peer, FrameKind.DONE);
        } else if (receive.isFinal()) {
            finished(receive, failure(peer, status, why));
        } else {
            askForFragments(receive);
        }
    }

    private static @Nullable BraidException failure(Peer peer, int status, String why) {
        return switch (status) {
            case BulkStatus.FAILED -> BulkErrors.senderGaveUp(peer, why);
            case BulkStatus.TAKEN_BACK -> BulkErrors.takenBack(peer, why);
            default -> null;
        };
    }

    /** A sender whose lane has found that its memory is gone does not know yet that its message has failed; to another it says nothing new. */
    private void finished(BulkReceive receive, @Nullable BraidException failure) {
        if (failure != null) {
            BulkFrames.failed(owner(receive).peer, receive.peerId(), BulkSide.TO_SENDER, failure);
        }
        finish(receive, failure);
    }

    void peerEnded(Peer peer, BraidException cause) {
        for (int i = 0; i < receives.slots(); i++) {
            BulkReceive receive = receives.at(i);
            if (receive != null && receive.peer() == peer.number()) {
                copying.remove(receive);
                finish(receive, cause);
            }
        }
    }

    /** This context closes: what has not come yet is given up, and its sender told. */
    void giveUp(BraidException why) {
        for (int i = 0; i < receives.slots(); i++) {
            BulkReceive receive = receives.at(i);
            if (receive != null) {
                giveUp(receive, why);
            }
        }
    }

    private void giveUp(BulkReceive receive, BraidException why) {
        copying.remove(receive);
        BulkFrames.failed(owner(receive).peer, receive.peerId(), BulkSide.TO_SENDER, why);
        finish(receive, why);
    }

    /** Copies one piece; what is left goes on in the next turn, or in fragments if the kernel refuses. */
    private void work(BulkReceive receive) {
        Owner owner = owner(receive);
        int piece = receive.nextPieceBytes();
        if (piece > 0 && owner.way != null) {
            try {
                if (!owner.way.copy(receive.positionBytes(), Objects.requireNonNull(receive.base()), receive.offset() + receive.positionBytes(), piece)) {
                    fallBack(receive);
                    return;
                }
            } catch (RuntimeException | VirtualMachineError refused) {
                giveUp(receive, BulkErrors.ofMemory(refused));
                return;
            }
            if (piece == receive.wantBytes() - receive.positionBytes() && owner.way.isDoubtful()) {
                receive.getDoubted();
                askForFragments(receive); // a sender that has recalled this one says so, and one that has recalled another sends it
                return;
            }
            receive.copied(piece);
        }
        if (receive.isFinal()) {
            end(receive, null);
        } else {
            copying.add(receive);
        }
    }

    private void fallBack(BulkReceive receive) {
        if (owner(receive).way instanceof BulkCopy.FromObject) {
            askAgain(receive); // its sender has recalled it, and says so
            return;
        }
        notices.add("Reading the memory of " + owner(receive).peer.id() + " directly was refused; fragments are used instead");
        askAgain(receive);
    }

    private void askAgain(BulkReceive receive) {
        receive.getRefused();
        askForFragments(receive);
    }

    /** If our buffer can be mapped by the sender, it may copy straight into it. */
    private boolean askForPut(BulkReceive receive, Peer peer, BulkSource source, Object base, long offset) {
        long address = Memory.addressOrZero(base);
        int segment = address == 0 || !reaches.of(peer, source).mapsSegments() ? -1 : arena.segmentOf(address);
        if (segment < 0) {
            return false;
        }
        receive.expectPut();
        pull(receive, BulkMode.PUT, new BulkFrames.Pull(
                receive.id(), receive.wantBytes(), 0, 0, segment, arena.fd(segment), arena.bytes(segment), address + offset - arena.address(segment)));
        return true;
    }

    private void askForFragments(BulkReceive receive) {
        long from = receive.positionBytes();
        pull(receive, BulkMode.PIPE, new BulkFrames.Pull(receive.id(), receive.wantBytes(), from, receive.takePull(), 0, 0, 0, 0));
    }

    private void pull(BulkReceive receive, int mode, BulkFrames.Pull pull) {
        pull.write(scratch.bytes);
        long id = receive.peerId();
        owner(receive).peer.post(FrameKind.PULL, (int) id, (int) (id >>> 32), mode, 0, scratch.bytes, BulkFrames.PULL_BYTES);
    }

    private void end(BulkReceive receive, @Nullable BraidException failure) {
        BulkFrames.done(owner(receive).peer, receive.peerId(), BulkStatus.OK, BulkSide.TO_SENDER);
        finish(receive, failure);
    }

    private void finish(BulkReceive receive, @Nullable BraidException failure) {
        Completion done = owner(receive).done;
        receives.close(receive);
        if (failure != null) {
            fail(done, failure);
            return;
        }
        done.complete();
        if (done instanceof Fetch fetch) {
            fetch.settle();
        }
    }

    private static void fail(Completion done, BraidException failure) {
        done.fail(failure);
        if (done instanceof Fetch fetch) {
            fetch.settle();
        }
    }

    private static Owner owner(BulkReceive receive) {
        return (Owner) Objects.requireNonNull(receive.owner());
    }
}
