package org.braid.link.bulk;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.base.memory.stores.ChosenStores;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.link.bulk.state.BulkMode;
import org.braid.link.bulk.state.BulkReceive;
import org.braid.link.bulk.state.BulkSend;
import org.braid.link.bulk.state.BulkSide;
import org.braid.link.bulk.state.BulkStatus;
import org.braid.link.bulk.state.BulkTable;
import org.braid.link.bulk.state.Transfer;
import org.braid.link.progress.Completion;
import org.braid.link.progress.Progress;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.braid.link.stream.Complaints;
import org.braid.link.stream.Link;
import org.braid.link.stream.LongSends;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Stream;
import org.braid.link.stream.Transfers;
import org.jspecify.annotations.Nullable;

/** The sender's side of large payloads: data stays in the caller's buffer until the receiver has it. */
public final class OutgoingBulk implements LongSends, Transfers {
    private static final class Maker implements Supplier<BulkSend> {
        @Override
        public BulkSend get() {
            return new BulkSend();
        }
    }

    private final Progress progress;
    private final Complaints complaints;
    private final Placing placing;
    private final Recalls recalls;
    private final BulkTable<BulkSend> sends = new BulkTable<>(Bulk.MOST_TRANSFERS, new Maker());
    private final List<BulkSend> working = new ArrayList<>(); // those that push or put
    private final ControlWords scratch = new ControlWords();
    private final ChosenStores stores = new ChosenStores(); // for what is put

    /** Sends for one context; {@code placing} says where data lies, {@code recalls} is told whenever that is not so any more. */
    public OutgoingBulk(Progress progress, Complaints complaints, Placing placing, Recalls recalls) {
        this.progress = progress;
        this.complaints = complaints;
        this.placing = placing;
        this.recalls = recalls;
    }

    boolean active() {
        return !working.isEmpty();
    }

    /** How many are under way. */
    public int live() {
        return sends.live();
    }

    /** The memory of a live send, for a receiver in the same process; null if it has ended. */
    @Nullable BulkSend find(long id) {
        return sends.find(id);
    }

    @Override
    public void offer(Link to, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, Completion free) {
        awaitSlot();
        offer(to, handler, a0, a1, a2, a3, base, offset, length, new SendOwner(to.streamOf(length), free, 0), false);
    }

    @Override
    public void offerAndGoOn(Link to, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, Completion free) {
        awaitSlot();
        offer(to, handler, a0, a1, a2, a3, base, offset, length, new SendOwner(to.streamOf(length), free, 0), true);
    }

    @Override
    public void offerKept(Link to, int handler, int a0, int a1, int a2, int a3, byte[] copy) {
        awaitSlot();
        offer(to, handler, a0, a1, a2, a3, copy, 0, copy.length, new SendOwner(to.streamOf(copy.length), null, copy.length), false);
    }

    private void offer(Link to, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, SendOwner owner, boolean goesOn) {
        BraidException gone = to.peer().failure();
        if (gone != null) {
            throw gone; // what is begun now nobody would end
        }
        BulkSend send = open();
        send.offer(to.peer().number(), base, offset, length, owner);
        owner.stream.joined();
        long id = send.id();
        try {
            announce(to, send, id, handler, a0, a1, a2, a3, goesOn);
        } catch (Throwable notAnnounced) {
            if (isLive(id)) {
                close(send);
            }
            throw notAnnounced;
        }
    }

    private void announce(Link to, BulkSend send, long id, int handler, int a0, int a1, int a2, int a3, boolean goesOn) {
        int route = to.route() | FrameHeader.ROUTE_NEEDS_YOU;
        int taken = envelope(to, send, route, handler, a0, a1, a2, a3);
        while (taken == Lane.FULL && !(goesOn && !to.stream().wantsMemory()) && !progress.isPolling()) {
            progress.pollOrYield();
            if (!isLive(id)) {
                return; // whoever ended it has told its sender, and the slot may be another one's
            }
            to.stream().mayWaitForRoom();
            taken = envelope(to, send, route, handler, a0, a1, a2, a3);
        }
        if (taken == Lane.FULL && goesOn) {
            to.stream().answer(FrameKind.OFFER, to.endpoint(), route, handler, a0, a1, a2, a3, scratch.bytes, 0, BulkSource.BYTES);
        } else if (taken == Lane.FULL) {
            to.stream().keep(FrameKind.OFFER, to.endpoint(), route, handler, a0, a1, a2, a3, scratch.bytes, 0, BulkSource.BYTES);
        } else if (taken == Lane.CLOSED && isLive(id)) {
            end(send, to.ended());
        }
    }

