package org.braid.link.dispatch;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.link.chain.ReceivingChain;
import org.braid.link.flow.StripeLimits;
import org.braid.link.progress.PolledChains;
import org.braid.link.progress.RingReader;
import org.braid.link.receiving.Gathering;
import org.braid.link.receiving.LaneEnd;
import org.braid.link.receiving.ReceivingStream;
import org.braid.link.ring.RingConsumer;
import org.braid.link.ring.RingLayout;
import org.braid.link.select.Chains;
import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.RequestRun;
import org.braid.link.stream.Complaints;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Stream;
import org.braid.link.stream.StreamNumber;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of one lane: requests go to their handlers, everything else to {@link ControlFrames}. The first frame says which stream the lane carries, unless it is the peer's first lane. Guarded by
 * the context's token.
 */
final class Arrival implements RingReader, LaneEnd, PolledChains.Chain {
    /** The frame that comes before those of a chain. */
    private static final long INTRODUCTION = 1;

    private final Peer peer;
    private final EndpointTable endpoints;
    private final HandlerTable handlers;
    private final ControlFrames control;
    private final Complaints complaints;
    private final Chains chains;
    private final String method;
    private final Supplier<FrameSink> stripeTop;
    private final Payload payload;
    private @Nullable ReceivingStream stream;
    private boolean takesRequests; // its stream is known, and nothing is refused
    private @Nullable RingConsumer ring; // if that is what it reads
    private boolean isRail; // it brings a part of a striped lane,
    private @Nullable Gathering gathering; // this one
    private @Nullable ReceivingChain chain; // the mirror of the sender's devices; null for none
    private boolean announced; // there is one at the other end
    private boolean refuses;
    private long handedUp; // frames accepted, of lanes that are no rings, or have retired
    private long acceptedWhenLeft;

    // Where the last request went: the next one mostly goes there too.
    private @Nullable Endpoint lastTo;
    private HandlerTable.@Nullable Entry lastEntry;

    /**
     * @param method the transport by which it comes
     * @param stripeTop makes the arrival of a striped lane, should this be the first of its rails
     */
    Arrival(Peer peer, EndpointTable endpoints, HandlerTable handlers, ControlFrames control, Complaints complaints, Chains chains, String method, Supplier<FrameSink> stripeTop) {
        this.peer = peer;
        this.endpoints = endpoints;
        this.handlers = handlers;
        this.control = control;
        this.complaints = complaints;
        this.chains = chains;
        this.method = method;
        this.stripeTop = stripeTop;
        this.payload = new Payload(peer);
    }

    @Override
    public ContextId source() {
        return peer.id();
    }

    @Override
    public void reads(RingConsumer itsRing) {
        ring = itsRing;
    }

    @Override
    public @Nullable RingConsumer ring() {
        return ring;
    }

    @Override
    public void retired() {
        handedUp = ring == null ? handedUp : ring.records();
        ring = null;
    }

    @Override
    public boolean refuses() {
        return refuses;
    }

    @Override
    public long leave() {
        if (!refuses) {
            ReceivingChain devices = chain;
            if (devices != null) {
                devices.giveUp();
            }
            refuse(acceptedOfTheStream());
        }
        return acceptedWhenLeft;
    }

    private long acceptedOfTheStream() {
        ReceivingChain devices = chain;
        RingConsumer itsRing = ring;
        return devices != null ? devices.delivered() : itsRing != null ? itsRing.records() : handedUp;
    }

    @Override
    public long accepted() {
        ReceivingChain devices = chain;
        return devices != null ? INTRODUCTION + devices.delivered() : Long.MAX_VALUE;
    }

    private void refuse(long accepted) {
        refuses = true;
        takesRequests = false;
        acceptedWhenLeft = accepted;
        if (ring != null) {
            peer.end().over(this);
        }
    }

    // ---- frames

