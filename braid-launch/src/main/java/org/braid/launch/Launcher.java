package org.braid.launch;

import java.io.IOException;
import java.util.List;
import org.braid.base.os.Entropy;
import org.braid.base.os.SocketDirectories;
import org.braid.boot.ControlFrame;
import org.braid.boot.ticket.Secret;
import org.braid.boot.ticket.Ticket;
import org.braid.launch.options.KnownMethods;
import org.braid.launch.options.RunArguments;
import org.braid.launch.options.RunOptions;
import org.braid.launch.output.InputFlow;
import org.braid.launch.process.RankCommand;
import org.braid.launch.process.RankProcess;
import org.braid.launch.process.Ranks;
import org.braid.launch.program.Build;
import org.braid.launch.program.Program;
import org.braid.launch.server.JobServer;
import org.braid.launch.signal.Signals;
import org.braid.launch.signal.Suspension;
import org.braid.launch.supervise.Notes;
import org.braid.launch.supervise.Supervision;
import org.braid.launch.supervise.Verdict;
import org.jspecify.annotations.Nullable;

/** {@code braid run}: starts the ranks of one job, all at once, and stays until the last is gone. */
public final class Launcher {
    /** So long after its start a job is found to be a long one, which no look at directories delays. */
    private static final long TIDY_NS = 1_000_000_000L;

    private final RunOptions options;
    private final long startNs = System.nanoTime();
    private final long[] job = {Entropy.nextLong(), Entropy.nextLong()};
    private final String jobName = Long.toHexString(job[0] >>> 48 | 0x10000).substring(1);
    private final JobEvents events = new JobEvents();
    private final Console console;
    private final JobServer server = new JobServer(jobName);
    private final InputFlow inputOfRank0 = new InputFlow();
    private final UserInput input = new UserInput(inputOfRank0);
    private final Ranks ranks;
    private final Supervision supervision;
    private final SuspectWatch suspects;
    private final Notes notes;
    private final StartupReport startup;
    private final Suspension suspension = new Suspension();
    private @Nullable WantOfMemory wantOfMemory; // null until the ranks are started

    private Launcher(RunOptions options, Program program, StartupReport startup) {
        this.options = options;
        this.startup = startup;
        this.console = new Console(options.ranks() > 1);
        this.ranks = new Ranks(processes(new RankCommand(options, program, jobName)));
        this.supervision = new Supervision(options.ranks(), startNs, options.timeoutNs());
        this.suspects = new SuspectWatch(ranks, supervision, console, startNs);
        this.notes = new Notes(options.ranks());
    }

    private RankProcess[] processes(RankCommand command) {
        RankProcess[] processes = new RankProcess[options.ranks()];
        for (int rank = 0; rank < processes.length; rank++) {
            processes[rank] = new RankProcess(rank, command.builder(rank), options.tagOutput(), console.sinks(), rank == 0 ? inputOfRank0 : new InputFlow());
        }
        return processes;
    }

    /**
     * Carries out {@code braid run WORDS}.
     *
     * @return its exit code; what a job that fails has to say is printed
     * @throws org.braid.base.BraidException if nothing was started: the words make no sense, there is no such program, it does not compile
     * @throws org.braid.launch.options.HelpAsked if the words ask for the help page
     */
    public static int run(List<String> words) throws IOException, InterruptedException {
        RunOptions options = RunArguments.parse(words);
        StartupReport startup = new StartupReport(options.ranks());
        Program program = Program.resolve(options);
        try {
            startup.programFound(System.nanoTime());
            if (!options.method().isEmpty() && program.bringsNone(KnownMethods.SERVICES)) {
                KnownMethods.check(options.method());
            }
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
        ranks.start(new ProcessEvents(events, server, startup, supervision, new Ends(supervision, notes, ranks, console), this::signalled));
        Signals.forward(this::signalled, stopNs -> events.post(() -> hold(stopNs)), suspension::resumed);
        Ticket ticket = ticket();
        ranks.give(ticket);
        openServer(ticket);
        wantOfMemory = new WantOfMemory();
        try {
            supervise();
        } finally {
            input.end();
            server.close();
        }
        if (!(supervision.verdict() instanceof Verdict.Success)) {
            ranks.signalAll("KILL"); // their children, which may hold the outputs open
        }
        ranks.awaitOutput(supervision.signal() == 0);
        if (!(supervision.verdict() instanceof Verdict.Success)) {
            SocketDirectories.removeLeftovers(); // ranks that were killed could not
        }
        return end(supervision.verdict());
    }

    private void openServer(Ticket ticket) {
        try {
            server.open(ticket, new RankEvents(events, ranks, supervision, suspects, notes, startup, input, console), ranks::answer);
        } catch (IOException e) {
            supervision.notStarted(0, "the rank server could not listen: " + e, System.nanoTime());
        }
    }

    private void supervise() throws InterruptedException {
        boolean isTidy = false;
        while (!supervision.isOver()) {
            events.runUntil(Math.min(supervision.deadlineNs(), suspects.nextLookNs()));
            supervision.tick(System.nanoTime());
            suspects.look(System.nanoTime());
            act(supervision.next());
            if (!isTidy && System.nanoTime() - startNs >= TIDY_NS) {
                SocketDirectories.removeLeftovers(); // of jobs that were killed whole
                isTidy = true;
            }
        }
    }

    private void act(Supervision.Action action) {
        switch (action) {
            case FORWARD_SIGNAL -> ranks.forward(Signals.name(supervision.signal()), supervision::isAlive);
            case DUMP_STACKS -> ranks.tell(ControlFrame.DUMP, new byte[0]);
            case TERMINATE -> {
                tellOfTheDead(supervision.verdict());
                ranks.terminate(supervision::isAlive);
            }
            case KILL -> ranks.kill(supervision::isAlive);
            case NOTHING -> {}
        }
    }

    /** A rank that is inside MPI while the job ends gets this as the reason of its failure, instead of what a connection looks like that nobody serves. */
    private void tellOfTheDead(Verdict verdict) {
        if (verdict.culprit() >= 0) {
            ranks.tell(ControlFrame.RANK_FAILED, ControlFrame.failure(verdict.culprit(), cause(verdict).how()));
        }
    }

    private Cause cause(Verdict verdict) {
        return new Cause(verdict, verdict.culprit() < 0 ? "" : notes.line(verdict.culprit()), console.loss());
    }

    private int end(Verdict verdict) {
        if (options.reports("startup")) {
            console.write(startup.table());
        }
        if (!(verdict instanceof Verdict.Success)) {
            String memoryHint = wantOfMemory == null ? "" : wantOfMemory.hint();
            Epilogue epilogue = new Epilogue(ranks, notes, console, options.verbosity());
            console.write(epilogue.of(jobName, cause(verdict), supervision.verdictNs() - startNs, suspects.suspects(), memoryHint));
        } else if (supervision.joinedRanks() == 0 && ranks.size() > 1 && options.verbosity() > 0) {
            console.say("no rank called MPI.Init: " + ranks.size() + " copies of the program ran, each for itself");
        }
        return verdict.exitCode();
    }

    /** Any thread. */
    private void signalled(int number) {
        long nowNs = System.nanoTime();
        if (number == Signals.USR1) {
            events.post(() -> ranks.signalAlive(Signals.name(number), supervision::isAlive)); // a word to the program: the job goes on
        } else {
            events.post(() -> supervision.signalled(number, nowNs));
        }
    }

    /** Ctrl-Z, main thread: comes back when the job has been resumed. */
    private void hold(long askedNs) {
        supervision.held(suspension.hold(ranks.groupsAlive(supervision::isAlive), askedNs));
    }
}
