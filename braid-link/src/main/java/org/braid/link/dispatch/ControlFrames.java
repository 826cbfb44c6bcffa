package org.braid.link.dispatch;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.base.os.DirectMemory;
import org.braid.base.text.Text;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.HandlerId;
import org.braid.link.bulk.Bulk;
import org.braid.link.bulk.BulkFrames;
import org.braid.link.bulk.IncomingBulk;
import org.braid.link.bulk.Offer;
import org.braid.link.bulk.state.BulkSide;
import org.braid.link.control.Handled;
import org.braid.link.flow.StripeLimits;
import org.braid.link.receiving.LaneEnd;
import org.braid.link.region.RemoteMemory;
import org.braid.link.spi.FrameSink;
import org.braid.link.stream.Complaints;
import org.braid.link.stream.Itinerary;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Stream;
import org.braid.link.stream.StreamNumber;
import org.braid.link.stripe.Stripes;

/**
 * What a peer's runtime says to ours: credit, names, its table, alerts, the steps of bulk transfers, farewell. Rare beside requests, which {@link Peer} takes itself. Guarded by the
 * context's token.
 */
final class ControlFrames {
    private static final int MOST_TEXT_BYTES = 512;

    private final Peer peer;
    private final OfferedRequests offered;
    private final HandlerTable handlers;
    private final Bulk bulk;
    private final RemoteMemory memory;
    private final PutNotices notices;
    private final Stripes stripes;
    private final Supplier<FrameSink> stripeTop;
    private final Complaints complaints;

    /** @param stripeTop makes the arrival of a striped lane of which nothing else has been heard */
    ControlFrames(Peer peer, OfferedRequests offered, HandlerTable handlers, Bulk bulk, RemoteMemory memory, PutNotices notices, Stripes stripes, Supplier<FrameSink> stripeTop, Complaints complaints) {
        this.peer = peer;
        this.offered = offered;
        this.handlers = handlers;
        this.bulk = bulk;
        this.memory = memory;
        this.notices = notices;
        this.stripes = stripes;
        this.stripeTop = stripeTop;
        this.complaints = complaints;
    }

    /** Those that are under way to us. */
    IncomingBulk longMessages() {
        return bulk.incoming();
    }

