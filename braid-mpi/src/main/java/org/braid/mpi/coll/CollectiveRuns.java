package org.braid.mpi.coll;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.coll.agreement.Disagreement;
import org.braid.coll.agreement.Purpose;
import org.braid.coll.engine.Call;
import org.braid.coll.engine.Engine;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.ChoiceListener;
import org.braid.coll.select.Selection;
import org.braid.coll.topology.Topology;
import org.braid.link.progress.Completion;
import org.braid.link.progress.Progress;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.completion.Outstanding;
import org.braid.mpi.completion.StartedCalls;
import org.braid.mpi.completion.UnderWay;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.lco.MadeAhead;
import org.braid.mpi.liveness.Agreement;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/**
 * The collectives of one communicator at this rank: describe a call, then run it, or start it and wait for its request. All of them, also those that make communicators, share one
 * sequence of numbers, so that members that call in different orders are told so.
 *
 * <p>Where several threads may call, the lock of the {@link Entry} guards the schedule engine.
 */
public final class CollectiveRuns implements StartedCalls {
    /** How often a thread that waits for what comes by another way asks whether it waits in vain. */
    private static final long LOOK_NS = 20_000_000L;

    /** So long for each member where that is longer: of a thousand ranks that are threads, all would wake fifty times a second and leave the cores to nobody who has yet to come. */
    private static final long LOOK_EACH_NS = 400_000L;

    /** What the others sent before all had come may lie there unseen, in a ring of which nobody has heard: one turn in 64 looks for such. */
    private static final int LAST_TURNS = 128;

    private final LcoPort port;
    private final Engine engine;
    private final Lco lco;
    private final Agreement agreement;
    private final Completions completions;
    private final UnderWay underWay;
    private final Ending ending;
    private final Entry entry;
    private final @Nullable SentMessages sent;

    private final Supplier<@Nullable Disagreement> comparing = this::compareShared;
    private @Nullable SharedBoards sharing;

    /** Guarded by the lock. */
    private final MadeAhead copies = new MadeAhead();

    /** Those that stand for started calls which are not over. Guarded by the lock. */
    private final Set<Request> wholes = new LinkedHashSet<>();

    /**
     * @param crowded whether some host has more ranks than cores; the same at every member
     * @param selection what chooses algorithms, the same at every member
     * @param topology who is near whom, the same at every member; null if nobody is nearer than others
     * @param choices holds who is told of chosen algorithms, if anybody is
     */
    public CollectiveRuns(
            Lco lco, Agreement agreement, UnderWay underWay, Progress progress, boolean crowded, Selection selection, @Nullable Topology topology, AtomicReference<@Nullable ChoiceListener> choices) {
        this.lco = lco;
        this.agreement = agreement;
        this.completions = lco.completions();
        this.underWay = underWay;
        this.entry = new Entry(underWay.isThreadMultiple(), this::nothingMoves);
        this.sent = SentMessages.of(entry, topology, lco.rank());
        this.port = new LcoPort(lco, agreement, progress, sent == null ? null : sent.own());
        this.engine = new Engine(port, crowded, selection, topology, choices);
        this.ending = new Ending(engine, agreement);
    }

    /** Short calls go over memory that {@code boards} give, as soon as they are worth it; before the first call. {@code operations} and {@code keepsBits} as {@link Engine#shareMemory} has them. */
    public void shareMemory(SharedBoards boards, int operations, boolean keepsBits) {
        engine.shareMemory(boards, operations, keepsBits);
        sharing = boards;
        boards.add(comparing);
    }

    /** Nothing where another thread is still inside, which waits there for good. */
    private @Nullable Disagreement compareShared() {
        if (!entry.tryLockOutside()) {
            return null;
        }
        try {
            return engine.compareShared();
        } finally {
            entry.unlock();
        }
    }

    /** As {@link #close(Runnable)}, with nothing to do after it. */
    void close() {
        close(() -> { });
    }

    /** As {@link #close()}, while the object goes on in another communicator, whose calls may have come already. */
    public void handOver() {
        entry.lock();
        try {
            ending.tellNothing();
        } finally {
            entry.unlock();
        }
        close();
    }

