package org.braid.link.ring;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.braid.base.wire.ContextId;

/**
 * In which order the rings of a context that closes say farewell. A peer tells its user as soon as nothing more can come by any ring that it knows, and it may not have met the youngest ones yet: so those that lead to one peer take
 * their turns, the youngest first, and each when its peer has read everything that the one before had brought.
 */
public final class RingFarewells {
    /** A ring of this context. */
    public interface Outgoing {
        /** Who reads it. */
        ContextId peer();

        /** What is written there. */
        RingLane lane();
    }

    private final List<? extends Outgoing> rings;

    /** @param rings those that there are at any time, in the order in which they were made */
    public RingFarewells(List<? extends Outgoing> rings) {
        this.rings = rings;
    }

    /** Says those whose turn it is, and that there is room for; once more on each turn until all lanes are closed. */
    public void sayInTurn() {
        Set<ContextId> busy = new HashSet<>();
        for (Outgoing each : rings.reversed()) {
            boolean said = !busy.contains(each.peer()) && each.lane().sayFarewell();
            if (!said || !each.lane().closed()) {
                busy.add(each.peer());
            }
        }
    }

    /** There is no more time: says them all, so that whoever reads on later learns that nothing more comes. */
    public void sayAtOnce() {
        for (Outgoing each : rings) {
            boolean ignored = each.lane().sayFarewell();
        }
    }
}
