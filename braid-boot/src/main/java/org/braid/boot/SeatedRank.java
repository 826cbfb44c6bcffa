package org.braid.boot;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.braid.boot.threads.AfterMain;
import org.braid.boot.threads.Life;
import org.braid.boot.threads.OutputPiece;
import org.braid.boot.threads.Parked;
import org.braid.boot.threads.RankHooks;
import org.braid.boot.threads.RankLoader;
import org.braid.boot.threads.RankThreads;
import org.braid.boot.ticket.Ticket;
import org.braid.link.progress.AddressSpace;
import org.braid.link.spi.Transport;
import org.jspecify.annotations.Nullable;

/**
 * A rank that is a thread of this process, with what it has of its own: classes, output, input, hooks, an end. It ends as a process would: when its main method has returned and no thread of its own is left that is no daemon, or when
 * one of them exits. Threads cannot be ended from outside in Java; one that goes on after its rank's end does so until the process ends.
 */
final class SeatedRank implements Life, Job.Seat, Job.Seated, Runnable {
    private final Job job;
    private final Fellows fellows;
    private final ThreadGroup threads;
    private final RankLoader loader;
    private final PrintStream out;
    private final PrintStream err;
    private final InputStream in;
    private volatile PrintStream outNow;
    private volatile PrintStream errNow;
    private final String program;
    private final String[] arguments;
    private final AtomicBoolean ends = new AtomicBoolean();
    private final AtomicBoolean hasEnded = new AtomicBoolean();
    private final RankHooks hooks = new RankHooks();
    private @Nullable AddressSpace space; // guarded by this
    private volatile Thread.@Nullable UncaughtExceptionHandler handler;

    /**
     * It runs as soon as a thread of {@link #threads} runs it.
     *
     * @param program the name of the class that has the main method
     */
    SeatedRank(Ticket ticket, Fellows fellows, InputStream input, String program, String[] arguments) {
        this.job = new Job(ticket, this, fellows);
        this.fellows = fellows;
        this.threads = new Threads(this);
        this.out = new PrintStream(pieces(ticket, FileDescriptor.out), true, System.out.charset());
        this.err = new PrintStream(pieces(ticket, FileDescriptor.err), true, System.err.charset());
        this.in = input;
        this.outNow = out;
        this.errNow = err;
        this.loader = new RankLoader(fellows.classes(), this);
        this.program = program;
        this.arguments = arguments;
    }

    private static OutputStream pieces(Ticket ticket, FileDescriptor to) {
        return OutputPiece.stream(ticket.jobLow(), ticket.rank(), new FileOutputStream(to));
    }

    @Override
    public Job job() {
        return job;
    }

    /**
     * Where this rank's program begins; null if it has no main method.
     *
     * @throws ClassNotFoundException if there is no such class
     * @throws LinkageError if it cannot be loaded
     */
    @Nullable EntryPoint program() throws ClassNotFoundException {
        return EntryPoint.of(Class.forName(program, false, loader));
    }

    /** The threads of this rank, those included that they start. */
    ThreadGroup threads() {
        return threads;
    }

    @Override
    public Life life() {
        return this;
    }

    @Override
    public List<Transport> transports() {
        return fellows.transports();
    }

    @Override
    public synchronized AddressSpace space() {
        AddressSpace known = space;
        if (known == null) {
            known = fellows.newShare();
            space = known;
        }
        return known;
    }

    // ---- its life

    @Override
    public void run() {
        Thread.currentThread().setContextClassLoader(loader);
        try {
            Objects.requireNonNull(program()).call(arguments);
            AfterMain.awaitOthers(threads);
            job.scope().afterMain().run(threads);
        } catch (Throwable thrown) {
            fail(thrown, RankMain.MAIN);
        }
        end(0);
    }

    @Override
    public void fail(Throwable thrown, String thread) {
        try {
            RankMain.fail(thrown, thread, job, errNow == err);
        } finally {
            exit(1); // where its program has put a stream that throws in the place of its standard error, too
        }
    }

    @Override
    public void exit(int code) {
        end(code);
        throw Parked.forEver();
    }

    /** Does not wait for hooks that run, either: programs halt in a hook, or because one hangs. */
    @Override
    public void halt(int code) {
        ends.set(true);
        ended(code & 0xff);
        throw Parked.forEver();
    }

    /** Whoever ends a rank that is ending has no more to do, as in a JVM that is shut down. */
    private void end(int code) {
        if (ends.getAndSet(true)) {
            job.scope().over();
            throw Parked.forEver();
        }
        if (code != 0) {
            job.scope().atExit().callOff();
        }
        int last = code & 0xff;
        try {
            hooks.run();
        } catch (Throwable thrown) {
            last = last == 0 ? 1 : last;
            RankMain.fail(thrown, RankMain.MAIN, job, errNow == err);
        } finally {
            ended(last);
        }
    }

    /** Said once, with the code of whoever was the first to get here. */
    private void ended(int code) {
        job.scope().over();
        if (!hasEnded.getAndSet(true)) {
            job.launcher().exited(code);
            fellows.ended();
            hooks.callOff();
        }
    }

    @Override
    public void addHook(Thread hook) {
        hooks.add(hook);
    }

    @Override
    public boolean removeHook(Thread hook) {
        return hooks.remove(hook);
    }

    /** The process is ended from outside: what this rank would do at its end, unless it has. */
    void shutDown() {
        if (!ends.getAndSet(true)) {
            job.scope().atExit().callOff();
            hooks.run();
        }
    }

    // ---- what it has of its own

    @Override
    public @Nullable String variable(String name) {
        return System.getenv(name);
    }

    @Override
    public Map<String, String> variables() {
        return System.getenv();
    }

    @Override
    public PrintStream out() {
        return out;
    }

    @Override
    public PrintStream err() {
        return err;
    }

    @Override
    public InputStream in() {
        return in;
    }

    @Override
    public void setOut(@Nullable PrintStream to) {
        outNow = to == null ? out : to;
    }

    @Override
    public void setErr(@Nullable PrintStream to) {
        errNow = to == null ? err : to;
    }

    /** Where what the JDK prints for this rank goes: to what its program has set, if anything. */
    PrintStream now(boolean errors) {
        return errors ? errNow : outNow;
    }

    /** Where it went at first. */
    PrintStream first(boolean errors) {
        return errors ? err : out;
    }

    @Override
    public Thread.@Nullable UncaughtExceptionHandler handler() {
        return handler;
    }

    @Override
    public void setHandler(Thread.@Nullable UncaughtExceptionHandler other) {
        handler = other;
    }

    /** What nobody catches is said by the rank whose thread it ended, unless it says no more than that another rank has died. */
    void uncaught(Thread thread, Throwable thrown) {
        Thread.UncaughtExceptionHandler own = handler;
        if (job.isOfDeath(thrown)) {
            return;
        }
        if (own != null) {
            own.uncaughtException(thread, thrown);
        } else {
            PrintStream errors = errNow;
            errors.print("Exception in thread \"" + thread.getName() + "\" ");
            thrown.printStackTrace(errors);
        }
    }

    private static final class Threads extends RankThreads {
        private final SeatedRank rank;

        Threads(SeatedRank rank) {
            super("rank " + rank.job.rank());
            this.rank = rank;
        }

        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            rank.uncaught(thread, thrown);
        }
    }
}
