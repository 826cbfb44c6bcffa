package org.braid.mpi.liveness;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.link.Context;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.dispatch.Handler;
import org.braid.link.dispatch.Payload;
import org.braid.link.progress.Completion;
import org.braid.link.progress.Progress;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.lco.OwnWays;
import org.braid.mpi.p2p.Envelope;
import org.braid.mpi.p2p.Request;
import org.braid.mpi.p2p.RequestPool;
import org.jspecify.annotations.Nullable;

/**
 * Who has left MPI while this process waits for it. Only a thread that has waited long is told: a request that is pending at two looks, a second apart, asks.
 *
 * <pre>
 *   asker ── has A left? ──> register (the launcher): no answer, or "it is beyond MPI.Finalize", or
 *                                                     "it is inside MPI.Finalize: ask itself"
 *   asker ── mpi.waits ────> A, behind everything that it has sent: ── mpi.left ──> asker
 * </pre>
 *
 * So every message that A had sent is here before the news, and what waits for A then never ends otherwise ({@link Departed}). Ranks may leave more than once (Init after Finalize): both
 * sides count, and old news are dropped. Guarded by the context's token.
 */
public final class Departures implements Progress.LongWaitListener {
    /** Somebody outside, such as a launcher, that knows which ranks have left MPI. */
    public interface Register {
        /** Asks whether a rank has left more often than the asker; the answer, if so, comes to {@link #hasLeft(ContextId, int, boolean)}. Must not wait. */
        void ask(ContextId rank, int askerLeft);
    }

    private static final String WAITS = "mpi.waits";
    private static final String LEFT = "mpi.left";

    private final Context context;
    private final Progress progress;
    private final Leave leave;
    private final Departed departed;
    private final Deadlocks deadlocks;
    private final OwnWays ownWays;
    private final LongPending pending;
    private final int waits;
    private final int left;
    private final Completion nobodyWaits = new Completion();
    private @Nullable Register register;
    private @Nullable FruitlessPolls polls;

    /** What the register has answered: whether the rank answers for itself. It is for a thread that waits: the one that brings these answers also brings the directory's. */
    private final Map<ContextId, Boolean> answers = new HashMap<>();

    /** Is told from now on by {@code context} when somebody waits long, and looks then; {@code deadlocks} look, too. */
    public Departures(Context context, RequestPool requests, Leave leave, Departed departed, Deadlocks deadlocks, OwnWays ownWays) {
        this.context = context;
        this.progress = context.progress();
        this.leave = leave;
        this.departed = departed;
        this.deadlocks = deadlocks;
        this.ownWays = ownWays;
        this.pending = new LongPending(requests);
        this.waits = context.register(WAITS, new WaitsHandler(this));
        this.left = context.register(LEFT, new LeftHandler(this));
        progress.onLongWait(this);
    }

    /** The looks that hear of news, too. */
    void tell(FruitlessPolls newPolls) {
        polls = newPolls;
    }

    // ---- this process's own leave

    /** This process takes leave (MPI_Finalize), with a call on this object: until it is {@link #back}, it makes no collective call on any other. */
    public void leaveBy(Lco world) {
        progress.enter();
        try {
            leave.begin(world.inbox());
            ownWays.askAnew();
        } finally {
            progress.exit();
        }
    }

    /** This process is back from MPI_Finalize; a program that comes again by MPI_Init meets others that came back too. */
    public void back() {
        progress.enter();
        try {
            leave.over();
            answers.clear();
            departed.forget();
            deadlocks.forget();
        } finally {
            progress.exit();
        }
    }

    /** The leave that {@link #leaveBy} began has failed: this process stays, and what it knows of others stays. */
    public void stay() {
        progress.enter();
        try {
            leave.undo();
        } finally {
            progress.exit();
        }
    }

    // ---- the register

    /** Asks this register first whether a rank has left MPI; its answer comes to {@link #hasLeft}. Without one the ranks are asked themselves. */
    public void askFirst(Register newRegister) {
        register = newRegister;
    }

