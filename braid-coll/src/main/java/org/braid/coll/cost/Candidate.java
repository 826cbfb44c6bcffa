package org.braid.coll.cost;

import java.util.Arrays;
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

    /** Whether it comes to the same at every rank as another one did, with as many messages: the same schedules by another name. */
    public boolean doesAs(Candidate other) {
        Outcome one = outcome;
        Outcome another = other.outcome;
        return algorithm == other.algorithm && one != null && another != null && one.timePs() == another.timePs() && Arrays.equals(one.messages(), another.messages()) && Arrays.equals(one.bytes(), another.bytes()) && Arrays.equals(one.endsPs(), another.endsPs());
    }

    /** When its last rank would be done, in picoseconds; for ever if nobody knows. */
    long timePs() {
        return outcome == null ? Long.MAX_VALUE : outcome.timePs();
    }
}
