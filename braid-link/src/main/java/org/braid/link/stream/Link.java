package org.braid.link.stream;

import java.lang.invoke.VarHandle;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.memory.Memory;
import org.braid.base.os.DirectMemory;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.HandlerId;
import org.braid.base.wire.Limits;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.StartpointImage;
import org.braid.link.control.Handled;
import org.braid.link.progress.Completion;
import org.braid.link.progress.Progress;
import org.braid.link.ring.RingLane;
import org.braid.link.spi.EndedLane;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/**
 * One communication link: a startpoint's binding to one endpoint (nexus-multimethod, Figure 1), and the stream that carries it, by which all its messages go in order; their data, if it is long,
 * may be carried by other methods ({@link DataStreams}). Streams are shared by all links to the same context that want the same, and made on first use.
 *
 * <p>A link knows its stream's lane, so that a message goes straight to it; a lane that the stream has left takes nothing, and then the link asks for the next one.
 */
public final class Link {
    private static final int CHANNEL_SHIFT = 16;

    private final Progress progress;
    private final Routing routing;
    private final LongSends longSends;
    private final Peer peer;
    private final int endpoint;
    private final int route;
    private final Wish wish;
    private @Nullable Stream stream; // written before the lane
    private @Nullable Lane lane;
    private int eagerBytes; // the longest message that it takes in one piece; written before the lane
    private int eagerArrayBytes; // likewise, of memory that no peer can read
    private @Nullable DataStreams dataStreams; // if longer ones are carried by another method
    private int announcedHandler;

    /** A link to an endpoint of {@code peer}; what stands before it is what links of one context work with. */
    public Link(Progress progress, Routing routing, LongSends longSends, Peer peer, int endpoint, int generation, boolean needsYou, Wish wish) {
        this.progress = progress;
        this.routing = routing;
        this.longSends = longSends;
        this.peer = peer;
        this.wish = wish;
        this.endpoint = endpoint;
        this.route = generation | wish.channel() << CHANNEL_SHIFT | (needsYou ? FrameHeader.ROUTE_NEEDS_YOU : 0);
    }

    /** The context that the endpoint lives in. */
    public Peer peer() {
        return peer;
    }

    /** The endpoint's index in its context. */
    public int endpoint() {
        return endpoint;
    }

    /** What it wants of its stream. */
    public Wish wish() {
        return wish;
    }

    /** The lane in use now; opens it if there is none yet. */
    public Lane lane() {
        return lane instanceof EndedLane ended ? ended : stream().lane();
    }

    /** The stream that carries it; opens it if there is none yet. */
    public Stream stream() {
        if (lane == null) {
            prepare(announcedHandler);
        }
        Stream s = stream;
        if (s == null) {
            throw ended(); // it was closed before it had sent anything
        }
        return s;
    }

    /**
     * Sends one remote service request if that is possible at once, which it is not while frames wait that handlers have sent before; behind those of other threads it may wait, copied.
     * Never waits itself. Budget: what {@link Lane#offer} takes, and one load.
     *
     * @param handler id of the handler, as {@code Context.register} returned it
     * @param base user memory of the payload (see {@link org.braid.base.memory.Memory}); null for none
     * @param offset bytes from element 0 of {@code base}
     * @param length bytes
     * @return {@link Lane#TAKEN}, or why not: {@link Lane#FULL}, {@link Lane#NO_CREDIT}, {@link Lane#TOO_LONG}, {@link Lane#CLOSED}
     */
    public int trySend(int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        Lane l = lane;
        if (l == null || handler != announcedHandler) {
            l = prepare(handler);
        }
        int taken = offer(l, handler, a0, a1, a2, a3, base, offset, length);
        return taken == Lane.TAKEN ? Lane.TAKEN : refused(taken, l, handler, a0, a1, a2, a3, base, offset, length); // a question that callers ask anyway
    }

