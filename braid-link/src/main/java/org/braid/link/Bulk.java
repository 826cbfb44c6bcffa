package org.braid.link;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.Memory;
import org.braid.base.os.SharedArena;
import org.braid.base.wire.Frame;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.jspecify.annotations.Nullable;

/**
 * Large payloads (DESIGN section 3; charm-on-vmi, section 5.2: the large message strategy). The sender offers; the receiver chooses how the bytes travel: out of the sender's shared
 * segment or address space with one copy, into its own shared segment by the sender's hand with one copy, or in fragments through the lane. Guarded by the context's token.
 */
final class Bulk {
    /** One piece a turn, so that a large copy does not keep others waiting. */
    static final int PIECE_BYTES = 512 << 10;

    private static final int PIPE = 0;
    private static final int PUT = 1;
    private static final int TO_SENDER = 0;
    private static final int TO_RECEIVER = 1;
    private static final int OK = 0;
    private static final int REFUSED = 1;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int PULL_BYTES = 40;

    private final Context context;
    private final Transfers<BulkSend> sends = new Transfers<>();
    private final Transfers<BulkReceive> receives = new Transfers<>();
    private final List<BulkSend> pushing = new ArrayList<>();
    private final List<BulkReceive> copying = new ArrayList<>();
    private @Nullable MemorySegment scratch;

    Bulk(Context context) {
        this.context = context;
    }

    /** True while some transfer needs turns of {@link #poll}. */
    boolean active() {
        return !pushing.isEmpty() || !copying.isEmpty();
    }

    /** True while any transfer of ours has not ended. */
    boolean pending() {
        return active() || sends.live() > 0 || receives.live() > 0;
    }

    /** One piece of each transfer. */
    int poll() {
        int done = 0;
        for (int i = copying.size() - 1; i >= 0; i--) {
            BulkReceive r = copying.get(i);
            done++;
            if (r.copyPiece()) {
                copying.remove(i);
                received(r);
            } else if (r.mustFallBack()) {
                copying.remove(i);
                requestPush(r);
            }
        }
        for (int i = pushing.size() - 1; i >= 0; i--) {
            BulkSend s = pushing.get(i);
            done += s.push();
            if (s.pushed()) {
                pushing.remove(i);
                sent(s, null);
            }
        }
        return done;
    }

    // ---- the sender's side

    /** Sends the envelope of data that stays in the caller's buffer until {@code free} is done. */
    void offer(Startpoint to, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, Completion free) {
        int index = sends.claim();
        BulkSend send = new BulkSend(to.peer(), to.lane(), base, offset, length, free, index);
        send.generation = sends.put(index, send);
        sourceOf(send).write(scratch());
        int taken = Lane.FULL;
        while (taken == Lane.FULL) {
            taken = to.lane().offer(Frame.OFFER, to.endpoint(), to.route() | Startpoint.NEEDS_YOU, handler, a0, a1, a2, a3, scratch(), 0, BulkSource.BYTES);
            if (taken == Lane.FULL && !context.progress().isPolling()) {
                context.progress().pollOrYield();
                sourceOf(send).write(scratch());
            } else if (taken == Lane.FULL) {
                to.peer().keep(Frame.OFFER, to.endpoint(), to.route() | Startpoint.NEEDS_YOU, handler, a0, a1, a2, a3, scratch(), 0, BulkSource.BYTES);
                return;
            }
        }
        if (taken == Lane.CLOSED) {
            sent(send, to.ended());
        }
    }

    private BulkSource sourceOf(BulkSend send) {
        Object base = send.base;
        long address = base == null ? 0 : Memory.addressOrZero(base);
        if (address == 0) {
            return new BulkSource(send.index, send.generation, send.length, BulkSource.FRAMES, 0, 0, 0, 0);
        }
        SharedArena arena = context.space().arena();
        int segment = arena.segmentOf(address);
        return segment < 0
                ? new BulkSource(send.index, send.generation, send.length, BulkSource.ADDRESS, 0, 0, 0, address + send.offset)
                : new BulkSource(
                        send.index, send.generation, send.length, BulkSource.SEGMENT, segment, arena.fd(segment), arena.bytes(segment),
                        address + send.offset - arena.address(segment));
    }

    /** PULL arrived: push fragments, or put everything straight into the receiver's segment. */
    void pullRequested(Peer peer, int index, int generation, int mode, MemorySegment segment, long at, int length) {
        BulkSend send = sends.at(index, generation);
        if (send == null || send.peer != peer || length < PULL_BYTES) {
            return; // ended meanwhile, or not meant
        }
        int receiveIndex = segment.get(INT, at);
        int receiveGeneration = segment.get(INT, at + 4);
        long from = segment.get(LONG, at + 8);
        long bytes = segment.get(LONG, at + 16);
        if (from < 0 || bytes < 0 || from > send.length || bytes > send.length - from) {
            context.protocolError(peer, Frame.PULL);
            return;
        }
        send.pushTo(receiveIndex, receiveGeneration, from, bytes);
        pushing.add(send);
    }

    /** DONE arrived for one of our sends, or for one of our receives. */
    void finished(Peer peer, int index, int generation, int status, int side) {
        if (side == TO_SENDER) {
            BulkSend send = sends.at(index, generation);
            if (send != null && send.peer == peer) {
                pushing.remove(send);
                sent(send, null);
            }
        }
    }

