package org.braid.coll.engine;

import org.braid.base.BraidException;
import org.braid.coll.agreement.Disagreement;
import org.braid.coll.board.Board;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/** Runs schedules over shared memory, one step after the other; {@link BoardWaits} waits for what others have not shown yet. */
final class BoardRun {
    private final Port port;
    private final Steps steps;
    private final Board board;
    private final BoardWaits waits;
    private final PhaseLog log = new PhaseLog();
    private long lastPhase;
    private int placeBytes; // of the call that runs

    BoardRun(Port port, Steps steps, Board board, BoardWaits waits) {
        this.port = port;
        this.steps = steps;
        this.board = board;
        this.waits = waits;
    }

    /** Runs the call to its end. One that fails has counted its phases, so that members agree on those of the next one. What members show in it has {@code bytesOfPlaces}. */
    void run(Call call, Schedule schedule, int bytesOfPlaces) {
        placeBytes = bytesOfPlaces;
        long first = lastPhase + 1;
        lastPhase += schedule.phases();
        log.record(first, lastPhase, call.tag, call.signature);
        try {
            for (int step = 0; step < schedule.steps(); step++) {
                start(call, schedule, step, first);
            }
        } catch (Throwable failed) {
            leave(failed);
            throw failed;
        }
        board.finish(lastPhase);
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
        int kind = schedule.word(step, Schedule.KIND);
        if (kind == Schedule.SHOW) {
            show(call, schedule, step, first);
        } else if (kind == Schedule.SEE) {
            see(call, schedule, step, first);
        } else {
            int ignored = steps.start(call, schedule, step); // a copy or a reduction, done when it returns
        }
    }

    private void show(Call call, Schedule schedule, int step, long first) {
        long phase = first + schedule.word(step, Schedule.TARGET);
        for (int member = board.laggard(phase); member >= 0; member = board.laggard(phase)) {
            waits.await(call, Board.SEEN, member, phase - Board.PHASES);
        }
        int buffer = schedule.word(step, Schedule.SOURCE);
        int from = schedule.word(step, Schedule.SOURCE_FROM);
        int bytes = (int) call.bytes(schedule, buffer, from, schedule.word(step, Schedule.SOURCE_TO));
        board.show(phase, call.signature, placeBytes, call.bases[buffer], call.offset(schedule, buffer, from), bytes);
        waits.wakeSleepers();
    }

    private void see(Call call, Schedule schedule, int step, long first) {
        long phase = first + schedule.word(step, Schedule.SOURCE);
        int at = (int) (schedule.word(step, Schedule.SOURCE_FROM) * call.count * call.elementBytes);
        int bytes = (int) (schedule.word(step, Schedule.SOURCE_TO) * call.count * call.elementBytes) - at;
        int target = schedule.word(step, Schedule.TARGET);
        long place = call.offset(schedule, target, schedule.word(step, Schedule.TARGET_FROM));
        int peer = schedule.word(step, Schedule.PEER);
        if (peer == Schedule.EVERYBODY) {
            awaitAllShown(call, phase);
            board.allHaveSeen(first - 1); // who has come to this call has left those before
            readAll(call.bases[target], place, phase, at, bytes);
        } else {
            awaitShown(call, peer, phase);
            board.read(peer, phase, placeBytes, at, call.bases[target], place, bytes);
        }
    }

    /** Whole places follow each other here as there. */
    private void readAll(Object target, long place, long phase, int at, int bytes) {
        if (bytes == placeBytes) {
            board.read(0, phase, placeBytes, 0, target, place, port.size() * bytes);
            return;
        }
        for (int member = 0; member < port.size(); member++) {
            board.read(member, phase, placeBytes, at, target, place + (long) member * bytes, bytes);
        }
    }

    private void awaitAllShown(Call call, long phase) {
        int missing = board.firstMissing(phase, call.signature, 0);
        while (missing >= 0) {
            awaitShown(call, missing, phase);
            missing = board.firstMissing(phase, call.signature, missing);
        }
    }

    private void awaitShown(Call call, int member, long phase) {
        if (board.hasShown(member, phase, call.signature)) {
            return;
        }
        waits.await(call, Board.SHOWN, member, phase);
        if (!board.hasShown(member, phase, call.signature)) {
            throw differs(call, member, phase);
        }
    }

    /**
     * Compares this member's last calls with what the others have shown, and with how far they have come, once nobody makes a call any more. Members that have begun anew since then count more phases, and what they show in these is not looked at.
     *
     * @return null if there is no difference, or none that can be seen any more
     */
    @Nullable Disagreement compare() {
        for (int member = 0; member < port.size(); member++) {
            Disagreement found = member == port.rank() ? null : compare(member);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable Disagreement compare(int member) {
        for (long phase = Math.max(1, lastPhase - Board.PHASES + 1); phase <= lastPhase; phase++) {
            if (!board.has(Board.SEEN, member, phase)) {
                return Disagreement.left(log.tag(phase), member, port.rank(), log.signature(phase));
            }
            if (board.has(Board.SHOWN, member, phase) && !board.hasShown(member, phase, log.signature(phase))) {
                return new Disagreement(log.tag(phase), port.rank(), log.signature(phase), member, board.signature(member, phase));
            }
        }
        return null;
    }

    private BraidException differs(Call call, int member, long phase) {
        var found = new Disagreement(call.tag, port.rank(), call.signature, member, board.signature(member, phase));
        port.disagree(found);
        return found.error();
    }
}
