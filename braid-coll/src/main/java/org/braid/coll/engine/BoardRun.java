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
    private final BoardQueue started;
    private long lastPhase; // of the last call
    private long history; // of the signatures of all calls

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
        this.started = new BoardQueue(this, board, waits, messages);
    }

    /** The calls that were started and are not over. Others go behind them. */
    BoardQueue started() {
        return started;
    }

    /**
     * Runs the call to its end. One that fails has counted its phases, so that members agree on those of the next one.
     *
     * @param schedule of a part
     */
    void run(Call call, Schedule schedule) {
        number(call, schedule);
        record(call);
        try {
            runOne(call, schedule);
            while (isCutOn(call)) {
                runOne(call, schedule);
            }
        } catch (Throwable failed) {
            giveUp(call, failed);
            throw failed;
        }
    }

    /** The call gets its phases, behind those of all before it, and is marked. */
    void number(Call call, Schedule schedule) {
        call.part = 0;
        call.partPhase = lastPhase + 1;
        lastPhase += call.parts * schedule.phases();
        call.firstPhase = call.partPhase;
        call.lastPhase = lastPhase;
        call.mark = call.signature ^ history;
        history = mixed(call.mark);
    }

    /** The call is the next one to use its phases. */
    void record(Call call) {
        log.record(call.firstPhase, call.lastPhase, call.tag, call.signature, call.mark ^ call.signature);
    }

    /** Each bit of a call changes bits everywhere: a history that differs makes no signature look like another one. Different marks stay different. */
    private static long mixed(long mark) {
        long once = mark * MIX;
        long twice = (once ^ once >>> Integer.SIZE) * MIX;
        return twice ^ twice >>> Integer.SIZE;
    }

    /** Goes on to the next part of the call, false if there is none. Each part is a call of its own, to which the rest of the vector, or of the blocks, does not exist. */
    boolean isCutOn(Call call) {
        if (++call.part == call.parts) {
            return false;
        }
        call.buffers.slice(call.part * call.partElements, call.partElements, call.buffers.spacing());
        return true;
    }

    private void runOne(Call call, Schedule schedule) {
        for (int step = 0; step < schedule.steps(); step++) {
            start(call, schedule, step);
        }
        messages.awaitAll(call, schedule);
        finish(call, schedule);
        waits.wakeSleepers();
    }

    /** This member has read all it wants of the part, and the next one begins behind it. */
    void finish(Call call, Schedule schedule) {
        call.partPhase += schedule.phases();
        board.finish(call.partPhase - 1);
    }

    /** A call of the communicator has failed at this member, perhaps before it was counted here. */
    void goAstray() {
        board.goAstray();
    }

    /** No call comes any more. */
    void close() {
        waits.close();
    }

    /** The call has failed: this member shows nothing in its phases any more, and reads nothing. */
    void giveUp(Call call, Throwable failed) {
        messages.cancel(call);
        waits.giveUp();
        board.finish(call.lastPhase);
        try {
            wakeSleepers(call);
        } catch (RuntimeException notWoken) {
            failed.addSuppressed(notWoken);
        }
    }

    /** Starts a step, when what it waits for is there. */
    void start(Call call, Schedule schedule, int step) {
        int kind = schedule.written(step, Schedule.KIND);
        messages.awaitBefore(call, schedule, step);
        if (kind == Schedule.SHOW) {
            show(call, schedule, step);
        } else if (kind == Schedule.SEE) {
            see(call, schedule, step);
        } else {
            if (isToBeToldBefore(call, kind)) {
                wakeSleepers(call);
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

    /** A call that was started waits for nobody. */
    private void wakeSleepers(Call call) {
        if (call.line == null) {
            waits.wakeSleepers();
        } else {
            waits.tellSleepers();
        }
    }

    private void show(Call call, Schedule schedule, int step) {
        long phase = call.partPhase + schedule.written(step, Schedule.TARGET);
        awaitPlace(call, phase);
        copies.show(call, schedule, step, phase);
        board.show(phase, call.mark);
    }

    private void awaitPlace(Call call, long phase) {
        for (int member = board.laggard(phase); member >= 0; member = board.laggard(phase)) {
            waits.awaitSeen(call, member, phase - board.phases());
        }
    }

    private void see(Call call, Schedule schedule, int step) {
        long phase = call.partPhase + schedule.written(step, Schedule.SOURCE);
        int peer = schedule.written(step, Schedule.PEER);
        if (peer == Schedule.EVERYBODY) {
            awaitAllShown(call, phase);
            board.allHaveSeen(call.partPhase - 1); // who has come to this call has left those before
        } else {
            awaitShown(call, peer, phase);
        }
        copies.see(call, schedule, step, phase);
    }

    private void awaitAllShown(Call call, long phase) {
        int missing = board.firstMissing(phase, call.mark, 0);
        while (missing >= 0) {
            awaitShown(call, missing, phase);
            missing = board.firstMissing(phase, call.mark, missing);
        }
    }

    private void awaitShown(Call call, int member, long phase) {
        if (board.hasShown(member, phase, call.mark)) {
            return;
        }
        waits.awaitShown(call, member, phase, call.mark);
        if (!board.hasShown(member, phase, call.mark)) {
            throw differs(call, member, phase);
        }
    }

    /**
     * Compares this member's last calls with what the others have shown, and with how far they have come, once nobody makes a call any more. Members that have begun anew since then count more phases, and what they show in these is not looked at.
     *
     * @return null if there is no difference, or none that can be seen any more
     */
    @Nullable Disagreement compare() {
        if (!started.isEmpty()) {
            return null; // the program has not waited for its calls, and what is known of their phases is not complete
        }
        for (int member = 0; member < members.length; member++) {
            Disagreement found = member == number || board.isAstray(member) ? null : compare(member);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** The rank of a member. */
    int rank(int member) {
        return members[member];
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
            Disagreement found = member == number || board.isAstray(member) ? null : compareOnFreeing(member, isThrough, next);
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
        long oldest = Math.max(1, Math.max(phase - kept + 1, Math.min(call.firstPhase, call.lastPhase - kept + 1)));
        Disagreement found = null;
        for (long earlier = oldest; earlier <= phase && found == null; earlier++) {
            found = shownElse(member, earlier);
        }
        Disagreement first = found == null ? new Disagreement(call.tag, port.rank(), call.signature, members[member], Signature.EARLIER) : found;
        return port.disagree(first).error();
    }
}