    private boolean isLive(long id) {
        BulkSend send = sends.at((int) id);
        return send != null && send.id() == id;
    }

    @Override
    public byte @Nullable [] hold(Stream stream, org.braid.link.spi.Frame request) {
        BulkSend send = sends.open();
        if (send == null) {
            return null;
        }
        send.offer(stream.peer().number(), request.base(), request.offset(), request.length(), new SendOwner(stream, null, request.length()));
        stream.joined();
        byte[] source = new byte[BulkSource.BYTES]; // its own: a longer message's envelope, which drives kept frames out before it, lies in the scratch
        sourceOf(send).write(source);
        return source;
    }

    /** PULL arrived: the receiver has chosen. */
    public void pullRequested(Peer peer, long id, int mode, MemorySegment segment, long at, int length) {
        BulkSend send = sends.find(id);
        BulkFrames.Pull pull = BulkFrames.Pull.read(segment, at, length, scratch);
        if (pull == null) {
            complaints.protocolError(peer, FrameKind.PULL);
            return;
        }
        if (send == null || send.peer() != peer.number()) {
            BulkFrames.done(peer, pull.receiveId(), BulkStatus.TAKEN_BACK, BulkSide.TO_RECEIVER); // a receiver that pulls must not wait for ever
            return;
        }
        int answer = switch (mode) {
            case BulkMode.GET -> send.onGet(pull.receiveId(), pull.want());
            case BulkMode.PIPE -> pipe(send, pull);
            case BulkMode.PUT -> put(peer, send, pull);
            default -> Transfer.PROTOCOL_ERROR;
        };
        if (answer == Transfer.PROTOCOL_ERROR) {
            complaints.protocolError(peer, FrameKind.PULL);
        } else if (send.state() == BulkSend.PUSHING) {
            work(send);
        }
    }

    /** The first failure counts. */
    private void failWith(BulkSend send, BraidException cause) {
        SendOwner owner = owner(send);
        owner.cause = owner.cause == null ? cause : owner.cause;
        work(send);
    }

    private void work(BulkSend send) {
        if (!working.contains(send)) {
            working.add(send);
        }
    }

    /** DONE arrived for one of our sends. */
    public void finished(Peer peer, long id, int status, String why) {
        BulkSend send = sends.find(id);
        if (send == null || send.peer() != peer.number()) {
            return;
        }
        long acked = status == BulkStatus.OK ? Long.MAX_VALUE : owner(send).stream.lane().acceptedFrames(); // a receiver that has everything needs no replay
        if (send.onDone(status, acked) == Transfer.PROTOCOL_ERROR) {
            complaints.protocolError(peer, FrameKind.DONE);
        } else if (send.isFinal()) {
            end(send, status == BulkStatus.FAILED ? BulkErrors.receiverGaveUp(peer, why) : null);
        } else if (send.state() == BulkSend.SETTLING) {
            failWith(send, BulkErrors.receiverGaveUp(peer, why)); // a replay log still refers to the buffer
        }
    }

    /** Pushes what the lanes take now. */
    int poll() {
        int done = 0;
        for (int i = working.size() - 1; i >= 0; i = Math.min(i, working.size()) - 1) { // what ends may end others with it
            BulkSend send = working.get(i);
            done += pushed(send);
            send.accepted(owner(send).stream.lane().acceptedFrames());
            if (send.state() != BulkSend.PUSHING && send.state() != BulkSend.SETTLING) {
                working.remove(i);
            }
            if (send.isFinal()) {
                end(send, owner(send).cause);
            }
        }
        return done;
    }

    @Override
    public void wasHandedBack(Stream stream) {
        for (int i = 0; i < sends.slots(); i++) {
            BulkSend send = sends.at(i);
            if (send != null && owner(send).stream == stream) {
                send.allCopied();
                if (send.isFinal()) {
                    working.remove(send);
                    end(send, owner(send).cause);
                }
            }
        }
    }

