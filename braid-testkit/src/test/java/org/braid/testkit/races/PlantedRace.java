package org.braid.testkit.races;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A gate that looks before it shuts, as one would write it without thinking: the run must find it out, or it finds nothing. */
@JCStressTest
@Outcome(id = {"1, 2", "2, 1", "0, 1", "1, 0"}, expect = Expect.ACCEPTABLE, desc = "never both inside")
@Outcome(expect = Expect.FORBIDDEN, desc = "both were inside")
@State
public class PlantedRace {
    private volatile boolean shut;
    private volatile int guarded;

    private int enter() {
        if (shut) {
            return 0;
        }
        for (int i = 0; i < 20; i++) {
            Thread.onSpinWait(); // wide enough to be hit often in the shortest run
        }
        shut = true;
        int turn = guarded + 1;
        guarded = turn;
        shut = false;
        return turn;
    }

    @Actor
    public void one(II_Result r) {
        r.r1 = enter();
    }

    @Actor
    public void other(II_Result r) {
        r.r2 = enter();
    }
}
