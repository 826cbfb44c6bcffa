package org.braid.coll.engine;

import java.util.Arrays;
import java.util.BitSet;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.agreement.CallLog;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/** The calls of one communicator that were started and are not over: whoever waits for one moves all of them on, step by step. */
final class CallsUnderWay implements OtherCalls {
    private final Port port;
    private final CallLog log;
    private final Stalls stalls;
    private final CallPool pool;
    private final StraightRun straight;
    private final GraphRun graph;
    private final ActiveCalls active = new ActiveCalls();
    private int[] awaited = new int[64];

    CallsUnderWay(Port port, Stalls stalls, CallPool pool, StraightRun straight, GraphRun graph) {
        this.port = port;
        this.log = port.log();
        this.stalls = stalls;
        this.pool = pool;
        this.straight = straight;
        this.graph = graph;
    }

    @Override
    public boolean any() {
        return active.count() > 0;
    }

    int count() {
        return active.all();
    }

    /** One more, which has begun, and goes as far as it can. */
    void start(Call call) {
        if (add(call)) {
            advance(call);
            admit();
        }
    }

    /** One more, which has begun, to its end. What ends it is thrown. */
    void run(Call call) {
        add(call);
        try {
            await(call);
        } catch (Throwable failed) {
            if (active.contains(call)) { // what failed is the wait, and nobody will wait for this call again
                fail(call, failed);
                pool.giveFailed(call);
            }
            throw failed;
        }
    }

    /** Goes on with all calls; true if this one is complete, then it must not be touched again. */
    boolean test(Call call) {
        port.progress();
        moveOn();
        return takeIfDone(call);
    }

    /** Waits until the call is complete; it must not be touched again. */
    void await(Call call) {
        while (true) {
            moveOn();
            if (takeIfDone(call)) {
                return;
            }
            if (!comesSoon(call) && mayRest()) {
                awaitTransfers(call);
            }
        }
    }

    /**
     * {@inheritDoc} For whoever has waited long for something else. A call that is known to differ ends: it may wait for nothing but a member that will never
     * take what it sends.
     */
    @Override
    public void inquire() {
        for (int at = active.count() - 1; at >= 0; at--) {
            Call call = active.at(at);
            stalled(call);
            tellIfOver(call);
        }
        admit();
    }

    private boolean add(Call call) {
        call.complete = false;
        return active.add(call);
    }

    /** Calls that have waited for room go on, as far as there is some. */
    private void admit() {
        for (Call next = active.admit(); next != null; next = active.admit()) {
            advance(next);
        }
    }

    /** {@inheritDoc} Backwards, for a call that is over leaves the list, and so do those behind it that are over then. */
    @Override
    public void moveOn() {
        for (int at = active.count() - 1; at >= 0; at = Math.min(at, active.count()) - 1) {
            advance(active.at(at));
        }
        admit();
    }

    /** Goes on with the call, and where it was in the way of others in its line, with these. */
    private void advance(Call call) {
        Call.Line line = call.line;
        boolean isOver = goesToItsEnd(call);
        while (isOver && line != null) {
            Call next = line.first();
            isOver = next != null && active.goesOn(next) && goesToItsEnd(next);
        }
    }

    private boolean goesToItsEnd(Call call) {
        Schedule schedule = call.schedule;
        if (call.complete || schedule == null) {
            return false;
        }
        try {
            call.complete = isOver(call, schedule);
            if (call.complete) {
                active.remove(call);
            }
        } catch (Throwable failed) {
            fail(call, failed);
        }
        boolean isOver = call.complete;
        tellIfOver(call);
        return isOver;
    }

    private boolean isOver(Call call, Schedule schedule) {
        Call.Line line = call.line;
        if (line != null) {
            return line.advance(call, schedule);
        }
        return call.straight ? straight.advance(call, schedule, false) : advanceByDependencies(call, schedule);
    }

    private boolean advanceByDependencies(Call call, Schedule schedule) {
        WindowRun looped = looped(call, schedule);
        return looped == null ? graph.advance(call, schedule) : looped.advance(call);
    }

    /** What runs a call by dependencies whose schedule has a loop; null for others. */
    private static @Nullable WindowRun looped(Call call, Schedule schedule) {
        return schedule.isLooped() && !call.straight ? call.windowRun : null;
    }

    private void tellIfOver(Call call) {
        Finish finish = call.finish;
        Schedule schedule = call.schedule;
        if (call.complete && finish != null && schedule != null) {
            tell(finish, call, schedule);
        }
    }

    private void tell(Finish finish, Call call, Schedule schedule) {
        Throwable failure = call.failure;
        if (failure == null) {
            pool.give(call, schedule);
        } else {
            pool.giveFailed(call);
        }
        finish.finished(failure);
    }

    /** Whoever waits for this call gets what was thrown, not whoever moved it on. */
    private void fail(Call call, Throwable failure) {
        call.failure = failure;
        call.complete = true;
        active.remove(call);
        abandon(call, failure);
    }

    private boolean takeIfDone(Call call) {
        if (!call.complete) {
            return false;
        }
        Throwable failure = call.failure;
        if (failure != null) {
            pool.giveFailed(call);
            throw CallsUnderWay.<RuntimeException>unchecked(failure);
        }
        Schedule schedule = call.schedule;
        if (schedule != null) {
            pool.give(call, schedule);
        }
        return true;
    }