    void peerEnded(Peer peer, BraidException cause) {
        for (int i = 0; i < sends.slots(); i++) {
            BulkSend send = sends.at(i);
            if (send != null && send.peer() == peer.number()) {
                end(send, cause);
            }
        }
    }

    /** The peer lives and will never fetch what it was only offered. */
    void takeBack(Peer peer, BraidException cause) {
        for (int i = 0; i < sends.slots(); i++) {
            BulkSend send = sends.at(i);
            if (send != null && send.peer() == peer.number() && send.state() == BulkSend.OFFERED) {
                end(send, cause);
            }
        }
    }

    /** As {@link #takeBack(Peer, BraidException)}, of the one message that {@code free} stands for. */
    void takeBack(Completion free, BraidException cause) {
        BulkSend send = offered(free);
        if (send != null) {
            end(send, cause);
        }
    }

    /** Nothing more of it leaves the memory that {@code free} stands for, though its receiver may have begun to fetch it, who is told: that memory may change from here on. */
    void recall(Completion free, BraidException cause) {
        BulkSend send = live(free);
        if (send == null) {
            return;
        }
        if (send.state() == BulkSend.OFFERED) {
            recalls.add(); // its receiver may be reading it, and asks nobody
            end(send, cause);
            return;
        }
        owner(send).stream.lane().copyInPlace();
        if (send.state() == BulkSend.PUSHING) {
            giveUp(send, BulkStatus.TAKEN_BACK, cause);
        }
    }

    /** The message that {@code free} stands for, if its receiver has not begun to fetch it. */
    @Nullable BulkSend offered(Completion free) {
        BulkSend send = live(free);
        return send == null || send.state() != BulkSend.OFFERED ? null : send;
    }

    private @Nullable BulkSend live(Completion free) {
        for (int i = 0; i < sends.slots(); i++) {
            BulkSend send = sends.at(i);
            if (send != null && owner(send).free == free) {
                return send;
            }
        }
        return null;
    }

    /** This context closes: what was not fetched never will be. */
    void giveUp(BraidException why) {
        for (int i = 0; i < sends.slots(); i++) {
            BulkSend send = sends.at(i);
            if (send != null) {
                owner(send).stream.losesLongMessage();
                end(send, why);
            }
        }
    }

    /** With as many under way as there may be, a sender waits until one ends; a handler must not. */
    private void awaitSlot() {
        while (!hasSlot()) {
            if (progress.isPolling()) {
                throw BulkErrors.tooManySends();
            }
            progress.pollOrYield();
        }
    }

    /** Likewise, for so long at most; false if none has ended. A handler does not wait here. */
    boolean awaitSlot(long timeoutNs) {
        long sinceNs = progress.nanoTime();
        while (!hasSlot() && !progress.isPolling() && progress.nanoTime() - sinceNs < timeoutNs) {
            progress.pollOrYield();
        }
        return hasSlot() || progress.isPolling();
    }

    private boolean hasSlot() {
        return sends.live() < Bulk.MOST_TRANSFERS;
    }

    private BulkSend open() {
        BulkSend send = sends.open();
        if (send == null) {
            throw BulkErrors.tooManySends();
        }
        return send;
    }

    private int envelope(Link to, BulkSend send, int route, int handler, int a0, int a1, int a2, int a3) {
        sourceOf(send).write(scratch.bytes);
        Stream stream = to.stream();
        int taken = !stream.outboxEmpty() ? Lane.CONTENDED : stream.lane().offer(FrameKind.OFFER, to.endpoint(), route, handler, a0, a1, a2, a3, scratch.bytes, 0, BulkSource.BYTES);
        if (taken == Lane.CONTENDED) {
            taken = stream.contended().offer(FrameKind.OFFER, to.endpoint(), route, handler, a0, a1, a2, a3, scratch.bytes, 0, BulkSource.BYTES);
        }
        return taken == Lane.CLOSED && stream.goesOn() ? Lane.FULL : taken;
    }

    private BulkSource sourceOf(BulkSend send) {
        SendOwner owner = owner(send);
        Reach reach = owner.stream.lane().reach();
        Completion free = owner.free;
        boolean isPushed = free != null && free.isAwaited() && !progress.isCrowded(); // else the receiver may have it while the sender computes, or has no core
        return isPushed ? placing.ofPushed(send, reach, owner.peer.id()) : placing.of(send, reach, owner.peer.id());
    }

