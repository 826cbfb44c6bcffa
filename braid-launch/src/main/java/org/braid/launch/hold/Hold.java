package org.braid.launch.hold;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * A job over several hosts that is held: every join stops its ranks, then whoever was asked to stop does so as well, and when that one runs again all do. A pure state machine of the job's server, to which joins are numbers.
 *
 * <pre>
 *   RUNNING ──somebody is asked to stop──> PAUSING ──all joins have stopped their ranks──> HELD
 *      ^─────── that one runs again, or is gone; or the job ends ──────┴───────────────────┘
 * </pre>
 */
final class Hold {
    /** In place of a join's number. */
    static final int SERVER = -1;

    /** What is to be done now. */
    enum Action {
        /** Nothing. */
        NOTHING,
        /** All joins stop their ranks. */
        PAUSE,
        /** Whoever was asked to stop does so. */
        STOP,
        /** All run again. */
        GO_ON
    }

    private enum State {
        RUNNING,
        PAUSING,
        HELD
    }

    private final Set<Integer> running = new HashSet<>(); // joins whose ranks are still to be stopped
    private State state = State.RUNNING;
    private int holder = SERVER;

    /** Who was asked to stop, while the job does not run. */
    int holder() {
        return holder;
    }

    boolean isRunning() {
        return state == State.RUNNING;
    }

    /**
     * Somebody is asked to stop; one alone holds a job.
     *
     * @param who a join, or {@link #SERVER}
     * @param joins those that are there
     */
    Action asked(int who, Collection<Integer> joins) {
        if (state != State.RUNNING) {
            return Action.NOTHING;
        }
        holder = who;
        running.addAll(joins);
        state = running.isEmpty() ? State.HELD : State.PAUSING;
        return running.isEmpty() ? Action.STOP : Action.PAUSE;
    }

    /** None of a join's ranks runs, or the join is gone. */
    Action paused(int join) {
        boolean wasLast = running.remove(join) && running.isEmpty() && state == State.PAUSING;
        state = wasLast ? State.HELD : state;
        return wasLast ? Action.STOP : Action.NOTHING;
    }

    /** Somebody runs again, or is gone. */
    Action resumed(int who) {
        return holder == who ? ended() : Action.NOTHING;
    }

    /** The job ends, whoever is held. */
    Action ended() {
        boolean ran = state == State.RUNNING;
        running.clear();
        state = State.RUNNING;
        return ran ? Action.NOTHING : Action.GO_ON;
    }
}
