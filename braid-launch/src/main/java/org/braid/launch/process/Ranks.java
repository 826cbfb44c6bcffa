package org.braid.launch.process;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.braid.boot.control.ControlFrame;
import org.braid.boot.server.PidSessions;
import org.braid.boot.ticket.Ticket;
import org.braid.boot.ticket.TicketCodec;
import org.braid.launch.signal.GroupSignal;

/** Ranks as processes of this one, all of a job's or those of this host: what is done to every one of them, or to those alive. They are counted as they stand here, lowest first, which in a job of one host is by their numbers. Main thread only, but for {@link #answer}. */
public final class Ranks implements Crew {
    private static final int STACK_BYTES = 256 * 1024;

    private static final long GONE_NS = 1_000_000_000L;

    private final RankProcess[] processes;
    private final RankProcess[] all; // the process of each rank
    private final int[] numbers; // of each rank in the job

    /**
     * They are not started yet.
     *
     * @param processes in the order of their ranks; of a whole job, that of rank r at index r unless some hold several
     */
    public Ranks(RankProcess[] processes) {
        this.processes = processes;
        this.all = new RankProcess[count(processes)];
        this.numbers = new int[all.length];
        int index = 0;
        for (RankProcess process : processes) {
            for (int i = 0; i < process.seats().count(); i++) {
                numbers[index] = process.seats().ranks().at(i);
                all[index++] = process;
            }
        }
    }

    private static int count(RankProcess[] processes) {
        int count = 0;
        for (RankProcess process : processes) {
            count += process.seats().count();
        }
        return count;
    }

    private boolean isSeveral(int rank) {
        return all[rank].seats().count() > 1;
    }

    /** Whether a process holds a rank that is alive, of those that stand from an index on. */
    private static boolean anyAlive(RankProcess process, int index, IntPredicate alive) {
        for (int i = 0; i < process.seats().count(); i++) {
            if (alive.test(index + i)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int size() {
        return all.length;
    }

    @Override
    public String name(int rank) {
        long pid = all[rank].pid();
        return "rank " + numbers[rank] + (pid == 0 ? "" : isSeveral(rank) ? " (a thread of pid " + pid + ")" : " (pid " + pid + ")");
    }

    @Override
    public String resumption(int rank) {
        return "kill -CONT " + all[rank].pid();
    }

    @Override
    public boolean isStopped(int rank) {
        return all[rank].isStopped();
    }

    @Override
    public boolean isOutOfReach(int rank) {
        return false;
    }

    @Override
    public List<String> lastErrors(int rank) {
        return all[rank].lastErrors(numbers[rank]);
    }

    @Override
    public List<Integer> beside(int rank) {
        List<Integer> beside = new ArrayList<>();
        all[rank].seats().forEach(each -> {
            if (each != numbers[rank]) {
                beside.add(each);
            }
        });
        return beside;
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
        for (int i = 0; i < processes.length; i++) {
            new Thread(null, new Start(processes[i], listener), "rank-" + i, STACK_BYTES).start();
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
        for (RankProcess process : processes) {
            process.give(TicketCodec.encode(ticket.withRank(process.rank())));
        }
        for (RankProcess process : processes) {
            process.awaitTicket();
        }
    }

    @Override
    public void send(int rank, int kind, byte[] payload) {
        all[rank].sendTo(numbers[rank], kind, payload);
    }

    @Override
    public void tell(int kind, byte[] payload) {
        for (RankProcess process : processes) {
            process.send(kind, payload, payload.length);
        }
    }

    /**
     * Takes an answer of the rank server to the rank whose process asked. Any thread.
     *
     * @param pid that process, or rank, as {@link PidSessions} knows it; an answer for any other is dropped
     * @param frame with its head
     */
    public void answer(int pid, ByteBuffer frame) {
        byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);
        int thread = PidSessions.threadOf(pid);
        for (int i = 0; i < all.length; i++) {
            if (thread < 0 ? all[i].pid() == pid : numbers[i] == thread) {
                all[i].sendTo(numbers[i], ControlFrame.ANSWER, bytes);
                return;
            }
        }
    }

    @Override
    public void terminate(IntPredicate alive) {
        for (RankProcess process : alive(alive)) {
            if (!killedYoung(process)) {
                process.terminate();
            }
        }
    }

    @Override
    public void kill(IntPredicate alive) {
        for (RankProcess process : alive(alive)) {
            process.kill();
        }
    }

    @Override
    public void forward(String signal, IntPredicate alive) {
        List<String> groups = new ArrayList<>();
        for (RankProcess process : alive(alive)) {
            if (!killedYoung(process)) {
                addGroup(groups, process);
            }
        }
        GroupSignal.send(signal, groups);
    }

    private List<RankProcess> alive(IntPredicate alive) {
        List<RankProcess> found = new ArrayList<>();
        int index = 0;
        for (RankProcess process : processes) {
            if (anyAlive(process, index, alive)) {
                found.add(process);
            }
            index += process.seats().count();
        }
        return found;
    }

    private static boolean killedYoung(RankProcess process) {
        boolean young = BeforeMain.isNotOver(process.pid());
        if (young) {
            process.kill();
        }
        return young;
    }

    @Override
    public void signalAlive(String signal, IntPredicate alive) {
        GroupSignal.send(signal, groupsAlive(alive));
    }

    /** Sends a signal to the process groups of all ranks: a rank that has ended may have left children. */
    public void signalAll(String signal) {
        GroupSignal.send(signal, groupsAlive(rank -> true));
    }

    /** The process groups of the ranks that are alive, as {@code kill} takes them without the sign. */
    public List<String> groupsAlive(IntPredicate alive) {
        List<String> groups = new ArrayList<>();
        for (RankProcess process : alive(alive)) {
            addGroup(groups, process);
        }
        return groups;
    }

    private static void addGroup(List<String> groups, RankProcess process) {
        if (process.pid() > 1) {
            groups.add(Long.toString(process.pid()));
        }
    }

    /**
     * After they were killed: waits until the kernel has let go of their processes, for a second at most.
     *
     * @throws InterruptedException if this thread was interrupted
     */
    public void awaitGone() throws InterruptedException {
        long deadlineNs = System.nanoTime() + GONE_NS;
        for (RankProcess process : processes) {
            process.awaitGone(deadlineNs - System.nanoTime());
        }
    }

    /**
     * After the last rank's end: a rank that is a thread has ended when it has said so, and its process lasts a little longer, which is waited for.
     *
     * @throws InterruptedException if this thread was interrupted
     */
    public void settle() throws InterruptedException {
        if (processes.length < all.length) {
            awaitGone();
            kill(_ -> true);
        }
    }

    /**
     * After the last rank's end: waits until all that they printed has been passed on.
     *
     * @param patiently whether whoever reads our own output is waited for, however long that takes
     * @throws InterruptedException if this thread was interrupted
     */
    public void awaitOutput(boolean patiently) throws InterruptedException {
        for (RankProcess process : processes) {
            process.awaitOutput(patiently);
        }
    }
}