    private static int pipe(BulkSend send, BulkFrames.Pull pull) {
        if (send.state() != BulkSend.PUSHING) {
            owner(send).leaveEndedLane();
        }
        return send.onPipe(pull.receiveId(), pull.want(), pull.from(), pull.to());
    }

    /** Memory that cannot be read costs this message alone. */
    private int pushed(BulkSend send) {
        try {
            return push(send);
        } catch (RuntimeException | VirtualMachineError refused) {
            giveUp(send, BulkStatus.FAILED, BulkErrors.ofMemory(refused));
            return 1;
        }
    }

    private void giveUp(BulkSend send, int status, BraidException why) {
        SendOwner owner = owner(send);
        failWith(send, why);
        Lane lane = owner.stream.lane();
        send.giveUp(status, lane.leftInPlace(), lane.acceptedFrames());
        BulkFrames.failed(owner.peer, send.peerId(), status, BulkSide.TO_RECEIVER, why);
    }

    private int push(BulkSend send) {
        Stream stream = owner(send).stream;
        if (stream.isMoving() || stream.hasReturned()) {
            return 0; // older pieces go first
        }
        Lane lane = stream.lane();
        int most = lane.pieceBytes();
        boolean few = most > lane.frameBytes();
        int sent = 0;
        for (int bytes = send.nextFragmentBytes(most, few); bytes > 0; bytes = send.nextFragmentBytes(most, few)) {
            long at = send.nextFragmentOffset();
            long id = send.peerId();
            int taken = lane.offer(
                    FrameKind.FRAGMENT, 0, FrameHeader.ROUTE_NEEDS_YOU, 0, (int) id, (int) (id >>> 32), (int) at, (int) (at >>> 32), send.base(), send.offset() + at, bytes);
            if (taken != Lane.TAKEN) {
                stream.look(); // nobody else may notice that the lane has ended
                stream.mayWaitForRoom();
                break;
            }
            send.pushed(bytes, lane.leftInPlace());
            sent++;
        }
        return sent;
    }

    /** The receiver's buffer is in a shared segment: one copy by our hand. */
    private int put(Peer peer, BulkSend send, BulkFrames.Pull pull) {
        int answer = send.onPut(pull.receiveId(), pull.want(), pull.segmentId(), pull.offset());
        if (answer != Transfer.OK) {
            return answer;
        }
        MemorySegment target = owner(send).stream.lane().reach().segment(pull.segmentId(), pull.fd(), pull.segmentBytes());
        Object base = send.base();
        if (target == null || base == null || pull.offset() > target.byteSize() - pull.want()) {
            send.cannotPut();
            BulkFrames.done(peer, pull.receiveId(), BulkStatus.CANNOT_PUT, BulkSide.TO_RECEIVER);
            return Transfer.OK;
        }
        try {
            put(base, send.offset(), target, pull);
        } catch (RuntimeException | VirtualMachineError refused) {
            giveUp(send, BulkStatus.FAILED, BulkErrors.ofMemory(refused));
            return Transfer.OK;
        }
        send.put();
        BulkFrames.done(peer, pull.receiveId(), BulkStatus.OK, BulkSide.TO_RECEIVER);
        end(send, null);
        return Transfer.OK;
    }

    private void put(Object base, long offset, MemorySegment target, BulkFrames.Pull pull) {
        for (long at = 0; at < pull.want(); at += BulkReceive.PIECE_BYTES) {
            int piece = (int) Math.min(BulkReceive.PIECE_BYTES, pull.want() - at);
            stores.copyIn(base, offset + at, target, pull.offset() + at, piece);
        }
    }

    private void end(BulkSend send, @Nullable BraidException failure) {
        SendOwner owner = owner(send);
        close(send);
        owner.ended(failure);
    }

    private void close(BulkSend send) {
        SendOwner owner = owner(send);
        working.remove(send); // its receiver may have given up in mid-run
        sends.close(send);
        owner.peer.leaves(owner.stream);
    }

    private static SendOwner owner(BulkSend send) {
        return (SendOwner) Objects.requireNonNull(send.owner());
    }
}
