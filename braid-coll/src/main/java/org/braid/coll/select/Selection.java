package org.braid.coll.select;

import org.braid.coll.schedule.Operation;

/** Who decides which algorithm serves a call: a pure function of what all members know alike. */
public interface Selection {
    /**
     * What is taken, with its reason. Every rank of the communicator must pass the same values.
     *
     * @param size ranks of the communicator
     * @param root the root; 0 for operations that have none
     * @param bytes of the whole vector (bcast, reduce, allreduce, scan, exscan) or of one block (all others); 0 when ranks don't know it alike (v-forms)
     * @param crowded whether some host has more ranks than cores
     */
    Rule choose(Operation operation, int size, int root, long bytes, boolean crowded, boolean commutative);

    /** Whether a call that could go over memory that members share goes so, rather than by the messages that {@link #choose} says; as it does unless somebody knows better. Every rank must pass the same values. */
    default boolean prefersMemory(Operation operation, int size, int root, long bytes, boolean crowded, boolean commutative) {
        return true;
    }
}
