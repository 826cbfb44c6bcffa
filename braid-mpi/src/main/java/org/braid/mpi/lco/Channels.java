package org.braid.mpi.lco;

import java.util.BitSet;
import org.braid.link.stream.Wish;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.Envelope;

/** Which channels of this process belong to communicator objects whose messages go a way of their own. Guarded by the context's token. */
final class Channels {
    private final BitSet taken = new BitSet();

    Channels() {
        taken.set(0); // everybody else's
        taken.set(Envelope.NOTICES);
    }

    /** One that nobody has. */
    int take() {
        int free = taken.nextClearBit(0);
        if (free >= Wish.MOST_CHANNELS) {
            throw new MpiFailure(ErrorClass.NO_MEMORY, "No further communicator can have a method of its own", (Wish.MOST_CHANNELS - 2) + " of this process have one", "Free some of them, or set the attribute of fewer");
        }
        taken.set(free);
        return free;
    }

    void give(int channel) {
        taken.clear(channel);
    }
}
