package org.braid.testkit.sim.ranks;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.coll.select.RuleTable;
import org.braid.coll.topology.Topology;
import org.braid.mpi.MpiProcess;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.Request;
import org.braid.testkit.sim.load.Ledger;
import org.braid.testkit.sim.load.Node;
import org.braid.testkit.sim.machine.MemoryKind;
import org.braid.testkit.sim.machine.Pattern;
import org.braid.testkit.sim.machine.UserMemory;
import org.braid.testkit.sim.script.Script;
import org.braid.testkit.sim.script.Sight;

/** One MPI process of a world: it starts sends, looks whether they are done, and has a {@link Receiver}. One thread, as MPI_THREAD_SINGLE has it: while a call of it gives way it does nothing else. */
final class Rank {
    private static final int TAGS = 4;
    private static final int SELDOM = 12;

    /** Fewer than the engine of these worlds has: a rank that waits for a slot does not receive. */
    private static final int MOST_UNDER_WAY = 3;

    private final Script script;
    private final Ledger ledger;
    private final List<Rank> all;
    private final Node node;
    private final IntConsumer abort;
    private final MpiProcess process;
    private final Lco world;
    private static final String PIPELINES =
            "bcast=chain(segment=8),reduce=chain(segment=8),allreduce=multilevel-pipeline(segment=8),scan=binary(segment=8),exscan=binary(segment=8),gather=multilevel(segment=8),scatter=multilevel(segment=8)";

    private final Receiver receiver;
    private final Collectives collectives;
    private final List<Outgoing> outgoing = new ArrayList<>();
    private int left;
    private int lastBytes;
    private boolean finalized;

    /**
     * @param all the ranks of the world, of which this will be one
     * @param planned the collectives that they call, as far as one of them has come
     */
    Rank(Script script, Ledger ledger, List<Rank> all, List<Collective> planned, Node node, List<ContextId> contexts, IntConsumer abort) {
        this.script = script;
        this.ledger = ledger;
        this.all = all;
        this.node = node;
        this.abort = abort;
        this.process = MpiProcess.open(node.context(), false);
        this.world = process.world(node.index(), contexts.size(), contexts::get);
        this.receiver = new Receiver(script, ledger, this, all, contexts.size());
        this.collectives = new Collectives(script, ledger, this, planned, contexts.size(), process.collectives(world, false, rules(script), Topology.flat(contexts.size())));
        node.beforeClose(this::end);
        this.left = script.options().mpiMessages();
    }

    /** Of those that go in segments each element is one. */
    private static RuleTable rules(Script script) {
        return script.options().pipelined() ? RuleTable.defaults().with(PIPELINES) : RuleTable.defaults();
    }

    void start() {
        script.within(script.options().thinkNs(), this::turn);
    }

    private void turn() {
        if (node.isGone() || finalized) {
            return;
        }
        if (!node.isInCall() && !node.isWindingUp()) {
            try {
                actInside();
            } catch (BraidException thrown) { // at whoever polls, by a handler that is none of MPI's
                ledger.demand(ledger.isForWantOfMemory(thrown), () -> "a call of " + this + " threw " + thrown);
            }
        }
        start();
    }

    /** While collectives are under way, whatever it calls moves them on, and may wait for room: also what it calls behind the one that begins the first. */
    private void actInside() {
        if (mayWait() && (collectives.areUnderWay() || collectives.hasMore())) {
            node.call(this::act);
        } else if (!collectives.areUnderWay()) {
            act();
        }
    }

    private void act() {
        if (collectives.hasMore() && script.chance(2) && mayWait()) {
            node.call(collectives::start);
        } else if (left > 0 && outgoing.size() < mostUnderWay() && script.chance(2) && mayWait()) {
            send();
        } else {
            receiver.act();
        }
        receiver.settle();
        settle();
        node.call(collectives::settle); // one that was begun just now moves on, which may wait, and its process be killed meanwhile
    }

    private int mostUnderWay() {
        return collectives.areUnderWay() || script.options().pipelined() ? 1 : MOST_UNDER_WAY;
    }

    /** A send that finds its lane full waits until its peer has read, which it cannot do in a call that is underneath, on the world's one stack. */
    private boolean mayWait() {
        for (Rank each : all) {
            if (each != this && each.node.isInCall()) {
                return false;
            }
        }
        return true;
    }

    // ---- sending

    private void send() {
        Rank to = script.chance(SELDOM) ? this : all.get((index() + 1 + script.below(all.size() - 1)) % all.size());
        int bytes = bytes();
        Sent message = new Sent(this, to, script.below(TAGS), type(), bytes, script.below(Pattern.SALTS));
        UserMemory memory = allocate(bytes);
        memory.fill(message.salt);
        to.receiver.matching().sent(message);
        left--;
        boolean synchronous = script.chance(4);
        node.call(() -> send(message, memory, synchronous));
    }

    private int bytes() {
        if (!script.chance(3)) { // else as the one before, whose header need not be repeated
            boolean isLong = script.percent(script.options().longPercent());
            lastBytes = script.chance(SELDOM) ? 0 : script.below(isLong ? script.options().mpiLongestBytes() + 1 : script.options().eagerBytes() + 1);
        }
        return lastBytes;
    }

