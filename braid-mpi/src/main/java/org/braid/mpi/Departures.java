package org.braid.mpi;

import java.util.HashMap;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.link.Completion;
import org.braid.link.Context;
import org.braid.link.Endpoint;
import org.braid.link.Handler;
import org.braid.link.Payload;
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
 * So every message that A had sent is here before the news, and what waits for A then and has met nothing never will: it fails. A receive from any source fails when all other members
 * have left. Ranks may leave more than once (Init after Finalize): both sides count, and old news are dropped. Guarded by the context's token.
 */
final class Departures implements Runnable {
    private final Engine engine;
    private final Context context;
    private final RequestPool requests;
    private final LongWaits waiting;
    private final int waits;
    private final int left;
    private final Completion nobodyWaits = new Completion();
    private final Map<ContextId, MpiFailure> gone = new HashMap<>();
    private @Nullable LeaveRegister register;
    private int own;

    /** What the register has answered: whether the rank answers for itself. It is for a thread that waits: the one that brings these answers also brings the directory's. */
    private final Map<ContextId, Boolean> answers = new HashMap<>();

    Departures(Engine engine) {
        this.engine = engine;
        this.context = engine.context;
        this.requests = engine.requests;
        this.waiting = new LongWaits(requests, context.id());
        this.waits = context.register(Envelope.WAITS, new WaitsHandler(this));
        this.left = context.register(Envelope.LEFT, new LeftHandler(this));
        engine.progress.onLongWait(this);
    }

    void askFirst(LeaveRegister newRegister) {
        register = newRegister;
    }

    /** This process calls MPI_Finalize. */
    void begin() {
        own++;
    }

    /** It is through: who comes back by MPI_Init meets others that came back too. */
    void over() {
        answers.clear();
        gone.clear();
    }

    // ---- who waits long

    /** Somebody waits, and nothing comes. */
    @Override
    public void run() {
        if (engine.isLeaving()) {
            return;
        }
        if (answers.isEmpty()) {
            lookAtRequests();
            return;
        }
        Map<ContextId, Boolean> news = Map.copyOf(answers);
        answers.clear();
        for (Map.Entry<ContextId, Boolean> each : news.entrySet()) {
            heed(each.getKey(), each.getValue());
        }
    }

    private void lookAtRequests() {
        for (ContextId awaited : waiting.look(gone.keySet())) {
            ask(awaited);
        }
    }

    private void ask(ContextId whom) {
        if (gone.containsKey(whom)) {
            endWhatWaitsFor(whom);
        } else if (register != null) {
            register.ask(whom, own);
        } else if (context.hasMet(whom)) {
            askItself(whom);
        }
    }

    /** A question may be lost: it is put again after a while. */
    private void askItself(ContextId whom) {
        try {
            context.quietStartpointTo(whom, Engine.ENGINE_ENDPOINT, 0).trySend(waits, own, 0, 0, 0, null, 0, 0);
        } catch (BraidException dead) {
            // Who has failed is told of by others.
        }
    }

    // ---- who has left

    /** The register's answer. */
    void heard(ContextId whom, int askerLeft, boolean answersItself) {
        if (askerLeft != own || engine.isLeaving()) {
            return;
        }
        answers.put(whom, answersItself);
        engine.progress.lookSoon();
    }

    private void heed(ContextId whom, boolean answersItself) {
        if (answersItself) {
            askItself(whom);
            return;
        }
        engine.progress.poll();
        endCollectivesThatWaitFor(whom);
        hasLeft(whom);
    }

    private void hasLeft(ContextId whom) {
        gone.put(whom, Failures.left(whom));
        endWhatWaitsFor(whom);
    }

    private void endWhatWaitsFor(ContextId whom) {
        MpiFailure failure = gone.get(whom);
        if (failure == null) {
            return;
        }
        context.takeBackOffers(whom, failure);
        for (int i = 0; i < requests.size(); i++) {
            Request r = requests.at(i);
            if (r != null && r.isPending()) {
                endIfVain(r, whom, failure);
            }
        }
    }

    private void endIfVain(Request r, ContextId whom, MpiFailure failure) {
        if (r.kind == Request.Kind.SYNCHRONOUS_SEND) {
            if (r.peer != null && whom.equals(r.peer.id())) {
                r.fail(failure);
            }
        } else if ((r.kind == Request.Kind.RECEIVE || r.kind == Request.Kind.PROBE) && r.lco != null) {
            boolean any = r.wantedSource == Engine.ANY;
            boolean vain = any ? allHaveLeft(r.lco) : whom.equals(r.lco.contextOf(r.wantedSource));
            if (vain && r.lco.inbox().takeBack(r)) {
                r.fail(any ? Failures.allLeft() : failure);
            }
        }
    }

    /** All but this process, which can't send to itself while its only thread waits. */
    private boolean allHaveLeft(Lco lco) {
        for (int slot = 0; slot < lco.size(); slot++) {
            ContextId member = lco.contextOf(slot);
            if (member == null || (!gone.containsKey(member) && !member.equals(context.id()))) {
                return false;
            }
        }
        return lco.size() > 1 && (!engine.threadMultiple || LoneThread.isIt());
    }

    /** A rank inside MPI_Finalize answers for its collectives itself (see {@link Agreement}); for one that is beyond, this is said here. */
    private void endCollectivesThatWaitFor(ContextId whom) {
        for (int i = 0; i < requests.size(); i++) {
            Request r = requests.at(i);
            if (r != null && r.isPending() && r.kind == Request.Kind.COLLECTIVE_RECEIVE && r.lco != null && whom.equals(r.lco.contextOf(r.wantedSource))) {
                r.lco.agreement().left(r.wantedSource, r.wantedTag, r.signature);
            }
        }
    }

    /** "mpi.waits": somebody waits for this process. */
    private record WaitsHandler(Departures departures) implements Handler {
        @Override
        public void handle(Endpoint to, int askerLeft, int a1, int a2, int a3, Payload payload) {
            departures.answer(payload.source().id(), askerLeft);
        }
    }

    private void answer(ContextId asker, int askerLeft) {
        if (engine.isLeaving() && own > askerLeft) {
            context.quietStartpointTo(asker, Engine.ENGINE_ENDPOINT, 0).startInside(left, askerLeft, 0, 0, 0, null, 0, 0, nobodyWaits);
        }
    }

    /** "mpi.left": whom this process waits for has left. */
    private record LeftHandler(Departures departures) implements Handler {
        @Override
        public void handle(Endpoint to, int askerLeft, int a1, int a2, int a3, Payload payload) {
            if (askerLeft == departures.own && !departures.engine.isLeaving()) {
                departures.hasLeft(payload.source().id());
            }
        }
    }
}
