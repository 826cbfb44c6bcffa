package org.braid.launch;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.braid.base.BraidException;
import org.braid.base.os.SocketDirectories;
import org.braid.base.wire.Where;
import org.braid.boot.hosts.CoreLayout;
import org.braid.boot.hosts.HostMap;
import org.braid.boot.hosts.Parting;
import org.braid.boot.threads.RankSet;
import org.braid.boot.ticket.Secret;
import org.braid.boot.ticket.Spread;
import org.braid.boot.ticket.Ticket;
import org.braid.launch.names.JobNumber;
import org.braid.launch.names.NameKeeper;
import org.braid.launch.options.HelpAsked;
import org.braid.launch.options.KnownMethods;
import org.braid.launch.options.PlacedRanks;
import org.braid.launch.options.RunArguments;
import org.braid.launch.options.RunOptions;
import org.braid.launch.output.InputFlow;
import org.braid.launch.pool.WarmRanks;
import org.braid.launch.process.BoundRanks;
import org.braid.launch.process.RankCache;
import org.braid.launch.process.RankCommand;
import org.braid.launch.process.RankProcess;
import org.braid.launch.process.Ranks;
import org.braid.launch.process.Recipients;
import org.braid.launch.process.Seats;
import org.braid.launch.process.WantOfMemory;
import org.braid.launch.program.Application;
import org.braid.launch.program.Build;
import org.braid.launch.program.NewerSources;
import org.braid.launch.program.SourceLook;
import org.braid.launch.server.JobServer;
import org.braid.launch.signal.ParentEnd;
import org.braid.launch.signal.Signals;
import org.braid.launch.signal.Suspension;
import org.braid.launch.supervise.Supervision;
import org.braid.launch.supervise.Verdict;
import org.jspecify.annotations.Nullable;

/** {@code braid run}: starts the ranks of one job, all at once, and stays until the last is gone. */
public final class Launcher {
    /** So long after its start a job is found to be a long one, which no look at directories delays. */
    private static final long TIDY_NS = 1_000_000_000L;

    private static final IntPredicate ALL = new IntPredicate() { // a class instead of a lambda, since it starts faster
        @Override
        public boolean test(int rank) {
            return true;
        }
    };

    private final RunOptions options;
    private final List<Application> applications;
    private final @Nullable HostMap map; // null unless the ranks of this host are placed on several, or parted, or it has a place
    private final long startNs = System.nanoTime();
    private final JobNumber job = JobNumber.next();
    private final String jobName = job.name();
    private final JobEvents events = new JobEvents();
    private final Console console;
    private final JobServer server = new JobServer(jobName);
    private final InputFlow inputOfRank0 = new InputFlow();
    private final Ranks ranks;
    private final UserInput input;
    private final JobKeeper keeper;
    private final StartupReport startup;
    private final Suspension suspension = new Suspension();
    private @Nullable SpawnedJobs spawned; // null until a rank asks for processes; written by the main thread

    private Launcher(RunOptions options, List<Application> applications, StartupReport startup, @Nullable HostMap map) {
        this.options = options;
        this.applications = applications;
        this.map = map;
        this.startup = startup;
        this.console = new Console(options.ranks() > 1);
        this.ranks = new Ranks(processes());
        this.input = new UserInput(ranks.get(0), inputOfRank0);
        this.keeper = new JobKeeper(events, ranks, console, new Supervision(options.ranks(), startNs, options.timeoutNs()), startup, startNs);
    }

