package org.braid.coll.check;

import java.util.Arrays;
import org.braid.coll.check.CheckFailure.Rule;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/**
 * Runs all ranks with zero buffering: a send completes only together with its receive. Receives name their sender and messages of a pair
 * keep their order, so the schedules are a Kahn network: this one run decides deadlock and result for all runs.
 */
final class Rendezvous {
    private static final int NONE = -1;

    private final Schedule[] schedules;
    private final SymbolicMemory[] memories;
    private final Starts starts;
    private final Schedule[] held;
    private final int[] firsts; // of each rank the number of its first step, of those of all
    private final int[] ranks; // of each step, by that number
    private final int[] waiting; // for how many others each waits; -1 for one that has started
    private final boolean[] complete;
    private final int[] retired; // of each rank the first step that is not complete, by its number at that rank
    private final int[] ready; // the steps that may start, each once, in this order
    private int readyFrom;
    private int readyTo;
    private final int[] unmatched; // of each pair, the sender first, the step that waits longest for the other side,
    private final int[] newest; // the one that has waited least,
    private final int[] behind; // and of each step the next one that waits likewise
    private final @Nullable Knowledge knowledge; // of a barrier: others give their proof by values
    private final Showings showings;
    private int left;

    /** What a step waits for beside its predecessors. */
    enum Starts {
        /** For nothing. */
        WHEN_THEY_MAY,
        /** Until the step before it in the program has started, as with the straight executor; behind one that sees, until that is complete. */
        IN_ORDER,
        /** Until all steps are complete that are so many before it, and the same step of the round before has started, as with the executor of loops. */
        IN_ROUNDS
    }

    /**
     * Begins.
     *
     * @param schedules written out
     * @param held the same ones with their loops
     */
    Rendezvous(Operation operation, Schedule[] schedules, SymbolicMemory[] memories, Starts starts, Schedule[] held) {
        this.schedules = schedules;
        this.memories = memories;
        this.starts = starts;
        this.held = held;
        this.firsts = new int[schedules.length + 1];
        for (int rank = 0; rank < schedules.length; rank++) {
            firsts[rank + 1] = firsts[rank] + schedules[rank].steps();
        }
        this.left = firsts[schedules.length];
        this.ranks = new int[left];
        this.waiting = new int[left];
        this.complete = new boolean[left];
        this.ready = new int[left];
        this.behind = new int[left];
        this.retired = new int[schedules.length];
        this.unmatched = new int[schedules.length * schedules.length];
        this.newest = new int[unmatched.length];
        Arrays.fill(unmatched, NONE);
        this.knowledge = operation == Operation.BARRIER ? new Knowledge(schedules) : null;
        this.showings = new Showings(schedules, memories);
        for (int rank = 0; rank < schedules.length; rank++) {
            Arrays.fill(ranks, firsts[rank], firsts[rank + 1], rank);
            countDependencies(rank);
        }
    }

    private void countDependencies(int rank) {
        Schedule schedule = schedules[rank];
        for (int step = 0; step < schedule.steps(); step++) {
            boolean waitsForOthers = switch (starts) {
                case WHEN_THEY_MAY -> false;
                case IN_ORDER -> step > 0;
                case IN_ROUNDS -> step >= held[rank].window();
            };
            int number = firsts[rank] + step;
            waiting[number] += schedule.predecessorCount(step) + (waitsForOthers ? 1 : 0);
            if (nextRound(rank, step) != Schedule.NOBODY) {
                waiting[firsts[rank] + nextRound(rank, step)]++;
            }
            if (waiting[number] == 0) {
                ready[readyTo++] = number;
            }
        }
    }

    /** Which other step waits until that one has started because it is the same one of a later round. */
    private int nextRound(int rank, int step) {
        return starts == Starts.IN_ROUNDS ? held[rank].nextRound(step) : Schedule.NOBODY;
    }

    void run() {
        while (readyFrom < readyTo) {
            int number = ready[readyFrom++];
            start(ranks[number], number - firsts[ranks[number]]);
        }
        if (left > 0) {
            throw new CheckFailure(Rule.DEADLOCK, left + " steps never complete" + how() + "; " + firstStuck());
        }
        if (knowledge != null) {
            knowledge.verify();
        }
    }

    private String how() {
        return switch (starts) {
            case WHEN_THEY_MAY -> "";
            case IN_ORDER -> " when steps start in order";
            case IN_ROUNDS -> " when only some of them are under way at once";
        };
    }

    private String firstStuck() {
        for (int number = 0; number < waiting.length; number++) {
            if (waiting[number] >= 0) {
                int rank = ranks[number];
                return "rank " + rank + " is stuck before step " + (number - firsts[rank]) + "\n" + schedules[rank];
            }
        }
        return "every step has started, messages are missing";
    }

