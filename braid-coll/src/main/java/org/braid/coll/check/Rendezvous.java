package org.braid.coll.check;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.braid.coll.check.CheckFailure.Rule;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/**
 * Runs all ranks with zero buffering: a send completes only together with its receive. Receives name their sender and messages of a pair
 * keep their order, so the schedules are a Kahn network: this one run decides deadlock and result for all runs.
 */
final class Rendezvous {
    private final Schedule[] schedules;
    private final SymbolicMemory[] memories;
    private final Starts starts;
    private final Schedule[] held;
    private final boolean[][] complete;
    private final int[] retired; // of each rank the first step that is not complete
    private final int[][] waiting;
    private final ArrayDeque<Step> ready = new ArrayDeque<>();
    private final Map<Long, ArrayDeque<Step>> unmatched = new HashMap<>();
    private final Knowledge knowledge;
    private final Showings showings;
    private int left;

    private record Step(int rank, int number) {}

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
    Rendezvous(Schedule[] schedules, SymbolicMemory[] memories, Starts starts, Schedule[] held) {
        this.schedules = schedules;
        this.memories = memories;
        this.starts = starts;
        this.held = held;
        this.complete = new boolean[schedules.length][];
        this.retired = new int[schedules.length];
        this.knowledge = new Knowledge(schedules);
        this.showings = new Showings(schedules, memories);
        this.waiting = new int[schedules.length][];
        for (int rank = 0; rank < schedules.length; rank++) {
            waiting[rank] = dependencies(rank);
            left += schedules[rank].steps();
        }
    }

    private int[] dependencies(int rank) {
        int[] counts = new int[schedules[rank].steps()];
        complete[rank] = new boolean[counts.length];
        for (int step = 0; step < counts.length; step++) {
            boolean waitsForOthers = switch (starts) {
                case WHEN_THEY_MAY -> false;
                case IN_ORDER -> step > 0;
                case IN_ROUNDS -> step >= held[rank].window();
            };
            counts[step] += schedules[rank].predecessorCount(step) + (waitsForOthers ? 1 : 0);
            if (nextRound(rank, step) != Schedule.NOBODY) {
                counts[nextRound(rank, step)]++;
            }
            if (counts[step] == 0) {
                ready.add(new Step(rank, step));
            }
        }
        return counts;
    }

    /** Which other step waits until that one has started because it is the same one of a later round. */
    private int nextRound(int rank, int step) {
        return starts == Starts.IN_ROUNDS ? held[rank].nextRound(step) : Schedule.NOBODY;
    }

    void run() {
        while (!ready.isEmpty()) {
            start(ready.poll());
        }
        if (left > 0) {
            throw new CheckFailure(Rule.DEADLOCK, left + " steps never complete" + how() + "; " + firstStuck());
        }
    }

    private String how() {
        return switch (starts) {
            case WHEN_THEY_MAY -> "";
            case IN_ORDER -> " when steps start in order";
            case IN_ROUNDS -> " when only some of them are under way at once";
        };
    }

    Knowledge knowledge() {
        return knowledge;
    }

    private String firstStuck() {
        for (int rank = 0; rank < schedules.length; rank++) {
            for (int step = 0; step < waiting[rank].length; step++) {
                if (waiting[rank][step] >= 0) {
                    return "rank " + rank + " is stuck before step " + step + "\n" + schedules[rank];
                }
            }
        }
        return "every step has started, messages are missing";
    }

    private void start(Step step) {
        Schedule schedule = schedules[step.rank];
        waiting[step.rank][step.number] = -1;
        knowledge.started(step.rank, step.number);
        release(step, true);
        int kind = memories[step.rank].kind(step.number);
        if (kind == Schedule.SEND || kind == Schedule.RECEIVE) {
            match(step, kind == Schedule.SEND, schedule.word(step.number, Schedule.PEER));
        } else if (kind == Schedule.SEND_FOUND || kind == Schedule.RECEIVE_FOUND) {
            matchFound(step, kind == Schedule.SEND_FOUND);
        } else if (kind == Schedule.SEE) {
            showings.await(step.rank, step.number);
            lookAround();
        } else if (kind == Schedule.SHOW) {
            showings.show(step.rank, step.number);
            complete(step);
            lookAround();
        } else {
            compute(step, kind);
            complete(step);
        }
    }

