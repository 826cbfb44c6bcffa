package org.braid.testkit.sim.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.MethodExpression;
import org.braid.link.Context;
import org.braid.link.Startpoint;
import org.braid.link.progress.Completion;
import org.braid.link.stream.Peer;
import org.braid.testkit.sim.machine.Killed;
import org.braid.testkit.sim.machine.RingTransport;
import org.braid.testkit.sim.machine.SimProcess;
import org.braid.testkit.sim.script.Fault;
import org.braid.testkit.sim.script.Script;
import org.braid.testkit.sim.script.Sight;
import org.braid.testkit.sim.wire.PipeTransport;

/** One context of a world and the process that it lives in: polled now and then, and told of failures. */
public final class Node {
    private static final int SELDOM = 20;
    private static final Set<Fault> BREAKS = Set.of(Fault.LOST_CALL, Fault.CUT, Fault.SILENT_CUT, Fault.HALF_OPEN, Fault.GARBAGE);
    private static final long COMPUTES_NS = 400_000;
    private static final long WAITS_NS = 200_000;

    private final Script script;
    private final Ledger ledger;
    private final SimProcess process;
    private final Context context;
    private final int index;
    private final List<Pending> pending = new ArrayList<>();
    private final Set<ContextId> failed = new HashSet<>();
    private final Set<ContextId> left = new HashSet<>();
    private Runnable beforeClose = () -> {};
    private int owed;
    private boolean inCall;
    private boolean serving;
    private boolean deaf;
    private boolean windingUp;
    private boolean closing;
    private boolean leaving;
    private boolean closed;
    private boolean closedWell;

    Node(Script script, Ledger ledger, SimProcess process, Context context, int index) {
        this.script = script;
        this.ledger = ledger;
        this.process = process;
        this.context = context;
        this.index = index;
        process.listensFor(context);
        context.onFailure(this::throwSometimes);
        context.onFailure(this::peerFailed);
    }

    /** Begins to poll. */
    void start() {
        pollLater();
    }

    private void pollLater() {
        long gapNs = script.strikes(Fault.NOBODY_POLLS, SELDOM) ? COMPUTES_NS : script.options().pollNs();
        script.within(gapNs, this::turn);
    }

    private void turn() {
        if (isGone() || deaf) {
            return;
        }
        if (script.options().served()) {
            pollLater(); // what follows may sleep, and the world goes on around it
            turnOfThreads();
        } else {
            poll();
            pollLater();
        }
    }

    /** The background thread, or a call that waits, has its turn; or one of them that is awake, and underneath on the world's one stack, polls just so. */
    private void turnOfThreads() {
        int begun = (serving ? 1 : 0) + (inCall ? 1 : 0);
        if (begun > process.asleep()) {
            poll();
        } else if (!inCall && !windingUp && script.chance(pending.isEmpty() ? 6 : 2)) {
            call(this::waitAWhile);
            settle();
        } else if (!serving) {
            serve();
        }
    }

    /** A call that waits for a while: for what is under way, or for a message. */
    private void waitAWhile() {
        Completion awaited = pending.isEmpty() ? new Completion() : pending.getFirst().done;
        try {
            boolean ignored = context.progress().await(awaited, script.within(WAITS_NS));
        } catch (BraidException thrown) {
            ledger.demand(ledger.isForWantOfMemory(thrown), () -> "waiting at " + this + " threw " + thrown);
        }
    }

    /** What the thread of its process does that polls on behalf of nobody; what it throws ends it. */
    private void serve() {
        serving = true;
        try {
            process.space().background().turn();
            if (process.asleep() > 0) {
                process.space().background().turn(); // nobody else has polled since, so that it sleeps, too
            }
        } catch (Killed dead) {
            ledger.progressed();
        } catch (RuntimeException | Error thrown) {
            deaf = true;
        } finally {
            serving = false;
        }
        settle();
    }

    /** One turn of the runtime. A call that waits holds the token, and gives way: it would poll just so. */
    private void poll() {
        inside(() -> {
            try {
                context.progress().poll();
            } catch (RuntimeException thrown) {
                ledger.demand(thrown instanceof BraidException known && ledger.isForWantOfMemory(known), () -> "polling " + this + " threw " + thrown);
            }
        });
    }

    /** Tells those whose waiting has ended. */
    private void settle() {
        for (int i = 0; i < pending.size(); i++) {
            Pending each = pending.get(i);
            if (each.done.isDone()) {
                pending.remove(i--);
                ledger.progressed();
                each.ended(each.done.failure());
            }
        }
    }

    /** Does something with the token; a call that waits has it, and gives way, unless it sleeps. */
    void inside(Runnable work) {
        boolean isMine = context.progress().isMine();
        boolean entered = isMine || context.progress().tryEnter();
        ledger.demand(entered, () -> this + " cannot be entered: its token is not free");
        try {
            work.run();
        } finally {
            if (!isMine) {
                context.progress().exit();
            }
        }
        settle();
    }

