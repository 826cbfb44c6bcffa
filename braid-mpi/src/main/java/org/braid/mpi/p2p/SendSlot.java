package org.braid.mpi.p2p;

import org.braid.link.Startpoint;
import org.jspecify.annotations.Nullable;

/**
 * A reference to a receive slot of an LCO (generalized-communicators, section 3): name and index, and the startpoint once something was sent. A slot of an LCO in this context needs
 * no startpoint.
 */
public final class SendSlot {
    final LcoSlots owner;
    final int index;
    final LcoName name;
    final int receiveSlot;

    /** Written by any sending thread; all would write an equal value, and a startpoint's fields are final. */
    @Nullable Startpoint startpoint;

    /** The object's inbox, if it lives in this context; found at the first send. Guarded by the token. */
    @Nullable Inbox here;

    SendSlot(LcoSlots owner, int index, LcoName name, int receiveSlot) {
        this.owner = owner;
        this.index = index;
        this.name = name;
        this.receiveSlot = receiveSlot;
    }

    /** The index of the receive slot that this one leads to. */
    public int receiveSlot() {
        return receiveSlot;
    }
}