    private void start(int rank, int step) {
        Schedule schedule = schedules[rank];
        waiting[firsts[rank] + step] = -1;
        if (knowledge != null) {
            knowledge.started(rank, step);
        }
        release(rank, step, true);
        int kind = memories[rank].kind(step);
        if (kind == Schedule.SEND || kind == Schedule.RECEIVE) {
            match(rank, step, kind == Schedule.SEND, schedule.word(step, Schedule.PEER));
        } else if (kind == Schedule.SEND_FOUND || kind == Schedule.RECEIVE_FOUND) {
            matchFound(rank, step, kind == Schedule.SEND_FOUND);
        } else if (kind == Schedule.SEE) {
            showings.await(rank, step);
            lookAround();
        } else if (kind == Schedule.SHOW) {
            showings.show(rank, step);
            complete(rank, step);
            lookAround();
        } else {
            compute(rank, step, kind);
            complete(rank, step);
        }
    }

    private void lookAround() {
        for (Showings.Sight sight : showings.ready(this::know)) {
            if (sight.length() != memories[sight.rank()].length(sight.step(), Schedule.TARGET)) {
                throw new CheckFailure(Rule.MATCHING, "rank " + sight.rank() + " step " + sight.step() + " sees " + sight.length() + " elements\n" + schedules[sight.rank()]);
            }
            if (!sight.isLong()) {
                memories[sight.rank()].store(sight.step(), Schedule.TARGET, sight.values());
            }
            complete(sight.rank(), sight.step());
        }
    }

    private void know(int rank, int step, int sender, int send) {
        if (knowledge != null) {
            knowledge.received(rank, step, sender, send);
        }
    }

    private void matchFound(int rank, int step, boolean send) {
        int peer = memories[rank].found(step, send ? Schedule.TARGET : Schedule.SOURCE);
        if (peer == Schedule.NOBODY) {
            complete(rank, step);
        } else {
            match(rank, step, send, peer);
        }
    }

    private void match(int rank, int step, boolean send, int peer) {
        int pair = send ? rank * schedules.length + peer : peer * schedules.length + rank;
        int number = firsts[rank] + step;
        int partner = unmatched[pair];
        if (partner == NONE || ranks[partner] == rank) {
            behind[number] = NONE;
            if (partner == NONE) {
                unmatched[pair] = number;
            } else {
                behind[newest[pair]] = number;
            }
            newest[pair] = number;
            return;
        }
        unmatched[pair] = behind[partner];
        int partnersStep = partner - firsts[peer];
        if (send) {
            transfer(rank, step, peer, partnersStep);
        } else {
            transfer(peer, partnersStep, rank, step);
        }
        complete(rank, step);
        complete(peer, partnersStep);
    }

    private void transfer(int sender, int send, int receiver, int receive) {
        int sent = memories[sender].length(send, Schedule.SOURCE);
        int expected = memories[receiver].length(receive, Schedule.TARGET);
        if (sent != expected) {
            throw new CheckFailure(Rule.MATCHING, "rank " + sender + " step " + send + " sends " + sent + " elements, rank "
                    + receiver + " step " + receive + " expects " + expected);
        }
        know(receiver, receive, sender, send);
        memories[receiver].take(receive, memories[sender], send);
    }

    private void compute(int rank, int step, int kind) {
        SymbolicMemory memory = memories[rank];
        if (kind == Schedule.COPY) {
            memory.copy(step);
        } else if (kind == Schedule.MEASURE) {
            memory.measure(step);
        } else if (kind == Schedule.ALLOCATE) {
            memory.allocate(step);
        } else if (kind == Schedule.COMPARE) {
            memory.compare(step);
        } else if (kind >= Schedule.ENTER) {
            memory.find(step, kind);
        } else if (kind == Schedule.REDUCE) {
            memory.reduce(step);
        }
    }

    private void complete(int rank, int step) {
        left--;
        release(rank, step, false);
        complete[firsts[rank] + step] = true;
        while (starts == Starts.IN_ROUNDS && firsts[rank] + retired[rank] < firsts[rank + 1] && complete[firsts[rank] + retired[rank]]) {
            int next = retired[rank]++ + held[rank].window();
            if (next < schedules[rank].steps()) {
                countDown(firsts[rank] + next);
            }
        }
    }

    /** Counts down whoever waits for the start, or for the completion, of the step. */
    private void release(int rank, int step, boolean started) {
        Schedule schedule = schedules[rank];
        int first = firsts[rank];
        int end = schedule.firstSuccessor(step + 1);
        for (int at = schedule.firstSuccessor(step); at < end; at++) {
            int entry = schedule.successor(at);
            if (entry < 0 == started) {
                countDown(first + (entry < 0 ? ~entry : entry));
            }
        }
        if (started && nextRound(rank, step) != Schedule.NOBODY) {
            countDown(first + nextRound(rank, step));
        }
        boolean waits = schedule.word(step, Schedule.KIND) == Schedule.SEE;
        if (started != waits && starts == Starts.IN_ORDER && step + 1 < schedule.steps()) {
            countDown(first + step + 1);
        }
    }

    private void countDown(int number) {
        if (--waiting[number] == 0) {
            ready[readyTo++] = number;
        }
    }
}
