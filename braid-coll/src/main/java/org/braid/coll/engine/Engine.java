package org.braid.coll.engine;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.braid.coll.agreement.CallLog;
import org.braid.coll.agreement.PlanName;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.select.Selection;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * The collectives of one communicator at one member. Take a {@link #call}, describe it, {@link #run} it, or {@link #start} it and later {@link #test} or
 * {@link #await} it. Calls of all members belong together by their order, so every member must make the same ones in the same order.
 *
 * <p>Several calls may be under way; whoever waits for one advances all. Allocates nothing for a call whose schedule is known. Not thread-safe: the owner sees to
 * it that one thread at a time is inside.
 */
public final class Engine {
    /** Up to this many bytes per message a schedule runs in program order: overlap would gain less than counters cost. */
    private static final long STRAIGHT_BYTES = 8 << 10;

    private final Port port;
    private final CallLog log;
    private final long straightBytes;
    private final Plans plans;
    private final Stalls stalls;
    private final StraightRun straight;
    private final GraphRun graph;
    private final CallPool pool;
    private final Steps steps;
    private final boolean crowded;
    private @Nullable BoardCalls boards;

    private final ActiveCalls active = new ActiveCalls();
    private int[] awaited = new int[64];

    /**
     * Every member says the same.
     *
     * @param crowded whether some host has more ranks of this communicator than cores
     * @param topology who is near whom; null if nobody is nearer than others
     */
    public Engine(Port port, boolean crowded, Selection selection, @Nullable Topology topology) {
        this(port, crowded, selection, topology, new AtomicReference<>());
    }

    /** As above; {@code listener} holds who is told of choices, if anybody is. */
    public Engine(Port port, boolean crowded, Selection selection, @Nullable Topology topology, AtomicReference<@Nullable ChoiceListener> listener) {
        this(port, crowded, selection, topology, listener, Stalls.PATIENCE_NS, STRAIGHT_BYTES);
    }

    Engine(Port port, boolean crowded, Selection selection, @Nullable Topology topology, long patienceNs, long straightBytes) {
        this(port, crowded, selection, topology, new AtomicReference<>(), patienceNs, straightBytes);
    }

    private Engine(Port port, boolean crowded, Selection selection, @Nullable Topology topology, AtomicReference<@Nullable ChoiceListener> listener, long patienceNs, long straightBytes) {
        this.port = port;
        this.log = port.log();
        this.straightBytes = straightBytes;
        this.plans = new Plans(port, crowded, selection, topology, listener);
        this.stalls = new Stalls(port, patienceNs);
        this.crowded = crowded;
        this.pool = new CallPool(port);
        this.steps = new Steps(port, pool);
        this.straight = new StraightRun(port, steps, stalls);
        this.graph = new GraphRun(port, steps);
    }

    /**
     * From now on short blocking calls go over memory that all members share, as soon as they are worth it; before the first call.
     *
     * @param host what gives that memory
     * @param operations those of which nobody has chosen the algorithm by hand: a bit for each ordinal, the same at every member
     */
    public void shareMemory(BoardHost host, int operations) {
        shareMemory(host, operations, BoardWaits.Looks.of(crowded));
    }

    void shareMemory(BoardHost host, int operations, BoardWaits.Looks looks) {
        boards = new BoardCalls(port, host, operations, board -> new BoardRun(port, steps, board, new BoardWaits(port, stalls, board, looks, new UnderWay(), pool.tickets(BoardWaits.TICKETS))));
    }

    /** The calls that were started and are not over. */
    private final class UnderWay implements OtherCalls {
        @Override
        public boolean any() {
            return active.count() > 0;
        }

        @Override
        public void moveOn() {
            advanceAll();
        }

        @Override
        public int[] awaitedTickets() {
            return Engine.this.awaitedTickets();
        }
    }

    /** No call comes any more. */
    public void close() {
        BoardCalls mine = boards;
        boards = null;
        if (mine != null) {
            mine.close();
        }
    }

    /** A call to be described and then run or started. */
    public Call call(Operation operation) {
        return pool.take(operation);
    }

    /** Runs the call to its end. What an operator throws ends the call here, and is thrown. */
    public void run(Call call) {
        long bytes = AgreedBytes.of(call, port.size());
        BoardCalls shared = boards;
        BoardRun board = shared == null ? null : board(shared, call, bytes);
        if (shared != null && board != null) {
            run(call, bytes, shared, board);
            return;
        }
        Schedule schedule = begin(call, bytes, null);
        if (!call.straight || active.count() > 0) {
            runAmongOthers(call);
            return;
        }
        try {
            straight.advance(call, schedule, true);
        } catch (Throwable failed) {
            abandon(call);
            pool.giveFailed(call);
            throw failed;
        }
        pool.give(call, schedule);
    }

    /** What runs the call, if that goes over shared memory; made before, if it is time for that. */
    private @Nullable BoardRun board(BoardCalls shared, Call call, long bytes) {
        if (!shared.couldServe(call, bytes)) {
            return null;
        }
        if (shared.isTimeToOpen()) {
            try {
                shared.open(this, operation -> call(operation).saidAs(call, bytes));
            } catch (Throwable failed) {
                pool.giveFailed(call);
                throw failed;
            }
        }
        return shared.run();
    }

    private void run(Call call, long bytes, BoardCalls shared, BoardRun board) {
        Schedule schedule = begin(call, bytes, shared);
        try {
            board.run(call, schedule, shared.placeBytes(call, bytes));
        } catch (Throwable failed) {
            abandon(call);
            pool.giveFailed(call);
            throw failed;
        }
        pool.give(call, schedule);
    }

    private void runAmongOthers(Call call) {
        activate(call);
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

    /** Makes the call known to those who wait in another one, without carrying it out: the members agree by other means that all have made it. */
    public void note(Call call) {
        pool.give(call, begin(call));
    }

    /** Starts the call; it goes on whenever somebody tests or waits. */
    void start(Call call) {
        begin(call);
        activate(call);
        advance(call);
    }

    /** As {@link #start(Call)}, for a call that nobody tests or awaits: {@code finish} is told when it is over, which may be at once. */
    public void start(Call call, Finish finish) {
        begin(call);
        call.finish = finish;
        activate(call);
        advance(call);
    }

    /** Goes on with all calls; true if this one is complete, then it must not be touched again. */
    boolean test(Call call) {
        port.progress();
        advanceAll();
        return takeIfDone(call);
    }

    /** Waits until the call is complete; it must not be touched again. */
    void await(Call call) {
        while (true) {
            advanceAll();
            if (takeIfDone(call)) {
                return;
            }
            awaitTransfers(call);
        }
    }

    /** Goes on with all calls, for whoever waits for something else. */
    public void progress() {
        advanceAll();
    }

    /**
     * Asks those that are waited for what they are calling; for whoever has waited long for something else. A call that is known to differ ends: it may wait for nothing but a member that will never
     * take what it sends.
     */
    public void inquire() {
        for (int at = active.count() - 1; at >= 0; at--) {
            Call call = active.at(at);
            stalled(call);
            tellIfOver(call);
        }
    }

    /** Calls started and not yet taken. */
    public int pending() {
        return active.count();
    }

    /** The call gets its number, on which the others count, when it has all that it needs: one that fails before was not made. */
    private Schedule begin(Call call) {
        return begin(call, AgreedBytes.of(call, port.size()), null);
    }

    private Schedule begin(Call call, long bytes, @Nullable BoardCalls shared) {
        try {
            Schedule schedule = shared == null ? prepare(call, bytes) : prepare(call, shared);
            call.signature = AgreedBytes.signature(call, bytes);
            call.tag = log.record(call.signature);
            stalls.throwIfMembersDisagree(call);
            return schedule;
        } catch (Throwable failed) {
            pool.giveFailed(call);
            throw failed;
        }
    }

    private Schedule prepare(Call call, long bytes) {
        Schedule schedule = plans.find(call, bytes);
        call.schedule = schedule;
        call.straight = schedule.isMasked() && bytes <= straightBytes;
        call.next = 0;
        call.underWay = 0;
        pool.bind(call, schedule);
        if (!call.straight) {
            graph.begin(call, schedule);
        }
        return schedule;
    }

    private Schedule prepare(Call call, BoardCalls shared) {
        Schedule schedule = shared.schedule(call);
        call.schedule = schedule;
        call.plan = PlanName.SHARED_MEMORY;
        call.straight = true;
        call.next = 0;
        call.underWay = 0;
        pool.bindScratch(call, schedule);
        return schedule;
    }

    private void activate(Call call) {
        active.add(call);
        call.complete = false;
    }

    /** Backwards, for a call that fails leaves the list. */
    private void advanceAll() {
        for (int at = active.count() - 1; at >= 0; at--) {
            advance(active.at(at));
        }
    }

    private void advance(Call call) {
        Schedule schedule = call.schedule;
        if (call.complete || schedule == null) {
            return;
        }
        try {
            call.complete = call.straight ? straight.advance(call, schedule, false) : graph.advance(call, schedule);
        } catch (Throwable failed) {
            fail(call, failed);
        }
        tellIfOver(call);
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
            active.remove(call);
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
        abandon(call);
    }

    private boolean takeIfDone(Call call) {
        if (!call.complete) {
            return false;
        }
        Throwable failure = call.failure;
        if (failure != null) {
            pool.giveFailed(call);
            throw Engine.<RuntimeException>unchecked(failure);
        }
        active.remove(call);
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

    private void awaitTransfers(Call call) {
        int count = collectAwaited();
        if (count > 0 && !port.awaitAny(awaited, count, stalls.patienceNs())) {
            stalled(call);
        }
    }

    /** The tickets of which one must be done before any call goes on, for whoever waits for something else, too. */
    public int[] awaitedTickets() {
        return Arrays.copyOf(awaited, collectAwaited());
    }

    private int collectAwaited() {
        int count = 0;
        for (int at = 0; at < active.count(); at++) {
            Call other = active.at(at);
            int bound = count + other.tickets;
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
        return call.straight ? straight.collectAwaited(call, schedule, awaited, count) : graph.collect(call, awaited, count);
    }

    private void stalled(Call call) {
        inquire(call);
        try {
            stalls.throwIfMembersDisagree(call);
        } catch (RuntimeException mismatch) {
            fail(call, mismatch);
        }
    }

    private void inquire(Call call) {
        Schedule schedule = call.schedule;
        if (schedule == null) {
            return;
        }
        for (int ticket : underWay(call)) {
            stalls.inquire(call, schedule.word(ticket - call.firstTicket, Schedule.PEER));
        }
    }

    /** The tickets of the call's own transfers that are not done. */
    private int[] underWay(Call call) {
        int[] tickets = new int[Math.max(call.tickets, Schedule.MASKED_STEPS)];
        return Arrays.copyOf(tickets, call.straight ? straight.collect(call, tickets, 0) : graph.collect(call, tickets, 0));
    }

    /** The memory of a failed call isn't used again: sends under way may still read it. */
    private void abandon(Call call) {
        for (int ticket : underWay(call)) {
            port.cancel(ticket);
        }
        log.callOff(call.tag);
    }
}