    private void lookAround() {
        for (Showings.Sight sight : showings.ready(knowledge::received)) {
            if (sight.length() != memories[sight.rank()].length(sight.step(), Schedule.TARGET)) {
                throw new CheckFailure(Rule.MATCHING, "rank " + sight.rank() + " step " + sight.step() + " sees " + sight.length() + " elements\n" + schedules[sight.rank()]);
            }
            if (!sight.isLong()) {
                memories[sight.rank()].store(sight.step(), Schedule.TARGET, sight.values());
            }
            complete(new Step(sight.rank(), sight.step()));
        }
    }

    private void matchFound(Step step, boolean send) {
        int peer = memories[step.rank].found(step.number, send ? Schedule.TARGET : Schedule.SOURCE);
        if (peer == Schedule.NOBODY) {
            complete(step);
        } else {
            match(step, send, peer);
        }
    }

    private void match(Step step, boolean send, int peer) {
        long sender = send ? step.rank : peer;
        long receiver = send ? peer : step.rank;
        ArrayDeque<Step> queue = unmatched.computeIfAbsent(sender * schedules.length + receiver, key -> new ArrayDeque<>());
        if (queue.isEmpty() || queue.peek().rank == step.rank) {
            queue.add(step);
            return;
        }
        Step partner = queue.remove();
        transfer(send ? step : partner, send ? partner : step);
        complete(step);
        complete(partner);
    }

    private void transfer(Step send, Step receive) {
        int sent = memories[send.rank].length(send.number, Schedule.SOURCE);
        int expected = memories[receive.rank].length(receive.number, Schedule.TARGET);
        if (sent != expected) {
            throw new CheckFailure(Rule.MATCHING, "rank " + send.rank + " step " + send.number + " sends " + sent + " elements, rank "
                    + receive.rank + " step " + receive.number + " expects " + expected);
        }
        knowledge.received(receive.rank, receive.number, send.rank, send.number);
        memories[receive.rank].store(receive.number, Schedule.TARGET, memories[send.rank].load(send.number, Schedule.SOURCE));
    }

    private void compute(Step step, int kind) {
        SymbolicMemory memory = memories[step.rank];
        if (kind == Schedule.COPY) {
            memory.copy(step.number);
        } else if (kind == Schedule.MEASURE) {
            memory.measure(step.number);
        } else if (kind == Schedule.ALLOCATE) {
            memory.allocate(step.number);
        } else if (kind == Schedule.COMPARE) {
            memory.compare(step.number);
        } else if (kind >= Schedule.ENTER) {
            memory.find(step.number, kind);
        } else if (kind == Schedule.REDUCE) {
            memory.store(step.number, Schedule.TARGET, combined(step, memory.load(step.number, Schedule.SOURCE), memory.load(step.number, Schedule.TARGET)));
        }
    }

    private @Nullable Term[] combined(Step step, @Nullable Term[] left, @Nullable Term[] right) {
        @Nullable Term[] result = Arrays.copyOf(right, right.length);
        for (int at = 0; at < result.length; at++) {
            Term one = left[at];
            Term other = right[at];
            result[at] = one == null || other == null ? null : Term.combined(one, other);
            if (result[at] == null) {
                throw new CheckFailure(Rule.PROVENANCE, "rank " + step.rank + " step " + step.number + " combines " + one + " with " + other + "\n" + schedules[step.rank]);
            }
        }
        return result;
    }

    private void complete(Step step) {
        left--;
        release(step, false);
        complete[step.rank][step.number] = true;
        while (retired[step.rank] < complete[step.rank].length && complete[step.rank][retired[step.rank]]) {
            int next = retired[step.rank]++ + held[step.rank].window();
            if (starts == Starts.IN_ROUNDS && next < waiting[step.rank].length) {
                countDown(step.rank, next);
            }
        }
    }

    /** Counts down whoever waits for the start, or for the completion, of the step. */
    private void release(Step step, boolean started) {
        Schedule schedule = schedules[step.rank];
        for (int at = schedule.firstSuccessor(step.number); at < schedule.firstSuccessor(step.number + 1); at++) {
            int entry = schedule.successor(at);
            if (entry < 0 == started) {
                countDown(step.rank, entry < 0 ? ~entry : entry);
            }
        }
        if (started && nextRound(step.rank, step.number) != Schedule.NOBODY) {
            countDown(step.rank, nextRound(step.rank, step.number));
        }
        boolean waits = schedule.word(step.number, Schedule.KIND) == Schedule.SEE;
        if (started != waits && starts == Starts.IN_ORDER && step.number + 1 < schedule.steps()) {
            countDown(step.rank, step.number + 1);
        }
    }

    private void countDown(int rank, int step) {
        if (--waiting[rank][step] == 0) {
            ready.add(new Step(rank, step));
        }
    }
}
