package org.braid.mpi.liveness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.link.Context;
import org.braid.link.Startpoint;
import org.braid.link.bulk.LongMessages;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.dispatch.Handler;
import org.braid.link.dispatch.Payload;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.braid.mpi.completion.UnderWay;
import org.braid.mpi.lco.OwnWays;
import org.braid.mpi.liveness.deadlock.Blocked;
import org.braid.mpi.liveness.deadlock.KnotDetection;
import org.braid.mpi.p2p.Envelope;
import org.braid.mpi.p2p.RequestPool;

/**
 * Ranks that wait for each other, and their end: collectives of several communicators in different orders, receives in a circle. Looks where somebody has waited long; who waits for whom
 * is {@link KnotDetection}'s business, and this class says when a process counts as blocked: its only thread is in one wait, which needs a call of some rank's program, and nothing in
 * the process sends by itself meanwhile, such as a handler of the program's own. A call that was started and goes on when a message comes is part of the wait ({@link Awaited}). Guarded by the context's token.
 */
public final class Deadlocks implements KnotDetection.Actions {
    /** Ranks that could end a wait are asked, and named. Waits for more ranks at once are left alone. */
    static final int MOST_RANKS = 16;

    /** Two looks and a little less: members of one communicator whose calls differ are told that first ({@link Agreement}). */
    private static final long PATIENCE_NS = 1_900_000_000L;

    private static final String BLOCKED = "mpi.blocked";
    private static final String BLOCKED_TOO = "mpi.blocked-too";

    private final Context context;
    private final LongMessages sent;
    private final RequestPool requests;
    private final UnderWay underWay;
    private final Leave leave;
    private final Departed departed;
    private final OwnWays ownWays;
    private final KnotDetection core;
    private final int ask;
    private final int answer;
    private final Completion nobodyWaits = new Completion();

    // What the thread waits for that looked last.
    private Awaited awaited = Awaited.nothing();
    private long sinceNs;
    private int waits;
    private Set<ContextId> blockedBy = Set.of(); // while the core says that it is blocked
    private final UnprovenAnswers unproven = new UnprovenAnswers();

    /** A handler runs: what it sends is left behind where there is no room. */
    private boolean handling;

    /** Answers from now on to what comes to {@code context}; looks at requests of this pool. */
    public Deadlocks(Context context, RequestPool requests, UnderWay underWay, Leave leave, Departed departed, OwnWays ownWays) {
        this.context = context;
        this.sent = context.longMessages();
        this.requests = requests;
        this.underWay = underWay;
        this.leave = leave;
        this.departed = departed;
        this.ownWays = ownWays;
        this.core = new KnotDetection(context.id().number(), this);
        this.ask = context.register(BLOCKED, new AskHandler(this));
        this.answer = context.register(BLOCKED_TOO, new AnswerHandler(this));
    }

    /** A program that comes back by MPI_Init meets others that came back too. */
    void forget() {
        core.forget();
    }

    // ---- the own wait

    /** The calling thread waits, and nothing comes. */
    void look(Completion c) {
        settle();
        Awaited now = Awaited.by(c, requests, underWay);
        if (!now.requests().isEmpty() || !awaited.isForALock()) { // else it naps between two looks at the lock
            look(now, System.nanoTime());
        }
    }

    /** The calling thread is about to look at the word of a lock. */
    void lookAtLockBegins() {
        unproven.lookBegins();
    }

    /** That look has found these holders. Calls that were started and go on meanwhile send by themselves. */
    void look(AwaitedLock lock) {
        long nowNs = System.nanoTime();
        settle();
        look(underWay.none() ? Awaited.of(lock) : Awaited.nothing(), nowNs);
        unproven.heed(core, nowNs);
    }

    private void look(Awaited now, long nowNs) {
        if (!now.equals(awaited)) {
            core.released();
            unproven.drop();
            awaited = now;
            sinceNs = nowNs;
        } else if (core.isBlocked() && awaited.peers(departed).equals(blockedBy)) {
            core.remind();
        } else if (nowNs - sinceNs >= PATIENCE_NS && isStuck()) {
            core.released(); // where one of those that could have ended the wait has left MPI, which says of no wait that it is blocked
            block(nowNs);
        }
    }

