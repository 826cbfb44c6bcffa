package org.braid.link;

import java.lang.invoke.VarHandle;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.Frame;
import org.braid.base.wire.Limits;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.StartpointImage;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/**
 * One communication link: a startpoint's binding to one endpoint (nexus-multimethod, Figure 1), and the lane in use for it, by which all its messages go in order; their data, if it is long,
 * may be carried by other methods ({@link DataLanes}). Lanes are shared by all links to the same context that use the same method, and made on first use.
 */
final class Link {
    /** In a frame's route: the receiver's handler must run even if no call of the receiver waits. */
    static final int NEEDS_YOU = Frame.NEEDS_YOU << 24;

    private final Context context;
    private final Peer peer;
    private final int endpoint;
    private final int route;
    private final @Nullable DescriptorTable table;
    private final List<MethodExpression> order;
    private @Nullable Lane lane;
    private int eagerBytes; // the longest message that it takes in one piece; written before the lane
    private @Nullable DataLanes dataLanes; // if longer ones are carried by another method
    private int announcedHandler;

    /**
     * @param table the ways to reach the endpoint if they differ from its context's default table, else null
     * @param order methods chosen by hand, to be tried in this order; empty leaves the choice to policy and table
     */
    Link(
            Context context, Peer peer, int endpoint, int generation, boolean needsYou, @Nullable DescriptorTable table, List<MethodExpression> order) {
        this.context = context;
        this.peer = peer;
        this.table = table;
        this.order = order;
        this.endpoint = endpoint;
        this.route = generation | (needsYou ? NEEDS_YOU : 0);
    }

    /** The context that the endpoint lives in. */
    Peer peer() {
        return peer;
    }

    /** The endpoint's index in its context. */
    int endpoint() {
        return endpoint;
    }

    /** The lane in use now; opens it if there is none yet. */
    Lane lane() {
        Lane l = lane;
        return l != null ? l : open();
    }

    /**
     * Sends one remote service request if that is possible at once, which it is not while frames wait that handlers have sent before; behind those of other threads it may wait, copied.
     * Never waits itself. Budget: what {@link Lane#offer} takes, and one load.
     *
     * @param handler id of the handler, as {@link Context#register} returned it
     * @param base user memory of the payload (see {@link org.braid.base.memory.Memory}); null for none
     * @param offset bytes from element 0 of {@code base}
     * @param length bytes
     * @return {@link Lane#TAKEN}, or why not: {@link Lane#FULL}, {@link Lane#NO_CREDIT}, {@link Lane#TOO_LONG}, {@link Lane#CLOSED}
     */
    int trySend(int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        Lane l = lane;
        if (l == null || handler != announcedHandler) {
            l = prepare(handler);
        }
        int taken = offer(l, handler, a0, a1, a2, a3, base, offset, length);
        return taken == Lane.TAKEN ? Lane.TAKEN : refused(taken, l, handler, a0, a1, a2, a3, base, offset, length); // a question that callers ask anyway
    }

