package org.braid.coll.engine;

import org.braid.base.BraidException;
import org.braid.coll.board.Board;
import org.braid.coll.board.Wishes;
import org.braid.coll.schedule.Schedule;

/**
 * Runs schedules over shared memory, one step after the other. Whoever waits looks at the memory first, as often as a message would be looked for; then it leaves a wish and sleeps in the receive of a message (see {@link Wishes}), so
 * that whatever is said of members that wait is true here, too.
 */
final class BoardRun {
    /**
     * How often a member looks before it leaves a wish.
     *
     * @param spins looks with the core in hand
     * @param yields looks that give the core away
     */
    record Looks(int spins, int yields) {
        /** Where every member has a core, some 50 µs in hand; else none, since whoever is waited for may need that core. */
        static Looks of(boolean crowded) {
            return new Looks(crowded ? 0 : 1_000, 1_000);
        }
    }

    /** One look in so many makes progress elsewhere: what the others wait for may be a message to this process. */
    private static final int BETWEEN_TURNS = 32;

    /** While other calls of this communicator are under way they go on at least so often. */
    private static final long AMONG_OTHERS_NS = 1_000_000;

    private static final int TICKETS = 2;

    private final Port port;
    private final Steps steps;
    private final Stalls stalls;
    private final Board board;
    private final Runnable others;
    private final Looks looks;
    private final byte[] nothing = {};
    private final int sleepTicket;
    private final int wakeTicket;
    private long lastPhase;
    private int placeBytes; // of the call that runs

    /**
     * @param looks how often a member looks before it sleeps
     * @param others moves on what else is under way
     * @param firstTicket of {@link #TICKETS} that nobody else uses
     */
    BoardRun(Port port, Steps steps, Stalls stalls, Board board, Looks looks, Runnable others, int firstTicket) {
        this.port = port;
        this.steps = steps;
        this.stalls = stalls;
        this.board = board;
        this.others = others;
        this.looks = looks;
        this.sleepTicket = firstTicket;
        this.wakeTicket = firstTicket + 1;
    }

    static int tickets() {
        return TICKETS;
    }

    Board board() {
        return board;
    }

    /** The last phase of the last call. */
    long lastPhase() {
        return lastPhase;
    }

    /** Runs the call to its end. One that fails has counted its phases, so that members agree on those of the next one. What members show in it has {@code bytesOfPlaces}. */
    void run(Call call, Schedule schedule, int bytesOfPlaces, boolean amongOthers) {
        placeBytes = bytesOfPlaces;
        long first = lastPhase + 1;
        lastPhase += schedule.phases();
        try {
            for (int step = 0; step < schedule.steps(); step++) {
                start(call, schedule, step, first, amongOthers);
            }
        } catch (Throwable failed) {
            leave(failed);
            throw failed;
        }
        board.finish(lastPhase);
        wakeSleepers();
    }

    private void leave(Throwable failed) {
        boolean ignored = board.wishes().withdraw();
        port.cancel(sleepTicket);
        board.finish(lastPhase);
        try {
            wakeSleepers();
        } catch (RuntimeException notWoken) {
            failed.addSuppressed(notWoken);
        }
    }

    private void start(Call call, Schedule schedule, int step, long first, boolean amongOthers) {
        int kind = schedule.word(step, Schedule.KIND);
        if (kind == Schedule.SHOW) {
            show(call, schedule, step, first, amongOthers);
        } else if (kind == Schedule.SEE) {
            see(call, schedule, step, first, amongOthers);
        } else {
            int ignored = steps.start(call, schedule, step); // a copy or a reduction, done when it returns
        }
    }

    private void show(Call call, Schedule schedule, int step, long first, boolean amongOthers) {
        long phase = first + schedule.word(step, Schedule.TARGET);
        for (int member = board.laggard(phase); member >= 0; member = board.laggard(phase)) {
            await(call, Board.SEEN, member, phase - Board.PHASES, amongOthers);
        }
        int buffer = schedule.word(step, Schedule.SOURCE);
        int from = schedule.word(step, Schedule.SOURCE_FROM);
        long bytes = call.elements(schedule, buffer, from, schedule.word(step, Schedule.SOURCE_TO)) * call.elementBytes;
        board.show(phase, call.signature, placeBytes, call.bases[buffer], call.offset(schedule, buffer, from), (int) bytes);
        wakeSleepers();
    }