    /** As it was thrown: the code of other languages may throw what Java would have declared. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(Throwable thrown) throws T {
        throw (T) thrown;
    }

    private static boolean comesSoon(Call call) {
        Call.Line line = call.line;
        return line != null && line.comesSoon(call);
    }

    @Override
    public boolean mayRest() {
        boolean may = true;
        for (int at = active.count() - 1; at >= 0; at--) {
            may &= mayRest(active.at(at));
        }
        return may;
    }

    private boolean mayRest(Call call) {
        Call.Line line = call.line;
        Schedule schedule = call.schedule;
        if (line == null || schedule == null) {
            return true;
        }
        try {
            return line.mayRest(call, schedule);
        } catch (Throwable failed) {
            fail(call, failed);
            tellIfOver(call);
            return false;
        }
    }

    private void awaitTransfers(Call call) {
        int count = collectAwaited();
        if (count > 0 && !stalls.awaitAny(awaited, count)) {
            inquire(); // others may wait for this member to hear what has become of a call that this one goes on behind
            if (!active.goesOn(call)) {
                stalled(call);
            }
        }
    }

    @Override
    public int[] awaitedTickets() {
        int count = collectAwaited(); // which may need a longer array
        return Arrays.copyOf(awaited, count);
    }

    private int collectAwaited() {
        int count = 0;
        for (int at = 0; at < active.count(); at++) {
            Call other = active.at(at);
            int bound = count + other.tickets + 1;
            if (bound > awaited.length) {
                awaited = Arrays.copyOf(awaited, 2 * bound);
            }
            count = collectAwaited(other, count);
        }
        return count;
    }

    private int collectAwaited(Call call, int count) {
        Schedule schedule = call.schedule;
        if (call.complete || schedule == null) {
            return count;
        }
        Call.Line line = call.line;
        if (line != null) {
            return line.collect(call, awaited, count);
        }
        return call.straight ? straight.collectAwaited(call, schedule, awaited, count) : collectByDependencies(call, schedule, awaited, count);
    }

    private int collectByDependencies(Call call, Schedule schedule, int[] tickets, int at) {
        WindowRun looped = looped(call, schedule);
        return looped == null ? graph.collect(call, tickets, at) : looped.collect(call, tickets, at);
    }

    private void stalled(Call call) {
        try {
            inquire(call);
            stalls.throwIfHopeless(call);
        } catch (RuntimeException hopeless) {
            fail(call, hopeless);
        }
    }

    private void inquire(Call call) {
        Schedule schedule = call.schedule;
        if (schedule == null) {
            return;
        }
        Call.Line line = call.line;
        if (line != null) {
            int rank = line.awaitedRank(call, schedule);
            if (rank >= 0) {
                stalls.inquire(call, rank);
            }
            return;
        }
        WindowRun looped = looped(call, schedule);
        for (int ticket : underWay(call, schedule)) {
            int step = looped == null ? ticket - call.firstTicket : looped.held(ticket - call.firstTicket);
            stalls.inquire(call, Steps.peer(call, schedule, step));
        }
    }

    /** The tickets of the call's own transfers that are not done. */
    private int[] underWay(Call call, Schedule schedule) {
        int[] tickets = new int[Math.max(call.tickets, Schedule.MASKED_STEPS)];
        return Arrays.copyOf(tickets, call.straight ? straight.collect(call, tickets, 0) : collectByDependencies(call, schedule, tickets, 0));
    }

    /** The memory of a failed call isn't used again: sends under way may still read it. */
    void abandon(Call call, Throwable failure) {
        Call.Line line = call.line;
        Schedule schedule = call.schedule;
        if (line != null) {
            line.abandon(call, failure);
        } else if (schedule != null) {
            for (int ticket : underWay(call, schedule)) {
                port.cancel(ticket);
            }
        }
        log.callOff(call.tag, isLoss(failure));
        if (line == null && schedule != null && port.disagreement() == null && !isLoss(failure)) {
            tellThoseThatWait(call, schedule);
        }
    }

    /** For whom it had yet to send something: this member's program may be busy with other things by the time they ask. Who has all from here goes on. */
    private void tellThoseThatWait(Call call, Schedule schedule) {
        BitSet told = new BitSet();
        for (int step = 0; step < schedule.heldSteps(); step++) {
            int peer = isSend(schedule.written(step, Schedule.KIND)) && isOpen(call, schedule, step) ? Steps.peer(call, schedule, step) : Schedule.NOBODY;
            if (peer >= 0 && !told.get(peer)) {
                told.set(peer);
                port.callOff(peer, call.tag);
            }
        }
    }

    private static boolean isSend(int kind) {
        return kind == Schedule.SEND || kind == Schedule.SEND_LONG || kind == Schedule.SEND_FOUND;
    }

    /** Not done, as far as is known: of a step with rounds some may be. */
    private boolean isOpen(Call call, Schedule schedule, int step) {
        return looped(call, schedule) != null || (call.straight ? straight.isOpen(call, step) : graph.isOpen(call, step));
    }

    /** Members that wait for this one may have yet to hear of it themselves. */
    private static boolean isLoss(Throwable failure) {
        return failure instanceof BraidException known && (known.code() == ErrorCode.MPI_PEER_FAILED || known.code() == ErrorCode.PEER_LOST);
    }
}
