package org.braid.link.stream;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.HandlerId;
import org.braid.base.wire.MethodExpression;
import org.braid.link.control.Correspondent;
import org.braid.link.control.Handled;
import org.braid.link.control.Introductions;
import org.braid.link.control.PeerEnd;
import org.braid.link.control.PeerHost;
import org.braid.link.control.Waiting;
import org.braid.link.progress.Progress;
import org.braid.link.receiving.Answers;
import org.braid.link.receiving.Creditor;
import org.braid.link.receiving.Receiving;
import org.braid.link.ring.RingLane;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/**
 * One remote context as this context knows it: the streams that lead to it, and those that come from it. Everything here is guarded by the context's token, except what says otherwise.
 */
public final class Peer implements Correspondent {
    /** Is told, once, while the token is held, that nothing more will come from or go to a peer. */
    @FunctionalInterface
    public interface EndListener {
        /** @param cause {@code CONTEXT_CLOSED} if it has taken leave in good order */
        void ended(Peer peer, BraidException cause);
    }

    private final ContextId id;
    private final int number;
    private final PeerHost host;
    private final EndListener ends;
    private final Routing routing;
    private final Streams streams;
    private final Progress progress;
    private final Waiting waiting;

    private final Receiving receiving = new Receiving(new PastTheOutbox(this));
    private @Nullable DescriptorTable table;
    private @Nullable Stream stream; // the default one

    private final Unsaid unsaid = new Unsaid(this);
    private final PeerEnd end;
    private final Handled handled = new Handled(this);
    private final Introductions told;

    Peer(ContextId id, int number, PeerHost host, EndListener ends, Routing routing, Streams streams, Progress progress, Waiting waiting) {
        this.id = id;
        this.number = number;
        this.host = host;
        this.ends = ends;
        this.routing = routing;
        this.streams = streams;
        this.progress = progress;
        this.waiting = waiting;
        this.end = new PeerEnd(this, host, progress);
        this.told = new Introductions(this, host);
    }

    /** A number of its own among the peers of this context. */
    public int number() {
        return number;
    }

    @Override
    public ContextId id() {
        return id;
    }

    /** Why nothing more will come from or go to this peer; null while it lives. */
    public @Nullable BraidException failure() {
        return end.failure();
    }

    @Override
    public void wantPoll() {
        waiting.add(this);
    }

    /** What people should see once. */
    public void notice(String text) {
        host.notice(text);
    }

    // ---- how it is reached

    /** How the peer is reached, as it said itself or as a startpoint told; null if only the directory may know. */
    public @Nullable DescriptorTable table() {
        return table;
    }

    /** It has said, or a startpoint has told, how it is reached. */
    public void learn(DescriptorTable told) {
        table = told;
    }

    /** What this peer knows from us. */
    public Introductions told() {
        return told;
    }

    /** Whether a lane leads to it. */
    public boolean hasLane() {
        return !streams.isEmpty();
    }

    // ---- streams to it

    /** Those that are open. */
    public Streams streams() {
        return streams;
    }

    /** The stream that carries control and grants to this peer, opened on first use. */
    public Stream stream() {
        Stream s = stream;
        return s != null ? s : stream(Wish.DEFAULT);
    }

    /** False before anything was said to it, and while there is no memory for its first lane. */
    boolean hasStream() {
        return stream != null;
    }

    /** True while what is said to it goes by a lane by which {@link #stream} does not go on yet. */
    public boolean isMoving() {
        return stream != null && stream.isMoving();
    }

    /** The lane of {@link #stream}. */
    Lane lane() {
        return stream().lane();
    }

    /** The stream that serves this wish; shared by all links that want the same. */
    Stream stream(Wish wish) {
        Stream known = streams.wished(wish);
        if (known != null) {
            return known;
        }
        BraidException none = failure() == null && progress.isLeaving() ? whyNoneOpens() : failure();
        if (none != null) {
            return newStream(StreamNumber.DEFAULT, wish, Carrier.none(id, none));
        }
        if (stream == null && !wish.kind().equals(Wish.DEFAULT.kind())) {
            stream(Wish.DEFAULT);
        }
        Stream s = routing.open(this, wish);
        streams.fulfil(wish, s);
        if (stream == null) {
            stream = s;
            told.ourselves();
        }
        return s;
    }

    /** The lanes of this context are shut, and one that was opened behind them would take what nobody sees off any more. */
    private BraidException whyNoneOpens() {
        return new BraidException(ErrorCode.CONTEXT_CLOSED, "Nothing can be sent to context " + id, "context " + host.self() + " is taking leave", "Close it after its last message");
    }

