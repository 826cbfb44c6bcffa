package org.braid.launch.process;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.braid.base.os.Machine;
import org.braid.boot.ControlFrame;
import org.braid.boot.ticket.Ticket;
import org.braid.boot.ticket.TicketCodec;
import org.braid.launch.signal.GroupSignal;

/** Ranks as processes of this one, all of a job's or those of this host: what is done to every one of them, or to those alive. They are counted as they stand here, which in a job of one host is by their numbers. Main thread only, but for {@link #answer}. */
public final class Ranks implements Crew {
    private static final int STACK_BYTES = 256 * 1024;

    private static final long GONE_NS = 1_000_000_000L;

    private final RankProcess[] all;

    /**
     * They are not started yet.
     *
     * @param all their processes; of a whole job, that of rank r at index r
     */
    public Ranks(RankProcess[] all) {
        this.all = all;
    }

    @Override
    public int size() {
        return all.length;
    }

    @Override
    public String name(int rank) {
        long pid = all[rank].pid();
        return "rank " + all[rank].rank() + (pid == 0 ? "" : " (pid " + pid + ")");
    }

    @Override
    public String resumption(int rank) {
        return "kill -CONT " + all[rank].pid();
    }

    @Override
    public boolean isStopped(int rank) {
        return Machine.isStopped(all[rank].pid());
    }

    @Override
    public boolean isOutOfReach(int rank) {
        return false;
    }

    @Override
    public List<String> lastErrors(int rank) {
        return all[rank].lastErrors();
    }

    /** The process of one rank, from 0. */
    public RankProcess get(int rank) {
        return all[rank];
    }

    /**
     * Each rank's process is started by a thread of its own, which tells of its end.
     *
     * @param listener told in those threads
     */
    public void start(RankProcess.Listener listener) {
        for (int rank = 0; rank < all.length; rank++) {
            new Thread(null, new Start(all[rank], listener), "rank-" + rank, STACK_BYTES).start();
        }
    }

    /** A class instead of a lambda, since it starts faster. */
    private record Start(RankProcess rank, RankProcess.Listener listener) implements Runnable {
        @Override
        public void run() {
            rank.run(listener);
        }
    }

    /**
     * Gives each rank its own copy of the job's ticket, and waits until it has it or never will.
     *
     * @param ticket that of any rank
     * @throws InterruptedException if this thread was interrupted; some ranks may have their ticket then
     */
    public void give(Ticket ticket) throws InterruptedException {
        for (int rank = 0; rank < all.length; rank++) {
            all[rank].give(TicketCodec.encode(ticket.withRank(all[rank].rank())));
        }
        for (RankProcess rank : all) {
            rank.awaitTicket();
        }
    }

    @Override
    public void send(int rank, int kind, byte[] payload) {
        all[rank].send(kind, payload, payload.length);
    }

    @Override
    public void tell(int kind, byte[] payload) {
        for (RankProcess rank : all) {
            rank.send(kind, payload, payload.length);
        }
    }

    /**
     * Takes an answer of the rank server to the rank whose process asked. Any thread.
     *
     * @param pid that process; an answer for any other is dropped
     * @param frame with its head
     */
    public void answer(int pid, ByteBuffer frame) {
        for (RankProcess rank : all) {
            if (rank.pid() == pid) {
                byte[] bytes = new byte[frame.remaining()];
                frame.get(bytes);
                rank.send(ControlFrame.ANSWER, bytes, bytes.length);
            }
        }
    }

    @Override
    public void terminate(IntPredicate alive) {
        for (int rank = 0; rank < all.length; rank++) {
            if (alive.test(rank) && !killedYoung(rank)) {
                all[rank].terminate();
            }
        }
    }

    @Override
    public void kill(IntPredicate alive) {
        for (int rank = 0; rank < all.length; rank++) {
            if (alive.test(rank)) {
                all[rank].kill();
            }
        }
    }

    @Override
    public void forward(String signal, IntPredicate alive) {
        List<String> groups = new ArrayList<>();
        for (int rank = 0; rank < all.length; rank++) {
            if (alive.test(rank) && !killedYoung(rank)) {
                addGroup(groups, rank);
            }
        }
        GroupSignal.send(signal, groups);
    }

    private boolean killedYoung(int rank) {
        boolean young = BeforeMain.isNotOver(all[rank].pid());
        if (young) {
            all[rank].kill();
        }
        return young;
    }

    @Override
    public void signalAlive(String signal, IntPredicate alive) {
        GroupSignal.send(signal, groupsAlive(alive));
    }

    /** Sends a signal to the process groups of all ranks: a rank that has ended may have left children. */
    public void signalAll(String signal) {
        List<String> groups = new ArrayList<>();
        for (int rank = 0; rank < all.length; rank++) {
            addGroup(groups, rank);
        }
        GroupSignal.send(signal, groups);
    }

    /** The process groups of the ranks that are alive, as {@code kill} takes them without the sign. */
    public List<String> groupsAlive(IntPredicate alive) {
        List<String> groups = new ArrayList<>();
        for (int rank = 0; rank < all.length; rank++) {
            if (alive.test(rank)) {
                addGroup(groups, rank);
            }
        }
        return groups;
    }

    private void addGroup(List<String> groups, int rank) {
        if (all[rank].pid() > 1) {
            groups.add(Long.toString(all[rank].pid()));
        }
    }

    /**
     * After they were killed: waits until the kernel has let go of their processes, for a second at most.
     *
     * @throws InterruptedException if this thread was interrupted
     */
    public void awaitGone() throws InterruptedException {
        long deadlineNs = System.nanoTime() + GONE_NS;
        for (RankProcess rank : all) {
            rank.awaitGone(deadlineNs - System.nanoTime());
        }
    }

    /**
     * After the last rank's end: waits until all that they printed has been passed on.
     *
     * @param patiently whether whoever reads our own output is waited for, however long that takes
     * @throws InterruptedException if this thread was interrupted
     */
    public void awaitOutput(boolean patiently) throws InterruptedException {
        for (RankProcess rank : all) {
            rank.awaitOutput(patiently);
        }
    }
}
