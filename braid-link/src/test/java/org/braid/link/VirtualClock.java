package org.braid.link;

import java.lang.foreign.MemorySegment;
import org.braid.base.os.Futex;
import org.braid.link.spi.Clock;

/** Time that passes when somebody waits, and then at once; what happens meanwhile is the test's. */
final class VirtualClock implements Clock {
    private static final long MOMENT_NS = 1_000;

    private final Runnable meanwhile;
    private long nowNs;

    VirtualClock(Runnable meanwhile) {
        this.meanwhile = meanwhile;
    }

    @Override
    public long nanoTime() {
        return nowNs;
    }

    @Override
    public void giveWay() {
        pass(MOMENT_NS);
    }

    @Override
    public void park(Object blocker, long atMostNs) {
        pass(atMostNs);
    }

    @Override
    public int awaitWord(MemorySegment memory, long offset, int expected, long timeoutNs) {
        pass(timeoutNs);
        return Futex.TIMED_OUT;
    }

    private void pass(long ns) {
        nowNs += ns;
        meanwhile.run();
    }
}
