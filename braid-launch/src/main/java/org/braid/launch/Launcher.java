package org.braid.cli.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.braid.base.os.Entropy;
import org.braid.boot.ControlFrame;
import org.braid.boot.Secret;
import org.braid.boot.Ticket;
import org.jspecify.annotations.Nullable;

/** {@code braid run}: starts the ranks of one job, all at once, and stays until the last is gone. */
public final class Launcher {
    private final RunOptions options;
    private final long startNs = System.nanoTime();
    private final JobEvents events = new JobEvents();
    private final Supervision supervision;
    private final Ranks ranks;
    private final OutputSink[] sinks;
    private final InputFlow input = new InputFlow();
    private final Notes notes;
    private final Suspension suspension = new Suspension();
    private final JobServer server;
    private final LauncherEvents listener = new LauncherEvents(this);
    private final long[] job = {Entropy.nextLong(), Entropy.nextLong()};
    private final String jobName = Long.toHexString(job[0] >>> 48 | 0x10000).substring(1);
    private final StartupReport startup;
    private final SuspectWatch suspects;
    private @Nullable Thread inputThread;
    private @Nullable WantOfMemory wantOfMemory; // null until the ranks are started

    private Launcher(RunOptions options, Program program, StartupReport startup) {
        this.options = options;
        this.startup = startup;
        this.supervision = new Supervision(options.ranks(), startNs, options.timeoutNs());
        this.suspects = new SuspectWatch(this, options.ranks(), startNs);
        this.sinks = OutputSink.outputAndError(options.ranks() > 1);
        this.notes = new Notes(options.ranks());
        this.server = new JobServer(jobName);
        this.ranks = new Ranks(processes(new RankCommand(options, program, jobName)));
    }

    private RankProcess[] processes(RankCommand command) {
        RankProcess[] processes = new RankProcess[options.ranks()];
        for (int rank = 0; rank < processes.length; rank++) {
            processes[rank] = new RankProcess(rank, command.builder(rank), options.tagOutput(), sinks, rank == 0 ? input : new InputFlow(), listener);
        }
        return processes;
    }

    /** Carries out {@code braid run WORDS} and returns its exit code. */
    public static int run(List<String> words) throws IOException, InterruptedException {
        RunOptions options = RunArguments.parse(words);
        StartupReport startup = new StartupReport(options.ranks());
        Program program = Program.resolve(options);
        startup.programFound(System.nanoTime());
        if (!options.method().isEmpty() && program.bringsNoService(RankCommand.TRANSPORT)) {
            KnownMethods.check(options.method());
        }
        try {
            return new Launcher(options, program, startup).run();
        } finally {
            program.release();
        }
    }

    private Ticket ticket() {
        return new Ticket(
                Build.number(), job[0], job[1], 0, options.ranks(), 0, options.ranks(), ProcessHandle.current().pid(), server.address(), Secret.random(), options.method(),
                options.report(), options.allowClear());
    }

    /** Ranks come first: their JVMs start on the cores that the rest of this does not need. */
    private int run() throws InterruptedException {
        ranks.start();
        Signals.forward(this::signalled, stopNs -> events.post(() -> hold(stopNs)), suspension::resumed);
        Ticket ticket = ticket();
        ranks.give(ticket);
        openServer(ticket);
        wantOfMemory = new WantOfMemory();
        try {
            supervise();
        } finally {
            NativeWait.end(inputThread);
            server.close();
        }
        if (!(supervision.verdict() instanceof Verdict.Success)) {
            ranks.signalAll("KILL"); // their children, who may hold the outputs open
        }
        ranks.awaitOutput(supervision.signal() == 0);
        return end(supervision.verdict());
    }

    private void openServer(Ticket ticket) {
        try {
            server.open(ticket, listener, ranks::answer);
        } catch (IOException e) {
            supervision.notStarted(0, "the rank server could not listen: " + e, System.nanoTime());
        }
    }

    private void supervise() throws InterruptedException {
        while (!supervision.isOver()) {
            events.runUntil(Math.min(supervision.deadlineNs(), suspects.nextLookNs()));
            supervision.tick(System.nanoTime());
            suspects.look(System.nanoTime());
            act(supervision.next());
        }
    }