    /**
     * No call comes any more. Those that were started go on to their end (MPI 4.1, section 7.4.3).
     *
     * @param then what they need is given back: run at once if none is under way, else by whoever ends the last of them
     * @throws BraidException when all is closed, if it has become known only now that members have made other calls than this one
     */
    public void close(Runnable then) {
        SharedBoards left = sharing;
        if (left != null) {
            left.remove(comparing);
        }
        if (sent != null) {
            sent.close();
        }
        Disagreement found;
        entry.lock();
        try {
            copies.close();
            ending.await(then);
            found = entry.isInside() ? null : ending.closeIfOver();
        } finally {
            entry.unlock();
        }
        if (found != null) {
            throw found.error();
        }
    }

    /** The communicator. */
    public Lco lco() {
        return lco;
    }

    /**
     * A call to be described, then run or started.
     *
     * @throws MpiFailure if the caller is inside another one: an operator's function, or a handler
     */
    public Call call(Operation operation) {
        entry.lockOutside();
        try {
            return engine.call(operation);
        } finally {
            entry.unlock();
        }
    }

    /**
     * Runs the call to its end.
     *
     * @throws MpiFailure among others, of what the program's operator has thrown, which is its cause
     */
    public void run(Call call) {
        entry.enter();
        try {
            if (call.hasMemory(Completions::isOfOneThread)) {
                completions.inMemoryOfOneThread(() -> engine.run(call));
            } else {
                engine.run(call);
            }
        } catch (MpiFailure failed) {
            ending.callFailed();
            throw CollectiveFailures.at(lco, failed);
        } catch (Throwable failed) {
            ending.callFailed();
            throw failed;
        } finally {
            entry.leave();
        }
    }

    /** What this member would say of the call, which is not made. */
    public long said(Call call) {
        entry.lock();
        try {
            return engine.said(call);
        } finally {
            entry.unlock();
        }
    }

    /** Makes ready for such a call, which will be started many times. Collective; what its arguments lead to is told as of the call itself. */
    public void prepareToStart(Call call) {
        entry.enter();
        try {
            engine.prepareToStart(call);
        } catch (Throwable failed) {
            ending.callFailed();
            throw failed;
        } finally {
            entry.leave();
        }
    }

    private void nothingMoves() {
        removeIfIdle();
        Disagreement ignored = ending.closeIfOver(); // the others are told; whoever frees has gone on
    }

    /**
     * Makes the call known to those who wait in another one, and waits until {@code all} is done: so the members learn by other means that all have made it.
     *
     * @throws BraidException if some member has made another call
     */
    public void agreeOutside(Call call, Completion all) {
        entry.lock();
        try {
            engine.note(call);
        } finally {
            entry.unlock();
        }
        while (!completions.await(all, Math.max(LOOK_NS, lco.size() * LOOK_EACH_NS))) {
            throwIfMembersDisagree();
        }
        for (int turn = 0; turn < LAST_TURNS; turn++) {
            completions.poll();
        }
        Disagreement unnoticed = agreement.compareEarlyCalls();
        throwIfMembersDisagree();
        if (unnoticed != null) {
            throw unnoticed.error();
        }
    }

    private void throwIfMembersDisagree() {
        Disagreement known = agreement.known();
        if (known != null) {
            throw known.error();
        }
    }

    /** Starts the call. The request is done when the call is; whoever waits for anything moves it on. */
    public Request start(Call call) {
        return start(call, null);
    }

    /** @param ifFailed closes what the call was to connect, if it fails */
    Request start(Call call, @Nullable Runnable ifFailed) {
        Request request = completions.begin();
        try {
            start(call, request, ifFailed);
            return request;
        } catch (Throwable refused) {
            completions.release(request);
            throw refused;
        }
    }

    private void start(Call call, Request request, @Nullable Runnable ifFailed) {
        entry.enter();
        try {
            underWay.add(this);
            wholes.add(request);
            engine.start(call, failure -> end(request, ifFailed, failure));
        } catch (Throwable refused) {
            wholes.remove(request);
            throw refused;
        } finally {
            entry.leave();
        }
    }

    /** How many messages of collectives this member has sent on each level of the topology, the slowest first, and within hosts; none if there are no levels. */
    public long[] messagesSent() {
        return sent == null ? new long[0] : sent.all();
    }

