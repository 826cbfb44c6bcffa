package org.braid.testkit.races;

import org.braid.base.os.Gate;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** One thread enters so often that the gate favours it, another one visits meanwhile. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "no increment was lost")
@Outcome(expect = Expect.FORBIDDEN, desc = "both were inside")
@State
public class FavouriteRace {
    private static final int UNTIL_FAVOURED = 1_200;

    private final Gate gate = new Gate();
    private int guarded;
    private int byOften;
    private int bySeldom;

    private int enter(int tries) {
        int times = 0;
        for (int i = 0; i < tries; i++) {
            if (gate.tryEnter()) {
                guarded++;
                times++;
                gate.exit();
            }
        }
        return times;
    }

    @Actor
    public void often() {
        byOften = enter(2 * UNTIL_FAVOURED);
    }

    @Actor
    public void seldom() {
        for (int i = 0; i < 40; i++) {
            bySeldom += enter(1);
            for (int pause = 0; pause < 60; pause++) {
                Thread.onSpinWait();
            }
        }
    }

    @Arbiter
    public void count(I_Result r) {
        r.r1 = byOften + bySeldom - guarded;
    }
}