    /** Mostly bytes of unknown meaning, which fit all. */
    int type() {
        return script.chance(SELDOM) ? 1 + script.below(2) : 0;
    }

    int tag() {
        return script.chance(3) ? LcoSlots.ANY : script.below(TAGS);
    }

    UserMemory allocate(int bytes) {
        return node.process().allocate(MemoryKind.sound(script.below(9)), bytes);
    }

    private void send(Sent message, UserMemory memory, boolean synchronous) {
        int to = message.to.index();
        try {
            Request request = synchronous
                    ? world.issend(memory.base(), memory.offset(), message.bytes, message.type, to, message.tag)
                    : world.isend(memory.base(), memory.offset(), message.bytes, message.type, to, message.tag);
            outgoing.add(new Outgoing(message, memory, request, synchronous));
            script.tally().count(message.to == this ? Sight.SENT_TO_ITSELF : synchronous ? Sight.SENT_SYNCHRONOUSLY : world.isDoneAlways(request) ? Sight.SENT_AT_ONCE : Sight.SENT_LATER);
        } catch (BraidException refused) {
            message.to.receiver.matching().refused(message);
            script.tally().count(Sight.SEND_LOST_ITS_PEER);
            ledger.demand(knowsGone(message.to) || message.isExcused() || ledger.isForWantOfMemory(refused), () -> message + " could not be sent: " + refused);
        }
    }

    /** Looks at the sends. */
    private void settle() {
        for (Outgoing each : List.copyOf(outgoing)) {
            boolean needsNews = each.synchronous() || each.request().error() != null; // of what has become of it at its receiver
            if (each.request().isDone() && (!needsNews || each.message().to.receiver.matching().look())) {
                outgoing.remove(each);
                ended(each);
            }
        }
    }

    private void ended(Outgoing send) {
        Sent message = send.message();
        MpiFailure failure = send.request().error();
        boolean isEarly = send.synchronous() && failure == null && !message.isMatched();
        ledger.demand(!isEarly || message.isExcused(), () -> "the synchronous send of " + message + " has ended, and nobody has met it");
        ledger.demand(failure == null || message.isExcused() || ledger.isForWantOfMemory(failure), () -> message + " was not sent: " + failure);
        boolean isSaidToBeDead = failure != null && failure.errorClass() == ErrorClass.PEER_FAILED;
        ledger.demand(!isSaidToBeDead || message.to.isLeaving(), () -> message + " was not sent, since its receiver is said to be lost, which lives: " + failure);
        script.tally().count(failure == null ? Sight.SEND_ENDED : Sight.SEND_FAILED);
        send.memory().scribble();
        world.completions().release(send.request());
        ledger.progressed();
    }

    // ---- the end

    /** It sends nothing any more. */
    boolean hasSent() {
        return left == 0 || isLeaving();
    }

    /** All that it began has ended, and there is nothing left for it. */
    boolean isDone() {
        return hasSent() && outgoing.isEmpty() && receiver.isDone() && collectives.isDone();
    }

    /** Whether early messages were lost for want of memory: then it ends. */
    boolean losesOrderBy(BraidException failure) {
        boolean isSo = failure instanceof MpiFailure known && known.errorClass() == ErrorClass.NO_MEMORY && ledger.isForWantOfMemory(known) && known.what().contains(Receiver.ORDER_IS_LOST);
        if (isSo) {
            abort();
        }
        return isSo;
    }

    /** A message was lost for want of memory, and the order of all that follow: MPI says so whatever is called from now on, and the program ends with that. */
    void abort() {
        if (!finalized) {
            finalized = true;
            script.tally().count(Sight.ABORTED);
            script.time().after(0, () -> abort.accept(index()));
        }
    }

    /** MPI ends here, before its context does. */
    private void end() {
        finalized = true;
        ledger.demand(!isDone() || collectives.hasCalledOff() || world.completions().liveRequests() == outgoing.size(), () -> this + " has " + world.completions().liveRequests() + " requests when all is done");
        process.close();
    }

    String describe() {
        return this + " has " + left + " messages left to send, waits for " + outgoing + ", " + receiver.describe() + ", " + collectives.describe();
    }

    // ---- who it is

    Lco world() {
        return world;
    }

    Node node() {
        return node;
    }

    int index() {
        return node.index();
    }

    /** Whether a receive waits here still. */
    boolean holds(Request receive) {
        return Objects.requireNonNull(receive.inbox(), "a receive").holds(receive);
    }

    boolean hasFailed(Wanted receive) {
        return receiver.hasFailed(receive);
    }

    boolean knowsGone(Rank other) {
        return node.knowsGone(other.node);
    }

    boolean knowsGone(int other) {
        return knowsGone(all.get(other));
    }

    /** Whether this rank has been told that the other one has gone, or may find out by itself that one leaves: itself, too. */
    boolean hasLostOrMayLose(int other) {
        return knowsGone(other) || all.get(other).isLeaving();
    }

    /** Nobody may count on it any more. */
    boolean isLeaving() {
        return node.isLeaving() || node.isGone();
    }

    @Override
    public String toString() {
        return "rank " + index();
    }
}
