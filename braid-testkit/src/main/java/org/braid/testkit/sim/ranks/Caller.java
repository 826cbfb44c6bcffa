package org.braid.testkit.sim.ranks;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.SharedArena;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.coll.agreement.Disagreement;
import org.braid.coll.engine.Call;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Reproducible;
import org.braid.coll.select.RuleTable;
import org.braid.link.Context;
import org.braid.mpi.MpiProcess;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.coll.SharedBoards;
import org.braid.mpi.comm.Intracommunicators;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.Request;
import org.braid.testkit.sim.machine.Fibre;
import org.braid.testkit.sim.machine.Killed;
import org.braid.testkit.sim.machine.MemoryKind;
import org.braid.testkit.sim.machine.SimProcess;
import org.braid.testkit.sim.machine.UserMemory;
import org.braid.testkit.sim.script.Fault;
import org.braid.testkit.sim.script.Script;
import org.braid.testkit.sim.script.Sight;
import org.jspecify.annotations.Nullable;

/** A rank that makes calls, one after the other, as a program does, blocking ones and such as it starts and waits for later: short ones go over memory that it shares with those of its host. It has a stack of its own, so it waits in them while others go on. */
final class Caller {
    private static final int ALL_OPERATIONS = (1 << Operation.REDUCE_SCATTER.ordinal() + 1) - 1;
    private static final int PASSES = 6;
    private static final int SELDOM = 40;
    private static final int COMPUTES = 5;
    private static final int SLOW = 10;
    private static final long SLOW_NS = 2_000_000;
    private static final int MOST_UNDER_WAY = 3;
    private static final long PASS_NS = 500;
    private static final long COMPUTES_NS = 400_000;
    private static final long PATIENCE_NS = 300_000;
    private static final long CLOSE_NS = 20_000_000;

    private final Script script;
    private final Callers all;
    private final SimProcess process;
    private final Context context;
    private final int index;
    private final MpiProcess mpi;
    private final SharedBoards boards;
    private final List<Started> underWay = new ArrayList<>();
    private @Nullable Fibre fibre;
    private boolean hasStopped;
    private boolean hasCalledAll;
    private boolean leaving;
    private boolean over;
    private int made;
    private int copies;

    Caller(Script script, Callers all, SimProcess process, Context context, int index) {
        this.script = script;
        this.all = all;
        this.process = process;
        this.context = context;
        this.index = index;
        this.mpi = MpiProcess.open(context, false);
        this.boards = new SharedBoards(context, this::memory);
        process.listensFor(context);
        process.givesWayBy(() -> giveWay(script.options().pollNs()));
    }

    void start() {
        CollectiveRuns runs = world();
        fibre = new Fibre("rank " + index, () -> program(runs), this::pass);
        script.within(script.options().thinkNs(), this::goOn);
    }

    /** One that is dead stays where it was. */
    private void goOn() {
        Fibre own = fibre;
        if (own != null && !process.isDead()) {
            own.run();
        }
    }

    private void giveWay(long mostNs) {
        script.within(mostNs, this::goOn);
        Fibre.giveWay();
    }

    /** Somebody else may come between two looks at shared words. */
    private void pass() {
        if (script.chance(PASSES)) {
            giveWay(PASS_NS);
        }
    }

    // ---- its program

    /** What MPI.Init gives, before anybody calls. */
    private CollectiveRuns world() {
        RuleTable rules = RuleTable.multilevel();
        CollectiveRuns world = mpi.collectives(mpi.world(index, all.size(), all::context), all.isCrowded(), all.keepsBits() ? new Reproducible(rules) : rules, all.topologySeenBy(index));
        if (!all.isOneWay()) {
            world.shareMemory(boards, ALL_OPERATIONS, all.keepsBits());
        }
        return world;
    }

    private void program(CollectiveRuns runs) {
        while (made < all.calls()) {
            if (isSlow() && script.chance(SLOW)) {
                giveWay(SLOW_NS);
            } else if (script.chance(COMPUTES)) {
                giveWay(script.strikes(Fault.NOBODY_POLLS, SELDOM) ? COMPUTES_NS : script.options().thinkNs());
            }
            Collective what = all.planned(made++);
            if (all.isStarted(what)) {
                start(runs, what);
            } else {
                call(runs, what);
            }
            endSome(runs, script.chance(2) ? MOST_UNDER_WAY : 0);
            for (int copy = 0; copy < all.copiesBehind(what); copy++) {
                copy(runs, what);
            }
        }
        endSome(runs, 0);
        hasCalledAll = true;
        while (!all.haveCalledAll()) { // what it has sent may have to be fetched from it
            if (!hasStopped) {
                mpi.completions().poll();
            }
            giveWay(script.options().pollNs());
        }
        leave(runs);
    }

