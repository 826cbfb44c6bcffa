package org.braid.mpi.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.braid.base.BraidException;
import org.braid.link.progress.Completion;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/** The machines of this process that are under way, each with the request that is done when it is over. A lock guards them; a thread that finds it taken goes on. */
public final class Machines implements StartedCalls {
    private record Entry(Machine machine, Request whole) {}

    private final Completions completions;
    private final UnderWay underWay;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Entry> entries = new ArrayList<>();

    /** None is under way yet. */
    public Machines(Completions completions, UnderWay underWay) {
        this.completions = completions;
        this.underWay = underWay;
    }

    /** Starts the machine; the request is done when it is over, and has failed if it threw. */
    public Request start(Machine machine) {
        Request whole = completions.begin();
        lock.lock();
        try {
            Entry entry = new Entry(machine, whole);
            if (!isOver(entry)) {
                entries.add(entry);
                underWay.add(this);
            }
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
        try {
            boolean over = entry.machine.advance();
            if (over) {
                completions.end(entry.whole, null);
            }
            return over;
        } catch (BraidException failed) {
            completions.end(entry.whole, MpiFailure.of(failed, ErrorClass.PEER_FAILED));
            return true;
        }
    }

    @Override
    public void inquire() {
        // messages between two ranks: there is nothing that others could call in their place
    }

    @Override
    public void list(Outstanding all) {
        if (lock.isHeldByCurrentThread() || !lock.tryLock()) {
            all.addMore();
            return;
        }
        try {
            for (Entry entry : entries) {
                all.addWhole(entry.whole);
                entry.machine.list(all);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void watchTransfers(@Nullable Completion news) {
        if (lock.isHeldByCurrentThread() || !lock.tryLock()) {
            return;
        }
        try {
            for (Entry entry : entries) {
                entry.machine.watch(news);
            }
        } finally {
            lock.unlock();
        }
    }
}