    /** Before anything else is looked at: the wait may be over, though nobody has said so. */
    private void settle() {
        if (core.isBlocked() && (!awaited.isUnmet(sent) || sent.areFetched())) {
            core.released();
        }
    }

    private boolean isStuck() {
        return awaited.isUnmet(sent) && !leave.isUnderWay() && !sent.areFetched() && LoneThread.isIt(context);
    }

    private void block(long nowNs) {
        Set<ContextId> peers = awaited.peers(departed);
        List<Long> ranks = new ArrayList<>();
        for (ContextId peer : peers) {
            if (isOfThisJob(peer)) {
                ranks.add(peer.number());
            }
        }
        Collections.sort(ranks);
        if (!ranks.isEmpty() && ranks.size() == peers.size() && ranks.size() <= MOST_RANKS) {
            blockedBy = peers;
            ownWays.askAnew();
            core.blocked(++waits, ranks, WaitingCall.text(awaited), sinceNs, nowNs);
        }
    }

    private boolean isOfThisJob(ContextId peer) {
        return peer.jobHigh() == context.id().jobHigh() && peer.jobLow() == context.id().jobLow();
    }

    // ---- what the core wants

    @Override
    public boolean ask(long rank, int wait) {
        return send(idOf(rank), ask, wait, 0, List.of());
    }

    @Override
    public boolean answer(long rank, int askersWait, int wait, List<Blocked> news) {
        return send(idOf(rank), answer, askersWait, wait, news);
    }

    private ContextId idOf(long rank) {
        return new ContextId(context.id().jobHigh(), context.id().jobLow(), rank);
    }

    private boolean send(ContextId peer, int handler, int a0, int a1, List<Blocked> news) {
        byte[] bytes = news.isEmpty() ? null : Statements.put(news);
        int length = bytes == null ? 0 : bytes.length;
        try {
            if (!handling && !context.mayReach(peer)) {
                return false; // else a first message would wait for it, and nothing that comes would be looked at
            }
            if (!ownWays.areHandledBy(peer)) {
                return false; // it would overtake them
            }
            Startpoint to = context.quietStartpointTo(peer, Envelope.PROCESS_ENDPOINT, 0);
            if (handling) {
                to.startInside(handler, a0, a1, 0, 0, bytes, 0, length, nobodyWaits);
                return true;
            }
            return to.trySend(handler, a0, a1, 0, 0, bytes, 0, length) == Lane.TAKEN;
        } catch (BraidException dead) {
            return true; // of a rank that has failed others tell
        }
    }

    @Override
    public void tell(List<Blocked> knot) {
        core.released();
        awaited.fail(KnotText.failure(knot), sent);
    }

    // ---- what comes from others

    /** "mpi.blocked": somebody whose wait this process could end is blocked. */
    private record AskHandler(Deadlocks deadlocks) implements Handler {
        @Override
        public void handle(Endpoint to, int wait, int a1, int a2, int a3, Payload payload) {
            deadlocks.asked(payload.source().id(), wait);
        }
    }

    private void asked(ContextId peer, int wait) {
        if (isOfThisJob(peer)) {
            settle();
            inHandler(() -> core.asked(peer.number(), wait));
        }
    }

    /** "mpi.blocked-too": somebody who could end this process's wait is blocked himself. */
    private record AnswerHandler(Deadlocks deadlocks) implements Handler {
        @Override
        public void handle(Endpoint to, int askedIn, int wait, int a2, int a3, Payload payload) {
            List<Blocked> news = payload.length() == 0 ? List.of() : Statements.get(payload.reader());
            deadlocks.answered(payload.source().id(), askedIn, wait, news);
        }
    }

    private void answered(ContextId peer, int askedIn, int wait, List<Blocked> news) {
        settle();
        if (isOfThisJob(peer) && awaited.isForALock()) {
            unproven.add(peer.number(), askedIn, wait, news);
        } else if (isOfThisJob(peer)) {
            inHandler(() -> core.answered(peer.number(), askedIn, wait, news, System.nanoTime()));
        }
    }

    private void inHandler(Runnable event) {
        handling = true;
        try {
            event.run();
        } finally {
            handling = false;
        }
    }
}
