package org.braid.launch.supervise;

import org.braid.launch.signal.Signals;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a job: a pure state machine, fed with what happened and the time, asked what to do.
 *
 * <pre>
 *   RUNNING ──first failure, abort──────────────> ENDING: terminate the others, kill them after 0.5 s, or later where many tasks want the cores
 *      │ ────a rank cannot be started────────────> KILLED: kill the others at once
 *      │ ────signal──────────────────────────────> ENDING: forward it once, kill after 5 s; a second signal kills at once
 *      │ ────time-out────────────────────────────> DUMPING: stacks of all ranks, 0.5 s ──> ENDING as after a failure
 *      └─────last rank ended─────────────────────> OVER &lt;──last rank ended── ENDING, KILLED
 * </pre>
 *
 * Owned by the launcher's main thread. Times are monotonic nanoseconds.
 */
public final class Supervision {
    /** So many nanoseconds ranks have to end once the job has failed. */
    public static final long FAILURE_GRACE_NS = 500_000_000L;

    /** So many nanoseconds ranks have to end after the user's signal. */
    public static final long SIGNAL_GRACE_NS = 5_000_000_000L;

    /** So many nanoseconds ranks have to print their stacks. */
    public static final long DUMP_NS = 500_000_000L;

    /** What the launcher is to do to the ranks. */
    public enum Action {
        /** Leave them alone. */
        NOTHING,
        /** Pass on {@link #signal()}. */
        FORWARD_SIGNAL,
        /** Have them print their stacks. */
        DUMP_STACKS,
        /** Ask them to end. */
        TERMINATE,
        /** End them. */
        KILL
    }

    private enum State {
        RUNNING,
        DUMPING,
        ENDING,
        KILLED,
        OVER
    }

    private static final byte ALIVE = 0;
    private static final byte JOINED = 1;
    private static final byte FINISHED = 2;
    private static final byte GONE = 3;
    private static final byte GONE_UNJOINED = 4;

    private final byte[] ranks;
    private final long timeoutNs;
    private int alive;
    private int joined;
    private State state = State.RUNNING;
    private Action pending = Action.NOTHING;
    private long deadlineNs;
    private long verdictNs;
    private @Nullable Verdict verdict;

    /**
     * The job begins: all its ranks count as alive, whether their processes run already or not.
     *
     * @param size how many ranks there are
     * @param nowNs from when on the time-out counts
     * @param timeoutNs how long the job may take; 0 for ever
     */
    public Supervision(int size, long nowNs, long timeoutNs) {
        this.ranks = new byte[size];
        this.alive = size;
        this.deadlineNs = timeoutNs == 0 ? Long.MAX_VALUE : nowNs + timeoutNs;
        this.timeoutNs = timeoutNs;
    }

    /** A rank has registered with the rank server: it is inside MPI now. */
    public void joined(int rank, long nowNs) {
        if (ranks[rank] == ALIVE) {
            ranks[rank] = JOINED;
            joined++;
            blameWhoLeftUnjoined(nowNs);
        }
    }

    /** A rank has left MPI in good order. */
    public void finished(int rank) {
        if (ranks[rank] == JOINED) {
            ranks[rank] = FINISHED;
        }
    }

    /** A rank's process has ended; 128 + n stands for signal n. */
    public void exited(int rank, int code, long nowNs) {
        byte was = ranks[rank];
        if (was >= GONE) {
            return;
        }
        ranks[rank] = was == ALIVE ? GONE_UNJOINED : GONE;
        alive--;
        if (code != 0) {
            end(new Verdict.RankDied(rank, code), nowNs);
        } else if (was == JOINED) {
            end(new Verdict.RankLeft(rank, true), nowNs);
        } else if (was == ALIVE) {
            blameWhoLeftUnjoined(nowNs);
        }
        if (alive == 0) {
            end(new Verdict.Success(), nowNs);
            state = State.OVER;
            pending = Action.NOTHING;
        }
    }

    /** Once some rank is inside MPI, a rank that ended without joining will be waited for in vain. */
    private void blameWhoLeftUnjoined(long nowNs) {
        if (joined == 0) {
            return;
        }
        for (int rank = 0; rank < ranks.length; rank++) {
            if (ranks[rank] == GONE_UNJOINED) {
                end(new Verdict.RankLeft(rank, false), nowNs);
                return;
            }
        }
    }

    /**
     * A rank's process never was: the others can have done nothing yet, and need no time to end.
     *
     * @param why what the system said
     */
    public void notStarted(int rank, String why, long nowNs) {
        if (verdict == null) {
            decide(new Verdict.NotStarted(rank, why), nowNs);
            become(State.KILLED, Action.KILL, Long.MAX_VALUE);
        }
        exited(rank, 0, nowNs);
    }

