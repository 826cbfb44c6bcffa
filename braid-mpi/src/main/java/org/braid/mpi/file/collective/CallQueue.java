package org.braid.mpi.file.collective;

import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import org.braid.link.progress.Completion;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.completion.Outstanding;
import org.braid.mpi.completion.StartedCalls;
import org.braid.mpi.completion.UnderWay;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/**
 * The collective calls of one file at this rank, blocking and started ones, in the order in which they were made: the next one begins when the one before is over, so that messages of two never meet. A lock guards them; a thread that finds it taken goes on.
 */
public final class CallQueue implements StartedCalls {
    private record Entry(CollectiveCall call, Request request) {}

    private final Mail mail;
    private final Completions completions;
    private final UnderWay underWay;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Entry> calls = new ArrayDeque<>();

    /** For a file whose ranks talk by {@code lco}, which is theirs alone; people call it {@code file}. */
    public CallQueue(Lco lco, String file, UnderWay underWay) {
        this.mail = new Mail(lco, file);
        this.completions = lco.completions();
        this.underWay = underWay;
    }

    /** Where a mistake in this call happens, for messages about it: the file, and this process's rank there. */
    public String at(String call) {
        return mail.at(call);
    }

    /**
     * Tells all ranks some words, at most six of them unless all of this call's ranks give as many, and returns those of each rank.
     *
     * @param own what is wrong with the call at this rank; then it fails everywhere
     */
    public long[][] agree(Operation operation, @Nullable MpiFailure own, long... words) {
        Agreement agreement = new Agreement(mail, operation, own, words);
        completions.finish(start(agreement));
        return agreement.all();
    }

    /** Starts an access; the request is done when it is over, and has failed if it failed at any rank. */
    public Request start(Access access, FileParts parts, Outcome outcome, boolean aside) {
        return start(new CollectiveAccess(mail, access, parts, outcome, aside));
    }

    private Request start(CollectiveCall call) {
        Request request = completions.begin();
        lock.lock();
        try {
            calls.add(new Entry(call, request));
            underWay.add(this);
        } finally {
            lock.unlock();
        }
        advance();
        return request;
    }

    @Override
    public void advance() {
        if (lock.isHeldByCurrentThread() || !lock.tryLock()) {
            return;
        }
        try {
            while (!calls.isEmpty() && isOver(calls.getFirst())) {
                calls.removeFirst();
            }
            if (calls.isEmpty()) {
                underWay.remove(this);
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isOver(Entry first) {
        try {
            if (!first.call.advance()) {
                return false;
            }
            completions.end(first.request, null);
        } catch (Throwable failed) {
            first.call.abandon();
            completions.end(first.request, Outcome.failureOf(failed));
        }
        return true;
    }

    @Override
    public void inquire() {
        // whoever calls something else is found out by the words that every call begins with
    }

    /** {@inheritDoc} Only the first one is under way. */
    @Override
    public void list(Outstanding all) {
        if (lock.isHeldByCurrentThread() || !lock.tryLock()) {
            all.addMore();
            return;
        }
        try {
            for (Entry entry : calls) {
                all.addWhole(entry.request);
                entry.call.list(all);
            }
        } finally {
            lock.unlock();
        }
    }

    /** {@inheritDoc} A thread that is inside looks by itself. */
    @Override
    public void watchTransfers(@Nullable Completion news) {
        if (lock.isHeldByCurrentThread() || !lock.tryLock()) {
            return;
        }
        try {
            for (Entry entry : calls) {
                entry.call.watch(news);
            }
        } finally {
            lock.unlock();
        }
    }
}
