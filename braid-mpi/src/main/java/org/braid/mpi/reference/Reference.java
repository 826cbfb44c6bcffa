package org.braid.mpi.reference;

import org.braid.base.wire.ContextId;

/**
 * One send slot that leads to a receive slot, as known at the receiver's process.
 *
 * @param counts whether messages may come by it: not if it was refused
 */
record Reference(ContextId process, int number, Referred object, int slot, boolean counts) {
    /** What a message names: who sent it, and a number there. */
    record Key(ContextId process, int number) {}
}