    private void sent(BulkSend send, @Nullable BraidException failure) {
        sends.remove(send.index);
        if (failure == null) {
            send.free.complete();
        } else {
            send.free.fail(failure);
        }
    }

    // ---- the receiver's side

    /** OFFER arrived. */
    void offered(
            Peer peer, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long at, int length) {
        BulkSource source = length == BulkSource.BYTES ? BulkSource.read(segment, at) : null;
        if (source == null || !source.makesSense()) {
            context.protocolError(peer, Frame.OFFER);
            return;
        }
        peer.offered(new Offer(this, peer, source), endpoint, route, handler, a0, a1, a2, a3);
    }

    void refuse(Peer peer, BulkSource source) {
        peer.post(Frame.DONE, source.index(), source.generation(), REFUSED, TO_SENDER, null, 0);
    }

    void pull(Peer peer, BulkSource source, Object base, long offset, long bytes, Completion done) {
        int index = receives.claim();
        BulkReceive receive = new BulkReceive(peer, source, base, offset, bytes, done, index);
        receive.generation = receives.put(index, receive);
        if (bytes == 0) {
            received(receive);
        } else if (choose(receive)) {
            start(receive);
        } else {
            requestPush(receive);
        }
    }

    /** Fetches everything into a slab, for handlers that do not take offers. */
    void fetch(Offer offer, Consumer<Slab> then) {
        Slab slab = Slab.allocate(offer.length(), null, 0);
        offer.pull(slab.segment(), 0, offer.length(), new Fetch(slab, then));
    }

    /** True if the data is in reach without the sender. */
    private boolean choose(BulkReceive receive) {
        BulkSource source = receive.source;
        Reach reach = receive.peer.lane().reach();
        if (reach.sameProcess()) {
            BulkSend send = context.space().sendOf(receive.peer.id(), source.index(), source.generation());
            return send != null && receive.copyFromObject(send.base, send.offset);
        }
        return switch (source.kind()) {
            case BulkSource.SEGMENT -> {
                MemorySegment mapped = reach.segment(source.segmentId(), source.fd(), source.segmentBytes());
                yield mapped != null && receive.copyFromSegment(mapped, source.place());
            }
            case BulkSource.ADDRESS -> reach.canRead() && receive.copyFromAddress(reach, source.place());
            default -> false;
        };
    }

    private void start(BulkReceive receive) {
        if (receive.copyPiece()) {
            received(receive);
        } else if (receive.mustFallBack()) {
            requestPush(receive);
        } else {
            copying.add(receive);
        }
    }

    private void requestPush(BulkReceive receive) {
        MemorySegment s = scratch();
        s.set(INT, 0, receive.index);
        s.set(INT, 4, receive.generation);
        s.set(LONG, 8, receive.moved());
        s.set(LONG, 16, receive.bytes - receive.moved());
        receive.pushed = true;
        receive.peer.post(Frame.PULL, receive.source.index(), receive.source.generation(), PIPE, 0, s, PULL_BYTES);
    }

    /** FRAGMENT arrived. */
    void fragment(Peer peer, int index, int generation, long at, MemorySegment segment, long offset, int length) {
        BulkReceive receive = receives.at(index, generation);
        if (receive == null || receive.peer != peer) {
            return; // ended meanwhile
        }
        if (!receive.accept(at, segment, offset, length)) {
            context.protocolError(peer, Frame.FRAGMENT);
        } else if (receive.moved() == receive.bytes) {
            received(receive);
        }
    }

    private void received(BulkReceive receive) {
        receives.remove(receive.index);
        if (!receive.pushed) {
            receive.peer.post(Frame.DONE, receive.source.index(), receive.source.generation(), OK, TO_SENDER, null, 0);
        }
        receive.done.complete();
        if (receive.done instanceof Fetch fetch) {
            fetch.run();
        }
    }

    /** Nothing more will come from this peer: whoever waits for its bytes, or for it to take ours, is told. */
    void peerEnded(Peer peer, BraidException cause) {
        for (int i = 0; i < sends.slots(); i++) {
            BulkSend send = sends.slot(i);
            if (send != null && send.peer == peer) {
                pushing.remove(send);
                sent(send, cause);
            }
        }
        for (int i = 0; i < receives.slots(); i++) {
            BulkReceive receive = receives.slot(i);
            if (receive != null && receive.peer == peer) {
                copying.remove(receive);
                receives.remove(receive.index);
                receive.done.fail(cause);
            }
        }
    }

    @Nullable BulkSend send(int index, int generation) {
        return sends.at(index, generation);
    }

    private MemorySegment scratch() {
        MemorySegment s = scratch;
        if (s == null) {
            s = Arena.ofAuto().allocate(64, 8);
            scratch = s;
        }
        return s;
    }

    /** A pull on behalf of a handler that wants the bytes in a slab. */
    private static final class Fetch extends Completion {
        private final Slab slab;
        private final Consumer<Slab> then;

        Fetch(Slab slab, Consumer<Slab> then) {
            this.slab = slab;
            this.then = then;
        }

        void run() {
            then.accept(slab);
        }
    }
}
