package org.braid.coll.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.RuleTable;
import org.junit.jupiter.api.Test;

/** What a call costs besides its messages. */
class CostOfACallTest {
    private static final int CALLS = 20_000;
    private static final long SLACK_BYTES = 4096;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final InstantPort port = new InstantPort(1, 8);
    private final Engine engine = new Engine(port, true, RuleTable.defaults(), null);
    private final long[] in = new long[4096];
    private final long[] out = new long[4096 * 8];

    private void mixedCalls(int count) {
        for (int i = 0; i < count; i++) {
            engine.run(engine.call(Operation.BARRIER));
            engine.run(engine.call(Operation.BCAST).root(i % 8).count(1, 8).out(out, 0));
            engine.run(engine.call(Operation.ALLREDUCE).count(1, 8).in(in, 0).out(out, 0).reducer(Element.AFFINE_MAPS));
            engine.run(engine.call(Operation.ALLREDUCE).count(4096, 8).in(in, 0).out(out, 0).reducer(Element.AFFINE_MAPS));
            engine.run(engine.call(Operation.ALLTOALL).count(4, 8).in(in, 0).out(out, 0));
            Call call = engine.call(Operation.ALLGATHER).count(2, 8).in(in, 0).out(out, 0);
            engine.start(call);
            engine.await(call);
        }
    }

    @Test
    void aKnownCallAllocatesNothing() {
        mixedCalls(1000);
        long before = threads.getCurrentThreadAllocatedBytes();
        mixedCalls(2000);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < SLACK_BYTES, () -> allocated + " bytes for 12000 calls");
    }

    @Test
    void aSmallCallCostsLittleMoreThanItsMessages() {
        for (int warmUp = 0; warmUp < 5; warmUp++) {
            smallAllreduces();
        }
        long bestNs = Long.MAX_VALUE;
        for (int run = 0; run < 9; run++) {
            bestNs = Math.min(bestNs, smallAllreduces());
        }
        System.out.println("engine's share of an allreduce of 8 bytes: " + bestNs / CALLS + " ns");
        assertTrue(bestNs / CALLS < 2000, "slower than any excuse (the first compiler only, a slow machine)");
    }

    @Test
    void aStepCostsLittle() {
        double straightNs = stepNs(8, 64);
        double byDependenciesNs = stepNs(128, 1024);
        System.out.printf(Locale.ROOT, "a step of a schedule, with a message that costs nothing: %.1f ns straight, %.1f by dependencies%n", straightNs, byDependenciesNs);
        assertTrue(Math.max(straightNs, byDependenciesNs) < 1000, "slower than any excuse");
    }

    /** What each further step costs a root that sends to all, one after the other. */
    private double stepNs(int fewRanks, int manyRanks) {
        Engine few = rootOf(fewRanks);
        Engine many = rootOf(manyRanks);
        double fewNs = Double.MAX_VALUE;
        double manyNs = Double.MAX_VALUE;
        for (int run = 0; run < 14; run++) { // most of them warm up
            fewNs = Math.min(fewNs, bcastsNs(few));
            manyNs = Math.min(manyNs, bcastsNs(many));
        }
        return (manyNs - fewNs) / CALLS / (manyRanks - fewRanks);
    }

    private static Engine rootOf(int ranks) {
        return new Engine(new InstantPort(0, ranks), true, RuleTable.defaults().with("bcast=linear"), null);
    }

    private double bcastsNs(Engine root) {
        long start = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < CALLS; i++) {
            root.run(root.call(Operation.BCAST).root(0).count(1, 8).out(out, 0));
        }
        return threads.getCurrentThreadCpuTime() - start;
    }

    /** The thread's own time: what others of the machine do meanwhile is not the call's. */
    private long smallAllreduces() {
        long start = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < CALLS; i++) {
            engine.run(engine.call(Operation.ALLREDUCE).count(1, 8).in(in, 0).out(out, 0).reducer(Element.AFFINE_MAPS));
        }
        return threads.getCurrentThreadCpuTime() - start;
    }
}
