package org.braid.coll.engine;

import org.braid.base.BraidException;
import org.braid.coll.agreement.Disagreement;
import org.braid.coll.agreement.Signature;
import org.braid.coll.board.Board;
import org.braid.coll.board.PhaseLog;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/**
 * Runs schedules over shared memory, one step after the other; {@link BoardWaits} waits for what others have not shown yet. Those who sleep are told of what this member has shown before it sends, waits itself, runs a user's operator, or returns: looking for them takes a full fence, so a call
 * that waits for nobody does that once. Members of other hosts are sent messages: a step starts when those that it waits for are done.
 *
 * <p>What a member shows is marked with its call's signature and with what all its calls before have left: members of which each went on without looking at the other find at the next look that they have called different things.
 *
 * <p>Who shares the memory is a rank of the communicator there, and has a number here, from 0: in a communicator on one host they are the same.
 */
final class BoardRun {
    /** Odd, so that no call is forgotten. */
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final Port port;
    private final Steps steps;
    private final Board board;
    private final int[] members;
    private final int number;
    private final BoardWaits waits;
    private final BoardCopies copies;
    private final BoardMessages messages;
    private final PhaseLog log;
    private long firstPhase; // of this call
    private long lastPhase;
    private long history; // of the signatures of all calls
    private long mark; // of this call

    /**
     * What runs calls at one member.
     *
     * @param members the ranks of those who share the board, by number
     * @param number which of them this one is
     */
    BoardRun(Port port, Steps steps, Board board, int[] members, int number, BoardWaits waits) {
        this.port = port;
        this.steps = steps;
        this.board = board;
        this.log = new PhaseLog(board.phases());
        this.members = members;
        this.number = number;
        this.waits = waits;
        this.copies = new BoardCopies(board, members.length);
        this.messages = new BoardMessages(port, waits);
    }

    /**
     * Runs the call to its end. One that fails has counted its phases, so that members agree on those of the next one.
     *
     * @param schedule of a part
     */
    void run(Call call, Schedule schedule) {
        long first = begin(call, call.parts * schedule.phases());
        try {
            if (call.parts == 1) {
                runOne(call, schedule, first);
            } else {
                runParts(call, schedule, first);
            }
        } catch (Throwable failed) {
            messages.cancel(call);
            leave(failed);
            throw failed;
        }
    }

    /** A call in which this member shows that it has made it, and nothing else, and looks at nobody: a phase, as of all calls, so that others find it as they do any that they look at later. */
    void announce(Call call) {
        long phase = begin(call, 1);
        try {
            awaitPlace(call, phase);
            board.show(phase, mark);
            board.finish(phase);
            waits.wakeSleepers();
        } catch (Throwable failed) {
            leave(failed);
            throw failed;
        }
    }

    /** Returns the call's first phase. */
    private long begin(Call call, long phases) {
        long first = lastPhase + 1;
        firstPhase = first;
        lastPhase += phases;
        log.record(first, lastPhase, call.tag, call.signature, history);
        mark = call.signature ^ history;
        history = mixed(mark);
        return first;
    }

    /** Each bit of a call changes bits everywhere: a history that differs makes no signature look like another one. Different marks stay different. */
    private static long mixed(long mark) {
        long once = mark * MIX;
        long twice = (once ^ once >>> Integer.SIZE) * MIX;
        return twice ^ twice >>> Integer.SIZE;
    }

    /** Each part is a call of its own, to which the rest of the vector, or of the blocks, does not exist. */
    private void runParts(Call call, Schedule schedule, long first) {
        long all = call.spacing;
        for (long part = 0; part < call.parts; part++) {
            call.slice(part * call.partElements, call.partElements, all);
            runOne(call, schedule, first + part * schedule.phases());
        }
    }

    private void runOne(Call call, Schedule schedule, long first) {
        for (int step = 0; step < schedule.steps(); step++) {
            start(call, schedule, step, first);
        }
        messages.awaitAll(call, schedule);
        board.finish(first + schedule.phases() - 1);
        waits.wakeSleepers();
    }

    private void leave(Throwable failed) {
        waits.giveUp();
        board.finish(lastPhase);
        try {
            waits.wakeSleepers();
        } catch (RuntimeException notWoken) {
            failed.addSuppressed(notWoken);
        }
    }

    private void start(Call call, Schedule schedule, int step, long first) {
        int kind = schedule.written(step, Schedule.KIND);
        messages.awaitBefore(call, schedule, step);
        if (kind == Schedule.SHOW) {
            show(call, schedule, step, first);
        } else if (kind == Schedule.SEE) {
            see(call, schedule, step, first);
        } else {
            if (isToBeToldBefore(call, kind)) {
                waits.wakeSleepers();
            }
            if (steps.start(call, schedule, step) == Port.PENDING) {
                messages.add(schedule, step);
            }
        }
    }

    /** A message that wakes a member has the number of its call, and goes before all others of that: who sleeps receives them in their order. */
    private static boolean isToBeToldBefore(Call call, int kind) {
        @Nullable Reducer reducer = call.reducer;
        return kind == Schedule.REDUCE ? reducer != null && reducer.mayTakeLong() : kind != Schedule.COPY;
    }

