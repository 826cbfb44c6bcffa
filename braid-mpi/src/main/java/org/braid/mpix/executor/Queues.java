package org.braid.mpix.executor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who is free, and what waits: tasks for any rank in one queue, tasks for a certain one in its own, which comes first. No messages and no threads here; whoever calls holds the lock. */
final class Queues {
    private static final class Seat {
        private final Deque<Job> own = new ArrayDeque<>();
        private final boolean takesAny;
        private boolean isBusy;
        private boolean isLost;

        Seat(boolean takesAny) {
            this.takesAny = takesAny;
        }
    }

    private final List<Seat> seats = new ArrayList<>();
    private final Deque<Job> shared = new ArrayDeque<>();
    private int waiting;
    private int running;

    /** @param root takes only what is submitted to it, unless it is alone */
    Queues(int ranks, int root) {
        for (int rank = 0; rank < ranks; rank++) {
            seats.add(new Seat(rank != root || ranks == 1));
        }
    }

    /** Whether nobody is left who could run a task for any rank. */
    boolean isDeserted() {
        return seats.stream().noneMatch(seat -> seat.takesAny && !seat.isLost);
    }

    int ranks() {
        return seats.size();
    }

    boolean isLost(int rank) {
        return seats.get(rank).isLost;
    }

    /** Tasks that wait for a rank. */
    int waiting() {
        return waiting;
    }

    /** Whether nothing waits and nothing runs. */
    boolean isIdle() {
        return waiting == 0 && running == 0;
    }

    /** A task for any rank; the free rank that could run it now, or -1. */
    int add(Job job) {
        shared.add(job);
        waiting++;
        return free();
    }

    /** A task whose rank has gone before it began: it is the next for any rank; the free rank that could run it now, or -1. */
    int putBack(Job job) {
        shared.addFirst(job);
        waiting++;
        return free();
    }

    private int free() {
        for (int rank = 0; rank < seats.size(); rank++) {
            Seat seat = seats.get(rank);
            if (seat.takesAny && !seat.isBusy && !seat.isLost) {
                return rank;
            }
        }
        return -1;
    }

    /** A task for that rank. */
    void add(Job job, int rank) {
        seats.get(rank).own.add(job);
        waiting++;
    }

    /** What this rank, if it is free, runs next: it is busy from now on. Null for nothing. A task that was cancelled while it waited is nobody's. */
    @Nullable Job next(int rank) {
        Seat seat = seats.get(rank);
        if (seat.isBusy || seat.isLost) {
            return null;
        }
        Job job = take(seat);
        while (job != null && job.result().isDone()) {
            job = take(seat);
        }
        if (job != null) {
            seat.isBusy = true;
            running++;
        }
        return job;
    }

    private @Nullable Job take(Seat seat) {
        Job job = seat.own.poll();
        if (job == null && seat.takesAny) {
            job = shared.poll();
        }
        waiting -= job == null ? 0 : 1;
        return job;
    }

    /** The rank has run its task. */
    void free(int rank) {
        seats.get(rank).isBusy = false;
        running--;
    }

    /** The rank is gone; the tasks that only it could have run, or nobody else any more. */
    List<Job> lose(int rank) {
        Seat seat = seats.get(rank);
        seat.isLost = true;
        List<Job> orphans = new ArrayList<>(seat.own);
        seat.own.clear();
        if (isDeserted()) {
            orphans.addAll(shared);
            shared.clear();
        }
        waiting -= orphans.size();
        return orphans;
    }
}
