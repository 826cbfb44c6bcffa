package org.braid.launch.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.braid.base.os.Machine;
import org.braid.boot.control.ControlFrame;
import org.braid.launch.output.CarriedOutput;
import org.braid.launch.output.InputFlow;
import org.braid.launch.output.OutputPump;
import org.braid.launch.output.OutputSink;
import org.braid.launch.output.SharedOutput;
import org.jspecify.annotations.Nullable;

/**
 * One rank as its launcher sees it: a process, its control pipe and its two outputs. Its own thread starts it and waits for its end; two
 * more carry its outputs. Several ranks may be threads of one process ({@link Seats}); then it stands for all of them.
 */
public final class RankProcess {
    /** Told about this process from its own thread. */
    public interface Listener {
        /** Its process runs. */
        void started(int rank);

        /**
         * There will be no process.
         *
         * @param why what the system said, in one line
         */
        void notStarted(int rank, String why);

        /** Its process has ended; a code of 128 + n stands for signal n. */
        void exited(int rank, int code);

        /** Nobody reads what is passed on of what it prints. */
        void outputClosed();
    }

    /** Where a process may wait that can be this rank. */
    public interface Reserve {
        /** It, run as this rank's; null if there is none, or it does not say that it will. */
        @Nullable Process take();
    }

    /** The kernel's answer is asked for again after so long: to give it the kernel adds up all threads of the process, and its ranks are asked about one after the other. */
    private static final long FRESH_NS = 100_000_000L;

    private final int rank; // the lowest
    private final Seats seats;
    private final int writer;
    private final ProcessBuilder command;
    private final String tag;
    private final OutputSink[] sinks;
    private final InputFlow input;

    private final CountDownLatch gone = new CountDownLatch(1);

    private @Nullable Reserve reserve; // written before it is started
    private volatile @Nullable Process process;
    private volatile boolean doomed;
    private @Nullable OutputStream control; // guarded by this
    private byte @Nullable [] ticket; // guarded by this
    private boolean ticketSent; // guarded by this
    private volatile @Nullable CarriedOutput output; // both written before exited() is told
    private volatile @Nullable CarriedOutput errors;
    private boolean stopped; // as it was at the last look; main thread only
    private long lookedNs = System.nanoTime() - FRESH_NS;

    /**
     * It is a process only once it runs.
     *
     * @param rank its number in the job, from 0
     * @param command by which it is started
     * @param tagged whether each line that it prints is to say whose it is
     * @param sinks where its output and its errors go
     * @param input what is known of its standard input
     */
    public RankProcess(int rank, ProcessBuilder command, boolean tagged, OutputSink[] sinks, InputFlow input) {
        this(Seats.alone(rank), command, tagged, sinks, input);
    }

    /**
     * The same of several ranks.
     *
     * @param seats which
     */
    public RankProcess(Seats seats, ProcessBuilder command, boolean tagged, OutputSink[] sinks, InputFlow input) {
        this(seats, seats.first(), command, tagged ? Integer.toString(seats.first()) : "", sinks, input);
    }

    /**
     * The same of a job whose ranks print where those of another one do.
     *
     * @param writer what it counts as among all that print there
     * @param tag whose its lines are, as each is to say; "" if they are not to
     */
    public RankProcess(int rank, int writer, ProcessBuilder command, String tag, OutputSink[] sinks, InputFlow input) {
        this(Seats.alone(rank), writer, command, tag, sinks, input);
    }

    private RankProcess(Seats seats, int writer, ProcessBuilder command, String tag, OutputSink[] sinks, InputFlow input) {
        this.rank = seats.first();
        this.seats = seats;
        this.writer = writer;
        this.command = command;
        this.tag = tag;
        this.sinks = sinks;
        this.input = input;
    }

    /** Looks there first, before it starts a process of its own. To be called before it is started. */
    public void prefer(Reserve first) {
        reserve = first;
    }

    private Process start() throws IOException {
        Process waiting = reserve == null ? null : reserve.take();
        return waiting == null ? command.start() : waiting;
    }

    /**
     * Starts it, and returns when it has ended, or can't be started.
     *
     * @param listener told of both, in this thread
     */
    void run(Listener listener) {
        try {
            live(listener);
        } catch (Throwable e) { // whatever it is, nobody else would ever hear of this rank again
            kill();
            ticketSent();
            seats.forEach(each -> listener.notStarted(each, why(e)));
        } finally {
            gone.countDown();
        }
    }

    private void live(Listener listener) throws IOException {
        Process started = start();
        runs(started);
        output = pump(started.getInputStream(), 0, "stdout", listener);
        errors = pump(started.getErrorStream(), 1, "stderr", listener);
        if (seats.count() == 1) { // a lambda would cost a plain start
            listener.started(rank);
            listener.exited(rank, waitFor(started));
            return;
        }
        seats.forEach(listener::started);
        int code = waitFor(started);
        seats.forEach(each -> listener.exited(each, code));
    }

    /** The system's words alone, which also for want of a thread come as an error for want of memory; whatever else it is, is a mistake, of which the name says most. */
    private static String why(Throwable e) {
        return firstLine(e instanceof IOException || e instanceof OutOfMemoryError ? String.valueOf(e.getMessage()) : e.toString());
    }