    private void show(Call call, Schedule schedule, int step, long first) {
        long phase = first + schedule.written(step, Schedule.TARGET);
        awaitPlace(call, phase);
        copies.show(call, schedule, step, phase);
        board.show(phase, mark);
    }

    private void awaitPlace(Call call, long phase) {
        for (int member = board.laggard(phase); member >= 0; member = board.laggard(phase)) {
            waits.awaitSeen(call, member, phase - board.phases());
        }
    }

    private void see(Call call, Schedule schedule, int step, long first) {
        long phase = first + schedule.written(step, Schedule.SOURCE);
        int peer = schedule.written(step, Schedule.PEER);
        if (peer == Schedule.EVERYBODY) {
            awaitAllShown(call, phase);
            board.allHaveSeen(first - 1); // who has come to this call has left those before
        } else {
            awaitShown(call, peer, phase);
        }
        copies.see(call, schedule, step, phase);
    }

    private void awaitAllShown(Call call, long phase) {
        int missing = board.firstMissing(phase, mark, 0);
        while (missing >= 0) {
            awaitShown(call, missing, phase);
            missing = board.firstMissing(phase, mark, missing);
        }
    }

    private void awaitShown(Call call, int member, long phase) {
        if (board.hasShown(member, phase, mark)) {
            return;
        }
        waits.awaitShown(call, member, phase, mark);
        if (!board.hasShown(member, phase, mark)) {
            throw differs(call, member, phase);
        }
    }

    /**
     * Compares this member's last calls with what the others have shown, and with how far they have come, once nobody makes a call any more. Members that have begun anew since then count more phases, and what they show in these is not looked at.
     *
     * @return null if there is no difference, or none that can be seen any more
     */
    @Nullable Disagreement compare() {
        for (int member = 0; member < members.length; member++) {
            Disagreement found = member == number ? null : compare(member);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable Disagreement compare(int member) {
        for (long phase = oldest(lastPhase); phase <= lastPhase; phase++) {
            if (!board.has(Board.SEEN, member, phase)) {
                return Disagreement.left(log.tag(phase), members[member], port.rank(), log.signature(phase));
            }
            Disagreement found = shownElse(member, phase);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /**
     * As {@link #compare}, by a member that frees the communicator. Those that have not freed it yet may be behind and come later: the last one of two members that differ finds it.
     *
     * @param next the number of the call that this member will never make
     */
    @Nullable Disagreement compareOnFreeing(int next) {
        for (int member = 0; member < members.length; member++) {
            boolean isThrough = board.hasLeft(member); // before its words are looked at: they are its last ones then
            Disagreement found = member == number ? null : compareOnFreeing(member, isThrough, next);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable Disagreement compareOnFreeing(int member, boolean isThrough, int next) {
        for (long phase = oldest(lastPhase); phase <= lastPhase; phase++) {
            if (isThrough && !board.has(Board.SEEN, member, phase)) {
                return Disagreement.freed(log.tag(phase), members[member], port.rank(), log.signature(phase));
            }
            Disagreement found = shownElse(member, phase);
            if (found != null) {
                return found;
            }
        }
        boolean hasMore = isThrough && board.has(Board.SEEN, member, lastPhase + 1);
        return hasMore ? Disagreement.freed(next, port.rank(), members[member], calledMore(member)) : null;
    }

    /** What a member has called behind the last call that this one has made here. */
    private long calledMore(int member) {
        long called = board.signature(member, lastPhase + 1) ^ history;
        return board.has(Board.SHOWN, member, lastPhase + 1) && Signature.mayBeShared(called, port.size()) ? called : Signature.ANOTHER;
    }

    /** The first of the phases up to {@code last} that the memory and the log still have. */
    private long oldest(long last) {
        return Math.max(1, last - board.phases() + 1);
    }

    /** Whether the member has shown something of another call in that phase; null if not, or if nobody can tell any more. */
    private @Nullable Disagreement shownElse(int member, long phase) {
        if (!board.has(Board.SHOWN, member, phase) || board.hasShown(member, phase, log.mark(phase))) {
            return null;
        }
        long shown = board.signature(member, phase);
        long called = shown ^ log.history(phase);
        boolean isStillThere = board.hasShown(member, phase, shown);
        return isStillThere ? new Disagreement(log.tag(phase), port.rank(), log.signature(phase), members[member], Signature.mayBeShared(called, port.size()) ? called : Signature.EARLIER) : null;
    }

    /** Names the first phase that both the memory and the log still have in which they differ; of a call of more phases than that the log has no other. */
    private BraidException differs(Call call, int member, long phase) {
        int kept = board.phases();
        long oldest = Math.max(1, Math.max(phase - kept + 1, Math.min(firstPhase, lastPhase - kept + 1)));
        Disagreement found = null;
        for (long earlier = oldest; earlier <= phase && found == null; earlier++) {
            found = shownElse(member, earlier);
        }
        Disagreement first = found == null ? new Disagreement(call.tag, port.rank(), call.signature, members[member], Signature.EARLIER) : found;
        port.disagree(first);
        return first.error();
    }
}
