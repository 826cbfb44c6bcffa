package org.braid.link;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.braid.base.BraidException;
import org.braid.base.os.DirectMemory;
import org.braid.base.text.Text;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.Frame;
import org.braid.base.wire.GetBuffer;

/**
 * What a peer's runtime says to ours: credit, names, its table, alerts, the steps of bulk transfers, farewell. Rare beside requests, which {@link Peer} takes itself. Guarded by the
 * context's token.
 */
final class ControlFrames {
    private static final int MOST_TEXT_BYTES = 512;

    private final Peer peer;
    private final Context context;

    ControlFrames(Peer peer, Context context) {
        this.peer = peer;
        this.context = context;
    }

    /** What a broken peer sends must never throw into whatever call of ours happens to poll: it costs the peer its frame, with a notice. */
    void frame(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        try {
            understood(kind, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
        } catch (RuntimeException refused) {
            if (DirectMemory.isUsedUp(refused)) {
                throw refused;
            }
            context.complaints().protocolError(peer, kind);
        }
    }

    private void understood(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        switch (kind) {
            case Frame.CREDIT -> peer.toldOfStream(kind, a2, 0, BulkFrames.id(a0, a1));
            case Frame.HANDED -> peer.toldOfStream(kind, a0, a1, BulkFrames.id(a2, a3));
            case Frame.CUT -> cut(a0, a1, segment, offset, length);
            case Frame.NAME -> context.complaints().namesAgree(peer, handler, segment, offset, length);
            case Frame.TABLE -> toldTable(segment, offset, length);
            case Frame.ALERT -> context.complaints().alerted(peer, a0, a1);
            case Frame.OFFER -> context.bulk().incoming().offered(peer, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
            case Frame.PULL -> context.bulk().outgoing().pullRequested(peer, BulkFrames.id(a0, a1), a2, segment, offset, length);
            case Frame.FRAGMENT -> context.bulk().incoming().fragment(peer, BulkFrames.id(a0, a1), BulkFrames.id(a2, a3), segment, offset, length);
            case Frame.DONE -> bulkDone(BulkFrames.id(a0, a1), a2, a3, BulkFrames.why(segment, offset, length));
            default -> context.complaints().protocolError(peer, kind);
        }
    }

    private void cut(int stream, int incarnation, MemorySegment segment, long offset, int length) {
        Stream its = peer.streams().of(stream);
        if (its != null) {
            its.cut(incarnation, Stream.cutBy("context " + peer.id() + " refused what it brought", text(segment, offset, length)));
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
            context.notice("The descriptor table of " + peer.id() + " was refused: " + refused.why());
        }
    }

    private void bulkDone(long transfer, int status, int side, String why) {
        switch (side) {
            case BulkFrames.TO_SENDER -> context.bulk().outgoing().finished(peer, transfer, status, why);
            case BulkFrames.TO_RECEIVER -> context.bulk().incoming().finished(peer, transfer, status, why);
            case Handled.QUESTION -> peer.handled().asked(transfer);
            case Handled.ANSWER -> peer.handled().answered(transfer);
            default -> context.complaints().protocolError(peer, Frame.DONE);
        }
    }
}