    private int offer(Lane l, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        Stream s = stream;
        if (Integer.compareUnsigned(length, eagerBytes) > 0 && isTooLong(base, length) || s == null || !s.outboxEmpty()) {
            return notNow(base, length);
        }
        if (l instanceof RingLane ring) {
            return ring.offer(FrameKind.RSR, endpoint, route, handler, a0, a1, a2, a3, base, offset, length); // looks itself whether there is memory
        }
        requirePayload(base, length);
        return l.offer(FrameKind.RSR, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
    }

    /** A sender that has seen the lane before the limit that was written before it is told what {@link ContendedSenders} looks at again. */
    private int notNow(@Nullable Object base, int length) {
        VarHandle.loadLoadFence(); // pairs with the release in goBy
        return isTooLong(base, length) ? Lane.TOO_LONG : Lane.CONTENDED;
    }

    /**
     * Whether so much is offered in place of being sent. What lies in an array is copied through the lane in any case, and other memory may be read by the peer at once. A negative length is compared as a large one, so that
     * whoever sends what no lane takes hears of it without a question of its own on every message's way.
     */
    private boolean isTooLong(@Nullable Object base, int length) {
        return Integer.compareUnsigned(length, eagerBytes) > 0 && (Integer.compareUnsigned(length, eagerArrayBytes) > 0 || base != null && Memory.addressOrZero(base) != 0);
    }

    /** No lane has to expect a payload that there cannot be; and none is kept, or offered. */
    private static void requirePayload(@Nullable Object base, long length) {
        if (length < 0 || base == null && length > 0) {
            throw Memory.noPayload(length);
        }
    }

    private int refused(int answer, Lane l, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        requirePayload(base, length);
        if (answer == Lane.CONTENDED) {
            return contend(handler, a0, a1, a2, a3, base, offset, length);
        }
        return answer == Lane.CLOSED ? afterClosed(l, handler, a0, a1, a2, a3, base, offset, length) : answer;
    }

    private int contend(int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        if (lane instanceof EndedLane) {
            return Lane.CLOSED;
        }
        Stream s = stream();
        Lane now = s.lane();
        if (lane != now) {
            adopt(s);
        }
        if (isTooLong(base, length)) {
            return Lane.TOO_LONG;
        }
        int taken = s.contended().offer(FrameKind.RSR, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
        return taken == Lane.CLOSED && goesOn() ? Lane.FULL : taken;
    }

    /** A lane has said that it takes nothing more: true if its stream leaves it for another one, or has done so by now. Another thread may have met its end first, and nobody looked. */
    private boolean goesOn() {
        boolean entered = progress.enterUnlessMine();
        try {
            Stream s = stream();
            s.look();
            return s.isMoving() || s.lane().closedBy() == null;
        } finally {
            if (entered) {
                progress.exit();
            }
        }
    }

    /** The stream may have left this lane: then it has another one, or will have. Nothing was taken. */
    private int afterClosed(Lane closed, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        boolean entered = progress.enterUnlessMine();
        try {
            Stream s = stream();
            s.look();
            if (s.isMoving()) {
                return Lane.FULL; // whoever polls goes on with it
            }
            if (s.lane() == closed || closed instanceof EndedLane) {
                return Lane.CLOSED;
            }
        } finally {
            if (entered) {
                progress.exit();
            }
        }
        return contend(handler, a0, a1, a2, a3, base, offset, length);
    }

    private void adopt(Stream s) {
        boolean entered = progress.enterUnlessMine();
        try {
            if (stream == s && !(lane instanceof EndedLane)) {
                goBy(s, dataStreams);
            }
        } finally {
            if (entered) {
                progress.exit();
            }
        }
    }

    /**
     * Sends one remote service request and returns when the buffer may be reused (completion level BUFFER_FREE). Polls the context while it waits.
     *
     * @throws BraidException if the peer has failed
     */
    public void send(int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        if (trySend(handler, a0, a1, a2, a3, base, offset, length) != Lane.TAKEN) {
            sendSlowly(handler, a0, a1, a2, a3, base, offset, length);
        }
    }

    private void sendSlowly(int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
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

    /**
     * Sends one request without a payload that must neither wait nor be lost: at once, or as soon as there is room, credit, or memory for a lane. For what answers a message, whose sender bounds it. Caller holds the token.
     *
     * @throws BraidException if the peer has failed
     */
    public void answer(int handler, int a0, int a1, int a2, int a3) {
        try {
            if (lane == null || handler != announcedHandler) {
                Lane ignored = prepare(handler);
            }
            Stream s = stream();
            s.look();
            if (lane instanceof EndedLane || s.lane().closedBy() != null && !s.isMoving()) {
                throw ended();
            }
            s.answer(FrameKind.RSR, endpoint, route, handler, a0, a1, a2, a3, null, 0, 0);
        } catch (BraidException refused) {
            if (!DirectMemory.isUsedUp(refused)) {
                throw refused;
            }
            peer.unsaid().add(FrameKind.RSR, endpoint, route, handler, a0, a1, a2, a3, null, 0);
        }
    }

    /** A handler sends what has no room now, or is long: it must not wait, so a copy is left behind. */
    private void leave(int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        Stream s = openStream();
        if (isTooLong(base, length)) {
            offerCopy(handler, a0, a1, a2, a3, s.copyToKeep(base, offset, length));
        } else {
            s.keep(FrameKind.RSR, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
        }
    }

    private void offerCopy(int handler, int a0, int a1, int a2, int a3, byte[] copy) {
        try {
            longSends.offerKept(this, handler, a0, a1, a2, a3, copy);
        } catch (BraidException tooMany) {
            stream().keptSendEnded(copy.length, null);
            throw tooMany;
        }
    }

    /** The stream; behind kept frames nothing else would tell that its lane has ended. */
    private Stream openStream() {
        Stream s = stream();
        s.look();
        if (lane instanceof EndedLane || s.lane().closedBy() != null && !s.isMoving()) {
            throw ended();
        }
        return s;
    }

    /**
     * Starts to send. Short data is taken at once; long data, or data beyond the peer's credit, is offered to the peer and stays in the caller's buffer until {@code free} is done.
     *
     * @return true if the buffer is free already; then {@code free} is not touched
     * @throws BraidException if the peer has failed; {@code BRD-1109} if the lane has wanted memory outside the heap in vain for long: then nothing was taken
     */
    public boolean start(
            int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, Completion free) {
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
    public boolean startInside(
            int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, Completion free) {
        return startInside(handler, a0, a1, a2, a3, base, offset, length, free, false);
    }

    /**
     * As {@link #startInside}, for a caller that goes on before {@code free} is done, whatever the peer does meanwhile: where no room comes for {@link Stream#PATIENCE_NS}, the peer is told of the message as soon as there is
     * some, and fetches it.
     */
    public boolean startAndGoOn(
            int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, Completion free) {
        return startInside(handler, a0, a1, a2, a3, base, offset, length, free, true);
    }

    private boolean startInside(
            int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, Completion free, boolean goesOn) {
        int taken = Long.compareUnsigned(length, Limits.MAX_FRAME_PAYLOAD) > 0 ? Lane.TOO_LONG : trySend(handler, a0, a1, a2, a3, base, offset, (int) length);
        long sinceNs = taken == Lane.FULL ? progress.nanoTime() : 0;
        while (taken == Lane.FULL) {
            if (progress.isPolling()) {
                openStream().keep(FrameKind.RSR, endpoint, route, handler, a0, a1, a2, a3, base, offset, (int) length);
                return true;
            }
            progress.pollOrYield();
            stream().mayWaitForRoom();
            taken = trySend(handler, a0, a1, a2, a3, base, offset, (int) length);
            if (goesOn && (length > eagerBytes || !stream().mayHaveRoomSoon(sinceNs))) {
                break; // what may be long is offered before anybody waits for its sake
            }
        }
        if (taken == Lane.TAKEN) {
            return true;
        }
        if (taken == Lane.CLOSED) {
            throw ended();
        }
        requirePayload(base, length);
        if (lane instanceof EndedLane) {
            free.fail(ended());
        } else if (goesOn) {
            longSends.offerAndGoOn(this, handler, a0, a1, a2, a3, base, offset, length, free);
        } else {
            longSends.offer(this, handler, a0, a1, a2, a3, base, offset, length, free);
        }
        return false;
    }

    /** The longest payload of one frame by its lane now, at most {@code most}. Caller holds the token. */
    public int frameBytes(int most) {
        return Math.min(stream().lane().frameBytes(), most);
    }

    /**
     * Sends a frame of the runtime's own to its endpoint, in order with its messages. Waits for room, polling; of what a handler sends a copy waits. Caller holds the token.
     *
     * @param handler that the frame names; 0 for none
     * @param payload at most {@link #frameBytes}, from its first byte on
     * @return {@link Lane#TAKEN}, or {@link Lane#TOO_LONG} if the lane is another one by now, with shorter frames
     * @throws BraidException if the peer has failed; {@code CREDIT_VIOLATED} if handlers have sent more than may wait
     */
    public int tell(int kind, int handler, int a0, int a1, int a2, int a3, byte[] payload, int length) {
        if (lane == null || handler != 0 && handler != announcedHandler) {
            Lane ignored = prepare(handler);
        }
        while (true) {
            Stream s = openStream();
            if (length > s.lane().frameBytes()) {
                return Lane.TOO_LONG;
            }
            if (progress.isPolling()) {
                s.keep(kind, endpoint, route, handler, a0, a1, a2, a3, payload, 0, length);
                return Lane.TAKEN;
            }
            int taken = s.outboxEmpty() ? s.lane().offer(kind, endpoint, route, handler, a0, a1, a2, a3, payload, 0, length) : Lane.FULL;
            if (taken == Lane.TAKEN) {
                return Lane.TAKEN;
            }
            s.mayWaitForRoom();
            progress.pollOrYield();
        }
    }

    /** As {@link #tell} without a handler, for what is bounded by what it is about: it never waits. Caller holds the token. */
    public void keep(int kind, byte[] payload, int length) {
        Stream s = openStream();
        s.answer(kind, endpoint, route, HandlerId.NONE, 0, 0, 0, 0, payload, 0, length);
    }

    /** The stream for data of so many bytes, which its envelope announces by {@link #stream}. Caller holds the token. */
    public Stream streamOf(long bytes) {
        Stream own = stream();
        DataStreams others = dataStreams;
        return others == null ? own : others.carrying(bytes);
    }

    /** Those in use now, at least the one for short messages. Caller holds the token. */
    public List<Lane> lanes() {
        Stream own = stream();
        DataStreams others = dataStreams;
        return others == null ? List.of(own.lane()) : others.lanes();
    }

    /** True when the peer's runtime holds everything that was sent. Caller holds the token. */
    public boolean settled() {
        DataStreams others = dataStreams;
        Stream own = stream();
        return own.outboxEmpty() && own.lane().settled() && (others == null || others.settled());
    }

    /** Completes when everything that this link has sent is handled at the peer, or fails with the peer. */
    public Completion askHandled() {
        Completion answer = new Completion();
        boolean entered = progress.enterUnlessMine();
        try {
            Stream s = openStream();
            long number = peer.handled().ask(answer);
            s.keep(FrameKind.DONE, 0, FrameHeader.ROUTE_NEEDS_YOU, HandlerId.NONE, (int) number, (int) (number >>> 32), 0, Handled.QUESTION, null, 0, 0);
        } finally {
            if (entered) {
                progress.exit();
            }
        }
        return answer;
    }

    /** Takes no more messages. Its lanes end with the last link that uses them, but for the peer's own. */
    public void close() {
        boolean entered = progress.enterUnlessMine();
        try {
            Stream used = stream;
            if (!(lane instanceof EndedLane)) {
                DataStreams others = dataStreams;
                endWith(Lane.unused());
                if (used != null) {
                    peer.leaves(used);
                }
                if (others != null) {
                    others.leave();
                }
            }
        } finally {
            if (entered) {
                progress.exit();
            }
        }
    }

    /** How many links and long messages share the lane in use. Caller holds the token. */
    public int sharers() {
        return stream().users();
    }

    /** Generation, channel and flags, as the header has them. */
    public int route() {
        return route;
    }

    boolean needsYou() {
        return (route & FrameHeader.ROUTE_NEEDS_YOU) != 0;
    }

    /** The ways to its endpoint where they differ from the peer's; null if they don't. */
    public @Nullable DescriptorTable table() {
        return wish.table();
    }

    /** Another link to the same endpoint by the same methods. */
    public Link copy() {
        return with(wish);
    }

    /** The same endpoint, reached by a stream of another kind. */
    public Link with(Wish other) {
        return new Link(progress, routing, longSends, peer, endpoint, FrameHeader.generation(route), needsYou(), other);
    }

    /** Its stream, with all links that share it, goes on by what this order selects. Caller holds the token. */
    public void move(List<MethodExpression> order) {
        Stream s = openStream();
        if (!s.mayGoOn()) {
            throw new BraidException(ErrorCode.NO_METHOD, "A stream cannot leave " + s.lane().method(), "its lane does not hand back what the peer has not accepted", "Make a startpoint by the other method instead");
        }
        routing.require(peer, s.wish().by(order));
        peer.move(s, order);
    }

    /** What travels when the startpoint is put into a message. */
    public StartpointImage.Target image(@Nullable DescriptorTable attached) {
        return new StartpointImage.Target(peer.id(), endpoint, FrameHeader.generation(route), 0, attached, wish.order());
    }

    /** Why nothing can be sent by it. */
    public BraidException ended() {
        BraidException failure = peer.failure();
        if (failure != null) {
            return failure;
        }
        Stream s = stream;
        Lane own = lane;
        if (own instanceof EndedLane && own.closedBy() instanceof BraidException why) {
            return why;
        }
        return s == null ? Lane.unused() : s.carrier().whyEnded();
    }

    /** The rare part of a send: the first one of all, and the first one to a handler. */
    private Lane prepare(int handler) {
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
            Stream s = peer.stream(wish);
            s.joined();
            Division sizes = s.lane() instanceof EndedLane ? Division.NONE : routing.division(peer, wish);
            goBy(s, sizes.count() == 1 ? null : new DataStreams(wish, s, sizes));
            l = s.lane();
        }
        if (handler != 0) {
            peer.told().handler(handler);
            announcedHandler = handler;
        }
        return l;
    }

    private void goBy(Stream own, @Nullable DataStreams others) {
        dataStreams = others;
        stream = own;
        eagerBytes = others == null ? own.lane().eagerBytes() : others.eagerBytes();
        eagerArrayBytes = others == null ? own.lane().eagerArrayBytes() : others.eagerArrayBytes();
        VarHandle.releaseFence(); // pairs with the fence in notNow
        lane = own.lane();
    }

    private void endWith(BraidException why) {
        dataStreams = null;
        Lane ended = new EndedLane(why);
        eagerBytes = ended.eagerBytes();
        eagerArrayBytes = ended.eagerArrayBytes();
        VarHandle.releaseFence(); // as in goBy
        lane = ended;
    }
}