    private ByteBuffer memory(int bytes) {
        SharedArena.Block block = process.block(bytes);
        MemorySegment piece = block.segment().asSlice(block.offset(), bytes);
        return piece.asByteBuffer().order(ByteOrder.nativeOrder());
    }

    private void call(CollectiveRuns runs, Collective what) {
        UserMemory in = allocate(what.elementsIn(index));
        UserMemory out = allocate(what.elementsOut(index));
        bring(what, what.operation == Operation.BCAST && index == what.root ? out : in);
        try {
            runs.run(described(runs, what, in, out));
            succeeded(what, out);
        } catch (Killed dead) {
            throw dead;
        } catch (RuntimeException | Error failure) {
            failed(what, failure);
        }
        over(what, in, out);
    }

    /** What a call that was started has of its rank until it is over. */
    private record Started(Collective what, UserMemory in, UserMemory out, Request request) {}

    private void start(CollectiveRuns runs, Collective what) {
        UserMemory in = allocate(what.elementsIn(index));
        UserMemory out = allocate(what.elementsOut(index));
        bring(what, what.operation == Operation.BCAST && index == what.root ? out : in);
        try {
            underWay.add(new Started(what, in, out, runs.start(described(runs, what, in, out))));
            script.tally().count(Sight.COLLECTIVE_STARTED);
        } catch (Killed dead) {
            throw dead;
        } catch (RuntimeException | Error failure) {
            failed(what, failure);
            over(what, in, out);
        }
    }

    /** Waits for calls that were started, in any order, until no more than so many are left. */
    private void endSome(CollectiveRuns runs, int most) {
        while (underWay.size() > most) {
            Started one = underWay.remove(script.below(underWay.size()));
            if (script.chance(2)) {
                mpi.completions().await(one.request);
            } else {
                testUntilDone(runs, one.request);
            }
            process.throwIfDead();
            MpiFailure failure = one.request.error();
            mpi.completions().release(one.request);
            if (failure == null) {
                succeeded(one.what, one.out);
            } else {
                failed(one.what, failure);
            }
            over(one.what, one.in, one.out);
        }
    }

    /** Who only looks asks now and again, as a process does that has looked in vain for long. */
    private void testUntilDone(CollectiveRuns runs, Request request) {
        long inquireAtNs = script.time().elapsedNs() + PATIENCE_NS;
        while (!mpi.completions().test(request)) {
            giveWay(script.options().pollNs());
            if (script.time().elapsedNs() >= inquireAtNs) {
                inquireAtNs = script.time().elapsedNs() + PATIENCE_NS;
                runs.inquire();
            }
        }
    }

    private void succeeded(Collective what, UserMemory out) {
        judge(what, out);
        script.tally().count(Sight.COLLECTIVE_ENDED);
    }

    private void over(Collective what, UserMemory in, UserMemory out) {
        process.throwIfDead();
        all.progressed();
        boolean isWhole = in.isWholeBehind(in.bytes()) && out.isWholeBehind(out.bytes());
        all.demand(isWhole, () -> "somebody wrote beside the memory of " + what + " at " + this);
        in.scribble();
    }

    /** Behind a call: what has ended that may end this, too. */
    private void copy(CollectiveRuns runs, Collective behind) {
        copies++;
        try {
            Lco copied = Intracommunicators.dup(runs);
            all.compareCopies(copies, copied);
            copied.close();
            script.tally().count(Sight.COPIED);
        } catch (Killed dead) {
            throw dead;
        } catch (RuntimeException | Error failure) {
            failed(behind, failure);
        }
        process.throwIfDead();
        all.progressed();
    }

    private UserMemory allocate(int elements) {
        return process.allocate(MemoryKind.BYTES, elements * Operand.BYTES);
    }