    /** Ranks of one process run one program: of several there is a process for each rank. */
    private RankProcess[] processes() {
        int each = options.ranksPerProcess();
        RankProcess[] processes = new RankProcess[options.processes()];
        int first = 0;
        int place = 0;
        for (Application application : applications) {
            RankCommand command = new RankCommand(application.options(), options.ranks(), options.ranks(), processes.length, application.program(), jobName);
            WarmRanks warm = WarmRanks.claim(command, application.options());
            for (int end = first + application.options().ranks(); first < end; first += each) {
                Seats seats = new Seats(RankSet.range(first, Math.min(each, end - first)), job.low());
                processes[place] = new RankProcess(seats, command.builder(seats.ranks(), first, place), options.tagOutput(), console.sinks(), place == 0 ? inputOfRank0 : new InputFlow());
                warm.offer(processes[place], first, place);
                place++;
            }
        }
        return processes;
    }

    /**
     * Carries out {@code braid run WORDS}.
     *
     * @param check refuses what the launcher itself knows nothing of, of each program, before anything starts
     * @return its exit code; what a job that fails has to say is printed
     * @throws org.braid.base.BraidException if nothing was started: the words make no sense, there is no such program, it does not compile
     * @throws org.braid.launch.options.HelpAsked if the words ask for the help page
     * @throws NewerSources if Braid is to be built first; nothing was run, and nothing said
     */
    public static int run(List<String> words, Consumer<RunOptions> check) throws IOException, InterruptedException, NewerSources {
        SourceLook look = SourceLook.begun();
        try {
            return run(words, check, look);
        } catch (BraidException | HelpAsked e) {
            if (look.findsNewer()) {
                throw new NewerSources(); // which may take these words, or say something else of them
            }
            throw e;
        }
    }

    private static int run(List<String> words, Consumer<RunOptions> check, SourceLook look) throws IOException, InterruptedException, NewerSources {
        List<RunOptions> programs = RunArguments.programs(words);
        RunOptions options = RunOptions.ofJob(programs);
        for (RunOptions each : programs) { // whose ranks each are told things of their own
            check.accept(each);
        }
        StartupReport startup = new StartupReport(options.ranks());
        HostMap map = map(options);
        List<Application> applications = Application.resolve(programs);
        try {
            startup.programFound(System.nanoTime());
            if (!options.method().isEmpty() && bringNoMethods(applications)) {
                KnownMethods.check(options.method(), !options.isPlaced() ? new Where[] {Where.HOST} : new Where[] {Where.HOST, Where.SITE, Where.ANYWHERE});
            }
            return new Launcher(options, applications, startup, map).run(look);
        } finally {
            Application.release(applications);
        }
    }

    /** Where ranks are, if somebody has said so, or anything parts them; two are not looked at, for which it makes no difference. */
    private static @Nullable HostMap map(RunOptions options) {
        boolean mayBeParted = options.ranks() >= BoundRanks.FEWEST && options.topology().isEmpty();
        boolean areThreads = options.ranksPerProcess() > 1 && options.processes() > 1 && options.ranks() <= Parting.MOST_THREADS;
        CoreLayout layout = mayBeParted ? BoundRanks.layout(options.bind()) : CoreLayout.NONE;
        if (!options.isPlaced() && layout == CoreLayout.NONE && !areThreads) {
            return null;
        }
        HostMap map = PlacedRanks.map(options, layout);
        return options.isPlaced() || map.parting().isAny() ? map : null;
    }

    private static boolean bringNoMethods(List<Application> applications) {
        for (Application each : applications) { // a lambda would cost a plain start
            if (!each.program().bringsNone(KnownMethods.SERVICES)) {
                return false;
            }
        }
        return true;
    }

    private Ticket ticket() {
        return new Ticket(
                Build.number(), job.high(), job.low(), 0, options.ranks(), 0, options.ranks(), ProcessHandle.current().pid(), server.address(), Secret.random(), options.method(),
                options.report(), options.allowClear(), map == null ? Spread.ONE_HOST : Spread.PLACED);
    }

