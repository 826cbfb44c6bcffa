package org.braid.mpi.completion;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.link.progress.Completion;
import org.braid.link.progress.Progress;
import org.braid.mpi.p2p.Request;

/**
 * Requests whose end is told, and not waited for. One virtual thread waits for all of them, as long as there are any; it leaves polling to those who call MPI, and where nobody does, to the background thread, which sleeps until
 * something comes. So whoever makes progress finds out, and nobody's call runs what another one wants to be told by: each is told in a virtual thread of its own, begun when the request is done.
 *
 * <p>The list and what is waited for are guarded by the token. Only where several threads may call at the same time.
 */
public final class WatchedRequests {
    /** Whoever waits for a watched request by a call of his own may take the watch away; this is how long that hides its end. */
    private static final long LOST_WATCH_NS = 100_000_000;

    private final Completions completions;
    private final Progress progress;
    private final Set<Watched> pending = new LinkedHashSet<>();
    private Completion news = new Completion();
    private boolean isWaiting;

    /** None is watched yet. */
    public WatchedRequests(Completions completions, Progress progress) {
        this.completions = completions;
        this.progress = progress;
    }

    /**
     * Watches one more.
     *
     * @return false if it is done already: nobody will be told
     */
    public boolean add(Watched one) {
        boolean isFirst = false;
        progress.enter();
        try {
            if (isOver(one)) {
                return false;
            }
            pending.add(one);
            watch(one);
            isFirst = !isWaiting;
            isWaiting = true;
        } finally {
            progress.exit();
        }
        if (isFirst) {
            Thread.ofVirtual().name("braid-watch").start(this::waitAndTell);
        }
        return true;
    }

    /** Watches it no more: its owner waits for it by a call. If it was to be told already, it is told. */
    public void remove(Watched one) {
        progress.enter();
        try {
            if (pending.remove(one) && !isOver(one)) {
                unwatch(one);
            }
        } finally {
            progress.exit();
        }
    }

    /** This process leaves MPI: those that are pending are told so, in the calling thread. */
    public void abandon() {
        takeAll().forEach(Watched::abandoned);
    }

    private List<Watched> takeAll() {
        progress.enter();
        try {
            List<Watched> left = List.copyOf(pending);
            pending.clear();
            news.complete();
            return left;
        } finally {
            progress.exit();
        }
    }

    private void waitAndTell() {
        boolean goesOn = true;
        while (goesOn) {
            try {
                boolean ignored = completions.await(news(), LOST_WATCH_NS);
            } catch (BraidException closed) {
                abandon();
            }
            List<Watched> over = new ArrayList<>();
            goesOn = takeThoseThatAreOver(over);
            for (Watched each : over) {
                Thread.ofVirtual().name("braid-told").start(each::done);
            }
        }
    }

    private Completion news() {
        progress.enter();
        try {
            return news;
        } finally {
            progress.exit();
        }
    }

    /** @return false if none is left, and this thread is not needed any more */
    private boolean takeThoseThatAreOver(List<Watched> over) {
        progress.enter();
        try {
            news = new Completion();
            for (Iterator<Watched> all = pending.iterator(); all.hasNext(); ) {
                Watched each = all.next();
                if (isOver(each)) {
                    over.add(each);
                    all.remove();
                } else {
                    watch(each);
                }
            }
            isWaiting = !pending.isEmpty();
            return isWaiting;
        } finally {
            progress.exit();
        }
    }

    private void watch(Watched one) {
        Request r = one.handle().request();
        if (r != null) {
            r.watchedBy(news);
        }
    }

    private static void unwatch(Watched one) {
        Request r = one.handle().request();
        if (r != null) {
            r.watchedBy(null);
        }
    }

    /** One that was given back by somebody else is over, too: whoever asks it is told so. */
    private static boolean isOver(Watched one) {
        try {
            Request r = one.handle().request();
            return r == null || r.isDone();
        } catch (BraidException stale) {
            return true;
        }
    }
}
