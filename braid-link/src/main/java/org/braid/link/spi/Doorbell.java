package org.braid.link.spi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.braid.base.os.Futex;
import org.braid.base.os.Membarrier;

/**
 * The one word on which a process sleeps, in shared memory, so that peers can wake it.
 *
 * <pre>
 *   AWAKE   somebody polls                                   nobody rings
 *   WAITED  a blocking call sleeps                           every frame rings
 *   IDLE    nobody waits, the background thread sleeps       only frames flagged "needs you" ring
 * </pre>
 *
 * <p>A ringer stores its record with release and then reads this word plainly: it pays one load and no fence. The sleeper pays instead: it stores its state, runs a barrier on every
 * thread of every registered process ({@link Membarrier}), looks at its rings once more, and only then sleeps. Where there is no such barrier it sleeps in slices of
 * {@link #SLICE_NS}, so a ring lost to the race costs at most that.
 */
public final class Doorbell {
    /** Somebody polls. */
    public static final int AWAKE = 0;
    /** A blocking call sleeps. */
    public static final int WAITED = 1;
    /** Only the background thread sleeps. */
    public static final int IDLE = 2;

    private static final long SLICE_NS = 1_000_000;
    private static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle();

    private final MemorySegment memory;
    private final long offset;

    /** @param memory native memory; the word is the aligned int at {@code offset} */
    public Doorbell(MemorySegment memory, long offset) {
        this.memory = memory;
        this.offset = offset;
    }

    /** Where the word lies in its segment, in bytes; peers map that segment. */
    public long offset() {
        return offset;
    }

    /** One load: whether a frame with or without "needs you" has to {@link #ring}. */
    public boolean mustRing(boolean needsYou) {
        int state = (int) WORD.getOpaque(memory, offset);
        return state != AWAKE && (state == WAITED || needsYou);
    }

    /** Wakes whoever sleeps here. */
    public void ring() {
        WORD.setVolatile(memory, offset, AWAKE);
        Futex.wake(memory, offset, Integer.MAX_VALUE);
    }

    /** Announces sleep; afterwards the sleeper must look at its rings once more before {@link #sleep}. */
    public void announce(int state) {
        WORD.setVolatile(memory, offset, state);
        Membarrier.global();
    }

    /** Takes an announcement back. */
    public void stayAwake() {
        WORD.setRelease(memory, offset, AWAKE);
    }

    /** Sleeps until rung or until the time is over; returns at once if rung since {@link #announce}. */
    public void sleep(int state, long timeoutNs) {
        Futex.await(memory, offset, state, Membarrier.available() ? timeoutNs : Math.min(timeoutNs, SLICE_NS));
        stayAwake();
    }
}
