package org.braid.mpi.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.braid.link.progress.Completion;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/**
 * Requests that stand for several others and are done when all of those are. Results, errors and the giving back of the parts are left to whoever holds them. A lock guards the list; a thread that finds it
 * taken goes on.
 */
public final class JoinedRequests implements StartedCalls {
    private record Entry(Request whole, RequestHandle[] parts) {}

    private final Completions completions;
    private final UnderWay underWay;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Entry> entries = new ArrayList<>();

    /** None is under way yet. */
    public JoinedRequests(Completions completions, UnderWay underWay) {
        this.completions = completions;
        this.underWay = underWay;
    }

    /** A request that is done when the parts are; a part that is given back counts as done. */
    public Request join(RequestHandle... parts) {
        Request whole = completions.begin();
        if (areDone(parts)) {
            completions.end(whole, null);
            return whole;
        }
        lock.lock();
        try {
            entries.add(new Entry(whole, parts));
            underWay.add(this);
        } finally {
            lock.unlock();
        }
        return whole;
    }

    @Override
    public void advance() {
        if (lock.isHeldByCurrentThread() || !lock.tryLock()) {
            return;
        }
        try {
            entries.removeIf(this::isOver);
            if (entries.isEmpty()) {
                underWay.remove(this);
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isOver(Entry entry) {
        boolean over = areDone(entry.parts);
        if (over) {
            completions.end(entry.whole, null);
        }
        return over;
    }

    private static boolean areDone(RequestHandle[] parts) {
        for (RequestHandle part : parts) {
            Request r = part.request();
            if (r != null && !r.isDone()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void inquire() {
        // messages between two ranks: there is nothing that others could call in their place
    }

    @Override
    public void watchTransfers(@Nullable Completion news) {
        if (lock.isHeldByCurrentThread() || !lock.tryLock()) {
            return;
        }
        try {
            for (Entry entry : entries) {
                for (RequestHandle part : entry.parts) {
                    watch(part.request(), news);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void watch(@Nullable Request part, @Nullable Completion news) {
        if (part != null && !completions.isDoneAlways(part)) {
            part.watchedBy(news);
        }
    }
}
