package org.braid.transports.shm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.braid.base.os.SharedArena;
import org.braid.base.wire.Descriptor;
import org.jspecify.annotations.Nullable;

/**
 * What a peer must know to reach a context through shared memory (nexus-multimethod, Table 2): the body of its descriptor.
 *
 * <pre>
 *   0     8                          32                       56      72              80                  88
 *  +-----+--------------------------+------------------------+-------+---------------+-------------------+
 *  | pid | place of the home        | place of the doorbell  | token | token address | name of the arena |
 *  +-----+--------------------------+------------------------+-------+---------------+-------------------+
 *  place:
 *   0            4    8               16       24
 *  +------------+----+---------------+--------+
 *  | segment id | fd | segment bytes | offset |
 *  +------------+----+---------------+--------+
 * </pre>
 *
 * <p>The token's address in its owner's process lets a peer find out, by reading it there, whether it may read that process's memory at all.
 */
record ShmAddress(long pid, Place home, Place doorbell, long tokenHigh, long tokenLow, long tokenAddress, long arena) {
    private static final int BYTES = 88;

    /** A block in a shared segment of the process. */
    record Place(int segmentId, int fd, long segmentBytes, long offset) {
        static Place of(SharedArena arena, SharedArena.Block block) {
            int id = block.segmentId();
            return new Place(id, arena.fd(id), arena.bytes(id), block.offset());
        }

        static Place get(ByteBuffer from) {
            return new Place(from.getInt(), from.getInt(), from.getLong(), from.getLong());
        }

        void put(ByteBuffer to) {
            to.putInt(segmentId).putInt(fd).putLong(segmentBytes).putLong(offset);
        }

        boolean holds(long bytes) {
            return fd >= 0 && offset >= 0 && (offset & 63) == 0 && segmentBytes >= bytes && offset <= segmentBytes - bytes;
        }
    }

    Descriptor descriptor() {
        ByteBuffer body = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        body.putLong(pid);
        home.put(body);
        doorbell.put(body);
        body.putLong(tokenHigh).putLong(tokenLow).putLong(tokenAddress).putLong(arena);
        return new Descriptor(ShmTransport.NAME, body.array());
    }

    /** The address in a descriptor, or null when its numbers cannot be meant. */
    static @Nullable ShmAddress of(Descriptor descriptor) {
        byte[] bytes = descriptor.body();
        if (bytes.length != BYTES) {
            return null;
        }
        ByteBuffer body = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        ShmAddress address = new ShmAddress(body.getLong(), Place.get(body), Place.get(body), body.getLong(), body.getLong(), body.getLong(), body.getLong());
        return address.pid > 0 && address.home.holds(Home.BYTES) && address.doorbell.holds(Integer.BYTES) ? address : null;
    }
}
