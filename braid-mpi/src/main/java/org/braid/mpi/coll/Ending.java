package org.braid.mpi.coll;

import org.braid.coll.agreement.Disagreement;
import org.braid.coll.engine.Engine;
import org.braid.mpi.liveness.Agreement;
import org.jspecify.annotations.Nullable;

/**
 * How the collectives of one communicator end at this rank: after the last call that is under way as it is freed. What the program was never told, since it has made no call that would have, is told then.
 *
 * <p>Guarded by the lock of {@link CollectiveRuns}.
 */
final class Ending {
    private final Engine engine;
    private final Agreement agreement;

    /** What is left to do after the last call; null before the communicator is freed, and when it is done. */
    private @Nullable Runnable then;

    /** Not after a call has failed, which may have told so, or have ended at some members before it was counted, nor if the object goes on. */
    private boolean tells = true;

    Ending(Engine engine, Agreement agreement) {
        this.engine = engine;
        this.agreement = agreement;
    }

    /** The end tells nothing of calls that differ. */
    void tellNothing() {
        tells = false;
    }

    /** A call has failed here: the end tells nothing of calls that differ, nor do other members' ends tell so of this one. */
    void callFailed() {
        tells = false;
        engine.goAstray();
    }

    /** The communicator is freed: {@code last} is to be done after the last of its calls. */
    void await(Runnable last) {
        then = last;
    }

    /**
     * Nothing is under way, or some call may be: closes everything in the first case, if the communicator is freed.
     *
     * @return that members have made different calls, if it has become known only now
     */
    @Nullable Disagreement closeIfOver() {
        Runnable last = then;
        if (last == null || engine.pending() != 0) {
            return null;
        }
        then = null;
        try {
            return tells ? difference() : null;
        } finally {
            close(last);
        }
    }

    private void close(Runnable last) {
        try {
            engine.close();
        } finally {
            last.run();
        }
    }

    private @Nullable Disagreement difference() {
        Disagreement known = agreement.known();
        if (known != null) {
            return known.isCalledOff() ? null : known;
        }
        Disagreement found = agreement.compareOnFreeing();
        return found == null ? engine.compareOnFreeing() : found;
    }
}
