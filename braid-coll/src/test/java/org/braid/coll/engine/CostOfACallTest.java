package org.braid.coll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.RuleTable;
import org.junit.jupiter.api.Test;

/** What a call costs besides its messages. */
class CostOfACallTest {
    private static final int CALLS = 20_000;
    private static final long STEPS = 1_000_000;
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

    /** Of at most 64 steps one goes straight, and more by dependencies; what is measured is the engine's share alone, since the network is done at once. */
    @Test
    void aStepOfAScheduleCostsSomeNanoseconds() {
        System.out.println("a step that goes straight: " + stepNs(31, 8) + " ns; by dependencies: " + stepNs(256, 8) + " ns; in a loop: " + loopedStepNs() + " ns");
    }

    @Test
    void aKnownCallWithALoopAllocatesNothing() {
        Engine looped = looped();
        loopedCalls(looped, 200);
        long before = threads.getCurrentThreadAllocatedBytes();
        loopedCalls(looped, 200);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < SLACK_BYTES, () -> allocated + " bytes for 200 calls");
    }

    private Engine looped() {
        return new Engine(port, false, RuleTable.defaults().with("bcast=chain(segment=32)"), null);
    }

    private void loopedCalls(Engine looped, long count) {
        for (long i = 0; i < count; i++) {
            looped.run(looped.call(Operation.BCAST).root(0).count(4096, 8).out(in, 0));
        }
    }

    /** A receive and a send for each of a thousand segments. */
    private double loopedStepNs() {
        Engine looped = looped();
        long steps = 2L * 4096 * 8 / 32;
        long bestNs = Long.MAX_VALUE;
        for (int run = 0; run < 12; run++) {
            long messages = port.messages;
            long start = threads.getCurrentThreadCpuTime();
            loopedCalls(looped, STEPS / steps);
            bestNs = Math.min(bestNs, threads.getCurrentThreadCpuTime() - start);
            assertEquals(STEPS / steps * steps, port.messages - messages);
        }
        double ns = Math.round(10.0 * bestNs / (STEPS / steps * steps)) / 10.0;
        assertTrue(ns < 300, () -> ns + " ns a step are slower than any excuse (the first compiler only, a slow machine)");
        return ns;
    }

    private double stepNs(int ranks, int bytes) {
        var all = new InstantPort(1, ranks);
        var spread = new Engine(all, false, RuleTable.defaults().with("alltoall=linear"), null);
        long steps = STEPS;
        long calls = steps / (2L * ranks);
        long bestNs = Long.MAX_VALUE;
        for (int run = 0; run < 12; run++) {
            long messages = all.messages;
            long start = threads.getCurrentThreadCpuTime();
            for (long i = 0; i < calls; i++) {
                spread.run(spread.call(Operation.ALLTOALL).count(1, bytes).in(in, 0).out(out, 0));
            }
            bestNs = Math.min(bestNs, threads.getCurrentThreadCpuTime() - start);
            assertEquals(calls * 2 * (ranks - 1), all.messages - messages, "a send and a receive for each other rank, and a copy");
        }
        double ns = Math.round(10.0 * bestNs / (calls * (2L * ranks - 1))) / 10.0;
        assertTrue(ns < 300, () -> ns + " ns a step are slower than any excuse (the first compiler only, a slow machine)");
        return ns;
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
