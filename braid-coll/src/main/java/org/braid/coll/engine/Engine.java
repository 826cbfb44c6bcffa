package org.braid.coll.engine;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.braid.coll.agreement.CallLog;
import org.braid.coll.agreement.Disagreement;
import org.braid.coll.agreement.PlanName;
import org.braid.coll.board.BoardHost;
import org.braid.coll.board.Extent;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.select.ChoiceListener;
import org.braid.coll.select.MemoryChoice;
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
    private final CallsUnderWay underWay;
    private final CallPool pool;
    private final Steps steps;
    private final boolean crowded;
    private final Selection selection;
    private final @Nullable Topology topology;
    private BoardCalls[] boards = {}; // of all extents

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
        this.selection = selection;
        this.topology = topology;
        this.pool = new CallPool(port);
        this.steps = new Steps(port, pool);
        this.straight = new StraightRun(port, steps, stalls);
        this.graph = new GraphRun(port, steps);
        this.underWay = new CallsUnderWay(port, stalls, pool, straight, graph);
    }

    /**
     * From now on short blocking calls, and those of long vectors that several read, go over memory that all members share, or those of each host, as soon as they are worth it, and where ranks share cores so do those that are started behind them; before the first call.
     *
     * @param host what gives that memory
     * @param operations those whose calls may go so, since nobody has chosen their algorithm by hand: a bit for each ordinal, the same at every member
     * @param keepsBits whether reductions give the same bits wherever members are, likewise
     */
    public void shareMemory(BoardHost host, int operations, boolean keepsBits) {
        shareMemory(host, operations, keepsBits, BoardWaits.Looks.of(crowded), Extent.LONG);
    }

    void shareMemory(BoardHost host, int operations, boolean keepsBits, BoardWaits.Looks looks, Extent longest) {
        boards = new BoardCalls[] {boards(Extent.SHORT, host, operations, keepsBits, looks), boards(longest, host, operations, keepsBits, looks)};
    }

    private BoardCalls boards(Extent extent, BoardHost host, int operations, boolean keepsBits, BoardWaits.Looks looks) {
        return new BoardCalls(port, host, new BoardPlan(extent, port, topology, crowded, keepsBits), new MemoryChoice(selection, port.size(), crowded), operations, (board, members, number) -> {
            BoardWaits waits = new BoardWaits(port, stalls, board, members, number, looks, underWay, pool.tickets(BoardWaits.tickets(members.length)));
            return new BoardRun(port, steps, board, members, number, waits);
        });
    }

    /** No call comes any more. */
    public void close() {
        BoardCalls[] mine = boards;
        boards = new BoardCalls[0];
        for (BoardCalls each : mine) {
            each.close();
        }
    }

    /** A call has failed at this member: others must not conclude from how far it comes what its program calls. */
    public void goAstray() {
        for (BoardCalls each : boards) {
            BoardRun run = each.run();
            if (run != null) {
                run.goAstray();
            }
        }
    }

    /** Compares the last calls over shared memory of all members, once none of them makes one any more. A difference is told to all, and returned; null if there is none. */
    public @Nullable Disagreement compareShared() {
        for (BoardCalls each : boards) {
            BoardRun run = each.run();
            Disagreement found = run == null ? null : run.compare();
            if (found != null) {
                return port.disagree(found);
            }
        }
        return null;
    }

    /**
     * Likewise, by a member that frees the communicator and makes no call any more; others may not have come so far, and whoever comes last finds what differs. Not where members are known to differ, which leads calls astray. A difference is told to those that have not freed it.
     */
    public @Nullable Disagreement compareOnFreeing() {
        for (BoardCalls each : boards) {
            BoardRun run = each.run();
            Disagreement found = run == null ? null : run.compareOnFreeing(log.next());
            if (found != null) {
                return port.disagree(found);
            }
        }
        return null;
    }

    /** A call to be described and then run or started. */
    public Call call(Operation operation) {
        return pool.take(operation);
    }

    /** Runs the call to its end. What an operator throws ends the call here, and is thrown. */
    public void run(Call call) {
        long bytes = AgreedBytes.of(call, port.size());
        BoardCalls shared = shared(call, bytes);
        BoardRun board = shared == null ? null : board(shared, call, bytes);
        if (shared != null && board != null) {
            run(call, bytes, shared, board);
            return;
        }
        Schedule schedule = begin(call, bytes, null);
        if (!call.straight || underWay.any()) {
            underWay.run(call);
            return;
        }
        try {
            straight.advance(call, schedule, true);
        } catch (Throwable failed) {
            underWay.abandon(call, failed);
            pool.giveFailed(call);
            throw failed;
        }
        pool.give(call, schedule);
    }

    /** Which boards could serve the call; null for none. */
    private @Nullable BoardCalls shared(Call call, long bytes) {
        for (BoardCalls each : boards) {
            if (each.couldServe(call, bytes)) {
                return each;
            }
        }
        return null;
    }

    /** What runs the call, if that goes over shared memory; made before, if it is time for that. */
    private @Nullable BoardRun board(BoardCalls shared, Call call, long bytes) {
        if (shared.isTimeToOpen()) {
            try {
                open(shared, call, bytes);
            } catch (Throwable failed) {
                pool.giveFailed(call);
                throw failed;
            }
        }
        return shared.run();
    }

    private void open(BoardCalls shared, Call call, long bytes) {
        shared.open(this, operation -> call(operation).saidAs(call, bytes));
    }

    /** What this member would say of the call, which is not made, but by which plan: what all members say alike ({@link org.braid.coll.agreement.Signature}). */
    public long said(Call call) {
        try {
            call.plan = PlanName.NONE;
            return AgreedBytes.signature(call, AgreedBytes.of(call, port.size()));
        } finally {
            pool.giveFailed(call);
        }
    }

    /**
     * Makes ready for such a call, which will be started many times, and is not made now: where calls that are started go over shared memory, the members make it. So this is a collective, and members that say another call are told.
     */
    public void prepareToStart(Call call) {
        try {
            long bytes = AgreedBytes.of(call, port.size());
            BoardCalls shared = crowded ? shared(call, bytes) : null;
            if (shared != null && shared.isToOpen()) {
                open(shared, call, bytes);
            }
        } finally {
            pool.giveFailed(call);
        }
    }

    private void run(Call call, long bytes, BoardCalls shared, BoardRun board) {
        Schedule schedule = begin(call, bytes, shared);
        if (!board.started().isEmpty()) {
            board.started().add(call, schedule);
            underWay.run(call);
            return;
        }
        try {
            board.run(call, schedule);
        } catch (Throwable failed) {
            underWay.abandon(call, failed);
            pool.giveFailed(call);
            throw failed;
        }
        pool.give(call, schedule);
    }

    /** Whether all members share a board, so that they find what any of them {@linkplain #announce announces}. */
    public boolean mayAnnounce() {
        return boards.length > 0 && boards[0].isOfAll();
    }

    /**
     * Makes a call that moves nothing and waits for nobody (but where this member is ahead by all phases that a board holds): others that have made another one in its place are told so at the next look, or at the end, as of all calls over a board.
     *
     * @param call a barrier by another name, where it {@linkplain #mayAnnounce may} be announced
     * @return its number
     */
    public int announce(Call call) {
        BoardCalls all = boards[0];
        int number = log.next();
        call.announces = true;
        run(call, 0, all, Objects.requireNonNull(all.run(), "all members share a board"));
        return number;
    }

    /** Makes the call known to those who wait in another one, without carrying it out: the members agree by other means that all have made it. */
    public void note(Call call) {
        pool.give(call, begin(call));
    }

    /** Starts the call; it goes on whenever somebody tests or waits. */
    void start(Call call) {
        beginToStart(call);
        underWay.start(call);
    }

    /** As {@link #start(Call)}, for a call that nobody tests or awaits: {@code finish} is told when it is over, which may be at once. */
    public void start(Call call, Finish finish) {
        beginToStart(call);
        call.finish = finish;
        underWay.start(call);
    }

    /** Where ranks share cores it goes over a board that is there already, for whoever starts a call does not wait until all have made one. Where each has its own, messages of several calls are under way at once. */
    private void beginToStart(Call call) {
        long bytes = AgreedBytes.of(call, port.size());
        BoardCalls shared = crowded ? shared(call, bytes) : null;
        BoardRun board = shared == null ? null : shared.run();
        Schedule schedule = begin(call, bytes, board == null ? null : shared);
        if (board != null) {
            board.started().add(call, schedule);
        }
    }

    /** Goes on with all calls; true if this one is complete, then it must not be touched again. */
    boolean test(Call call) {
        return underWay.test(call);
    }

    /** Waits until the call is complete; it must not be touched again. */
    void await(Call call) {
        underWay.await(call);
    }

    /** Goes on with all calls, for whoever waits for something else. */
    public void progress() {
        underWay.moveOn();
    }

    /** Asks those that are waited for what they are calling; for whoever has waited long for something else. A call that is known to differ ends. */
    public void inquire() {
        underWay.inquire();
    }

    /** Calls started and not over. */
    public int pending() {
        return underWay.count();
    }

    /** Before somebody sleeps until one of {@link #awaitedTickets} is done; false if a call can go on. */
    public boolean mayRest() {
        return underWay.mayRest();
    }

    /** The tickets of which one must be done before any call goes on, for whoever waits for something else, too. */
    public int[] awaitedTickets() {
        return underWay.awaitedTickets();
    }

    /** The call gets its number, on which the others count, when it has all that it needs: one that fails before was not made. */
    private Schedule begin(Call call) {
        return begin(call, AgreedBytes.of(call, port.size()), null);
    }

    private Schedule begin(Call call, long bytes, @Nullable BoardCalls shared) {
        try {
            Schedule schedule = shared == null ? prepare(call, bytes) : prepare(call, shared);
            number(call, bytes);
            return schedule;
        } catch (Throwable failed) {
            pool.giveFailed(call);
            throw failed;
        }
    }

    private void number(Call call, long bytes) {
        call.signature = AgreedBytes.signature(call, bytes);
        call.tag = log.record(call.signature);
        stalls.throwIfMembersDisagree(call);
    }

    private Schedule prepare(Call call, long bytes) {
        Schedule schedule = plans.find(call, bytes);
        call.schedule = schedule;
        call.straight = schedule.isMasked() && bytes <= straightBytes;
        call.next = 0;
        call.underWay = 0;
        pool.bind(call, schedule);
        if (!call.straight) {
            beginByDependencies(call, schedule);
        }
        return schedule;
    }

    private void beginByDependencies(Call call, Schedule schedule) {
        if (!schedule.isLooped()) {
            graph.begin(call, schedule);
            return;
        }
        WindowRun known = call.windowRun;
        if (known == null) {
            call.windowRun = new WindowRun(port, steps, schedule);
        } else {
            known.begin(schedule);
        }
    }

    private Schedule prepare(Call call, BoardCalls shared) {
        Schedule schedule = shared.schedule(call);
        call.schedule = schedule;
        call.plan = shared.name(call);
        call.straight = true;
        call.next = 0;
        call.underWay = 0;
        shared.cut(call);
        pool.bind(call, schedule); // temporaries are a part's
        return schedule;
    }
}
