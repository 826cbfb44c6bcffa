package org.braid.transports.shm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.braid.base.wire.Descriptor;
import org.jspecify.annotations.Nullable;

/**
 * What a peer must know to reach a context through shared memory (nexus-multimethod, Table 2): the body of its descriptor.
 *
 * <pre>
 *   0     8            16           20   24              32            40               48      64              72
 *  +-----+------------+------------+----+---------------+-------------+----------------+-------+---------------+
 *  | pid | start ticks| segment id | fd | segment bytes | home offset | doorbell offset| token | token address |
 *  +-----+------------+------------+----+---------------+-------------+----------------+-------+---------------+
 * </pre>
 *
 * <p>The token's address in its owner's process lets a peer find out, by reading it there, whether it may read that process's memory at all.
 */
record ShmAddress(
        long pid, long startTicks, int segmentId, int fd, long segmentBytes, long homeOffset, long doorbellOffset, long tokenHigh, long tokenLow,
        long tokenAddress) {
    private static final int BYTES = 72;

    Descriptor descriptor() {
        ByteBuffer body = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        body.putLong(pid).putLong(startTicks).putInt(segmentId).putInt(fd).putLong(segmentBytes).putLong(homeOffset).putLong(doorbellOffset);
        body.putLong(tokenHigh).putLong(tokenLow).putLong(tokenAddress);
        return new Descriptor(ShmTransport.NAME, body.array());
    }

    static @Nullable ShmAddress of(Descriptor descriptor) {
        if (descriptor.body().length != BYTES) {
            return null;
        }
        ByteBuffer body = ByteBuffer.wrap(descriptor.body()).order(ByteOrder.LITTLE_ENDIAN);
        ShmAddress address = new ShmAddress(
                body.getLong(), body.getLong(), body.getInt(), body.getInt(), body.getLong(), body.getLong(), body.getLong(), body.getLong(), body.getLong(),
                body.getLong());
        return address.makesSense() ? address : null;
    }

    private boolean makesSense() {
        return pid > 0 && fd >= 0 && inside(homeOffset, Home.BYTES) && inside(doorbellOffset, Integer.BYTES);
    }

    private boolean inside(long offset, long bytes) {
        return offset >= 0 && (offset & 63) == 0 && segmentBytes >= bytes && offset <= segmentBytes - bytes;
    }
}
