package org.braid.testkit.sim.ranks;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.engine.Call;
import org.braid.coll.schedule.Operation;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.Request;
import org.braid.testkit.sim.load.Ledger;
import org.braid.testkit.sim.machine.UserMemory;
import org.braid.testkit.sim.script.Fault;
import org.braid.testkit.sim.script.Script;
import org.braid.testkit.sim.script.Sight;

/**
 * The collectives of one rank: all ranks make the same ones in the same order, each started, and looked at now and then. One that fails at a rank, since its operator has thrown there, hits no other
 * one of that rank, and whoever waits for that rank in it is told when it asks.
 */
final class Collectives {
    private static final Operation[] REDUCTIONS = {Operation.REDUCE, Operation.ALLREDUCE, Operation.SCAN, Operation.EXSCAN};
    private static final Operation[] MOVEMENTS = {Operation.BARRIER, Operation.BCAST, Operation.GATHER, Operation.SCATTER, Operation.ALLGATHER, Operation.ALLTOALL};

    /** With those of messages fewer than the engine of these worlds has slots for; one, where it has several segments under way. */
    private static final int MOST_UNDER_WAY = 2;

    private static final int SELDOM = 4;
    private static final int MOST_BYTES = 12 << 10;
    private static final int FEW = 16;

    /** In worlds where each element is one. */
    private static final int MOST_SEGMENTS = 60;

    private static final int FEWEST_SEGMENTS = 4;

    /** More than may be under way in the engine of these worlds. */
    private static final int MANY_SEGMENTS = 16;

    /** A rank that looks in vain asks after this while, as {@link org.braid.mpi.liveness.FruitlessPolls} has it do by the machine's clock. */
    private static final long PATIENCE_NS = 200_000;

    private record Started(Collective what, UserMemory in, UserMemory out, Request request) {}

    private final Script script;
    private final Ledger ledger;
    private final Rank rank;
    private final List<Collective> planned;
    private final int ranks;
    private final CollectiveRuns runs;
    private final List<Started> underWay = new ArrayList<>();
    private int made;
    private long inquireAtNs;
    private long messagesSent;

    /** @param planned what the ranks of the world call, as far as one of them has come */
    Collectives(Script script, Ledger ledger, Rank rank, List<Collective> planned, int ranks, CollectiveRuns runs) {
        this.script = script;
        this.ledger = ledger;
        this.rank = rank;
        this.planned = planned;
        this.ranks = ranks;
        this.runs = runs;
    }

    /** Whether another one may be begun. */
    boolean hasMore() {
        return made < script.options().collectives() && underWay.size() < (script.options().pipelined() ? 1 : MOST_UNDER_WAY);
    }

    /** Whether whatever its rank does moves some on. */
    boolean areUnderWay() {
        return !underWay.isEmpty();
    }

    boolean isDone() {
        return made == script.options().collectives() && underWay.isEmpty();
    }

    /** Whether one has failed somewhere: then what others sent to it stays where it is. */
    boolean hasCalledOff() {
        return planned.stream().anyMatch(Collective::isCalledOff);
    }

    // ---- the calls

    /** Makes the next call; it may wait for room. */
    void start() {
        Collective what = next();
        UserMemory in = rank.allocate(what.elementsIn(rank.index()) * Operand.BYTES);
        UserMemory out = rank.allocate(what.elementsOut(rank.index()) * Operand.BYTES);
        bring(what, what.operation == Operation.BCAST && rank.index() == what.root ? out : in);
        inquireAtNs = script.time().elapsedNs() + PATIENCE_NS;
        try {
            Request request = runs.start(described(what, in, out));
            rank.node().process().throwIfDead();
            underWay.add(new Started(what, in, out, request));
            script.tally().count(Sight.COLLECTIVE_STARTED);
        } catch (BraidException refused) {
            failed(what, refused);
        }
    }

    private Collective next() {
        if (made == planned.size()) {
            Operation operation = script.chance(2) ? REDUCTIONS[script.below(REDUCTIONS.length)] : MOVEMENTS[script.below(MOVEMENTS.length)];
            int most = mostElements();
            planned.add(new Collective(made, operation, ranks, script.below(ranks), 1 + script.below(most), script.chance(2)));
        }
        return planned.get(made++);
    }

    /** What others have sent for a call that was called off keeps its credit until its receiver closes, and many segments of several such calls would take all of a small ring's, so that whoever has sent them could not close well. */
    private int mostElements() {
        if (script.options().pipelined()) {
            return hasCalledOff() ? FEWEST_SEGMENTS : MOST_SEGMENTS;
        }
        return script.chance(3) ? MOST_BYTES / Operand.BYTES / ranks : FEW;
    }

    private Call described(Collective what, UserMemory in, UserMemory out) {
        Call call = runs.call(what.operation).root(what.root).count(what.operation == Operation.BARRIER ? 0 : what.elements, Operand.BYTES);
        call.in(in.base(), in.offset()).out(out.base(), out.offset());
        return what.operation.isReduction() ? call.reducer(new Operand(what.commutative, () -> throwSometimes(what))) : call;
    }

