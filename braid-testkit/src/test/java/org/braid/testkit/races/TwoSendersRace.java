package org.braid.testkit.races;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** Two threads send through one ring, and one of them reads it: whatever was taken comes out once, and nothing else. */
@JCStressTest
@Outcome(id = {"1, 1, 2, 21", "1, 1, 12, 12", "1, 1, 21, 21"}, expect = Expect.ACCEPTABLE, desc = "both were taken")
@Outcome(id = {"1, 0, 0, 1", "1, 0, 1, 1", "0, 1, 2, 2"}, expect = Expect.ACCEPTABLE, desc = "one was told to try again")
@Outcome(expect = Expect.FORBIDDEN, desc = "torn, doubled, lost, or both refused")
@State
public class TwoSendersRace {
    private final StressedRing ring = new StressedRing();

    @Actor
    public void sender(IIII_Result r) {
        r.r1 = StressedRing.send(ring.producer, 400, 1) ? 1 : 0;
    }

    @Actor
    public void senderAndReader(IIII_Result r) {
        r.r2 = StressedRing.send(ring.producer, 400, 2) ? 1 : 0;
        r.r3 = ring.look();
    }

    @Arbiter
    public void rest(IIII_Result r) {
        r.r4 = ring.look();
    }
}