    /** The JDK's advice that follows it (to install the JDK again, for instance) is about other causes. */
    private static String firstLine(String text) {
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end).strip();
    }

    private CarriedOutput pump(InputStream from, int sink, String stream, Listener listener) {
        if (seats.count() > 1) {
            SharedOutput shared = new SharedOutput(seats.job(), seats.ranks(), from, each -> pump(each, from, sink, stream, listener));
            shared.start("ranks-" + rank + "-" + stream);
            return shared;
        }
        OutputPump pump = pump(rank, from, sink, stream, listener);
        pump.start("rank-" + rank + "-" + stream);
        return pump;
    }

    private OutputPump pump(int of, InputStream from, int sink, String stream, Listener listener) {
        String whose = of == rank || tag.isEmpty() ? tag : Integer.toString(of);
        String before = whose.isEmpty() ? "" : "[" + whose + "]<" + stream + ">: ";
        return new OutputPump(of == rank ? writer : of, from, sinks[sink], before, of == rank ? input : new InputFlow(), listener::outputClosed);
    }

    private static int waitFor(Process process) {
        while (true) {
            try {
                return process.waitFor();
            } catch (InterruptedException e) {
                // Nobody interrupts this thread; if somebody does, the rank still has to be waited for.
            }
        }
    }

    /** Waits until it has ended and was waited for, or never started; no longer than so many nanoseconds. */
    void awaitGone(long atMostNs) throws InterruptedException {
        gone.await(atMostNs, TimeUnit.NANOSECONDS);
    }

    /** It has waited long for its input: shows what it has printed last, in whole lines or not. Waits for whoever reads our outputs. */
    void showUnfinished() {
        for (CarriedOutput pump : new CarriedOutput[] {output, errors}) {
            if (pump != null) {
                pump.showUnfinished();
            }
        }
    }

    /**
     * After the rank's end: waits until all that it printed has been passed on.
     *
     * @param patiently whether whoever reads our own output is waited for, however long that takes
     * @throws InterruptedException if this thread was interrupted
     */
    void awaitOutput(boolean patiently) throws InterruptedException {
        for (CarriedOutput pump : new CarriedOutput[] {output, errors}) {
            if (pump != null) {
                pump.awaitEnd(patiently);
            }
        }
    }

    private synchronized void runs(Process started) {
        process = started;
        control = started.getOutputStream();
        sendTicket();
        if (doomed) {
            kill();
        }
    }

    /**
     * What this rank is told first, as soon as it runs; may be called before or after it does.
     *
     * @param ticket a frame's payload, as {@link org.braid.boot.ticket.TicketCodec} writes it
     */
    synchronized void give(byte[] ticket) {
        this.ticket = ticket;
        sendTicket();
    }

    private synchronized void sendTicket() {
        if (ticket != null && control != null) {
            send(ControlFrame.TICKET, ticket, ticket.length);
            ticketSent();
        }
    }

    private synchronized void ticketSent() {
        ticketSent = true;
        notifyAll();
    }

    /** Returns once this rank has its ticket, or never will. */
    synchronized void awaitTicket() throws InterruptedException {
        while (!ticketSent) {
            wait();
        }
    }

    /**
     * Puts one frame on the control pipe; a rank that is gone needs it no more.
     *
     * @param kind of {@link ControlFrame}
     * @param length how many bytes of the payload are sent, from its first on
     */
    synchronized void send(int kind, byte[] payload, int length) {
        put(ControlFrame.of(kind, payload, length));
    }

    /** As {@link #send}, to one rank of several. */
    synchronized void sendTo(int one, int kind, byte[] payload) {
        if (seats.count() > 1) {
            put(ControlFrame.seat(one));
        }
        put(ControlFrame.of(kind, payload, payload.length));
    }

    private void put(byte[] frame) {
        if (control == null) {
            return;
        }
        try {
            control.write(frame);
            control.flush();
        } catch (IOException e) {
            control = null;
        }
    }

    /** Its number in the job; the lowest of several. */
    int rank() {
        return rank;
    }

    /** The ranks that it stands for. */
    Seats seats() {
        return seats;
    }

    /** Its process id; 0 if it has not started yet, or never did. */
    public long pid() {
        Process running = process;
        return running == null ? 0 : running.pid();
    }

    /** Whether a stop signal or a debugger holds it, or did a moment ago. Main thread only. */
    boolean isStopped() {
        long nowNs = System.nanoTime();
        if (nowNs - lookedNs >= FRESH_NS) {
            stopped = Machine.isStopped(pid());
            lookedNs = nowNs;
        }
        return stopped;
    }

    /**
     * Asks it to end. By its handle, for {@link Process#destroy} closes the pipes too: the rank would take the end of its control pipe for the launcher's and halt at once, and what
     * it still prints would be lost.
     */
    void terminate() {
        Process running = process;
        if (running != null) {
            running.toHandle().destroy();
        }
    }

    /** Ends it, also if it is still to be started; what it has printed until then is still passed on. */
    void kill() {
        doomed = true; // before the look at the process: the thread that starts it looks in the other order
        Process running = process;
        if (running != null) {
            running.toHandle().destroyForcibly();
        }
    }

    /** The lines, six at most, that one of its ranks has printed last to its standard error; once it has ended. */
    List<String> lastErrors(int of) {
        CarriedOutput carried = errors;
        return carried == null ? List.of() : carried.lastLines(of);
    }
}