    private void bring(Collective what, UserMemory memory) {
        for (int at = 0; at < memory.bytes() / Operand.BYTES; at++) {
            memory.putLong(at, what.brought(index, at));
        }
    }

    private Call described(CollectiveRuns runs, Collective what, UserMemory in, UserMemory out) {
        Call call = runs.call(what.operation).root(what.root).count(count(what), Operand.BYTES);
        call.in(in.base(), in.offset()).out(out.base(), out.offset());
        Blocks sent = what.sent(index);
        Blocks received = what.received(index);
        call.inTable(sent.counts(), sent.starts()).outTable(received.counts(), received.starts());
        return what.operation.isReduction() ? call.reducer(new Operand(what.commutative, () -> throwSometimes(what))) : call;
    }

    private int count(Collective what) {
        return switch (what.operation) {
            case BARRIER -> 0;
            case SCATTERV -> what.block(what.root, index);
            default -> what.block(index, what.root);
        };
    }

    private void throwSometimes(Collective what) {
        if (script.strikes(Fault.OPERATOR_THROWS, SELDOM)) {
            what.threwAt(index);
            throw new IllegalStateException("the operator of " + what + " throws at " + this);
        }
    }

    private void judge(Collective what, UserMemory out) {
        for (int at = 0; at < out.bytes() / Operand.BYTES && what.defines(index); at++) {
            long expected = what.expected(index, at);
            long found = out.getLong(at);
            int where = at;
            all.demand(found == expected, () -> what + " has left " + found + " instead of " + expected + " in element " + where + " at " + this);
        }
        script.tally().arrived(out.bytes());
    }

    /** Its own operator has ended it, or another rank's, here or in an earlier call; or a rank has ended. */
    private void failed(Collective what, Throwable failure) {
        if (what.hasThrownAt(index)) {
            script.tally().count(Sight.OPERATOR_HAS_FAILED);
        } else if (failure instanceof BraidException known && known.code() == ErrorCode.MPI_COLLECTIVE_DIFFERS) {
            all.demand(all.isCalledOff(what) || all.haveDied(), () -> what + " is said to differ at " + this + ", and nobody has called it off: " + failure);
            script.tally().count(Sight.TOLD_OF_CALLING_OFF);
        } else {
            all.demand(failure instanceof BraidException && all.hasLost(this), () -> what + " has failed at " + this + ": " + failure);
            script.tally().count(Sight.COLLECTIVE_LOST_ITS_PEER);
            stopIfOneWay();
        }
        what.callOff();
    }

    /** It makes no call any more, and has other things to do than to look at what comes. Rank 0, from which all goes, has none. */
    private void stopIfOneWay() {
        if (all.isOneWay()) {
            made = all.calls();
            hasStopped = isSlow();
            script.tally().count(Sight.STOPPED_LOOKING);
        }
    }

    private boolean isSlow() {
        return all.isOneWay() && index > 0;
    }

    /** As MPI.Finalize: the others' last calls are compared with its own, and what is left goes. */
    private void leave(CollectiveRuns runs) {
        Disagreement differing = all.hasCalledOff() || all.haveDied() ? null : boards.compareCalls();
        all.demand(differing == null, () -> this + " finds at the end that calls differ: " + differing);
        leaving = true;
        runs.close(() -> {});
        mpi.close();
        boolean whole = context.close(CLOSE_NS);
        script.tally().count(whole ? Sight.CLOSED_WHOLE : Sight.CLOSED_INCOMPLETE);
        process.throwIfDead();
        all.ended(this);
    }

    // ---- who it is

    ContextId id() {
        return context.id();
    }

    DescriptorTable table() {
        return context.table();
    }

    SimProcess process() {
        return process;
    }

    int index() {
        return index;
    }

    /** Nothing comes of it any more. */
    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    /** It makes no more calls. */
    boolean hasCalledAll() {
        return hasCalledAll || over;
    }

    /** Nobody may count on it any more. */
    boolean isLeaving() {
        return leaving || process.isDead();
    }

    /** Ends its thread, whatever has become of it. */
    void abandon() {
        Fibre own = fibre;
        if (own != null) {
            own.abandon();
        }
    }

    @Override
    public String toString() {
        return "rank " + index + " (" + made + " calls made" + (process.isDead() ? ", dead" : leaving ? ", leaving" : "") + ")";
    }
}