    /** What is sent here counts as sent in the collectives of a communicator with the same members, for one of whose calls this is a matching space of its own. */
    public void countFor(CollectiveRuns members) {
        if (sent != null && members.sent != null) {
            sent.countFor(members.sent);
        }
    }

    /**
     * Makes sure that all members choose algorithms by the same data; before the first call that does. It goes on beside what the program calls, and where members differ that fails.
     *
     * @param checksum of the data
     */
    public void agreeOn(int checksum) {
        Call call = call(Operation.BARRIER).purpose(Purpose.PROFILE).standsFor(Operation.BARRIER, 0, checksum & Integer.MAX_VALUE >>> 1);
        entry.enter();
        try {
            underWay.add(this);
            engine.start(call, failure -> { }); // a difference ends the calls behind this one, too
        } finally {
            entry.leave();
        }
    }

    /** Waits for all members, so that whoever makes another call in its place, or leaves without it, ends the wait of all with an error. */
    public void meet(Purpose purpose) {
        run(call(Operation.BARRIER).purpose(purpose));
    }

    /** The next of the objects that were made ahead for copies of this communicator; then that is a call, of which the others hear when they look. Null if there is none, and members have to tell each other of more. */
    public @Nullable Lco nextCopy() {
        entry.enter();
        try {
            return copies.isEmpty() ? null : announced(copies.take());
        } finally {
            entry.leave();
        }
    }

    /** A call that fails has taken its object, so that members agree on that of the next one. */
    private Lco announced(Lco copy) {
        try {
            int number = engine.announce(engine.call(Operation.BARRIER).purpose(Purpose.DUP));
            agreement.copiedTo(copy.inbox(), number);
            return copy.handOut();
        } catch (Throwable failed) {
            ending.callFailed();
            copy.close();
            throw failed;
        }
    }

    /** How many objects members tell each other of that copy this communicator now: one where a later copy could not be announced. The same at every member. */
    public int copiesToTell() {
        entry.lock();
        try {
            return engine.mayAnnounce() ? copies.wanted() : 1;
        } finally {
            entry.unlock();
        }
    }

    /** Members have told each other of these, which are connected; the first one is got at once. */
    public void keepCopies(Lco[] told) {
        entry.lock();
        try {
            copies.count(told.length);
            copies.keep(told);
        } finally {
            entry.unlock();
        }
    }

    @Override
    public void advance() {
        if (!entry.tryEnter()) {
            return;
        }
        try {
            engine.progress();
        } finally {
            entry.leave();
        }
    }

    @Override
    public boolean mayRest() {
        if (!entry.tryEnter()) {
            return true; // whoever is at it moves them on
        }
        try {
            return engine.mayRest();
        } finally {
            entry.leave();
        }
    }

    @Override
    public void inquire() {
        if (!entry.tryEnter()) {
            return;
        }
        try {
            engine.inquire();
        } finally {
            entry.leave();
        }
    }

    /** {@inheritDoc} A thread that is inside watches its transfers itself. */
    @Override
    public void watchTransfers(@Nullable Completion news) {
        if (!entry.tryLockOutside()) {
            return;
        }
        try {
            if (news != null) {
                port.watch(engine.awaitedTickets(), news);
            } else {
                port.watchNone();
            }
        } finally {
            entry.unlock();
        }
    }

    @Override
    public void list(Outstanding all) {
        if (!entry.tryLock()) {
            all.addMore();
            return;
        }
        try {
            wholes.forEach(all::addWhole);
            port.list(engine.awaitedTickets(), all);
        } finally {
            entry.unlock();
        }
    }

    private void removeIfIdle() {
        if (!underWay.none() && engine.pending() == 0) {
            underWay.remove(this);
        }
    }

    /** Told by the schedule engine, in whatever call its thread is: what ended this one is for whoever waits for its request. */
    private void end(Request request, @Nullable Runnable ifFailed, @Nullable Throwable failure) {
        wholes.remove(request);
        if (failure != null) {
            ending.callFailed();
        }
        if (failure != null && ifFailed != null) {
            ifFailed.run();
        }
        completions.end(request, failure == null ? null : CollectiveFailures.of(lco, failure));
    }
}