    /** A stream to this peer that begins on this lane; it counts from {@link Streams#opened} on. */
    public Stream newStream(int streamNumber, Wish wish, Carrier first) {
        return new Stream(this, streamNumber, wish, first);
    }

    /** Opens the next lane of a stream. */
    Carrier openAnew(Stream moving) {
        return routing.openAnew(moving);
    }

    /** A stream goes by a new lane. */
    void remember(Stream moved) {
        routing.remember(moved);
    }

    /**
     * The first lane of a stream is made known to the peer, unless it is the first one of all and a transport's own. A lane that is new has room, unless there is no memory for it.
     *
     * @throws BraidException {@code BRD-1109} in that case: the lane is given back
     */
    public void introduce(Carrier first, int streamNumber, int stripe) {
        if (Handover.introduce(first, streamNumber, 0, Stream.NOTHING_BEFORE, stripe) == Lane.FULL) {
            boolean ignored = first.release();
            throw new BraidException(
                    ErrorCode.DIRECT_MEMORY_FULL,
                    "A lane to context " + id + " could not be opened by " + first.method(),
                    "there is no more memory outside the heap for its first frame",
                    "Raise the limit, with --jvm-args -XX:MaxDirectMemorySize=64m or more, or leave that option out");
        }
    }

    /** A stream that nobody uses is given back: not the default one, and not while something of it waits. */
    public void leaves(Stream user) {
        if (user.left()) {
            releaseUnused();
        }
    }

    /** As {@link #leaves}, from inside of another stream's end: its lane is given back on the next turn. */
    public void leavesLater(Stream user) {
        int ignored = user.left() ? 1 : 0;
        wantPoll();
    }

    private void releaseUnused() {
        for (int i = streams.count() - 1; i >= 0; i--) {
            Stream each = streams.at(i);
            if (each.users() == 0 && each != stream && !each.waits() && !each.isHeldBelow() && (!each.owesItsEnd() || each.saysThatItIsOver())) {
                streams.release(each);
            }
        }
    }

    /** A stream goes on by what another order selects. */
    void move(Stream moving, List<MethodExpression> order) {
        moving.itinerary().moveTo(order);
        streams.moved(moving);
    }

    @Override
    public boolean look() {
        boolean goesOn = false;
        for (int i = 0; i < streams.count(); i++) {
            streams.at(i).look();
            goesOn |= streams.at(i).isMoving();
        }
        return goesOn;
    }

    // ---- what comes from it

    /** The streams by which its messages come. */
    public Receiving receiving() {
        return receiving;
    }

    /** Which of its requests have been handled, and which of ours. */
    public Handled handled() {
        return handled;
    }

    /** Who gives this peer credit for its default stream. */
    public Creditor defaultCreditor() {
        return receiving.of(StreamNumber.DEFAULT);
    }

    /** What one of its streams has brought was refused: it is told by our default stream, or by a rail of that, and answers by its own. What we send may be refused there, for the same reason. */
    public void refused(int streamNumber, boolean isRail, String why) {
        Stream s = stream;
        if (s != null && (streamNumber == StreamNumber.DEFAULT || isRail && !s.bottom().hasWayPast())) {
            s.itinerary().mayBeRefused(why);
        }
        for (int i = 0; i < streams.count() && (isRail || streamNumber == StreamNumber.DEFAULT); i++) {
            if (streams.at(i).stripe() != Stream.NO_STRIPE) {
                streams.at(i).itinerary().mayBeRefused(why);
            }
        }
        wantPoll();
    }

    /** An answer to what was just handed up may follow at once. */
    public void expectAnswer() {
        Stream s = stream;
        if (s != null && s.lane() instanceof RingLane ring) {
            ring.expect();
        }
    }

    // ---- its end

    /** How it ends. */
    public PeerEnd end() {
        return end;
    }

    /** It must not be talked to any more, whatever it thinks. */
    public void condemn(BraidException cause) {
        end.condemn(cause);
    }

    @Override
    public boolean hasGaps() {
        return receiving.hasGaps();
    }

    @Override
    public void over(BraidException why) {
        streams.endRings(why);
        streams.stay();
        handled.fail(why);
        ends.ended(this, why);
    }

    // ---- what the runtime says to it

    @Override
    public void post(int kind, int a0, int a1, int a2, int a3, @Nullable Object base, int length) {
        post(kind, a0, a1, a2, a3, base, 0, length);
    }

