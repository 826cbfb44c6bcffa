package org.braid.mpi;

import java.util.HashMap;
import java.util.HashSet;
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
import org.jspecify.annotations.Nullable;

/**
 * Who has left MPI while this process waits for it. Nobody is told who has not waited long: a request that is pending at two looks, a second apart, asks.
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
final class Departures implements Progress.LongWaitListener {
    private final Engine engine;
    private final Context context;
    private final Leave leave;
    private final Departed departed;
    private final LongPending pending;
    private final int waits;
    private final int left;
    private final Completion nobodyWaits = new Completion();
    private @Nullable LeaveRegister register;

    /** What the register has answered: whether the rank answers for itself. It is for a thread that waits: the one that brings these answers also brings the directory's. */
    private final Map<ContextId, Boolean> answers = new HashMap<>();

    Departures(Engine engine) {
        this.engine = engine;
        this.context = engine.context;
        this.leave = engine.leave;
        this.departed = engine.departed;
        this.pending = new LongPending(engine.requests);
        this.waits = context.register(Envelope.WAITS, new WaitsHandler(this));
        this.left = context.register(Envelope.LEFT, new LeftHandler(this));
        engine.progress.onLongWait(this);
    }

    void askFirst(LeaveRegister newRegister) {
        register = newRegister;
    }

    /** Who comes back by MPI_Init meets others that came back too. */
    void forget() {
        answers.clear();
        departed.forget();
    }

    // ---- who waits long

    /** Somebody waits, and nothing comes. */
    @Override
    public void waitsLong(Completion awaited) {
        look(true);
        engine.deadlocks.look(awaited);
    }

    /** Somebody looks again and again, and nothing comes. What he could still give up is left to {@link VainLooks}. */
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
        ContextId hope = departed.hopeOf(r);
        if (hope != null && asked.add(hope)) {
            ask(hope);
        } else if (hope == null && (waits || !r.isReceive())) {
            departed.end(r);
        }
    }

    /** Asks whether that rank has left. */
    void ask(ContextId whom) {
        if (register != null) {
            register.ask(whom, leave.times());
        } else if (context.hasMet(whom)) {
            askItself(whom);
        }
    }

    /** A question may be lost: it is put again after a while. */
    private void askItself(ContextId whom) {
        try {
            context.quietStartpointTo(whom, Engine.ENGINE_ENDPOINT, 0).trySend(waits, leave.times(), 0, 0, 0, null, 0, 0);
        } catch (BraidException dead) {
            // Who has failed is told of by others.
        }
    }

    // ---- who has left

    /** The register's answer. */
    void heard(ContextId whom, int askerLeft, boolean answersItself) {
        if (isNews(askerLeft)) {
            answers.put(whom, answersItself);
            lookSoon();
        }
    }

    private boolean isNews(int askerLeft) {
        return askerLeft == leave.times() && !leave.isUnderWay();
    }

    private void lookSoon() {
        engine.progress.lookSoon();
        engine.vainLooks.lookSoon();
    }

    private void heedAnswers() {
        Map<ContextId, Boolean> news = Map.copyOf(answers);
        answers.clear();
        engine.progress.poll();
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

    // ---- who asks this process

    /** "mpi.waits": somebody waits for this process. */
    private record WaitsHandler(Departures departures) implements Handler {
        @Override
        public void handle(Endpoint to, int askerLeft, int a1, int a2, int a3, Payload payload) {
            departures.answer(payload.source().id(), askerLeft);
        }
    }

    private void answer(ContextId asker, int askerLeft) {
        if (leave.isUnderWay() && leave.times() > askerLeft) {
            context.quietStartpointTo(asker, Engine.ENGINE_ENDPOINT, 0).startInside(left, askerLeft, 0, 0, 0, null, 0, 0, nobodyWaits);
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