    /** Ranks come first: their JVMs start on the cores that the rest of this does not need. */
    private int run(SourceLook look) throws InterruptedException, NewerSources {
        ranks.start(new ProcessEvents(events, server, startup, keeper.supervision(), keeper.ends(), this::signalled));
        if (look.findsNewer()) {
            ranks.kill(ALL);
            throw new NewerSources();
        }
        console.sayNotes(options);
        Signals.forward(this::signalled, stopNs -> events.post(() -> hold(stopNs)), suspension::resumed);
        ParentEnd.passOn(this::signalled);
        Ticket ticket = ticket();
        ranks.give(ticket);
        openServer(ticket);
        WantOfMemory wantOfMemory = new WantOfMemory();
        try {
            supervise();
            ranks.settle();
        } finally {
            input.end();
            server.close();
        }
        Supervision supervision = keeper.supervision();
        boolean failed = !(supervision.verdict() instanceof Verdict.Success);
        if (failed) {
            ranks.signalAll("KILL"); // their children, which may hold the outputs open
        }
        int codeOfSpawned = settleSpawned(failed);
        ranks.awaitOutput(supervision.signal() == 0);
        if (failed) {
            SocketDirectories.removeLeftovers(); // ranks that were killed could not
        }
        if (options.reports("startup")) {
            console.write(startup.table());
        }
        int code = keeper.end(jobName, options.verbosity(), failed ? hint(keeper, wantOfMemory) : "");
        return code == 0 ? codeOfSpawned : code;
    }

    /** A damaged cache may also have JVMs stand still on their way to the program, until somebody ends them. */
    private static String hint(JobKeeper keeper, WantOfMemory wantOfMemory) {
        Supervision supervision = keeper.supervision();
        Verdict verdict = supervision.verdict();
        boolean isAwaited = (verdict instanceof Verdict.TimedOut || verdict instanceof Verdict.Signalled) && supervision.joinedRanks() == 0;
        String ofCaches = isAwaited ? RankCache.adviceOnDamage() : verdict instanceof Verdict.RankDied && !keeper.isOfItsProgram() ? RankCache.adviceOnEnd(verdict.exitCode()) : "";
        return ofCaches.isEmpty() && verdict instanceof Verdict.RankDied ? wantOfMemory.hint() : ofCaches;
    }

    // ---- jobs that ranks of this one have asked for

    private void spawn(Recipients asking, int rank, byte[] request) {
        SpawnedJobs known = spawned;
        if (known == null) {
            known = new SpawnedJobs(events, console, options, applications.getFirst().program(), SpawnedJobs.Family.NONE);
            spawned = known;
        }
        known.asked(asking, rank, request);
    }

    /** Spawned jobs outlive this one only if it has ended well. */
    private int settleSpawned(boolean failed) throws InterruptedException {
        return spawned == null ? 0 : spawned.settle(failed);
    }

    /** Any thread. */
    private void signalled(int number) {
        keeper.signalled(number);
        events.post(() -> {
            if (spawned != null) {
                spawned.signalled(number);
            }
        });
    }

    private void openServer(Ticket ticket) {
        try {
            server.open(ticket, keeper.listener(input, this::spawn, NameKeeper.NONE), ranks::answer, map);
        } catch (IOException e) {
            keeper.supervision().notStarted(0, "the rank server could not listen: " + e, System.nanoTime());
        }
    }

    private void supervise() throws InterruptedException {
        boolean isTidy = false;
        while (!keeper.supervision().isOver()) {
            keeper.turn(Long.MAX_VALUE);
            if (!isTidy && System.nanoTime() - startNs >= TIDY_NS) {
                SocketDirectories.removeLeftovers(); // of jobs that were killed whole
                isTidy = true;
            }
        }
    }

    /** Ctrl-Z, main thread: comes back when the job has been resumed. */
    private void hold(long askedNs) {
        Supervision supervision = keeper.supervision();
        List<String> groups = ranks.groupsAlive(supervision::isAlive);
        if (spawned != null) {
            groups.addAll(spawned.groupsAlive());
        }
        supervision.held(suspension.hold(groups, askedNs));
    }
}