    private void act(Supervision.Action action) {
        switch (action) {
            case FORWARD_SIGNAL -> ranks.forward(Signals.name(supervision.signal()), supervision);
            case DUMP_STACKS -> ranks.tell(ControlFrame.DUMP, new byte[0]);
            case TERMINATE -> {
                tellOfTheDead(supervision.verdict());
                ranks.terminate(supervision);
            }
            case KILL -> ranks.kill(supervision);
            case NOTHING -> {}
        }
    }

    /** Who is inside MPI while the job ends gets this as the reason of its failure, instead of what a connection looks like that nobody serves. */
    private void tellOfTheDead(Verdict verdict) {
        int culprit = Epilogue.culprit(verdict);
        if (culprit >= 0) {
            ranks.tell(ControlFrame.RANK_FAILED, ControlFrame.failure(culprit, Epilogue.how(verdict, this)));
        }
    }

    private int end(Verdict verdict) {
        if (options.reports("startup")) {
            write(startup.table());
        }
        if (!(verdict instanceof Verdict.Success)) {
            write(Epilogue.of(this, verdict, supervision.verdictNs() - startNs));
        } else if (supervision.joinedRanks() == 0 && ranks.size() > 1 && options.verbosity() > 0) {
            say("no rank called MPI.Init: " + ranks.size() + " copies of the program ran, each for itself");
        }
        return verdict.exitCode();
    }

    /** A rank waits for its standard input, which all but rank 0 have found at its end. */
    void inputAwaited(int rank, long taken, long nowNs) {
        if (rank != 0) {
            return;
        }
        if (inputThread == null) {
            inputThread = NativeWait.start(new InputForwarder(ranks.get(0), input), "braid-input");
            Prompter.start(ranks.get(0), input);
        }
        input.awaited(taken, nowNs);
    }

    void signalled(int number) {
        long nowNs = System.nanoTime();
        if (number == Signals.USR1) {
            events.post(() -> ranks.signalAlive(Signals.name(number), supervision)); // a word to the program: the job goes on
        } else {
            events.post(() -> supervision.signalled(number, nowNs));
        }
    }

    void say(String text) {
        write("braid: " + text + "\n");
    }

    /** Whole lines to standard error. */
    void write(String lines) {
        byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
        sinks[1].write(OutputSink.NOBODY, new byte[0], bytes, 0, bytes.length);
    }

    SuspectWatch suspects() {
        return suspects;
    }

    StartupReport startup() {
        return startup;
    }

    RunOptions options() {
        return options;
    }

    RankProcess rank(int rank) {
        return ranks.get(rank);
    }

    JobEvents events() {
        return events;
    }

    Supervision supervision() {
        return supervision;
    }

    JobServer server() {
        return server;
    }

    String jobName() {
        return jobName;
    }

    /** Why what the ranks print can't be passed on any more; "" if it can, or nobody reads it. */
    String lossOfOutput() {
        return sinks[0].loss();
    }

    /** Whether what stands last in the launcher's errors is this rank's. */
    boolean isLastWriter(int rank) {
        return sinks[1].lastWriter() == rank;
    }

    /** What to do about it if the kernel killed ranks for want of memory; "" if it did not. */
    String memoryHint() {
        return wantOfMemory == null ? "" : wantOfMemory.hint();
    }

    Notes notes() {
        return notes;
    }

    /** A rank's process has ended; main thread. */
    void exited(int rank, int code, long nowNs) {
        startup.exited(rank, nowNs);
        supervision.exited(rank, code, nowNs);
        Verdict verdict = supervision.verdictSoFar();
        if (verdict != null && Epilogue.culprit(verdict) >= 0) {
            notes.blame(Epilogue.culprit(verdict));
        }
        write(notes.take(rank, "rank " + rank + " (pid " + ranks.get(rank).pid() + ")"));
    }

    /** Ctrl-Z, main thread: comes back when the job has been resumed. */
    private void hold(long askedNs) {
        supervision.held(suspension.hold(ranks.groupsAlive(supervision), askedNs));
    }
}
