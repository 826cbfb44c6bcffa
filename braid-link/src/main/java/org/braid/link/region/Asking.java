package org.braid.link.region;

import java.util.ArrayDeque;
import org.braid.base.BraidException;
import org.braid.base.wire.region.AccessRequest;

/** The gets of one peer's memory that are asked for piece by piece, so that a bounded number of bytes waits at the peer to be sent. Guarded by the context's token. */
final class Asking {
    /** Asked for and not answered yet, with what the questions take. */
    private static final long WINDOW_BYTES = 1 << 20;

    private final ArrayDeque<Access> waiting = new ArrayDeque<>();
    private long bytes;

    void add(Access get) {
        waiting.add(get);
    }

    /** Asks for as much as the window allows, one access after the other; those that cannot be asked for have failed, each before the next one's turn. */
    void goOn(Accesses accesses) {
        for (Access first = waiting.peek(); first != null && bytes < WINDOW_BYTES; first = waiting.peek()) {
            int piece = (int) Math.min(first.bytes - first.asked, AccessRequest.MOST_BYTES);
            try {
                first.way.ask(first, piece);
            } catch (BraidException refused) {
                waiting.remove();
                accesses.end(first, refused);
                continue;
            }
            first.asked += piece;
            first.pieces++;
            bytes += piece + AccessRequest.BYTES;
            if (first.asked == first.bytes) {
                waiting.remove();
            }
        }
    }

    void answered(int length) {
        bytes -= length;
    }

    /** Nothing more of it is wanted; what still comes is dropped. */
    void isOver(Access get) {
        if (get.asked < get.bytes) {
            boolean ignored = waiting.remove(get);
        }
        bytes -= get.asked - get.received + (long) get.pieces * AccessRequest.BYTES;
    }
}
