package org.braid.pipe.hello;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import javax.crypto.Mac;
import org.braid.base.wire.ContextId;
import org.jspecify.annotations.Nullable;

/**
 * What both ends of a handshake have seen: who opened, who accepted, and one fresh nonce from each.
 *
 * @param openerNonce 32 bytes
 * @param acceptorNonce 32 bytes
 */
record Transcript(ContextId opener, ContextId acceptor, byte[] openerNonce, byte[] acceptorNonce) {
    static final int ID_BYTES = 24;

    byte[] sealWith(Mac mac) {
        ByteBuffer ids = ByteBuffer.allocate(2 * ID_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        putId(ids, opener);
        putId(ids, acceptor);
        mac.update(ids.array());
        mac.update(openerNonce);
        return mac.doFinal(acceptorNonce);
    }

    static void putId(ByteBuffer to, ContextId id) {
        to.putLong(id.jobHigh()).putLong(id.jobLow()).putLong(id.number());
    }

    /** The id in the next 24 bytes, or null if they are none. */
    static @Nullable ContextId getId(ByteBuffer from) {
        long jobHigh = from.getLong();
        long jobLow = from.getLong();
        long number = from.getLong();
        return number < 0 ? null : new ContextId(jobHigh, jobLow, number);
    }
}
