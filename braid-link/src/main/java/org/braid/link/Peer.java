package org.braid.link;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.Frame;
import org.braid.base.wire.HandlerId;
import org.braid.base.wire.MethodExpression;
import org.braid.link.ring.RingLayout;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.braid.link.spi.RequestRun;
import org.jspecify.annotations.Nullable;

/**
 * One remote context as this context knows it: where its frames come in, and the lanes that lead to it. Everything here is guarded by the context's token, except what says otherwise.
 */
public final class Peer implements FrameSink {
    private final Context context;
    private final ContextId id;
    private final int number;
    private final Payload payload = new Payload(this);

    // Where the last request went: the next one mostly goes there too.
    private @Nullable Endpoint lastTo;
    private HandlerTable.@Nullable Entry lastEntry;

    private final Lanes lanes = new Lanes(Grants.WINDOW_BYTES);
    private @Nullable DescriptorTable table;
    private @Nullable Lane lane;
    private @Nullable BraidException failure;

    private final Outbox outbox = new Outbox();
    private final Contention contention;
    private final Grants grants = new Grants(this);
    private final Farewell farewell;
    private final ControlFrames control;
    private final Handled handled = new Handled(this);
    private final Introductions told = new Introductions(this);
    private final Reaches reaches = new Reaches(this);
    private final OfferedRequests offered = new OfferedRequests(this, payload, handled);

    Peer(Context context, ContextId id, int number) {
        this.context = context;
        this.id = id;
        this.number = number;
        this.contention = new Contention(this, context, outbox);
        this.farewell = new Farewell(this, context);
        this.control = new ControlFrames(this, context, farewell);
    }

    /** A number of its own among the peers of this context. */
    int number() {
        return number;
    }

    /** The remote context's name. */
    public ContextId id() {
        return id;
    }

    /** Why nothing more will come from or go to this peer; null while it lives. */
    public @Nullable BraidException failure() {
        return failure;
    }

    /** Gives back credit that {@link Payload#hold} kept. Caller holds the token. */
    public void consumed(int chargeBytes) {
        grants.consumed(chargeBytes);
    }

    /** As {@link #consumed}, from any thread. */
    void consumedElsewhere(int chargeBytes) {
        grants.consumedElsewhere(chargeBytes);
        context.wantPoll(this);
    }

    boolean hasLane() {
        return !lanes.isEmpty();
    }

    /** The lane that carries control and grants to this peer, opened on first use. */
    Lane lane() {
        Lane l = lane;
        return l != null ? l : lane(null, List.of());
    }

    /** The lane of the method that this table and order select for the shortest messages; shared by all links that select the same. */
    Lane lane(@Nullable DescriptorTable ownTable, List<MethodExpression> order) {
        return lane(ownTable, order, 0);
    }

    /** As {@link #lane(DescriptorTable, List)}, for data of so many bytes. */
    Lane lane(@Nullable DescriptorTable ownTable, List<MethodExpression> order, long bytes) {
        String wish = Lanes.wish(ownTable, order, bytes);
        Lane l = lanes.wished(wish);
        if (l == null && failure != null) {
            return new EndedLane(failure);
        }
        if (l == null) {
            l = context.ways().connect(this, ownTable, order, bytes);
            lanes.fulfil(wish, l);
        }
        if (lane == null) {
            lane = l;
            told.ourselves();
        }
        return l;
    }

    /** A link, or a long message, goes by this lane from now on. */
    void joins(Lane user) {
        lanes.joined(user);
    }

    /** It does so no longer; a lane that nobody uses is given back. */
    void leaves(Lane user) {
        if (lanes.left(user)) {
            releaseUnused();
        }
    }

    /** Not while frames wait: they know their lanes. */
    private void releaseUnused() {
        if (!outbox.isEmpty()) {
            return;
        }
        for (Lane unused : lanes.unused(lane)) {
            if (context.release(unused)) {
                lanes.released(unused);
            }
        }
    }

    /** Which of its requests have been handled, and which of ours. */
    Handled handled() {
        return handled;
    }

    /** Those that are open. */
    Lanes lanes() {
        return lanes;
    }

    /** How the peer is reached, as it said itself or as a startpoint told; null if only the directory may know. */
    @Nullable DescriptorTable table() {
        return table;
    }

    void learn(DescriptorTable told) {
        table = told;
    }

    /** What this peer knows from us. */
    Introductions told() {
        return told;
    }

    /** What of its memory can be touched from here. */
    Reaches reaches() {
        return reaches;
    }

    Context context() {
        return context;
    }

    @Override
    public @Nullable ByteBuffer landing(int kind, int a0, int a1, int a2, int a3, int length) {
        return kind == Frame.FRAGMENT ? context.bulk().incoming().landing(this, BulkFrames.id(a0, a1), BulkFrames.id(a2, a3), length) : null;
    }

    @Override
    public void landed(int kind, int a0, int a1, int a2, int a3, int length) {
        context.bulk().incoming().landed(this, BulkFrames.id(a0, a1), BulkFrames.id(a2, a3), length);
    }

