package org.braid.transports.tls;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;

/** What reads bytes of whoever calls, or is called, before anything is known of them. */
enum RecordDecoder {
    /** A caller's first words, for people. */
    OFFER {
        @Override
        boolean survive(byte[] bytes) {
            ByteBuffer arrived = ByteBuffer.wrap(bytes);
            boolean isOne = !Offer.in(arrived).isEmpty();
            return isOne && arrived.remaining() == bytes.length;
        }
    },
    /** An end that was called. */
    CALLED {
        @Override
        boolean survive(byte[] bytes) {
            return greeted(Contexts.CALLEDS.called(), bytes);
        }
    },
    /** An end that calls. */
    CALLING {
        @Override
        boolean survive(byte[] bytes) {
            return greeted(Contexts.CALLERS.calling(), bytes);
        }
    };

    /** True if it was accepted. */
    abstract boolean survive(byte[] bytes);

    /** Whatever a stranger says, nothing is handed up and nobody is taken for one of the job. */
    private static boolean greeted(SSLEngine engine, byte[] bytes) {
        TlsEnd end = Contexts.end(engine);
        ByteBuffer room = ByteBuffer.allocate(100);
        for (int at = 0; end.why() == null && at < bytes.length; ) {
            ByteBuffer to = end.beginArrival().bytes();
            int count = Math.min(to.remaining(), bytes.length - at);
            to.put(bytes, at, count);
            end.endArrival();
            end.shake();
            end.open(room);
            at += count;
            if (count == 0) {
                break; // it waits for the end of a record that never comes
            }
        }
        if (end.isOpen() || room.position() > 0) {
            throw new AssertionError("a stranger was believed");
        }
        return end.why() == null;
    }
}