    private void see(Call call, Schedule schedule, int step, long first, boolean amongOthers) {
        long phase = first + schedule.word(step, Schedule.SOURCE);
        int at = (int) (schedule.word(step, Schedule.SOURCE_FROM) * call.count * call.elementBytes);
        int bytes = (int) (schedule.word(step, Schedule.SOURCE_TO) * call.count * call.elementBytes) - at;
        int target = schedule.word(step, Schedule.TARGET);
        long place = call.offset(schedule, target, schedule.word(step, Schedule.TARGET_FROM));
        int peer = schedule.word(step, Schedule.PEER);
        if (peer != Schedule.EVERYBODY) {
            awaitShown(call, peer, phase, amongOthers);
            board.read(peer, phase, placeBytes, at, call.bases[target], place, bytes);
            return;
        }
        awaitAllShown(call, phase, amongOthers);
        board.allHaveSeen(first - 1); // who has come to this call has left those before
        if (bytes == placeBytes) {
            board.read(0, phase, placeBytes, 0, call.bases[target], place, port.size() * bytes);
            return;
        }
        for (int member = 0; member < port.size(); member++) {
            board.read(member, phase, placeBytes, at, call.bases[target], place + (long) member * bytes, bytes);
        }
    }

    private void awaitAllShown(Call call, long phase, boolean amongOthers) {
        int missing = board.firstMissing(phase, call.signature, 0);
        while (missing >= 0) {
            awaitShown(call, missing, phase, amongOthers);
            missing = board.firstMissing(phase, call.signature, missing);
        }
    }

    private void awaitShown(Call call, int member, long phase, boolean amongOthers) {
        if (board.hasShown(member, phase, call.signature)) {
            return;
        }
        await(call, Board.SHOWN, member, phase, amongOthers);
        if (!board.hasShown(member, phase, call.signature)) {
            throw differs(call, member, board.signature(member, phase));
        }
    }

    private BraidException differs(Call call, int member, long signature) {
        var found = new Disagreement(call.tag, port.rank(), call.signature, member, signature);
        port.disagree(found);
        return found.error();
    }

    private void await(Call call, int kind, int member, long phase, boolean amongOthers) {
        if (!comesSoon(kind, member, phase, amongOthers) && board.wishes().leave(kind, member, phase, call.tag, call.signature)) {
            sleep(call, member, amongOthers);
        }
    }

    private boolean comesSoon(int kind, int member, long phase, boolean amongOthers) {
        for (int look = 1; look <= looks.spins() + looks.yields(); look++) {
            if (board.has(kind, member, phase)) {
                return true;
            }
            if (look % BETWEEN_TURNS == 0) {
                port.progress();
                moveOthersOn(amongOthers);
            } else if (look <= looks.spins()) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        return false;
    }

    private void moveOthersOn(boolean amongOthers) {
        if (amongOthers) {
            others.run();
        }
    }

    private void sleep(Call call, int member, boolean amongOthers) {
        int state = port.receive(sleepTicket, member, call.tag, call.signature, nothing, 0, 0);
        while (state == Port.PENDING && amongOthers) {
            state = port.await(sleepTicket, AMONG_OTHERS_NS);
            moveOthersOn(true);
            stalls.throwIfMembersDisagree(call);
        }
        if (state == Port.PENDING) {
            state = port.await(sleepTicket, stalls.patienceNs());
        }
        if (state == Port.PENDING) {
            state = stalls.await(call, member, sleepTicket);
        }
        if (state == Port.DIFFERS) {
            throw differs(call, member, port.signature(sleepTicket));
        }
    }

    private void wakeSleepers() {
        Wishes wishes = board.wishes();
        if (!wishes.any()) {
            return;
        }
        wishes.look();
        for (int member = 0; member < port.size(); member++) {
            if (member != port.rank() && wishes.take(member)) {
                wake(member, wishes.tag(member), wishes.signature(member));
            }
        }
    }

    /** Who cannot be reached is told of that by whoever waits for it, and needs no waking. */
    private void wake(int member, int tag, long signature) {
        try {
            int state = port.send(wakeTicket, member, tag, signature, nothing, 0, 0);
            while (state == Port.PENDING) {
                state = port.await(wakeTicket, stalls.patienceNs());
            }
        } catch (BraidException unreachable) {
            port.cancel(wakeTicket);
        }
    }
}