    /** What a broken peer sends must never throw into whatever call of ours happens to poll: it costs the peer its frame, with a notice. */
    void frame(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        try {
            understood(kind, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
        } catch (RuntimeException refused) {
            if (DirectMemory.isUsedUp(refused)) {
                throw refused;
            }
            complaints.protocolError(peer, kind);
        }
    }

    private void understood(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        switch (kind) {
            case FrameKind.CREDIT -> credit(a2, FrameHeader.joined(a0, a1));
            case FrameKind.HANDED -> peer.handed(a0, a1, FrameHeader.joined(a2, a3));
            case FrameKind.CUT -> cut(a0, a1, segment, offset, length);
            case FrameKind.OVER -> over(a0, a1, a2, a3);
            case FrameKind.GATHERED -> gathered(a0, FrameHeader.joined(a2, a3));
            case FrameKind.NAME -> toldName(handler, segment, offset, length);
            case FrameKind.TABLE -> toldTable(segment, offset, length);
            case FrameKind.ALERT -> complaints.alerted(peer, a0, a1);
            case FrameKind.OFFER -> offered(endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
            case FrameKind.PULL -> bulk.outgoing().pullRequested(peer, FrameHeader.joined(a0, a1), a2, segment, offset, length);
            case FrameKind.FRAGMENT -> bulk.incoming().fragment(peer, FrameHeader.joined(a0, a1), FrameHeader.joined(a2, a3), segment, offset, length);
            case FrameKind.DONE -> bulkDone(FrameHeader.joined(a0, a1), a2, a3, BulkFrames.why(segment, offset, length));
            case FrameKind.ACCESS -> accessed(endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
            case FrameKind.ACCESSED -> memory.answered(peer, FrameHeader.joined(a0, a1), FrameHeader.joined(a2, a3), segment, offset, length);
            case FrameKind.DENIED -> memory.denied(peer, FrameHeader.joined(a0, a1), a2);
            default -> complaints.protocolError(peer, kind);
        }
    }

    private void accessed(int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        boolean notifies = handler != HandlerId.NONE;
        if (notifies && !notices.mayRun()) {
            return;
        }
        long put = memory.execute(peer, notifies, segment, offset, length);
        if (put != 0) {
            notices.run(put, endpoint, route, handler, a0, a1, a2, a3);
        }
    }

    private void credit(int stream, long totalBytes) {
        if (!peer.granted(stream, totalBytes)) {
            complaints.protocolError(peer, FrameKind.CREDIT);
        }
    }

    /** What brings a stream that no lane brings. */
    private enum Nowhere implements LaneEnd {
        IT;

        @Override
        public long leave() {
            return 0;
        }
    }

    /** A rail has come to its end, or no lane leads on for it. */
    private void over(int stream, int railsOrIncarnation, int left, int stripe) {
        boolean ends = left == Stream.NOTHING_BEFORE;
        int serial = StreamNumber.serial(stream);
        if (!StreamNumber.makesSense(stream) || stream == StreamNumber.DEFAULT || railsOrIncarnation <= 0 || left < Stream.NOTHING_BEFORE || stripe <= Stream.NO_STRIPE || ends && railsOrIncarnation > StripeLimits.MOST_RAILS) {
            complaints.protocolError(peer, FrameKind.OVER);
        } else if (ends) {
            peer.receiving().railIsOver(stream, serial, stripe, railsOrIncarnation, stripeTop);
        } else if (!peer.receiving().isOver(serial) && peer.receiving().of(stream).goesOnBy(Nowhere.IT, railsOrIncarnation, left)) {
            peer.wantPoll(); // an answer is owed: what the lane before brings from now on is refused, as if a next one had introduced itself
        }
    }

    private void gathered(int stripe, long total) {
        if (!stripes.gathered(peer, stripe, total)) {
            complaints.protocolError(peer, FrameKind.GATHERED);
        }
    }

    private void offered(int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        Offer offer = bulk.incoming().offered(peer, segment, offset, length);
        if (offer != null) {
            offered.request(offer, endpoint, route, handler, a0, a1, a2, a3);
        }
    }

    /** Ids are hashes, so two names may share one. */
    private void toldName(int handler, MemorySegment segment, long offset, int length) {
        HandlerTable.Entry ours = handlers.at(handler);
        byte[] theirs = segment.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
        if (ours != null && !ours.name().equals(new String(theirs, StandardCharsets.UTF_8))) {
            complaints.namesDiffer(peer, ours.name());
        }
    }

    private void cut(int stream, int incarnation, MemorySegment segment, long offset, int length) {
        Stream its = peer.streams().of(stream);
        if (its != null) {
            its.itinerary().cut(incarnation, Itinerary.cutBy("context " + peer.id() + " refused what it brought", text(segment, offset, length)));
        }
    }

    private static String text(MemorySegment segment, long offset, int length) {
        byte[] bytes = segment.asSlice(offset, Math.min(length, MOST_TEXT_BYTES)).toArray(ValueLayout.JAVA_BYTE);
        return Text.shown(new String(bytes, StandardCharsets.UTF_8), MOST_TEXT_BYTES);
    }

    private void toldTable(MemorySegment segment, long offset, int length) {
        try {
            peer.learn(DescriptorTable.get(new GetBuffer(segment, offset, length)));
        } catch (BraidException refused) {
            peer.notice("The descriptor table of " + peer.id() + " was refused: " + refused.why());
        }
    }

    private void bulkDone(long transfer, int status, int side, String why) {
        switch (side) {
            case BulkSide.TO_SENDER -> bulk.outgoing().finished(peer, transfer, status, why);
            case BulkSide.TO_RECEIVER -> bulk.incoming().finished(peer, transfer, status, why);
            case Handled.QUESTION -> peer.handled().asked(transfer);
            case Handled.ANSWER -> peer.handled().answered(transfer);
            default -> complaints.protocolError(peer, FrameKind.DONE);
        }
    }
}
