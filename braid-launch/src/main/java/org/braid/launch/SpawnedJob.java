package org.braid.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.braid.base.os.SocketDirectories;
import org.braid.boot.control.ControlFrame;
import org.braid.boot.names.NameOwner;
import org.braid.boot.spawn.FailedJob;
import org.braid.boot.threads.RankSet;
import org.braid.boot.ticket.Secret;
import org.braid.boot.ticket.Ticket;
import org.braid.launch.names.JobNumber;
import org.braid.launch.names.NameKeeper;
import org.braid.launch.options.RunOptions;
import org.braid.launch.output.InputFlow;
import org.braid.launch.process.Crew;
import org.braid.launch.process.RankCache;
import org.braid.launch.process.RankCommand;
import org.braid.launch.process.RankProcess;
import org.braid.launch.process.Ranks;
import org.braid.launch.process.Recipients;
import org.braid.launch.program.Application;
import org.braid.launch.program.Build;
import org.braid.launch.server.JobServer;
import org.braid.launch.signal.Signals;
import org.braid.launch.supervise.Supervision;
import org.braid.launch.supervise.Verdict;

/**
 * One job that a rank of another one has asked for: it has a number, a secret, a rank server and a supervision of its own, and a thread that keeps it. It is started by the launcher's main thread.
 */
final class SpawnedJob {
    private final int number;
    private final Recipients asking;
    private final List<Application> parts;
    private final Console console;
    private final RankEvents.Spawner spawner;
    private final NameKeeper names;
    private final Secret secret;
    private final Consumer<SpawnedJob> whenOver;
    private final long startNs = System.nanoTime();
    private final JobNumber job = JobNumber.next();
    private final String name = job.name();
    private final JobEvents events = new JobEvents();
    private final JobServer server = new JobServer(name);
    private final Ranks ranks;
    private final JobKeeper keeper;
    private final StartupReport startup;
    private volatile boolean wasEnded;
    private int exitCode = 1; // written before the end is told

    /**
     * @param number among those of this launcher, from 1
     * @param asking the ranks of the job that has asked for it
     * @param console where its ranks print
     * @param spawner starts what its ranks ask for
     * @param names answers what its ranks ask about names of ports
     * @param secret by which its ranks know each other
     * @param whenOver told in its own thread that it has ended
     */
    SpawnedJob(int number, Recipients asking, List<Application> parts, Console console, RankEvents.Spawner spawner, NameKeeper names, Secret secret, Consumer<SpawnedJob> whenOver) {
        this.number = number;
        this.asking = asking;
        this.parts = parts;
        this.console = console;
        this.spawner = spawner;
        this.names = names;
        this.secret = secret;
        this.whenOver = whenOver;
        this.ranks = new Ranks(processes());
        this.startup = new StartupReport(ranks.size());
        this.keeper = new JobKeeper(events, ranks, console, new Supervision(ranks.size(), startNs, 0), startup, startNs);
    }

    private RankProcess[] processes() {
        int size = 0;
        for (Application part : parts) {
            size += part.options().ranks();
        }
        RankProcess[] processes = new RankProcess[size];
        int rank = 0;
        for (Application part : parts) {
            RankCommand command = new RankCommand(part.options(), size, size, size, part.program(), name);
            for (int end = rank + part.options().ranks(); rank < end; rank++) {
                String tag = part.options().tagOutput() ? number + ":" + rank : "";
                processes[rank] = new RankProcess(rank, console.writer(rank), command.builder(RankSet.of(rank), rank, rank), tag, console.sinks(), new InputFlow());
            }
        }
        return processes;
    }

    /**
     * Starts its processes, and its thread.
     *
     * @param port where the process waits that has asked for them
     */
    void start(String port) throws InterruptedException {
        boolean isKept = false;
        try {
            ranks.start(new ProcessEvents(events, server, startup, keeper.supervision(), keeper.ends(), keeper::signalled));
            Ticket ticket = ticket(parts.getFirst().options());
            ranks.give(ticket);
            ranks.tell(ControlFrame.PARENT, port.getBytes(StandardCharsets.UTF_8));
            new Thread(() -> keep(ticket), "job-" + number).start();
            isKept = true;
        } finally {
            if (!isKept) {
                ranks.kill(rank -> true); // nobody would notice their end
                server.close();
            }
        }
    }

    private Ticket ticket(RunOptions options) {
        return new Ticket(
                Build.number(), job.high(), job.low(), 0, ranks.size(), 0, ranks.size(), ProcessHandle.current().pid(), server.address(), secret, options.method(), options.report(), options.allowClear());
    }

    private void keep(Ticket ticket) {
        try {
            open(ticket);
            supervise();
            end(parts.getFirst().options());
        } catch (InterruptedException e) {
            ranks.kill(rank -> true);
        } finally {
            Application.release(parts);
            whenOver.accept(this);
        }
    }

    /** The input of spawned processes is at its end when they first ask for some. */
    private void open(Ticket ticket) {
        try {
            server.open(ticket, keeper.listener((taken, nowNs) -> ranks.send(0, ControlFrame.INPUT_END, new byte[0]), spawner, names), ranks::answer, null);
        } catch (IOException e) {
            keeper.supervision().notStarted(0, "the rank server could not listen: " + e, System.nanoTime());
        }
    }

    private void supervise() throws InterruptedException {
        try {
            while (!keeper.supervision().isOver()) {
                keeper.turn(Long.MAX_VALUE);
            }
        } finally {
            server.close();
        }
    }

    private void end(RunOptions options) throws InterruptedException {
        boolean failed = !(keeper.supervision().verdict() instanceof Verdict.Success);
        if (failed) {
            ranks.signalAll("KILL"); // their children, which may hold the outputs open
        }
        ranks.awaitOutput(!failed);
        if (failed) {
            SocketDirectories.removeLeftovers(); // ranks that were killed could not
        }
        Verdict verdict = keeper.supervision().verdict();
        exitCode = wasEnded ? verdict.exitCode() : keeper.end(name, options.verbosity(), verdict instanceof Verdict.RankDied && !keeper.isOfItsProgram() ? RankCache.adviceOnEnd(verdict.exitCode()) : "");
    }

    // ---- what the launcher's main thread does to it

    /** It has to end, since the job has ended that has asked for it; nothing is said of that. */
    void end() {
        wasEnded = true;
        keeper.signalled(Signals.TERM);
    }

    void signalled(int signal) {
        wasEnded |= signal != Signals.USR1;
        keeper.signalled(signal);
    }

    /** Whether its ranks are stopped with others. */
    void hold(boolean held) {
        keeper.hold(held);
    }

    /** As {@link Ranks#groupsAlive}, of those that may be. */
    List<String> groupsAlive() {
        return ranks.groupsAlive(keeper.supervision()::isAlive);
    }

    // ---- what becomes of it

    Recipients asking() {
        return asking;
    }

    /** One of its ranks, among those of all jobs. */
    NameOwner owner(int rank) {
        return job.owner(rank);
    }

    /** A rank is told what has come of its question about names; nothing if it is none of these. */
    void answer(int rank, byte[] answer) {
        if (rank >= 0 && rank < ranks.size()) {
            ranks.send(rank, ControlFrame.NAMED, answer);
        }
    }

    Crew ranks() {
        return ranks;
    }

    String name() {
        return name;
    }

    /** What becomes known of it where it has failed. */
    FailedJob failed() {
        return job.failed(exitCode);
    }

    /** Whether it was ended by others. */
    boolean wasEnded() {
        return wasEnded;
    }

    /** Once it is over. */
    int exitCode() {
        return exitCode;
    }
}
