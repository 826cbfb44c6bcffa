package org.braid.coll.cost;

import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.sim.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * An algorithm that could serve a call.
 *
 * @param tuning how it would work; null for as it comes
 * @param outcome what it would come to; null if it is too large to be simulated
 * @param why it could not be simulated; "" if it was
 */
public record Candidate(Algorithm algorithm, @Nullable Tuning tuning, @Nullable Outcome outcome, String why) {
    /** As BRAID_COLL takes it. */
    public String text() {
        return algorithm.text() + (tuning == null ? "" : tuning.toString());
    }

    /** When its last rank would be done, in picoseconds; for ever if nobody knows. */
    long timePs() {
        return outcome == null ? Long.MAX_VALUE : outcome.timePs();
    }
}
