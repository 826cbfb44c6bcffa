package org.braid.coll.engine;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/** The error that ends a call whose members don't call the same: it names both members and both operations. */
final class Mismatch {
    private Mismatch() {}

    /** Tells the other member too, which may have gone on without noticing. */
    static BraidException found(Port port, int tag, int mine, int slot, int theirs) {
        port.inquire(slot, tag, mine);
        String detail = mine >>> 17 == theirs >>> 17 ? ", with another count or type" : "";
        return new BraidException(
                ErrorCode.MPI_COLLECTIVE_DIFFERS,
                Signature.text(mine) + " at rank " + port.rank() + " can't go on",
                "in collective call " + tag + " of this communicator rank " + port.rank() + " calls " + Signature.text(mine)
                        + " and rank " + slot + " calls " + Signature.text(theirs) + detail,
                "Call the same operations in the same order, with the same root, count and type, on every rank of the communicator");
    }
}