    /**
     * A host is gone, and so are its ranks: whatever became of them there, nobody will tell.
     *
     * @param lost its ranks, those that had ended before included
     * @param why nothing is heard of it
     */
    public void hostLost(int[] lost, String host, String why, long nowNs) {
        for (int rank : lost) {
            if (isAlive(rank)) {
                end(new Verdict.HostLost(rank, host, why), nowNs);
                break;
            }
        }
        for (int rank : lost) {
            exited(rank, 0, nowNs);
        }
    }

    /**
     * A rank has called Abort.
     *
     * @param code the exit code that it wants the job to have
     * @param reason in its own words
     */
    public void aborted(int rank, int code, String reason, long nowNs) {
        end(new Verdict.Aborted(rank, code, reason), nowNs);
    }

    /** The launcher got a signal that ends the job; a second one ends it at once. */
    public void signalled(int number, long nowNs) {
        if (state == State.OVER) {
            return;
        }
        if (state == State.RUNNING && number == Signals.PIPE) {
            end(new Verdict.Signalled(number), nowNs); // nobody reads what the ranks print: a JVM takes no notice of that signal itself
        } else if (state == State.RUNNING) {
            decide(new Verdict.Signalled(number), nowNs);
            become(State.ENDING, Action.FORWARD_SIGNAL, nowNs + SIGNAL_GRACE_NS);
        } else {
            become(State.KILLED, Action.KILL, Long.MAX_VALUE);
        }
    }

    private void end(Verdict why, long nowNs) {
        if (verdict == null) {
            decide(why, nowNs);
            become(State.ENDING, Action.TERMINATE, nowNs + FAILURE_GRACE_NS);
        }
    }

    private void decide(Verdict why, long nowNs) {
        verdict = why;
        verdictNs = nowNs;
    }

    private void become(State next, Action action, long untilNs) {
        state = next;
        pending = action;
        deadlineNs = untilNs;
    }

    /** The whole job was stopped for so many nanoseconds: that time does not count for its time-out. What has ended it since gives it no longer to end. */
    public void held(long forNs) {
        if (state == State.RUNNING && deadlineNs != Long.MAX_VALUE) {
            deadlineNs += forNs;
        }
    }

    /** Ranks have been asked to end: the grace counts from now on, and is so many nanoseconds longer. On a crowded machine the launcher itself may have come late. */
    public void asked(long nowNs, long moreNs) {
        if (state == State.ENDING) {
            deadlineNs = Math.max(deadlineNs, nowNs + FAILURE_GRACE_NS + moreNs);
        }
    }

    /** Lets time pass: from {@link #deadlineNs} on it changes what is to be done. What has not been handed out yet comes first, however late it is: nobody is killed who was not told why. */
    public void tick(long nowNs) {
        if (pending != Action.NOTHING || nowNs - deadlineNs < 0 || deadlineNs == Long.MAX_VALUE) {
            return;
        }
        switch (state) {
            case RUNNING -> {
                decide(new Verdict.TimedOut(timeoutNs), nowNs);
                become(State.DUMPING, Action.DUMP_STACKS, nowNs + DUMP_NS);
            }
            case DUMPING -> become(State.ENDING, Action.TERMINATE, nowNs + FAILURE_GRACE_NS);
            case ENDING -> become(State.KILLED, Action.KILL, Long.MAX_VALUE);
            case KILLED, OVER -> {}
        }
    }

    /** What is to be done now; each action is handed out once. */
    public Action next() {
        Action action = pending;
        pending = Action.NOTHING;
        return action;
    }

    /** When {@link #tick} wants to be called, or {@link Long#MAX_VALUE}. */
    public long deadlineNs() {
        return state == State.OVER ? Long.MAX_VALUE : deadlineNs;
    }

    /** Whether the last rank has ended. */
    public boolean isOver() {
        return state == State.OVER;
    }

    /** Whether a rank's process has not ended yet. */
    public boolean isAlive(int rank) {
        return ranks[rank] < GONE;
    }

    /** The signal to forward, 0 if none came. */
    public int signal() {
        return verdict instanceof Verdict.Signalled(int number) ? number : 0;
    }

    /** Whether a rank's process has ended before it was inside MPI. */
    public boolean isGoneUnjoined(int rank) {
        return ranks[rank] == GONE_UNJOINED;
    }

    /** How many ranks have called MPI.Init. */
    public int joinedRanks() {
        return joined;
    }

    /** When the verdict fell, monotonic nanoseconds; 0 before. */
    public long verdictNs() {
        return verdictNs;
    }

    /** What is known by now of why the job ends; null as long as it doesn't. */
    public @Nullable Verdict verdictSoFar() {
        return verdict;
    }

    /**
     * Why the job has ended.
     *
     * @throws IllegalStateException while it runs
     */
    public Verdict verdict() {
        if (verdict == null) {
            throw new IllegalStateException("the job is still running");
        }
        return verdict;
    }
}
