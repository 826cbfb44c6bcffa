package org.braid.coll.engine;

import java.util.ArrayDeque;
import org.braid.coll.board.Board;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/**
 * The calls over one board that were started and are not over, in the order in which all members have started theirs. Only the oldest moves on: so one number says how far a member has read, and one wish of each is enough. Nobody waits for more by that, as {@link ActiveCalls} says.
 *
 * <p>A call has its phases from the start, and keeps its step. It goes on by whoever moves calls on, as far as others have shown and seen; before that one sleeps, the oldest call {@linkplain #mayRest leaves a wish}.
 */
final class BoardQueue implements Call.Line {
    private static final int NOBODY = -1;

    private final BoardRun run;
    private final Board board;
    private final BoardWaits waits;
    private final BoardMessages messages;
    private final ArrayDeque<Call> calls = new ArrayDeque<>();

    // What the oldest call waits for, when it was last looked at: for a member in some phase, or for a message.
    private int kind;
    private int member = NOBODY;
    private long phase;

    BoardQueue(BoardRun run, Board board, BoardWaits waits, BoardMessages messages) {
        this.run = run;
        this.board = board;
        this.waits = waits;
        this.messages = messages;
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    /** One more call, which has its number. */
    void add(Call call, Schedule schedule) {
        calls.add(call);
        call.line = this;
        run.number(call, schedule);
        if (isOldest(call)) {
            run.record(call);
        }
    }

    private boolean isOldest(Call call) {
        return calls.peek() == call;
    }

    @Override
    public boolean advance(Call call, Schedule schedule) {
        if (!isOldest(call) || !waits.isAwake(call, kind, member, phase)) {
            return false;
        }
        boolean isOver = comesToItsEnd(call, schedule);
        if (isOver) {
            leave(call);
        }
        waits.tellSleepers();
        return isOver;
    }

    @Override
    public @Nullable Call first() {
        return calls.peek();
    }

    private boolean comesToItsEnd(Call call, Schedule schedule) {
        do {
            for (; call.next < schedule.steps(); call.next++) {
                if (isToWait(call, schedule)) {
                    return false;
                }
                run.start(call, schedule, call.next);
            }
            if (isToWait(call, schedule)) {
                return false;
            }
            run.finish(call, schedule);
            call.next = 0;
        } while (run.isCutOn(call));
        return true;
    }

    /** Whether the call's next step, or its part's end, has to wait; then it is known for what. */
    private boolean isToWait(Call call, Schedule schedule) {
        member = NOBODY;
        if (!messages.haveCome(call, schedule, call.next)) {
            return true;
        }
        if (call.next == schedule.steps()) {
            return false;
        }
        return switch (schedule.written(call.next, Schedule.KIND)) {
            case Schedule.SHOW -> hasLaggards(call.partPhase + schedule.written(call.next, Schedule.TARGET));
            case Schedule.SEE -> isToSee(call, schedule.written(call.next, Schedule.PEER), call.partPhase + schedule.written(call.next, Schedule.SOURCE));
            default -> false;
        };
    }

    private boolean hasLaggards(long shown) {
        for (int laggard = board.laggard(shown); laggard >= 0; laggard = board.laggard(shown)) {
            if (isAwaited(Board.SEEN, laggard, shown - board.phases())) {
                return true;
            }
        }
        return false;
    }

    /** Who has shown something of another call is not waited for: the step tells of it. */
    private boolean isToSee(Call call, int peer, long seen) {
        if (peer != Schedule.EVERYBODY) {
            return isAwaited(Board.SHOWN, peer, seen);
        }
        for (int missing = board.firstMissing(seen, call.mark, 0); missing >= 0 && !isAwaited(Board.SHOWN, missing, seen); missing = board.firstMissing(seen, call.mark, missing)) {
            if (!board.hasShown(missing, seen, call.mark)) {
                return false;
            }
        }
        return member != NOBODY;
    }

    private boolean isAwaited(int what, int whom, long when) {
        if (board.has(what, whom, when)) {
            return false;
        }
        kind = what;
        member = whom;
        phase = when;
        return true;
    }

    @Override
    public boolean comesSoon(Call call) {
        return member != NOBODY && !waits.isAsleep() && waits.comesSoon(kind, member, phase, call.mark);
    }

    /** {@inheritDoc} Nobody would hear of what others show: the oldest call leaves a wish. */
    @Override
    public boolean mayRest(Call call, Schedule schedule) {
        if (!isOldest(call) || waits.isAsleep()) {
            return true;
        }
        return isToWait(call, schedule) && (member == NOBODY || waits.leaveWish(call, kind, member, phase));
    }

    @Override
    public int collect(Call call, int[] tickets, int at) {
        if (!isOldest(call)) {
            return at;
        }
        int ticket = waits.isAsleep() ? waits.sleepTicket() : messages.awaited(call);
        if (ticket < 0) {
            return at;
        }
        tickets[at] = ticket;
        return at + 1;
    }

    /** {@inheritDoc} It leaves a wish, too, if there is none: whoever only tests its call hears of the other's end by that, as whoever sleeps. */
    @Override
    public int awaitedRank(Call call, Schedule schedule) {
        if (!isOldest(call) || !mayRest(call, schedule)) {
            return NOBODY;
        }
        return member == NOBODY ? messages.awaitedRank(schedule) : run.rank(member);
    }

    /** {@inheritDoc} What others have shown and will show in its phases is not read any more. */
    @Override
    public void abandon(Call call, Throwable failed) {
        if (isOldest(call)) {
            run.giveUp(call, failed);
            leave(call);
            return;
        }
        Call before = null;
        for (Call each : calls) {
            if (each == call && before != null) {
                before.lastPhase = call.lastPhase; // phases are used in order, so they are left with those before
            }
            before = each;
        }
        calls.remove(call);
    }

    private void leave(Call call) {
        board.finish(call.lastPhase);
        calls.remove();
        member = NOBODY;
        @Nullable Call next = calls.peek();
        if (next != null) {
            run.record(next);
        }
    }
}
