package org.braid.mpi.reference;

import org.braid.mpi.p2p.LcoName;

/**
 * What a send slot leads to (generalized-communicators, sections 3 and 4.1).
 *
 * @param object its name
 * @param slot the receive slot there
 * @param key what a capability for this slot alone shows; 0 if the object's name was enough to make the address
 */
public record SlotAddress(LcoName object, int slot, int key) {
    private static final int SLOT_BITS = 24;
    private static final long SLOT_MASK = (1L << SLOT_BITS) - 1;

    /** The most slots of one kind that an object has. */
    static final int MOST_SLOTS = (int) SLOT_MASK;

    long where() {
        return objectOf(object) << SLOT_BITS | slot;
    }

    static long objectOf(LcoName name) {
        return (long) name.generation() << SLOT_BITS | name.endpoint();
    }

    static long objectOf(long where) {
        return where >>> SLOT_BITS;
    }

    static int slotOf(long where) {
        return (int) (where & SLOT_MASK);
    }
}