    private void bring(Collective what, UserMemory memory) {
        for (int at = 0; at < memory.bytes() / Operand.BYTES; at++) {
            memory.putLong(at, what.brought(rank.index(), at));
        }
    }

    private void throwSometimes(Collective what) {
        if (mayThrow() && script.strikes(Fault.OPERATOR_THROWS, SELDOM)) {
            what.threwAt(rank.index());
            String why = "the operator of " + what + " throws at " + rank;
            if (script.chance(2)) {
                throw new AssertionError(why);
            }
            throw new IllegalStateException(why);
        }
    }

    /** One that goes in segments throws in one call of a world, as {@link #mostElements} says why. */
    private boolean mayThrow() {
        return !script.options().pipelined() || !hasCalledOff();
    }

    // ---- what becomes of them

    /** Looks at those that were started. */
    void settle() {
        for (Started each : List.copyOf(underWay)) {
            boolean isOver = rank.world().completions().test(each.request);
            rank.node().process().throwIfDead();
            if (isOver) {
                underWay.remove(each);
                ended(each);
            }
        }
        lookForProgress();
        if (areUnderWay() && script.time().elapsedNs() >= inquireAtNs) {
            inquireAtNs = script.time().elapsedNs() + PATIENCE_NS;
            runs.inquire();
        }
    }

    /** A call in many segments may take longer than a world may stand still: its ranks hardly come to act where calls that wait lie on the world's one stack most of the time. What goes on inside of it is progress, too. */
    private void lookForProgress() {
        long sent = LongStream.of(runs.messagesSent()).sum();
        if (sent != messagesSent) {
            messagesSent = sent;
            ledger.progressed();
        }
    }

    private void ended(Started call) {
        MpiFailure failure = call.request.error();
        rank.world().completions().release(call.request);
        ledger.progressed();
        if (failure == null) {
            judge(call.what, call.out);
            call.in.scribble();
            script.tally().count(Sight.COLLECTIVE_ENDED);
            countIfLoop(call.what, Sight.LOOP_ENDED);
        } else {
            failed(call.what, failure);
        }
        boolean isWhole = call.in.isWholeBehind(call.in.bytes()) && call.out.isWholeBehind(call.out.bytes());
        ledger.demand(isWhole, () -> "somebody wrote beside the memory of " + call.what + " at " + rank);
    }

    private void judge(Collective what, UserMemory out) {
        for (int at = 0; at < out.bytes() / Operand.BYTES && what.defines(rank.index()); at++) {
            long expected = what.expected(rank.index(), at);
            long found = out.getLong(at);
            int where = at;
            ledger.demand(found == expected, () -> what + " has left " + found + " instead of " + expected + " in element " + where + " at " + rank);
        }
        script.tally().arrived(out.bytes());
    }

    /** Its own operator has ended it, or memory outside the heap that was missing; or a rank has ended, or has failed in this call or an earlier one. */
    private void failed(Collective what, BraidException failure) {
        boolean isOwn = failure instanceof MpiFailure known && known.errorClass() == ErrorClass.CALLBACK;
        boolean isTold = failure.code() == ErrorCode.MPI_COLLECTIVE_DIFFERS;
        if (isOwn) {
            ledger.demand(what.hasThrownAt(rank.index()), () -> what + " has failed at " + rank + ", whose operator has not thrown: " + failure);
            script.tally().count(Sight.OPERATOR_HAS_FAILED);
            countIfLoop(what, Sight.OPERATOR_HAS_FAILED_IN_A_LOOP);
        } else if (isTold) {
            ledger.demand(isCalledOff(what), () -> what + " is said to differ at " + rank + ", and nobody has called it off: " + failure);
            script.tally().count(Sight.TOLD_OF_CALLING_OFF);
        } else if (!rank.losesOrderBy(failure)) {
            boolean isForPeer = IntStream.range(0, ranks).anyMatch(rank::hasLostOrMayLose);
            ledger.demand(isForPeer || ledger.isForWantOfMemory(failure), () -> what + " has failed at " + rank + ": " + failure);
            script.tally().count(Sight.COLLECTIVE_LOST_ITS_PEER);
            countIfLoop(what, Sight.LOOP_LOST_ITS_PEER);
        }
        what.callOff();
    }

    private void countIfLoop(Collective what, Sight sight) {
        boolean hasSegments = switch (what.operation) {
            case BCAST, REDUCE, ALLREDUCE, SCAN, EXSCAN, GATHER, SCATTER -> true;
            default -> false;
        };
        if (script.options().pipelined() && hasSegments && what.elements > MANY_SEGMENTS) {
            script.tally().count(sight);
        }
    }

    private boolean isCalledOff(Collective what) {
        return planned.stream().anyMatch(each -> each.number <= what.number && each.isCalledOff());
    }

    String describe() {
        return made + " collectives made of " + script.options().collectives() + ", under way " + underWay.stream().map(each -> each.what.toString()).toList();
    }
}
