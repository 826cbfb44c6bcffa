package org.braid.testkit.races;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A gate that looks before it shuts, as one would write it without thinking: the run must find it out, or it finds nothing. Each visitor gives the other one time to come to the same
 * place, so that the shortest run on the busiest machine has both inside.
 */
@JCStressTest
@Outcome(id = {"1, 2", "2, 1", "0, 1", "1, 0"}, expect = Expect.ACCEPTABLE, desc = "never both inside")
@Outcome(expect = Expect.FORBIDDEN, desc = "both were inside")
@State
public class PlantedRace {
    private static final int MOST_YIELDS = 200;

    private final AtomicInteger steps = new AtomicInteger();
    private volatile boolean shut;
    private volatile int guarded;

    private int enter() {
        if (shut) {
            return 0;
        }
        awaitSteps(2);
        shut = true;
        int turn = guarded + 1;
        awaitSteps(4);
        guarded = turn;
        shut = false;
        return turn;
    }

    private void awaitSteps(int ofBoth) {
        steps.incrementAndGet();
        for (int i = 0; i < MOST_YIELDS && steps.get() < ofBoth; i++) {
            Thread.yield();
        }
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
