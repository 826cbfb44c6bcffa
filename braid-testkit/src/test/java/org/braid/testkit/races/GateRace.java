package org.braid.testkit.races;

import org.braid.base.os.Gate;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two visitors at a gate that favours nobody: one after the other, or one finds it shut. */
@JCStressTest
@Outcome(id = {"1, 2", "2, 1", "0, 1", "1, 0"}, expect = Expect.ACCEPTABLE, desc = "never both inside")
@Outcome(expect = Expect.FORBIDDEN, desc = "both were inside, or neither got in")
@State
public class GateRace {
    private final Gate gate = new Gate();
    private int guarded; // plain: only the gate orders it

    private int enter() {
        if (!gate.tryEnter()) {
            return 0;
        }
        int turn = ++guarded;
        gate.exit();
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