    @Override
    public void frame(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        if (kind == FrameKind.RSR && takesRequests) {
            handedUp++;
            request(endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
        } else if (!refuses) {
            handedUp++;
            rare(kind, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
        }
    }

    private void rare(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        if (kind == FrameKind.LANE) {
            introduced(a0, a1, a2, a3, segment, offset, length);
        } else if (stream == null && !isFirstLane()) {
            refuse(0); // what comes late by the lane that a stream has left long ago
        } else if ((kind & FrameKind.CHAINED) != 0) {
            chained(kind, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length, null);
        } else if (kind == FrameKind.RSR) {
            request(endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
        } else if (kind == FrameKind.STRIPED) {
            striped(endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
        } else if (kind == FrameKind.BYE) {
            peer.end().heard(this, FrameHeader.joined(a0, a1), a2);
        } else {
            control.frame(kind, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
        }
    }

    private boolean isFirstLane() {
        ReceivingStream first = peer.receiving().of(StreamNumber.DEFAULT);
        if (!first.comesBy(this)) {
            return false;
        }
        carries(first);
        return true;
    }

    private void carries(ReceivingStream its) {
        stream = its;
        takesRequests = true;
        payload.creditor(its);
    }

    private void introduced(int number, int incarnation, int before, int stripe, MemorySegment segment, long offset, int length) {
        if (stream != null || !StreamNumber.makesSense(number) || incarnation < 0 || stripe < 0) {
            complaints.protocolError(peer, FrameKind.LANE);
            return;
        }
        if (peer.receiving().isOver(StreamNumber.serial(number)) || !peer.receiving().of(number).goesOnBy(this, incarnation, before)) {
            refuse(0);
            return;
        }
        carries(peer.receiving().of(number));
        peer.wantPoll(); // an answer is owed
        announced = length > 0;
        isRail = stripe != Stream.NO_STRIPE;
        gathering = isRail ? peer.receiving().gathering(stripe, stripeTop) : null;
        if (isRail && gathering == null) {
            cut("there are " + StripeLimits.MOST_LANES + " striped lanes already");
        } else if (announced) {
            mirror(segment, offset, length);
        }
    }

    /** A part of a striped lane, which may have come to its end. A sender that breaks its rules has lost frames, so nothing more of it can be believed. */
    private void striped(int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        Gathering into = gathering;
        if (into == null) {
            complaints.protocolError(peer, FrameKind.STRIPED);
            return;
        }
        try {
            into.came(peer.id(), endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
        } catch (BraidException refused) {
            if (refused.code() != ErrorCode.STREAM_VIOLATED) {
                throw refused; // a handler's want of memory is nothing that the peer has done
            }
            peer.condemn(refused);
        }
    }

    private void mirror(MemorySegment segment, long offset, int length) {
        try {
            byte[] text = segment.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
            DeliveryClass delivery = StreamNumber.delivery(Objects.requireNonNull(stream).number());
            chain = chains.mirror(new String(text, StandardCharsets.UTF_8), method, peer, delivery, new Top(), this);
        } catch (BraidException unknown) {
            cut(unknown.what() + ": " + unknown.why());
        }
    }

    private void chained(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length, @Nullable RequestRun run) {
        ReceivingChain devices = chain;
        if (devices == null) {
            complaints.protocolError(peer, kind);
            return;
        }
        try {
            if (run != null) {
                devices.requests(kind, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length, run);
            } else {
                devices.frame(kind, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
            }
        } finally {
            look(devices);
        }
    }

    @Override
    public void leavesBehind() {
        peer.end().leavesBehind();
    }

    /** A device may have found that something is wrong. */
    private void look(ReceivingChain devices) {
        String refusal = devices.refusal();
        if (refusal != null && !refuses) {
            cut(refusal);
        }
    }

    /** This lane brings what can't be accepted: its sender is told, and goes on by another one from there. */
    private void cut(String why) {
        ReceivingChain devices = chain;
        if (devices != null) {
            devices.giveUp(); // what waits above the device that refused was sound
        }
        refuse(devices != null ? devices.delivered() : announced ? 0 : handedUp);
        ReceivingStream its = stream;
        if (its != null) {
            its.cut(why);
            peer.refused(its.number(), isRail, why);
        }
    }

    /** Where frames arrive that have come up through all devices. */
    private final class Top implements FrameSink {
        @Override
        public void frame(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
            if (kind == FrameKind.RSR) {
                request(endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
            } else if (kind == FrameKind.STRIPED) {
                striped(endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
            } else if (kind != FrameKind.LANE && kind != FrameKind.BYE) {
                control.frame(kind, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
            }
        }

        @Override
        public void requests(
                int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length, RequestRun run) {
            Arrival.this.requests(endpoint, route, handler, a0, a1, a2, a3, segment, offset, length, run);
        }

        @Override
        public void ended(Throwable cause) {
            Arrival.this.ended(cause);
        }
    }

    // ---- what waits in devices

    @Override
    public ContextId peer() {
        return peer.id();
    }

    @Override
    public boolean pending() {
        ReceivingChain devices = chain;
        return devices != null && !refuses && devices.pending();
    }

    @Override
    public long dueNs() {
        ReceivingChain devices = chain;
        return devices == null ? Long.MAX_VALUE : devices.dueNs();
    }

    @Override
    public int poll(long nowNs) {
        ReceivingChain devices = chain;
        if (devices == null) {
            return 0;
        }
        int done = 0;
        try {
            done = devices.poll(nowNs);
            return done;
        } finally {
            look(devices);
            if (!devices.pending() || done > 0 && method.equals(Gathering.METHOD)) {
                peer.wantPoll(); // it may have taken leave meanwhile, or is to be told of what was gathered
            }
        }
    }

    @Override
    public boolean receives() {
        return true;
    }

    @Override
    public void end() {
        ReceivingChain devices = chain;
        if (devices != null) {
            devices.giveUp();
        }
    }

    @Override
    public boolean isOver() {
        return refuses;
    }

    // ---- requests

    private void request(
            int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        Endpoint to = addressee(endpoint, route & 0xFFFF);
        HandlerTable.Entry entry = addressed(handler);
        if (to == null || entry == null) {
            undelivered(endpoint, handler, a0, a1, a2, a3, to == null, length);
            return;
        }
        Payload p = payload.here(segment, offset, length);
        try {
            entry.handler().handle(to, a0, a1, a2, a3, p);
        } catch (Throwable broken) {
            complaints.handlerFailed(entry.name(), broken);
        } finally {
            p.settle();
        }
    }

    @Override
    public void requests(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length, RequestRun run) {
        if (!takesRequests) {
            frame(kind, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
        } else if (kind == FrameKind.RSR) {
            requests(endpoint, route, handler, a0, a1, a2, a3, segment, offset, length, run);
        } else {
            chained(kind, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length, run);
        }
    }

    private void requests(
            int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length, RequestRun run) {
        Endpoint to = addressee(endpoint, route & 0xFFFF);
        HandlerTable.Entry entry = addressed(handler);
        if (to == null || entry == null) {
            undelivered(endpoint, handler, a0, a1, a2, a3, to == null, length);
            return;
        }
        Payload p = payload.first(run, segment, offset, length);
        try {
            entry.handler().handleRun(to, a0, a1, a2, a3, p);
        } catch (Throwable broken) {
            complaints.handlerFailed(entry.name(), broken);
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

    private @Nullable Endpoint endpoint(int index, int generation) {
        lastTo = endpoints.at(index, generation);
        return lastTo;
    }

    private HandlerTable.@Nullable Entry entry(int handler) {
        lastEntry = handlers.at(handler);
        return lastEntry;
    }

    private void undelivered(int endpoint, int handler, int a0, int a1, int a2, int a3, boolean noEndpoint, int length) {
        HandlerTable.Entry known = entry(handler);
        if (known == null || !known.handler().mayComeTooLate(a0, a1, a2, a3)) {
            complaints.undeliverable(peer, endpoint, handler, noEndpoint);
        }
        payload.creditor().consumed(RingLayout.recordBytes(length));
    }

    // ---- what else a transport asks

    @Override
    public void awaited() {
        peer.expectAnswer();
    }

    @Override
    public @Nullable ByteBuffer landing(int kind, int a0, int a1, int a2, int a3, int length) {
        return kind == FrameKind.FRAGMENT && !refuses && stream != null ? control.longMessages().landing(peer, FrameHeader.joined(a0, a1), FrameHeader.joined(a2, a3), length) : null;
    }

    @Override
    public void landed(int kind, int a0, int a1, int a2, int a3, int length) {
        handedUp++;
        control.longMessages().landed(peer, FrameHeader.joined(a0, a1), FrameHeader.joined(a2, a3), length);
    }

    @Override
    public void ended(Throwable cause) {
        peer.end().laneEnded(cause);
    }
}