    @Override
    public void frame(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        if (kind == Frame.RSR) {
            request(endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
        } else {
            control.frame(kind, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
        }
    }

    private void request(
            int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        Endpoint to = addressee(endpoint, route & 0xFFFF);
        HandlerTable.Entry entry = addressed(handler);
        if (to == null || entry == null) {
            undelivered(endpoint, handler, to == null, length);
            return;
        }
        Payload p = payload.here(segment, offset, length);
        try {
            entry.handler().handle(to, a0, a1, a2, a3, p);
        } catch (Throwable broken) {
            context.handlerFailed(entry.name(), broken);
        } finally {
            p.settle();
        }
    }

    @Override
    public void awaited() {
        if (lane instanceof RingLane ring) {
            ring.expect();
        }
    }

    @Override
    public void requests(
            int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length, RequestRun run) {
        Endpoint to = addressee(endpoint, route & 0xFFFF);
        HandlerTable.Entry entry = addressed(handler);
        if (to == null || entry == null) {
            undelivered(endpoint, handler, to == null, length);
            return;
        }
        Payload p = payload.first(run, segment, offset, length);
        try {
            entry.handler().handleRun(to, a0, a1, a2, a3, p);
        } catch (Throwable broken) {
            context.handlerFailed(entry.name(), broken);
        } finally {
            p.endRun();
        }
    }

    private @Nullable Endpoint addressee(int index, int generation) {
        return lastTo != null && lastTo.isCalled(index, generation) ? lastTo : endpoint(index, generation);
    }

    private HandlerTable.@Nullable Entry addressed(int handler) {
        return lastEntry != null && lastEntry.id() == handler ? lastEntry : entry(handler);
    }

    private void undelivered(int endpoint, int handler, boolean noEndpoint, int length) {
        undeliverable(endpoint, handler, noEndpoint);
        consumed(RingLayout.recordBytes(length));
    }

    private @Nullable Endpoint endpoint(int index, int generation) {
        lastTo = context.endpoints().at(index, generation);
        return lastTo;
    }

    private HandlerTable.@Nullable Entry entry(int handler) {
        lastEntry = context.handlers().at(handler);
        return lastEntry;
    }

    /** Requests whose payload is still with the peer. */
    OfferedRequests offered() {
        return offered;
    }

    @Override
    public void ended(Throwable cause) {
        BraidException why = cause instanceof BraidException b
                ? b
                : new BraidException(
                        ErrorCode.PEER_LOST, "Context " + id + " has failed", String.valueOf(cause.getMessage()), "See what ended it; the job cannot go on without it");
        boolean hasMoreToSay = why.code() == ErrorCode.CONTEXT_CLOSED && context.progress().rings().anyOf(this); // its rings take leave by themselves
        if (failure == null && !hasMoreToSay) {
            failure = why;
            lanes.endRings(why);
            handled.fail(why);
            context.peerEnded(this, why);
        }
    }

    /** Sends a frame of the runtime's own, which never waits and is never lost: it goes out now, or in order as soon as there is room. */
    void post(int kind, int a0, int a1, int a2, int a3, @Nullable Object base, int length) {
        Lane out = laneOrNull();
        if (out != null) {
            keep(out, kind, 0, Link.NEEDS_YOU, HandlerId.NONE, a0, a1, a2, a3, base, 0, length);
        }
    }

    /** As {@link #post}, for any frame that a handler must send. */
    void keep(
            Lane out, int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        if (outbox.isEmpty()) {
            int taken = out.offer(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
            if (!Lane.isNotNow(taken)) {
                return;
            }
            outbox.heldUpBy(taken);
        }
        outbox.add(out, kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
        context.wantPoll(this);
    }

    /** Threads that meet inside a lane to this peer. Any thread. */
    Contention contention() {
        return contention;
    }

    /** A copy of what a handler sends, to be held until {@link #keptSendEnded}. */
    byte[] copyToKeep(@Nullable Object base, long offset, long length) {
        return outbox.copy(base, offset, length);
    }

    /** The peer has fetched what a handler had sent, or never will. */
    void keptSendEnded(int bytes, @Nullable BraidException cause) {
        outbox.release(bytes);
        if (cause != null) {
            outbox.lose();
            tellLost();
        }
    }

    /** The control lane; null, with a notice, if nobody has told how to answer this peer. Answers to strangers are not worth an exception in the poller. */
    @Nullable Lane laneOrNull() {
        try {
            return lane();
        } catch (RuntimeException unreachable) { // also what a directory throws
            context.notice("Context " + id + " cannot be answered: " + (unreachable instanceof BraidException known ? known.why() : unreachable));
            return null;
        }
    }

    int drainOutbox() {
        grants.settle();
        farewell.settle();
        handled.settle();
        Lane out = laneOrNull();
        if (out == null) {
            grants.drop();
            return outbox.drop();
        }
        int sent = grants.drain(out);
        sent += drainFrames();
        tellLost();
        return sent;
    }

    /** Sends what has room now of what waits. */
    int drainFrames() {
        if (outbox.isEmpty()) {
            return 0;
        }
        int sent = outbox.drain(this, context.bulk().outgoing());
        releaseUnused();
        return sent;
    }

    private void tellLost() {
        int lost = outbox.takeLost();
        if (lost > 0) {
            context.notice(lost + " messages to " + id + " that waited to be sent were lost: " + (failure == null ? "the lane has ended" : failure.why()));
        }
    }

    /** True when neither a frame nor a grant waits for room. */
    boolean nothingWaits() {
        return outbox.isEmpty() && !grants.waits();
    }

    /** False while frames wait that nothing may overtake. Any thread: what a thread itself left behind, or was told of, it sees. */
    boolean outboxEmpty() {
        return outbox.isEmpty();
    }

    private void undeliverable(int endpoint, int handler, boolean noEndpoint) {
        context.complaints().undeliverable(this, endpoint, handler, noEndpoint);
    }
}