    /** A launcher has seen another node die, and says so in a thread of its own, for which a call that waits steps aside. */
    void tell(Node other, BraidException cause) {
        boolean stepsAside = context.progress().isMine();
        if (stepsAside) {
            context.progress().exit();
        }
        context.peerFailed(other.context.id(), cause);
        if (stepsAside) {
            context.progress().enter();
        }
        settle();
    }

    /** It has an offer in hand. */
    void owes() {
        owed++;
    }

    void owesNoMore() {
        owed--;
    }

    void await(Pending something) {
        pending.add(something);
    }

    /** A call that may wait; one at a time. */
    public void call(Runnable blocking) {
        if (inCall) {
            blocking.run(); // a part of that one
            return;
        }
        inCall = true;
        try {
            blocking.run();
        } catch (Killed dead) {
            ledger.progressed();
        } finally {
            inCall = false;
        }
    }

    /** Whether one of its calls waits. */
    public boolean isInCall() {
        return inCall;
    }

    /** Whether one of its calls waits that is not its close, which comes after that. */
    boolean isHeldUp() {
        return inCall && !closing && !isGone();
    }

    private void throwSometimes(Peer peer, BraidException cause) {
        if (script.strikes(Fault.LISTENER_THROWS, 1)) {
            throw new IllegalStateException("a listener of " + this + " throws");
        }
    }

    private void peerFailed(Peer peer, BraidException cause) {
        failed.add(peer.id());
        if (cause.code() == ErrorCode.CONTEXT_CLOSED) {
            left.add(peer.id());
        }
        script.tally().count(Sight.PEER_FAILED);
    }

    /** Whether this node has been told that the other one has failed, or left. */
    public boolean knowsGone(Node other) {
        return failed.contains(other.context.id());
    }

    /** Whether this node has been told that the other one has left in good order. */
    boolean knowsLeft(Node other) {
        return left.contains(other.context.id());
    }

    /** Whether it is closed, and everything has gone. */
    boolean hasClosedWell() {
        return closedWell;
    }

    /** How what is sent from here begins: by what is selected, unless the world delays all of it. */
    Startpoint begin(Startpoint startpoint) {
        String lane = script.options().methods() > 0 ? RingTransport.name(0) : PipeTransport.NAME;
        return script.options().delayed() ? startpoint.by(MethodExpression.parse("delay(30us)+" + lane)) : startpoint;
    }

    /** Whether a lane leads there. */
    boolean hasMet(Node other) {
        boolean entered = context.progress().tryEnter();
        try {
            return entered && context.hasMet(other.context.id());
        } finally {
            if (entered) {
                context.progress().exit();
            }
        }
    }

    /** Killed, or closed. */
    public boolean isGone() {
        return closed || process.isDead();
    }

    public boolean isDead() {
        return process.isDead();
    }

    /** All is done, and everybody is about to close. */
    void windUp() {
        windingUp = true;
    }

    /** Whether nothing new is begun that its peers, which close, would have to answer. */
    public boolean isWindingUp() {
        return windingUp;
    }

    /** What is put on this context ends before it does. */
    public void beforeClose(Runnable ending) {
        beforeClose = ending;
    }

    /**
     * Closes the context, well or not: whatever somebody waits for is done then.
     *
     * @param lastWords what it says before, when nothing else is under way in its calls
     */
    void close(long withinNs, Runnable lastWords, Runnable ended) {
        if (inCall || context.progress().isMine()) { // underneath, on the world's one stack
            script.within(script.options().pollNs(), () -> close(withinNs, lastWords, ended));
        } else if (!isGone()) {
            leaving = !script.options().patient();
            closing = true;
            call(() -> {
                beforeClose.run();
                lastWords.run();
                closed(context.close(withinNs), ended);
            });
        }
    }

    /** Where a wire breaks while both its ends close, neither may learn what the other has taken. */
    private boolean wiresBreak() {
        return script.options().piped() && !Collections.disjoint(script.options().faults(), BREAKS);
    }

    /** Its process ends soon: whoever has not heard its farewell, or called it since, is told of that. */
    private void closed(boolean whole, Runnable ended) {
        ledger.demand(whole || !script.options().patient() || !failed.isEmpty() || wiresBreak(), () -> this + " could not close well: " + context.notices());
        closedWell = whole;
        ledger.demandNothingLate(this);
        if (whole && !script.options().chained()) { // in devices it may wait still
            ledger.closedWell(this);
        }
        ended.run();
        closed = true;
        leaving = true;
        script.tally().count(whole ? Sight.CLOSED_WHOLE : Sight.CLOSED_INCOMPLETE);
        settle();
        ledger.demand(pending.isEmpty(), () -> this + " is closed, and somebody waits: " + pending);
    }

    /** Nobody may count on it any more. */
    public boolean isLeaving() {
        return leaving || process.isDead();
    }

    /** The context. */
    public Context context() {
        return context;
    }

    /** The process that it lives in. */
    public SimProcess process() {
        return process;
    }

    /** Its number in the world. */
    public int index() {
        return index;
    }

    /** How much it waits for. */
    int waits() {
        return pending.size() + owed;
    }

    @Override
    public String toString() {
        return "node " + index;
    }
}
