package org.braid.link.spi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.braid.base.memory.NativeMemory;
import org.braid.base.os.Futex;

/**
 * The one word on which a process sleeps, in shared memory, so that peers can wake it.
 *
 * <pre>
 *   AWAKE   somebody polls                                   nobody rings
 *   WAITED  a blocking call sleeps                           every frame rings
 *   IDLE    nobody waits, the background thread sleeps       only frames flagged "needs you" ring
 * </pre>
 *
 * <p>A ringer stores its record with release and then reads this word opaquely: it pays one load and no fence. So a ringer may still have read AWAKE while its record was on its way
 * out of the store buffer when the sleeper looked for the last time. The sleeper therefore lets {@link #SETTLE_TURNS} yields pass between its announcement and its last look, a
 * thousand times what a store buffer takes to drain, and sleeps in bounded slices that double from {@link #FIRST_SLICE_NS}: the cost of a ring that is lost all the same is bounded.
 * A process-wide barrier would close the gap formally, but binding it costs every sender tens of milliseconds at its start (docs/decisions).
 */
public final class Doorbell {
    /** Somebody polls. */
    public static final int AWAKE = 0;
    /** A blocking call sleeps. */
    public static final int WAITED = 1;
    /** Only the background thread sleeps. */
    public static final int IDLE = 2;

    /** Looks with a yield in between that a sleeper takes after announcing. */
    public static final int SETTLE_TURNS = 4;

    private static final long FIRST_SLICE_NS = 1_000_000;
    private static final long LONGEST_SLICE_NS = 64_000_000;
    private static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle();

    private final MemorySegment memory;
    private final long offset;
    private final long address; // of the word, for the one load that every message pays
    private long sliceNs = FIRST_SLICE_NS;

    /** @param memory native memory; the word is the aligned int at {@code offset} */
    public Doorbell(MemorySegment memory, long offset) {
        this.memory = memory;
        this.offset = offset;
        this.address = NativeMemory.at(memory, offset);
    }

    /** One load: whether a frame with or without "needs you" has to {@link #ring}. */
    public boolean mustRing(boolean needsYou) {
        int state = (int) WORD.getOpaque(NativeMemory.of(memory), address);
        return state != AWAKE && (state == WAITED || needsYou);
    }

    /** Wakes whoever sleeps here. */
    public void ring() {
        WORD.setVolatile(memory, offset, AWAKE);
        Futex.wake(memory, offset, Integer.MAX_VALUE);
    }

    /** Announces sleep; afterwards the sleeper must look at its rings {@link #SETTLE_TURNS} times more before {@link #sleep}. */
    public void announce(int state) {
        WORD.setVolatile(memory, offset, state);
    }

    /** Takes an announcement back. */
    public void stayAwake() {
        WORD.setRelease(memory, offset, AWAKE);
    }

    /** Sleeps until rung or until the time is over; returns at once if rung since {@link #announce}. */
    public void sleep(int state, long timeoutNs) {
        int how = Futex.await(memory, offset, state, Math.min(timeoutNs, sliceNs));
        sliceNs = how == Futex.TIMED_OUT ? Math.min(LONGEST_SLICE_NS, sliceNs * 2) : FIRST_SLICE_NS;
        stayAwake();
    }
}
