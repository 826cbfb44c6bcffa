package org.braid.testkit.races;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A producer sends a record, a repeat and another record while the consumer looks: it sees whole messages, in order, and in the end each once. */
@JCStressTest
@Outcome(id = {"0, 123", "1, 123", "12, 123", "123, 123"}, expect = Expect.ACCEPTABLE, desc = "some, in order; all in the end")
@Outcome(expect = Expect.FORBIDDEN, desc = "torn, doubled, lost or out of order")
@State
public class PublicationRace {
    private final StressedRing ring = new StressedRing();

    @Actor
    public void producer() {
        StressedRing.send(ring.producer, 400, 1);
        StressedRing.send(ring.producer, 400, 2);
        StressedRing.send(ring.producer, 500, 3);
    }

    @Actor
    public void consumer(II_Result r) {
        r.r1 = ring.look();
    }

    @Arbiter
    public void rest(II_Result r) {
        r.r2 = ring.look();
    }
}