    /** As {@link #post(int, int, int, int, int, Object, int)}, of a payload that begins somewhere in {@code base}. */
    public void post(int kind, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        if (unsaid.awaitsMemory()) {
            unsaid.add(kind, 0, FrameHeader.ROUTE_NEEDS_YOU, HandlerId.NONE, a0, a1, a2, a3, base, offset, length);
            return;
        }
        Stream out = streamOrNull();
        if (out != null) {
            out.keep(kind, 0, FrameHeader.ROUTE_NEEDS_YOU, HandlerId.NONE, a0, a1, a2, a3, base, offset, length);
        }
    }

    /** The longest payload, of at most {@code most} bytes, that goes to it in one frame as far as is known: while there is no lane, what is too long for the first one is divided later. */
    public int answerBytes(int most) {
        return stream == null ? most : Math.min(most, lane().frameBytes());
    }

    /** True if so many bytes wait already that nothing should be added that somebody can do without. */
    public boolean isOverfull() {
        return unsaid.isOverfull() || stream != null && stream.isOverfull();
    }

    /**
     * Whether what the peer asks for may be answered. One that lets {@code most} frames wait for it asks for more than any honest one, and is given up.
     *
     * @return false if it has ended
     */
    public boolean mayBeAnswered(int most) {
        int waiting = unsaid.size() + (stream == null ? 0 : stream.waiting());
        if (waiting >= most && failure() == null) {
            condemn(new BraidException(ErrorCode.CREDIT_VIOLATED, "Context " + id + " asks for more than it takes", waiting + " answers and messages wait for it", "See whether that process is stopped, or not Braid's"));
        }
        return failure() == null;
    }

    /** What waits for the memory of its first lane. */
    Unsaid unsaid() {
        return unsaid;
    }

    @Override
    public void tell(int kind, int handler, byte[] text) {
        stream().keep(kind, 0, 0, handler, 0, 0, 0, 0, text, 0, text.length);
    }

    /** The default stream; null, with a notice, if nobody has told how to answer this peer. Answers to strangers are not worth an exception in the poller. Null, too, while there is no memory for its lane. */
    public @Nullable Stream streamOrNull() {
        try {
            return stream();
        } catch (RuntimeException unreachable) { // also what a directory throws
            host.notice("Context " + id + " cannot be answered: " + (unreachable instanceof BraidException known ? known.why() : unreachable));
            return null;
        }
    }

    @Override
    public int drain() {
        end.settle();
        handled.settle();
        if (!hasLane() && unsaid.isEmpty()) {
            int said = receiving.settle(); // opens one if there is something to say
            if (!hasLane()) {
                return said; // over a chain an introduction that nobody needs would wait for a peer that has gone on
            }
        }
        if (unsaid.awaitsMemory()) {
            return 0;
        }
        Stream out = streamOrNull();
        if (out == null) {
            unsaid.drop();
            receiving.drop();
            return 0;
        }
        unsaid.say(out);
        int sent = receiving.settle();
        for (int i = 0; i < streams.count(); i++) {
            Stream each = streams.at(i);
            each.itinerary().step();
            sent += end.isAnswered() || !each.isMoving() ? each.drain() : each.drop();
        }
        releaseUnused();
        return sent;
    }

    @Override
    public boolean nothingWaits() {
        for (int i = 0; i < streams.count(); i++) {
            Stream each = streams.at(i);
            if (each.waits() || each.users() == 0 && failure() == null && (each.isHeldBelow() || each.owesItsEnd())) {
                return false;
            }
        }
        return unsaid.isEmpty() && !receiving.waits() && !(end.isNear() && !progress.isClosing());
    }

    /** What may overtake. */
    private record PastTheOutbox(Peer peer) implements Answers {
        @Override
        public int offer(int kind, int a0, int a1, int a2, int a3, byte @Nullable [] payload) {
            if (peer.unsaid.awaitsMemory()) {
                return Lane.FULL;
            }
            Stream out = peer.streamOrNull();
            return out == null ? Lane.CLOSED : out.offerPast(kind, a0, a1, a2, a3, payload);
        }

        @Override
        public void wantPoll() {
            peer.wantPoll();
        }
    }

    /**
     * The peer grants a total of credit to the stream of ours with this number.
     *
     * @return false if it cannot be meant
     */
    public boolean granted(int streamNumber, long totalBytes) {
        Stream its = streams.of(streamNumber);
        return its == null ? streams.wasOpened(streamNumber) : its.granted(totalBytes);
    }

    /** The peer says how much of a stream's last lane it has accepted. */
    public void handed(int streamNumber, int incarnation, long accepted) {
        Stream its = streams.of(streamNumber);
        if (its == null) {
            return;
        }
        try {
            its.itinerary().handed(incarnation, accepted);
        } catch (BraidException violated) {
            condemn(violated);
        }
    }
}
