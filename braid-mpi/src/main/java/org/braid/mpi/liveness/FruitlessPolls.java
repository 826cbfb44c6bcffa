package org.braid.mpi.liveness;

import java.util.concurrent.locks.LockSupport;
import org.braid.base.os.ThreadTime;
import org.braid.base.wire.ContextId;
import org.braid.link.Context;
import org.braid.link.progress.Progress;
import org.braid.mpi.completion.PollListener;
import org.braid.mpi.completion.RequestHandle;
import org.braid.mpi.completion.UnderWay;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.Inbox;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.Request;
import org.braid.mpi.p2p.RequestPool;
import org.jspecify.annotations.Nullable;

/**
 * Looks that have found nothing (MPI_Test, MPI_Iprobe), and the end of loops of them that would never end. A program may look for a message that need not come, while it computes or
 * talks to others: it is left alone. One whose only thread does nothing but look, for what nobody can send any more, is told what one that waits is told ({@link Departed}).
 *
 * <pre>
 *   period of a second  | nothing but looks | nothing but looks, some for ranks | nothing but looks, all for ranks
 *                       |                   | of which nothing is known: asked  | that have left: told
 * </pre>
 *
 * <p>That a thread does nothing else is judged by what the kernel has counted of its time ({@link ThreadTime}), which ends nothing by itself: whoever is told waits in vain for certain. What it is for is to leave alone
 * a program that naps or computes between its looks and will stop looking: {@code LeftRankTest} has both kinds, {@code docs/decisions/vain-looks.md} the figures that tell them apart, and what else was tried.
 */
public final class FruitlessPolls implements PollListener {
    private static final long PERIOD_NS = 1_000_000_000L;

    /** Looks between two readings of the clock, which takes as long as a look. */
    private static final int LOOKS = 16;

    /** A thread that has run for longer than this from look to look has something else to do. A look takes some 0.05 µs, over tcp 0.9, and giving the core away 0.6. */
    private static final long COMPUTING_NS = 5_000;

    /** Looks in vain by virtual threads until one of them rests, which is some milliseconds. */
    private static final int LOOKS_TO_REST = 256;

    private final Context context;
    private final Progress progress;
    private final RequestPool requests;
    private final UnderWay underWay;
    private final Departed departed;
    private final Departures departures;

    /** In this period. Any thread counts; a count may be lost. */
    private int looks;

    // This period, and its beginning. Guarded by the token, but for first looks.
    private boolean attentive;
    private boolean hopeful;
    private boolean news;
    private long endNs;
    private long given;
    private @Nullable Thread looker;
    private ThreadTime time = new ThreadTime(-1, -1);

    /** Counts looks in vain from now on; asks {@code departures} for whom they are. */
    public FruitlessPolls(Context context, RequestPool requests, UnderWay underWay, Departed departed, Departures departures) {
        this.context = context;
        this.progress = context.progress();
        this.requests = requests;
        this.underWay = underWay;
        this.departed = departed;
        this.departures = departures;
        departures.tell(this);
    }

    @Override
    public boolean at(Request r) {
        attend(r);
        if (isOver()) {
            giveUp(r);
            return r.isDone();
        }
        return false;
    }

    @Override
    public boolean atAny(@Nullable RequestHandle[] handles) {
        for (int i = 0; i < handles.length && attentive && !hopeful; i++) {
            Request r = pending(handles[i]);
            if (r != null) {
                attend(r);
            }
        }
        boolean over = isOver();
        for (int i = 0; i < handles.length && over; i++) {
            Request r = pending(handles[i]);
            if (r != null) {
                giveUp(r);
            }
        }
        return over;
    }

    private static @Nullable Request pending(@Nullable RequestHandle handle) {
        Request r = handle == null ? null : handle.request();
        return r == null || r.isDone() ? null : r;
    }

    @Override
    public void forMessage(Inbox at, int source) {
        attend(at.slots(), source);
        if (isOver()) {
            throwIfInVain(at.slots(), source);
        }
    }

    /** Somebody has left: what it means is looked at soon. Caller holds the token. */
    void lookSoon() {
        news = true;
        endNs = System.nanoTime();
    }

    // ---- in an attentive period: whom the looks are for

    private void attend(Request r) {
        Inbox inbox = r.inbox();
        if (r.isReceive() && inbox != null) {
            attend(inbox.slots(), r.wantedSource());
        } else {
            hopeful = true; // what can't be given up ends by itself when it is in vain
        }
    }

    private void attend(LcoSlots slots, int source) {
        if (!attentive || hopeful) {
            return;
        }
        if (!progress.tryEnter()) {
            hopeful = true; // others are at it
            return;
        }
        try {
            ContextId hope = slots.rank() == LcoSlots.NO_RANK ? null : departed.hopeOf(slots, source);
            hopeful = hope != null || slots.rank() == LcoSlots.NO_RANK;
            if (hope != null) {
                departures.ask(hope);
            }
        } finally {
            progress.exit();
        }
    }

    // ---- the end of a period

    /** Counts a look; true if nobody here does anything but look in vain. */
    private boolean isOver() {
        if (++looks % LOOKS != 0) {
            return false;
        }
        if (looks % LOOKS_TO_REST == 0) {
            letOthersOn();
        }
        return System.nanoTime() - endNs >= 0 && endPeriod();
    }

    /**
     * A virtual thread that yields behind a look stands in the queue of its carrier again, and a carrier looks at no other queue before its own is empty, which two such threads never let it be: whoever a platform thread has started or woken stands
     * in a queue of its own, and gets nowhere (VirtualThread.afterYield, JDK 25). One that has parked comes back by that, too.
     */
    private static void letOthersOn() {
        if (Thread.currentThread().isVirtual()) {
            LockSupport.parkNanos(1);
        }
    }

    private boolean endPeriod() {
        if (!progress.tryEnter()) {
            return false;
        }
        boolean over;
        try {
            boolean onlyLooks = news ? attentive : isOnlyLooking();
            over = !news && onlyLooks && attentive && !hopeful && LoneThread.isIt(context);
            departures.lookForPoller();
            begin(onlyLooks && !over);
        } finally {
            progress.exit();
        }
        underWay.inquire();
        return over;
    }

    private boolean isOnlyLooking() {
        return looker == Thread.currentThread() && given == requests.given() && !isComputing(ThreadTime.now());
    }

    /** Neither rests from look to look nor has just looked. */
    private boolean isComputing(ThreadTime now) {
        long elapsedNs = System.nanoTime() - endNs + PERIOD_NS;
        if (!now.isKnown() || !time.isKnown()) {
            return elapsedNs > looks * COMPUTING_NS;
        }
        boolean rests = now.readyNs() - time.readyNs() < elapsedNs / 2;
        return !rests && now.onCoreNs() - time.onCoreNs() > looks * COMPUTING_NS;
    }

    private void begin(boolean attentively) {
        attentive = attentively;
        hopeful = false;
        news = false;
        looks = 0;
        looker = Thread.currentThread();
        given = requests.given();
        time = ThreadTime.now();
        endNs = System.nanoTime() + PERIOD_NS;
    }

    // ---- the end of a loop

    private void giveUp(Request r) {
        progress.enter();
        try {
            if (!r.isDone()) {
                departed.end(r);
            }
        } finally {
            progress.exit();
        }
    }

    private void throwIfInVain(LcoSlots slots, int source) {
        progress.enter();
        try {
            MpiFailure failure = departed.failureOf(slots, source);
            if (failure != null) {
                throw failure;
            }
        } finally {
            progress.exit();
        }
    }
}
