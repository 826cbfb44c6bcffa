package org.braid.mpi.partition;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.braid.link.progress.Completion;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.completion.Machine;
import org.braid.mpi.completion.Machines;
import org.braid.mpi.completion.Outstanding;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoName;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/** The receiving end of a partitioned message (MPI 4.1, section 4.2): the sender's parts come where they belong, whichever first. A lock guards all, for which {@link #watch} does not wait. */
public final class PartitionedReceive implements Machine {
    private final Completions completions;
    private final Machines machines;
    private final Partitioning mine;
    private final Object base;
    private final long offset;
    private final Lco object;
    private final ReentrantLock lock = new ReentrantLock();
    private final long[] words = new long[Partitioning.LONGS];
    private @Nullable Request told;
    private @Nullable Request coming;
    private @Nullable Partitioning theirs;
    private @Nullable MpiFailure failure;

    /** Of the parts that have not come; null: nothing is awaited, or it is not known yet what comes. */
    private @Nullable Request @Nullable [] parts;

    private boolean isActive;

    /**
     * Tells the sender, and waits for nobody.
     *
     * @param base where the parts go, one after the other, from byte {@code offset} on
     * @param source rank in {@code comm}
     */
    public PartitionedReceive(Lco comm, Machines machines, Partitioning mine, Object base, long offset, int source, int tag) {
        this.completions = comm.completions();
        this.machines = machines;
        this.mine = mine;
        this.base = base;
        this.offset = offset;
        LcoName sender = comm.nameOf(source); // whose process it is that messages come from
        this.object = comm.newLco().joinAcross(0, new LcoName[] {sender});
        object.entitle("the partitioned receive from rank " + source + " with tag " + tag, comm);
        this.coming = object.irecv(words, 0, (long) words.length * Long.BYTES, 0, 0, Meeting.PARTITIONING);
        this.told = new Meeting(tag).tell(comm, source, mine, object.name());
    }

    /** From now on parts may come; the request is done when all have. */
    public Request start() {
        lock.lock();
        try {
            isActive = true;
            parts = null;
        } finally {
            lock.unlock();
        }
        return machines.start(this);
    }

    /**
     * Whether this part has come since the last start, after one look; of one that is over, or was never started, all have.
     *
     * @throws MpiFailure as its request, once the message has failed: what has not come never will
     */
    public boolean hasArrived(int partition) {
        completions.poll();
        lock.lock();
        try {
            if (failure != null) {
                throw failure;
            }
            return !isActive || areThere(partition);
        } finally {
            lock.unlock();
        }
    }

    private boolean areThere(int partition) {
        Partitioning sent = theirs;
        if (sent == null || parts == null) {
            return false;
        }
        for (int part = mine.firstNeeded(partition, sent); part < mine.endNeeded(partition, sent); part++) {
            if (!isThere(part)) {
                return false;
            }
        }
        return true;
    }

    private boolean isThere(int part) {
        Request r = parts == null ? null : parts[part];
        boolean isOver = r == null || r.isDone();
        MpiFailure failed = r == null || !isOver ? null : r.error();
        if (failed != null) {
            throw failed; // it is over, but nothing has come; the next advance finds the same
        }
        return isOver;
    }

    @Override
    public boolean advance() {
        lock.lock();
        try {
            return advanceInside();
        } finally {
            lock.unlock();
        }
    }

    private boolean advanceInside() {
        if (failure != null) {
            throw failure;
        }
        try {
            boolean over = knowsSender() && haveAllCome();
            isActive &= !over;
            return over;
        } catch (MpiFailure failed) {
            isActive = false;
            failure = failed;
            throw failed;
        }
    }

    private boolean knowsSender() {
        if (theirs == null && coming != null && coming.isDone()) {
            Request came = coming;
            coming = null;
            completions.finish(came);
            Partitioning said = Partitioning.get(words, 0);
            Partitioning.throwUnlessFitting(object.title(), said, mine);
            theirs = said;
        }
        Request gone = told;
        if (gone != null && gone.isDone()) {
            told = null;
            completions.finish(gone);
        }
        return theirs != null;
    }

    private boolean haveAllCome() {
        Partitioning sent = theirs;
        if (parts == null && sent != null) {
            parts = post(sent);
        }
        boolean all = true;
        @Nullable Request[] awaited = parts;
        for (int part = 0; awaited != null && part < awaited.length; part++) {
            Request r = awaited[part];
            if (r != null && r.isDone()) {
                awaited[part] = null;
                completions.finish(r);
            } else {
                all &= r == null;
            }
        }
        return all;
    }

    private @Nullable Request[] post(Partitioning sent) {
        @Nullable Request[] posted = new @Nullable Request[sent.partitions()];
        for (int part = 0; part < posted.length; part++) {
            posted[part] = object.irecv(base, offset + part * sent.bytes(), sent.bytes(), 0, 0, part);
        }
        return posted;
    }

    @Override
    public void watch(@Nullable Completion news) {
        boolean ignored = forEachAwaited(r -> r.watchedBy(news)); // who is at it looks by itself
    }

    @Override
    public void list(Outstanding all) {
        if (!forEachAwaited(all::add)) {
            all.addMore();
        }
    }

    /** What tells the sender is none of it, for the parts may come before that is done. False if another thread is at it: the caller has the token, and does not wait for it. */
    private boolean forEachAwaited(Consumer<Request> what) {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            if (coming != null) {
                what.accept(coming);
            }
            @Nullable Request[] awaited = parts;
            for (int part = 0; awaited != null && part < awaited.length; part++) {
                Request r = awaited[part];
                if (r != null) {
                    what.accept(r);
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The program has freed it, inactive. What it has told goes on to its partner. */
    public void close() {
        if (coming != null) {
            completions.cancel(coming);
            completions.releaseWhenDone(coming);
            coming = null;
        }
        if (told != null) {
            completions.releaseWhenDone(told);
            told = null;
        }
        object.close();
    }
}
