package org.braid.coll.select;

import org.braid.coll.schedule.Neighbourhood;
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

    /**
     * Likewise, of an operation of neighbours whom all ranks know of all. Where each knows its own alone, and between two groups, {@link #choose(Operation, int, int, long, boolean, boolean)} is asked, to which lists are nothing.
     *
     * @param neighbourhood the same at every rank, and the same object as long as it is the same one, so that choices can be kept
     */
    Rule choose(Operation operation, int size, Neighbourhood neighbourhood, long bytes, boolean crowded);

    /** What decides while members do not know yet whether they have the same data: of the call by which they find that out, which must be the same whatever these are. */
    Selection beforeAgreement();

    /** Whether a call that could go over memory that members share goes so, rather than by the messages that {@link #choose} says; as it does unless somebody knows better. Every rank must pass the same values. */
    default boolean prefersMemory(Operation operation, int size, int root, long bytes, boolean crowded, boolean commutative) {
        return true;
    }
}
