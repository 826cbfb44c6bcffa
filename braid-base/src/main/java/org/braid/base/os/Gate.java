package org.braid.base.os;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Mutual exclusion that favours one thread: whoever enters often with nobody in between. It enters and leaves with plain stores, while everybody else pays a compare-and-set and a barrier that the kernel
 * executes in the favourite's place (the biased lock of Dice, Moir and Scherer, 2001). Not reentrant; nobody waits here.
 *
 * <pre>
 *   favourite   inside = 1 ── held = 0 ? ── yes: in          others   held: 0 → 1 ── barrier ── inside = 0 ? ── yes: in
 *                                        └─ no: inside = 0                                                   └─ no: held = 0
 * </pre>
 *
 * <p>Why: a locked instruction waits until all stores before it have left the store buffer, so a stream of messages through a compare-and-set goes one cache line at a time. After
 * {@value #MOST_VISITS} visits that interrupted little, nobody is favoured any more, and all pay the compare-and-set alone until some thread has earned the favour again.
 *
 * <p>Orders: {@code inside} and {@code held} are each given back with setRelease and seen by volatile reads. The favourite's store is opaque and the load after it volatile, which keeps the
 * compiler from exchanging them; that the processor does not is the barrier's part. Where the kernel has none, a visitor waits {@link #SETTLE_NS} instead, a thousand times what a
 * store buffer takes to drain (docs/decisions/gate.md). So do its first visitors: to bind the system call costs as much as {@link #WORTH_BINDING} of them wait, and many a process ends before.
 */
public class Gate {
    private static final int EARNED = 1_000;
    private static final int MOST_VISITS = 64;

    /** A visit costs what so many entries of the favourite save, about. */
    private static final int LITTLE = 1_000;

    private static final long SETTLE_NS = 50_000;

    /** Visits that wait before the barrier is bound (beside them: they go on waiting), which takes 15 to 80 ms: whoever rents until he has paid what buying costs pays at most twice. */
    private static final int WORTH_BINDING = 300;
    private static final VarHandle INSIDE;
    private static final VarHandle HELD;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            INSIDE = lookup.findVarHandle(Favour.class, "inside", int.class);
            HELD = lookup.findVarHandle(Gate.class, "held", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * One thread's favour, from when it has earned it until it is lost. The word is no other thread's to write, nor a later favourite's: who has read that it is favoured may lose its core, and with it the favour, before it
     * writes that it is inside, and takes that word back when it runs again. If it were the next favourite's word, too, the gate would be open while that one is inside.
     */
    private static final class Favour {
        private final Thread thread;

        /** Volatile for its readers alone, as {@link Gate#held}. */
        private volatile int inside;

        private Favour(Thread thread) {
            this.thread = thread;
        }
    }

    /** Written under {@code held}; a stale read is noticed after {@code held} was read. */
    private @Nullable Favour favour;

    // Volatile for its readers alone: a volatile read is at least the acquire or opaque one that is meant, and one bytecode, which counts until this is compiled.
    private volatile int held;

    /** The thread that is in by {@code held}; one that reads itself here is in, whatever others read. */
    private @Nullable Thread visitor;

    // How the favour is won and lost: written by the favourite (entries) and by visitors while they are in.
    private int entries;
    private int visits;
    private int settled; // visits that waited
    private @Nullable Thread candidate;
    private int inARow;

    /** True if the calling thread is in now, and was not before. */
    public final boolean tryEnter() {
        Thread me = Thread.currentThread();
        Favour mine = favour;
        if (mine == null || mine.thread != me) {
            return tryVisit(me);
        }
        if (mine.inside != 0) {
            return false;
        }
        INSIDE.setOpaque(mine, 1);
        if (held == 0 && favour == mine) {
            entries++;
            return true;
        }
        INSIDE.setRelease(mine, 0);
        return false;
    }

    /** True if the calling thread is the favourite: its entering costs little, and nobody a favour. */
    public final boolean favoursMe() {
        Favour known = favour;
        return known != null && known.thread == Thread.currentThread();
    }

    /** True if the calling thread is in. */
    public final boolean isMine() {
        Thread me = Thread.currentThread();
        Favour known = favour;
        return visitor == me || known != null && known.thread == me && known.inside != 0;
    }

    /** True if it looks as if nobody were in. */
    public final boolean looksFree() {
        Favour known = favour;
        return held == 0 && (known == null || known.inside == 0);
    }

    /** The calling thread, which is in, leaves. */
    public final void exit() {
        if (visitor == null) { // the favourite: a visitor's name is erased before he leaves
            INSIDE.setRelease(favour, 0);
        } else {
            visitor = null;
            HELD.setRelease(this, 0);
        }
    }

    private boolean tryVisit(Thread me) {
        if (!looksFree() || !HELD.compareAndSet(this, 0, 1)) {
            return false;
        }
        Favour known = favour;
        if (known != null && !isOutside(known)) {
            HELD.setRelease(this, 0);
            return false;
        }
        visitor = me;
        if (known != null) {
            disturbed(me);
        } else if (candidate != me) {
            candidate = me;
            inARow = 0;
        } else if (++inARow == EARNED) {
            favourMe(me);
        }
        return true;
    }

    private void favourMe(Thread me) {
        try {
            favour = new Favour(me);
        } catch (OutOfMemoryError later) {
            inARow = 0; // the caller is in, and has to know: it may earn the favour once more
        }
    }

    private void disturbed(Thread by) {
        visits = entries < LITTLE ? visits + 1 : 0;
        entries = 0;
        if (visits == MOST_VISITS) {
            visits = 0;
            favour = null;
            candidate = by;
            inARow = 0;
        }
    }

    private boolean isOutside(Favour known) {
        if (settled < WORTH_BINDING || !Membarrier.ofProcess()) {
            settle();
        }
        return known.inside == 0;
    }

    private void settle() {
        settled += settled < WORTH_BINDING ? 1 : 0;
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < SETTLE_NS) {
            Thread.onSpinWait();
        }
    }
}
