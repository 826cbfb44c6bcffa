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
 * <p>Several threads of the process may sleep at once, calls and the background thread: the word says the strongest of what they need ({@link Announcements}), each withdraws what it
 * has announced and nothing else, and a ring wakes them all.
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

    // Of the process that sleeps here. Guarded by this; ringers change the word meanwhile, and nothing else.
    private Announcements announced = Announcements.NONE;
    private volatile long sliceNs = FIRST_SLICE_NS; // set by any sleeper: a stale one costs a turn

    /** @param memory native memory; the word is the aligned int at {@code offset} */
    public Doorbell(MemorySegment memory, long offset) {
        this.memory = memory;
        this.offset = offset;
        this.address = NativeMemory.at(memory, offset);
    }

    /** One load: whether a frame with or without "needs you" has to {@link #ring}. */
    public boolean mustRing(boolean needsYou) {
        int word = (int) WORD.getOpaque(NativeMemory.of(memory), address);
        return word != AWAKE && (needsYou || Announcements.state(word) == WAITED);
    }

    /** Wakes whoever sleeps here. */
    public void ring() {
        WORD.setVolatile(memory, offset, AWAKE);
        Futex.wake(memory, offset, Integer.MAX_VALUE);
    }

    /**
     * Announces sleep; afterwards the sleeper must look at its rings {@link #SETTLE_TURNS} times more before {@link #sleep}.
     *
     * @param state {@link #WAITED} or {@link #IDLE}
     * @return a ticket for {@link #sleep} and {@link #withdraw}
     */
    public synchronized int announce(int state) {
        int seen;
        Announcements next;
        do {
            seen = word();
            next = announced.heard(seen).with(state);
        } while (!WORD.compareAndSet(memory, offset, seen, next.word())); // volatile: the looks that follow come after it
        announced = next;
        return next.ticket(state);
    }

    /** Takes an announcement back, once; what others have announced stays. {@link #AWAKE} is no announcement. */
    public synchronized void withdraw(int ticket) {
        int seen;
        Announcements next;
        do {
            seen = word();
            next = announced.heard(seen).without(ticket);
        } while (!WORD.compareAndSet(memory, offset, seen, next.word()));
        announced = next;
    }

    /** Sleeps until rung or until the time is over, or shorter; returns at once if rung since {@link #announce}. The ticket stays to be withdrawn. */
    public void sleep(int ticket, long timeoutNs, Clock clock) {
        int seen = word();
        if (!Announcements.holds(ticket, seen)) {
            sliceNs = FIRST_SLICE_NS;
            return;
        }
        long slice = sliceNs;
        int how = clock.awaitWord(memory, offset, seen, Math.min(timeoutNs, slice));
        sliceNs = how == Futex.TIMED_OUT ? Math.min(LONGEST_SLICE_NS, slice * 2) : FIRST_SLICE_NS;
    }

    /** As {@link #sleep}, in one slice: where so many sleep that each would mostly wake for nothing, a ring that is lost may cost the whole time. */
    public void sleepWhole(int ticket, long timeoutNs, Clock clock) {
        int seen = word();
        if (Announcements.holds(ticket, seen)) {
            int ignored = clock.awaitWord(memory, offset, seen, timeoutNs);
        }
    }

    private int word() {
        return (int) WORD.getVolatile(memory, offset);
    }
}
