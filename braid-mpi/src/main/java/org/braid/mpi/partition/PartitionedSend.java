package org.braid.mpi.partition;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.braid.link.progress.Completion;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.completion.Machine;
import org.braid.mpi.completion.Machines;
import org.braid.mpi.completion.Outstanding;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoName;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of a partitioned message (MPI 4.1, section 4.2): parts that are marked ready leave at once, or when the receiver's end is known. Any thread may mark parts; a lock guards
 * all. Whoever has it may go on to the context's token, so that {@link #watch}, which has that, does not wait for it.
 */
public final class PartitionedSend implements Machine {
    private final Lco comm;
    private final Completions completions;
    private final Machines machines;
    private final Partitioning mine;
    private final Object base;
    private final long offset;
    private final Meeting meeting;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Request> sends = new ArrayList<>();
    private final BitSet ready = new BitSet();
    private final long[] words = new long[Partitioning.LONGS];
    private @Nullable Request hello;
    private final Lco way;
    private @Nullable MpiFailure failure;
    private boolean haveMet;
    private boolean isActive;
    private int sent;

    /**
     * Waits for nobody.
     *
     * @param base the parts, one after the other, from byte {@code offset} on
     * @param dest rank in {@code comm}
     */
    public PartitionedSend(Lco comm, Machines machines, Partitioning mine, Object base, long offset, int dest, int tag) {
        this.comm = comm;
        this.completions = comm.completions();
        this.machines = machines;
        this.mine = mine;
        this.base = base;
        this.offset = offset;
        this.meeting = new Meeting(tag);
        this.hello = meeting.await(comm, dest);
        this.way = comm.newLco();
        way.entitle("the partitioned send to rank " + dest + " with tag " + tag, comm);
    }

    /** From now on parts may be marked; the request is done when all have left. */
    public Request start() {
        lock.lock();
        try {
            isActive = true;
            ready.clear();
            sent = 0;
        } finally {
            lock.unlock();
        }
        return machines.start(this);
    }

    /**
     * The parts may leave, and are not changed until the request is done. None is marked if one is refused.
     *
     * @throws MpiFailure ARG if there is no such part, or it is marked already, or given twice; REQUEST if the send was not started; as its request, if it does not fit the receive
     */
    public void ready(int... partitions) {
        boolean isLast;
        lock.lock();
        try {
            for (int partition : partitions) {
                check(partition);
            }
            if (partitions.length > 1) {
                checkDistinct(partitions);
            }
            for (int partition : partitions) {
                ready.set(partition);
                if (haveMet && failure == null) {
                    send(partition);
                }
            }
            isLast = ready.cardinality() == mine.partitions();
        } finally {
            lock.unlock();
        }
        if (isLast) {
            machines.advance();
        }
    }

    /** Whether it is active comes last: one whose parts are all marked may be over, and still a part that is none is the mistake. */
    private void check(int partition) {
        if (failure != null) {
            throw failure;
        }
        if (partition < 0 || partition >= mine.partitions()) {
            throw new MpiFailure(ErrorClass.ARG, "pready(" + partition + ") was refused", mine.numbers(), "Give one of these");
        }
        if (ready.get(partition)) {
            throw marked(partition);
        }
        if (!isActive) {
            throw new MpiFailure(ErrorClass.REQUEST, "pready(" + partition + ") was refused", "the partitioned send is not active", "Start it first");
        }
    }

    private static void checkDistinct(int[] partitions) {
        BitSet given = new BitSet();
        for (int partition : partitions) {
            if (given.get(partition)) {
                throw marked(partition);
            }
            given.set(partition);
        }
    }

    private static MpiFailure marked(int partition) {
        return new MpiFailure(ErrorClass.ARG, "pready(" + partition + ") was refused", "the partition was marked ready since the last start", "Mark each partition once after each start");
    }

    private void send(int partition) {
        sends.add(way.isend(base, offset + partition * mine.bytes(), mine.bytes(), 0, 0, partition));
        sent++;
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
            haveMet = haveMet || meet();
            releaseDone();
            boolean over = haveMet && sent == mine.partitions() && sends.isEmpty();
            isActive &= !over;
            return over;
        } catch (MpiFailure failed) {
            isActive = false;
            failure = failed;
            throw failed;
        }
    }

    /** True once the receiver's end is known; what was marked meanwhile leaves then. */
    private boolean meet() {
        Request came = hello;
        if (came == null || !came.isDone()) {
            return false;
        }
        hello = null;
        completions.finish(came);
        way.joinAcross(0, new LcoName[] {meeting.object()});
        mine.put(words, 0);
        sends.add(way.isend(words, 0, (long) words.length * Long.BYTES, 0, 0, Meeting.PARTITIONING));
        Partitioning.throwUnlessFitting(way.title(), mine, meeting.partitioning()); // which the receiver finds, too
        for (int partition = ready.nextSetBit(0); partition >= 0; partition = ready.nextSetBit(partition + 1)) {
            send(partition);
        }
        return true;
    }

    private void releaseDone() {
        for (int i = sends.size() - 1; i >= 0; i--) {
            Request r = sends.get(i);
            if (r.isDone()) {
                sends.remove(i);
                completions.finish(r);
            }
        }
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

    /** False if another thread is at it: the caller has the token, and does not wait for it. */
    private boolean forEachAwaited(Consumer<Request> what) {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            if (hello != null) {
                what.accept(hello);
            }
            for (Request r : sends) {
                if (!comm.isDoneAlways(r)) {
                    what.accept(r);
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The program has freed it, inactive. What its partner tells it still comes to it, or would come to the next send. */
    public void close() {
        if (hello != null) {
            completions.releaseWhenDone(hello);
            hello = null;
        }
        way.close();
    }
}