    /**
     * The register knows that a rank has left. Any thread; does not wait.
     *
     * @param askerLeft how often this process had left when it asked: an older answer is dropped
     * @param answersItself the rank is still inside MPI_Finalize, and has to be asked itself
     */
    public void hasLeft(ContextId rank, int askerLeft, boolean answersItself) {
        progress.enter();
        try {
            heard(rank, askerLeft, answersItself);
        } finally {
            progress.exit();
        }
    }

    // ---- long waits

    /** Somebody waits, and nothing comes. */
    @Override
    public void waitsLong(Completion awaited) {
        look(true);
        deadlocks.look(awaited);
    }

    /** Somebody looks again and again, and nothing comes. What it could still give up is left to {@link FruitlessPolls}. */
    void lookForPoller() {
        look(false);
    }

    private void look(boolean waits) {
        if (leave.isUnderWay()) {
            return;
        }
        if (!answers.isEmpty()) {
            heedAnswers();
            return;
        }
        Set<ContextId> asked = new HashSet<>();
        for (Request r : pending.look()) {
            if (departed.knowsPeersOf(r)) {
                look(r, waits, asked);
            }
        }
    }

    private void look(Request r, boolean waits, Set<ContextId> asked) {
        List<ContextId> hopes = departed.hopesOf(r, Deadlocks.MOST_RANKS);
        for (ContextId hope : hopes) {
            if (asked.add(hope)) {
                ask(hope);
            }
        }
        if (hopes.isEmpty() && (waits || !r.isReceive())) {
            departed.end(r);
        }
    }

    /** Asks whether that rank has left; the register knows those of its own job. */
    void ask(ContextId whom) {
        if (register != null && whom.isRankBeside(context.id())) {
            register.ask(whom, leave.times());
        } else if (context.hasMet(whom)) {
            askItself(whom);
        }
    }

    /** A question may be lost: it is put again after a while. */
    private void askItself(ContextId whom) {
        try {
            context.quietStartpointTo(whom, Envelope.PROCESS_ENDPOINT, 0).trySend(waits, leave.times(), 0, 0, 0, null, 0, 0);
        } catch (BraidException dead) {
            // Of a rank that has failed others tell.
        }
    }

    // ---- ranks that have left

    private void heard(ContextId whom, int askerLeft, boolean answersItself) {
        if (isNews(askerLeft)) {
            answers.put(whom, answersItself);
            lookSoon();
        }
    }

    private boolean isNews(int askerLeft) {
        return askerLeft == leave.times() && !leave.isUnderWay();
    }

    private void lookSoon() {
        progress.lookSoon();
        if (polls != null) {
            polls.lookSoon();
        }
    }

    private void heedAnswers() {
        Map<ContextId, Boolean> news = Map.copyOf(answers);
        answers.clear();
        progress.poll();
        for (Map.Entry<ContextId, Boolean> each : news.entrySet()) {
            heed(each.getKey(), each.getValue());
        }
    }

    private void heed(ContextId whom, boolean answersItself) {
        if (answersItself) {
            askItself(whom);
        } else {
            departed.add(whom, false);
            lookSoon();
        }
    }

    // ---- ranks that ask this process

    /** "mpi.waits": somebody waits for this process. */
    private record WaitsHandler(Departures departures) implements Handler {
        @Override
        public void handle(Endpoint to, int askerLeft, int a1, int a2, int a3, Payload payload) {
            departures.answer(payload.source().id(), askerLeft);
        }
    }

    private void answer(ContextId asker, int askerLeft) {
        if (leave.isUnderWay() && leave.times() > askerLeft && ownWays.areHandledBy(asker)) { // else it asks again
            context.quietStartpointTo(asker, Envelope.PROCESS_ENDPOINT, 0).startInside(left, askerLeft, 0, 0, 0, null, 0, 0, nobodyWaits);
        }
    }

    /** "mpi.left": whom this process waits for has left. */
    private record LeftHandler(Departures departures) implements Handler {
        @Override
        public void handle(Endpoint to, int askerLeft, int a1, int a2, int a3, Payload payload) {
            if (departures.isNews(askerLeft)) {
                departures.departed.add(payload.source().id(), true);
                departures.lookSoon();
            }
        }
    }
}
