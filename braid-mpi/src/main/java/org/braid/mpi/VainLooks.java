package org.braid.mpi;

import org.braid.base.os.ThreadTime;
import org.braid.base.wire.ContextId;
import org.jspecify.annotations.Nullable;

/**
 * Looks that have found nothing (MPI_Test, MPI_Iprobe), and the end of loops of them that would never end. A program may look for a message that need not come, while it computes or
 * talks to others: it is left alone. One whose only thread does nothing but look, for what nobody can send any more, is told what one who waits is told ({@link Departed}).
 *
 * <pre>
 *   period of a second  | nothing but looks | nothing but looks, some for ranks | nothing but looks, all for ranks
 *                       |                   | of which nothing is known: asked  | that have left: told
 * </pre>
 */
final class VainLooks {
    private static final long PERIOD_NS = 1_000_000_000L;

    /** Looks between two readings of the clock, which takes as long as a look. */
    private static final int LOOKS = 16;

    /** A thread that has run for longer than this from look to look has something else to do. A look takes some 0.05 µs, over tcp 0.9, and giving the core away 0.6. */
    private static final long COMPUTING_NS = 5_000;

    private final Engine engine;

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

    VainLooks(Engine engine) {
        this.engine = engine;
    }

    /** A look at a request that is pending, or in vain; true if it is done now. */
    boolean at(Request r) {
        attend(r);
        if (isOver()) {
            giveUp(r);
            return r.isDone();
        }
        return false;
    }

    /** A look at several, of which each would do; some are pending or in vain, and no other is done. True if those that are in vain are to be seen now. */
    boolean atAny(@Nullable RequestHandle[] handles) {
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

    /**
     * A look for a message.
     *
     * @throws MpiFailure if none can come, and nothing else happens here
     */
    void forMessage(Lco lco, int source) {
        attend(lco, source);
        if (isOver()) {
            throwIfInVain(lco, source);
        }
    }

    /** Somebody has left: what it means is looked at soon. Caller holds the token. */
    void lookSoon() {
        news = true;
        endNs = System.nanoTime();
    }

    // ---- in an attentive period: whom the looks are for

    private void attend(Request r) {
        if (r.isReceive() && r.lco != null) {
            attend(r.lco, r.wantedSource);
        } else {
            hopeful = true; // what can't be given up ends by itself when it is in vain
        }
    }

    private void attend(Lco lco, int source) {
        if (!attentive || hopeful) {
            return;
        }
        if (!engine.progress.tryEnter()) {
            hopeful = true; // others are at it
            return;
        }
        try {
            ContextId hope = lco.rank() == Lco.NO_RANK ? null : engine.departed.hopeOf(lco, source);
            hopeful = hope != null || lco.rank() == Lco.NO_RANK;
            if (hope != null) {
                engine.departures.ask(hope);
            }
        } finally {
            engine.progress.exit();
        }
    }

    // ---- the end of a period

    /** Counts a look; true if nobody here does anything but look in vain. */
    private boolean isOver() {
        return ++looks % LOOKS == 0 && System.nanoTime() - endNs >= 0 && endPeriod();
    }

    private boolean endPeriod() {
        if (!engine.progress.tryEnter()) {
            return false;
        }
        boolean over;
        try {
            boolean onlyLooks = news ? attentive : isOnlyLooking();
            over = !news && onlyLooks && attentive && !hopeful && LoneThread.isIt(engine.context);
            engine.departures.lookForPoller();
            begin(onlyLooks && !over);
        } finally {
            engine.progress.exit();
        }
        engine.underWay.inquire();
        return over;
    }

    private boolean isOnlyLooking() {
        return looker == Thread.currentThread() && given == engine.requests.given() && !isComputing(ThreadTime.now());
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
        given = engine.requests.given();
        time = ThreadTime.now();
        endNs = System.nanoTime() + PERIOD_NS;
    }

    // ---- the end of a loop

    private void giveUp(Request r) {
        engine.progress.enter();
        try {
            if (!r.isDone()) {
                engine.departed.end(r);
            }
        } finally {
            engine.progress.exit();
        }
    }

    private void throwIfInVain(Lco lco, int source) {
        engine.progress.enter();
        try {
            MpiFailure failure = engine.departed.failureOf(lco, source);
            if (failure != null) {
                throw failure;
            }
        } finally {
            engine.progress.exit();
        }
    }
}
