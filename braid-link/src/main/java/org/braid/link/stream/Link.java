package org.braid.link.stream;

import java.lang.invoke.VarHandle;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.memory.Memory;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.StartpointImage;
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
    private final WaitingSends waiting;
    private final OwnFrames frames;
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
        this.waiting = new WaitingSends(this, progress, longSends);
        this.frames = new OwnFrames(this, progress);
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
    boolean isTooLong(@Nullable Object base, int length) {
        return Integer.compareUnsigned(length, eagerBytes) > 0 && (Integer.compareUnsigned(length, eagerArrayBytes) > 0 || base != null && Memory.addressOrZero(base) != 0);
    }

    /** Whether so much is offered where it does not lie in an array. */
    boolean mayBeTooLong(long length) {
        return length > eagerBytes;
    }

    /** No lane has to expect a payload that there cannot be; and none is kept, or offered. */
    static void requirePayload(@Nullable Object base, long length) {
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
        if (hasEnded()) {
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

    /** As {@link Stream#goesOn}, for whoever may have offered without the token: the stream may have another lane by now. */
    private boolean goesOn() {
        boolean entered = progress.enterUnlessMine();
        try {
            Stream s = stream();
            return s.goesOn() || s.lane().closedBy() == null;
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
            if (stream == s && !hasEnded()) {
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
            waiting.send(handler, a0, a1, a2, a3, base, offset, length);
        }
    }

    /** The stream; behind kept frames nothing else would tell that its lane has ended. */
    Stream openStream() {
        Stream s = stream();
        s.look();
        if (hasEnded() || s.lane().closedBy() != null && !s.isMoving()) {
            throw ended();
        }
        return s;
    }

    /** Whether it was closed, or has no way. */
    boolean hasEnded() {
        return lane instanceof EndedLane;
    }

    /** What it sends that may have to wait. */
    public WaitingSends waiting() {
        return waiting;
    }

    /** What the runtime itself sends by it. */
    public OwnFrames frames() {
        return frames;
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

    /** Takes no more messages. Its lanes end with the last link that uses them, but for the peer's own. */
    public void close() {
        boolean entered = progress.enterUnlessMine();
        try {
            Stream used = stream;
            if (!hasEnded()) {
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
        if (!s.itinerary().mayGoOn()) {
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
        return s == null ? Lane.unused() : s.itinerary().carrier().whyEnded();
    }

    /** Has a lane, and its peer know the handler; 0 for none. Caller holds the token. */
    void announce(int handler) {
        if (lane == null || handler != 0 && handler != announcedHandler) {
            Lane ignored = prepare(handler);
        }
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
