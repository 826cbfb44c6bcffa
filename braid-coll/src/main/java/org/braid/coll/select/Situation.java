package org.braid.coll.select;

import org.braid.coll.schedule.Operation;

/**
 * What the choice may depend on; every rank of the communicator must see the same values.
 *
 * @param bytes of the whole vector (bcast, reduce, allreduce, scan, exscan) or of one block (all others); 0 when ranks don't know it alike (v-forms)
 * @param crowded whether some host has more ranks than cores
 */
public record Situation(Operation operation, int size, long bytes, boolean crowded, boolean commutative) {}