    private int offer(Lane l, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        if (length > eagerBytes || !peer.outboxEmpty()) {
            return notNow(length);
        }
        return l instanceof RingLane ring
                ? ring.offer(Frame.RSR, endpoint, route, handler, a0, a1, a2, a3, base, offset, length)
                : l.offer(Frame.RSR, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
    }

    /** Who has seen the lane before the limit that was written before it is told what {@link Contention} looks at again. */
    private int notNow(int length) {
        VarHandle.loadLoadFence(); // pairs with the release in prepareInside
        return length > eagerBytes ? Lane.TOO_LONG : Lane.CONTENDED;
    }

    private int refused(int answer, Lane l, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        return answer == Lane.CONTENDED ? peer.contention().offer(l, Frame.RSR, endpoint, route, handler, a0, a1, a2, a3, base, offset, length) : answer;
    }

    /**
     * Sends one remote service request and returns when the buffer may be reused (completion level BUFFER_FREE). Polls the context while it waits.
     *
     * @throws BraidException if the peer has failed
     */
    void send(int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        if (trySend(handler, a0, a1, a2, a3, base, offset, length) != Lane.TAKEN) {
            sendSlowly(handler, a0, a1, a2, a3, base, offset, length);
        }
    }

    private void sendSlowly(int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        Progress progress = context.progress();
        boolean inside = progress.isMine();
        if (inside && progress.isPolling()) {
            leave(handler, a0, a1, a2, a3, base, offset, length);
            return;
        }
        Completion free = new Completion();
        if (!start(handler, a0, a1, a2, a3, base, offset, length, free)) {
            if (inside) {
                progress.awaitInside(free);
            } else {
                progress.await(free);
            }
            BraidException failure = free.failure();
            if (failure != null) {
                throw failure;
            }
        }
    }

    /** A handler sends what has no room now, or is long: it must not wait, so a copy is left behind. */
    private void leave(int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        Lane l = openLane();
        if (length > eagerBytes) {
            offerCopy(handler, a0, a1, a2, a3, peer.copyToKeep(base, offset, length));
        } else {
            peer.keep(l, Frame.RSR, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
        }
    }

    private void offerCopy(int handler, int a0, int a1, int a2, int a3, byte[] copy) {
        try {
            context.bulk().outgoing().offerKept(this, handler, a0, a1, a2, a3, copy);
        } catch (BraidException tooMany) {
            peer.keptSendEnded(copy.length, null);
            throw tooMany;
        }
    }

    /** The lane; behind kept frames nothing else would tell that it has ended. */
    private Lane openLane() {
        Lane l = lane();
        if (l.closedBy() != null) {
            throw ended();
        }
        return l;
    }

    /**
     * Starts to send. Short data is taken at once; long data, or data beyond the peer's credit, is offered to the peer and stays in the caller's buffer until {@code free} is done.
     *
     * @return true if the buffer is free already; then {@code free} is not touched
     * @throws BraidException if the peer has failed
     */
    boolean start(
            int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, Completion free) {
        Progress progress = context.progress();
        if (progress.isMine()) {
            return startInside(handler, a0, a1, a2, a3, base, offset, length, free);
        }
        progress.enter();
        try {
            return startInside(handler, a0, a1, a2, a3, base, offset, length, free);
        } finally {
            progress.exit();
        }
    }

    /** As {@link #start}, for a caller that holds the token. */
    boolean startInside(
            int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, Completion free) {
        int taken = length > Limits.MAX_FRAME_PAYLOAD ? Lane.TOO_LONG : trySend(handler, a0, a1, a2, a3, base, offset, (int) length);
        while (taken == Lane.FULL) {
            if (context.progress().isPolling()) {
                peer.keep(openLane(), Frame.RSR, endpoint, route, handler, a0, a1, a2, a3, base, offset, (int) length);
                return true;
            }
            context.progress().pollOrYield();
            taken = trySend(handler, a0, a1, a2, a3, base, offset, (int) length);
        }
        if (taken == Lane.TAKEN) {
            return true;
        }
        if (taken == Lane.CLOSED) {
            throw ended();
        }
        context.bulk().outgoing().offer(this, handler, a0, a1, a2, a3, base, offset, length, free);
        return false;
    }

    /** The lane for data of so many bytes, which its envelope announces by {@link #lane}. Caller holds the token. */
    Lane laneOf(long bytes) {
        Lane own = lane();
        DataLanes others = dataLanes;
        return others == null ? own : others.carrying(bytes);
    }

    /** Those in use now, at least the one for short messages. Caller holds the token. */
    List<Lane> lanes() {
        Lane own = lane();
        DataLanes others = dataLanes;
        return others == null ? List.of(own) : others.open();
    }

    /** True when the peer's runtime holds everything that was sent. Caller holds the token. */
    boolean settled() {
        DataLanes others = dataLanes;
        return peer.outboxEmpty() && lane().settled() && (others == null || others.settled());
    }

    /** Completes when everything that this link has sent is handled at the peer, or fails with the peer. */
    Completion askHandled() {
        Completion answer = new Completion();
        Progress progress = context.progress();
        progress.enter();
        try {
            peer.handled().ask(openLane(), answer);
        } finally {
            progress.exit();
        }
        return answer;
    }

    /** Takes no more messages. Its lanes end with the last link that uses them, but for the peer's own. */
    void close() {
        boolean entered = context.progress().enterUnlessMine();
        try {
            Lane used = lane;
            if (!(used instanceof EndedLane)) {
                DataLanes others = dataLanes;
                goBy(new EndedLane(closed()), null);
                if (used != null) {
                    peer.leaves(used);
                }
                if (others != null) {
                    others.leave();
                }
            }
        } finally {
            if (entered) {
                context.progress().exit();
            }
        }
    }

    static BraidException closed() {
        return new BraidException(ErrorCode.STARTPOINT_CLOSED, "Nothing can be sent through this startpoint", "it was closed", "Close a startpoint after its last message, or make another one");
    }

    /** How many links and long messages share the lane in use. Caller holds the token. */
    int sharers() {
        return peer.lanes().users(lane());
    }

    int route() {
        return route;
    }

    boolean needsYou() {
        return (route & NEEDS_YOU) != 0;
    }

    @Nullable DescriptorTable table() {
        return table;
    }

    List<MethodExpression> order() {
        return order;
    }

    /** Another link to the same endpoint by the same methods. */
    Link copy() {
        return with(table, order);
    }

    /** The same endpoint, reached by other methods. */
    Link with(@Nullable DescriptorTable otherTable, List<MethodExpression> otherOrder) {
        return new Link(context, peer, endpoint, Frame.generation(route), needsYou(), otherTable, otherOrder);
    }

    /** What travels when the startpoint is put into a message. */
    StartpointImage.Target image(@Nullable DescriptorTable attached) {
        return new StartpointImage.Target(peer.id(), endpoint, Frame.generation(route), 0, attached, order);
    }

    BraidException ended() {
        BraidException failure = peer.failure();
        if (failure != null) {
            return failure;
        }
        return lane().closedBy() instanceof BraidException why
                ? why
                : new BraidException(
                        ErrorCode.PEER_LOST,
                        "Nothing can be sent to " + peer.id(),
                        "its lane has ended",
                        "See the first error of this job for the cause");
    }

    private Lane open() {
        return prepare(announcedHandler);
    }

    /** The rare part of a send: the first one of all, and the first one to a handler. */
    private Lane prepare(int handler) {
        Progress progress = context.progress();
        if (progress.isMine()) {
            return prepareInside(handler);
        }
        progress.enter();
        try {
            return prepareInside(handler);
        } finally {
            progress.exit();
        }
    }

    private Lane prepareInside(int handler) {
        Lane l = lane;
        if (l == null) {
            l = peer.lane(table, order);
            peer.joins(l);
            Division sizes = l instanceof EndedLane ? Division.NONE : context.ways().division(peer, table, order);
            goBy(l, sizes.count() == 1 ? null : new DataLanes(peer, table, order, l, sizes));
        }
        if (handler != 0) {
            peer.told().handler(handler);
            announcedHandler = handler;
        }
        return l;
    }

    private void goBy(Lane own, @Nullable DataLanes others) {
        dataLanes = others;
        eagerBytes = others == null ? own.eagerBytes() : others.eagerBytes();
        VarHandle.releaseFence(); // pairs with the fence in notNow
        lane = own;
    }
}
