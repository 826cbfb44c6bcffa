package org.braid.link;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.Frame;
import org.braid.base.wire.HandlerId;
import org.braid.base.wire.MethodExpression;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/**
 * One remote context as this context knows it: the streams that lead to it, and those that come from it. Everything here is guarded by the context's token, except what says otherwise.
 */
public final class Peer {
    private final Context context;
    private final ContextId id;
    private final int number;

    private final Streams streams = new Streams();
    private final Receiving receiving;
    private @Nullable DescriptorTable table;
    private @Nullable Stream stream; // the default one
    private @Nullable BraidException failure;

    private final Farewell farewell;
    private final ControlFrames control;
    private final Handled handled = new Handled(this);
    private final Introductions told = new Introductions(this);
    private final Reaches reaches = new Reaches(this);
    private final OfferedRequests offered;

    Peer(Context context, ContextId id, int number) {
        this.context = context;
        this.id = id;
        this.number = number;
        this.receiving = new Receiving(this, new PastTheOutbox(this));
        this.offered = new OfferedRequests(this, new Payload(this), handled);
        this.farewell = new Farewell(this, context);
        this.control = new ControlFrames(this, context);
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

    Context context() {
        return context;
    }

    /** Something of this peer's waits to go out. Any thread. */
    void wantPoll() {
        context.wantPoll(this);
    }

    // ---- how it is reached

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

    boolean hasLane() {
        return !streams.isEmpty();
    }

    // ---- streams to it

    /** Those that are open. */
    Streams streams() {
        return streams;
    }

    /** The stream that carries control and grants to this peer, opened on first use. */
    Stream stream() {
        Stream s = stream;
        return s != null ? s : stream(Wish.DEFAULT);
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
        if (failure != null) {
            return new Stream(this, StreamNumber.DEFAULT, wish, Carrier.none(id, failure));
        }
        if (stream == null && !wish.kind().equals(Wish.DEFAULT.kind())) {
            stream(Wish.DEFAULT);
        }
        Stream s = context.ways().open(this, wish);
        streams.fulfil(wish, s);
        if (stream == null) {
            stream = s;
            told.ourselves();
        }
        return s;
    }

    /** What carries a stream is made known to the peer, unless it is its first lane and has no devices. */
    int introduce(Carrier carrier, int streamNumber, int incarnation, int before) {
        return Handover.introduce(carrier.bottom(), streamNumber, incarnation, before, carrier.announced());
    }

    /** A stream that nobody uses is given back: not the default one, and not while something of it waits. */
    void leaves(Stream user) {
        if (user.left()) {
            releaseUnused();
        }
    }

    private void releaseUnused() {
        for (int i = streams.count() - 1; i >= 0; i--) {
            Stream each = streams.at(i);
            if (each.users() == 0 && each != stream && !each.waits() && !each.waitsInDevices()) {
                streams.release(each);
            }
        }
    }

    /** A stream goes on by what another order selects. */
    void move(Stream moving, List<MethodExpression> order) {
        moving.moveTo(order);
        streams.moved(moving);
    }

    /** One of its lanes has ended. Whoever has left in good order has no other one. */
    void laneEnded(Throwable cause) {
        if (cause instanceof BraidException left && left.code() == ErrorCode.CONTEXT_CLOSED) {
            endedOrWaits(cause);
            return;
        }
        boolean goesOn = false;
        for (int i = 0; i < streams.count(); i++) {
            streams.at(i).look();
            goesOn |= streams.at(i).isMoving();
        }
        if (!goesOn && !isStillHeard()) {
            ended(cause);
        }
    }

    /** What it sent before may wait in a device still. */
    private void endedOrWaits(Throwable goodOrder) {
        if (context.progress().chains().waitFrom(this)) {
            farewell.heard(goodOrder);
        } else {
            ended(goodOrder);
        }
    }

    private boolean isStillHeard() {
        return context.progress().rings().anyOf(this) || context.hears(this);
    }

    // ---- what comes from it

    Receiving receiving() {
        return receiving;
    }

    ControlFrames control() {
        return control;
    }

    Farewell farewell() {
        return farewell;
    }

    /** Which of its requests have been handled, and which of ours. */
    Handled handled() {
        return handled;
    }

    /** Requests whose payload is still with the peer. */
    OfferedRequests offered() {
        return offered;
    }

    /** Gives back credit of the default stream that {@link Payload#hold} kept. Caller holds the token. */
    public void consumed(int chargeBytes) {
        defaultCreditor().consumed(chargeBytes);
    }

    /** Who gives this peer credit for its default stream. */
    Creditor defaultCreditor() {
        return receiving.of(StreamNumber.DEFAULT);
    }

    /** What one of its streams has brought was refused: it is told by our default stream, and answers by its own. */
    void refused(int streamNumber, String why) {
        Stream s = stream;
        if (s != null && streamNumber == StreamNumber.DEFAULT) {
            s.mayBeRefused(why);
        }
        wantPoll();
    }

    /** An answer to what was just handed up may follow at once. */
    void expectAnswer() {
        Stream s = stream;
        if (s != null && s.lane() instanceof RingLane ring) {
            ring.expect();
        }
    }

    /** The ring of this arrival is polled no longer, from the next turn on. */
    void ringIsOver(Arrival arrival) {
        farewell.over(arrival);
    }

    // ---- its end

    /** Nothing more will come from or go to this peer, by whatever lane. */
    void ended(Throwable cause) {
        BraidException why = cause instanceof BraidException b
                ? b
                : new BraidException(
                        ErrorCode.PEER_LOST, "Context " + id + " has failed", String.valueOf(cause.getMessage()), "See what ended it; the job cannot go on without it");
        boolean hasMoreToSay = why.code() == ErrorCode.CONTEXT_CLOSED && context.progress().rings().anyOf(this); // its rings take leave by themselves
        if (failure == null && !hasMoreToSay) {
            failure = why;
            context.progress().chains().end(this); // what has come is handed up before anybody is told
            streams.endRings(why);
            streams.stay();
            handled.fail(why);
            context.peerEnded(this, why);
        }
    }

    // ---- what the runtime says to it

    /** Sends a frame of the runtime's own, which never waits and is never lost: it goes out now, or in order as soon as there is room. */
    void post(int kind, int a0, int a1, int a2, int a3, @Nullable Object base, int length) {
        Stream out = streamOrNull();
        if (out != null) {
            out.keep(kind, 0, Link.NEEDS_YOU, HandlerId.NONE, a0, a1, a2, a3, base, 0, length);
        }
    }

    /** The default stream; null, with a notice, if nobody has told how to answer this peer. Answers to strangers are not worth an exception in the poller. */
    @Nullable Stream streamOrNull() {
        try {
            return stream();
        } catch (RuntimeException unreachable) { // also what a directory throws
            context.notice("Context " + id + " cannot be answered: " + (unreachable instanceof BraidException known ? known.why() : unreachable));
            return null;
        }
    }

    /** Between two turns. */
    int drain() {
        farewell.settle();
        handled.settle();
        if (streamOrNull() == null) {
            receiving.drop();
            return 0;
        }
        int sent = receiving.settle();
        for (int i = 0; i < streams.count(); i++) {
            Stream each = streams.at(i);
            each.step();
            sent += failure == null || !each.isMoving() ? each.drain() : each.drop();
        }
        releaseUnused();
        return sent;
    }

    /** True when neither a frame nor a grant waits for room. */
    boolean nothingWaits() {
        for (int i = 0; i < streams.count(); i++) {
            if (streams.at(i).waits()) {
                return false;
            }
        }
        return !receiving.waits();
    }

    /** What may overtake. */
    private record PastTheOutbox(Peer peer) implements Answers {
        @Override
        public int offer(int kind, int a0, int a1, int a2, int a3, byte @Nullable [] payload) {
            Stream out = peer.streamOrNull();
            return out == null ? Lane.CLOSED : out.offerPast(kind, a0, a1, a2, a3, payload);
        }

        @Override
        public void wantPoll() {
            peer.wantPoll();
        }
    }

    /** A grant, or what belongs to a hand-over, for the stream of ours with this number. */
    void toldOfStream(int kind, int streamNumber, int second, long value) {
        Stream its = streams.of(streamNumber);
        switch (kind) {
            case Frame.CREDIT -> {
                if (its == null ? !streams.wasOpened(streamNumber) : !its.granted(value)) {
                    context.complaints().protocolError(this, kind);
                }
            }
            case Frame.HANDED -> handed(its, second, value);
            default -> context.complaints().protocolError(this, kind);
        }
    }

    private void handed(@Nullable Stream its, int incarnation, long accepted) {
        if (its == null) {
            return;
        }
        try {
            its.handed(incarnation, accepted);
        } catch (BraidException violated) {
            context.endInside(this, violated);
        }
    }
}
