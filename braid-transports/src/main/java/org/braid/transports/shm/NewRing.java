package org.braid.transports.shm;

import org.braid.base.BraidException;
import org.braid.base.os.SharedArena;
import org.braid.link.ring.RingLayout;

/**
 * The memory of a ring to a peer, as large as was asked for if the machine can spare that. Where shared memory is scarce a ring is smaller rather than none: half as large as long as it
 * has to be, down to {@link ShmParameters#LEAST_RING}.
 */
record NewRing(SharedArena.Block block, int capacityBytes) {
    /** A ring of this size has a segment of its own, so that the arena grows by no more. */
    private static final int OWN_SEGMENT_BYTES = 512 << 10;

    /** A large ring takes at most this part of what is left, so that whoever comes later finds room for a small one. */
    private static final int LARGEST_PART = 8;

    /** @param before how many peers have rings already */
    static NewRing in(SharedArena arena, ShmParameters wanted, int before) {
        int capacity = affordable(arena, wanted, before);
        while (true) {
            try {
                return of(arena, capacity);
            } catch (BraidException full) {
                if (capacity <= ShmParameters.LEAST_RING) {
                    throw full;
                }
                capacity /= 2;
            }
        }
    }

    /** A size that was set by hand is tried as it is. */
    private static int affordable(SharedArena arena, ShmParameters wanted, int before) {
        int capacity = wanted.ringBytes(before);
        boolean large = capacity > wanted.smallRingBytes() && wanted.isOfDefaultSize();
        return large && RingLayout.memoryBytes(capacity) > arena.roomBytes() / LARGEST_PART ? wanted.smallRingBytes() : capacity;
    }

    private static NewRing of(SharedArena arena, int capacityBytes) {
        long bytes = RingLayout.memoryBytes(capacityBytes);
        return new NewRing(capacityBytes < OWN_SEGMENT_BYTES ? arena.allocate(bytes) : arena.allocateApart(bytes), capacityBytes);
    }
}
