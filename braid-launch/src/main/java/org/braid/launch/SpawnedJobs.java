package org.braid.launch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.boot.control.ControlFrame;
import org.braid.boot.names.NameOwner;
import org.braid.boot.spawn.FailedJob;
import org.braid.boot.spawn.SpawnNews;
import org.braid.boot.spawn.SpawnRequest;
import org.braid.boot.ticket.Secret;
import org.braid.boot.ticket.Ticket;
import org.braid.launch.names.FamilyNames;
import org.braid.launch.names.NameKeeper;
import org.braid.launch.options.RunOptions;
import org.braid.launch.options.SpawnOptions;
import org.braid.launch.process.Recipients;
import org.braid.launch.process.SpawningPrograms;
import org.braid.launch.program.Application;
import org.braid.launch.program.Program;
import org.braid.launch.signal.Signals;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that ranks have asked for while theirs ran (MPI 4.1, section 11.8; docs/decisions/dynamic-processes.md), and those that ranks of these have asked for. Each keeps itself in a thread of its own; a job that fails takes those with it that it has asked for. Main
 * thread only.
 */
final class SpawnedJobs implements RankEvents.Spawner, NameKeeper {
    /** What jobs that were asked for have from the first of them, and who hears what becomes of them. Main thread only. */
    interface Family {
        /** By which the ranks of one more job know each other: its own, or that of the family. */
        Secret secret();

        /** A job has failed, or was ended. */
        void failed(FailedJob job);

        /**
         * One more runs, or one less.
         *
         * @param running how many do now
         * @param firstFailure the exit code of the first that has failed by itself, 0 if none has
         */
        void counted(int running, int firstFailure);

        /** Who answers what their ranks ask about names of ports. */
        FamilyNames names();

        /** On one host each has a secret of its own, and processes look themselves who lives. */
        Family NONE = new Family() {
            @Override
            public Secret secret() {
                return Secret.random();
            }

            @Override
            public void failed(FailedJob job) {}

            @Override
            public void counted(int running, int firstFailure) {}

            @Override
            public FamilyNames names() {
                return FamilyNames.NONE;
            }
        };
    }

    /** So many numbers each job has among all that print. */
    private static final int WRITERS = Ticket.MAX_RANKS;

    /** Numbers of jobs among those that print are used again after so many. */
    private static final int NUMBERS = Integer.MAX_VALUE / WRITERS;

    private final JobEvents events;
    private final Console console;
    private final RunOptions options;
    private final Program program;
    private final Family family;
    private final List<SpawnedJob> running = new ArrayList<>();
    private int count;
    private int firstFailure;
    private boolean isClosed;

    /**
     * None yet.
     *
     * @param events those of the main thread
     * @param options of the first job, which others inherit
     * @param program of the first job
     * @param family what they have from that job, and who hears of them
     */
    SpawnedJobs(JobEvents events, Console console, RunOptions options, Program program, Family family) {
        this.events = events;
        this.console = console;
        this.options = options;
        this.program = program;
        this.family = family;
    }

    @Override
    public void asked(Recipients asking, int rank, byte[] bytes) {
        events.post(() -> begin(asking, rank, bytes)); // a spawned job's ranks ask in that job's thread
    }

    private void begin(Recipients asking, int rank, byte[] bytes) {
        SpawnRequest request;
        try {
            request = SpawnRequest.decode(bytes);
        } catch (IOException damaged) {
            return; // as above
        }
        try {
            start(asking, rank, request);
            SpawningPrograms.note(program); // its processes are on their way
        } catch (BraidException refused) {
            tell(asking, rank, request.id(), SpawnNews.State.REFUSED, text(refused));
        } catch (IOException | InterruptedException failed) {
            tell(asking, rank, request.id(), SpawnNews.State.REFUSED, failed.toString());
        }
    }

    /** Why something is not started, in one line. */
    static String text(BraidException refused) {
        return refused.what() + ": " + refused.why() + ". " + refused.whatToDo() + " (" + refused.code().id() + ")";
    }

    private void start(Recipients asking, int rank, SpawnRequest request) throws IOException, InterruptedException {
        if (request.processes() > Ticket.MAX_RANKS) {
            throw new BraidException(ErrorCode.OPTION_VALUE, "the number of processes", request.processes() + " are asked for, and a job has at most " + Ticket.MAX_RANKS, "Ask for fewer");
        }
        List<Application> parts = parts(request, IntStream.range(0, request.commands().size()).toArray());
        boolean started = false;
        try {
            Console own = nextConsole();
            SpawnedJob job = new SpawnedJob(count, asking, parts, own, this, this, family.secret(), ended -> events.post(() -> ended(ended, rank, request.id())));
            job.start(request.port());
            running.add(job); // its end is told by an event, so later
            family.counted(running.size(), firstFailure);
            started = true;
        } finally {
            if (!started) {
                Application.release(parts);
            }
        }
    }

    /** Where the ranks of one job more print. */
    Console nextConsole() {
        count++;
        return console.forRanksFrom((count % NUMBERS) * WRITERS);
    }

    /**
     * Finds what is to be started.
     *
     * @param numbers those of the commands in what was asked for
     * @throws BraidException if one of them makes no sense, or nothing is started any more
     */
    List<Application> parts(SpawnRequest request, int[] numbers) throws IOException {
        if (isClosed) {
            throw new BraidException(ErrorCode.JOB_ABORTED, "no process is started any more", "the job that asks is ending", "Ask while it runs");
        }
        List<RunOptions> commands = new ArrayList<>();
        for (SpawnRequest.Command command : request.commands()) {
            commands.add(SpawnOptions.of(options, program.classPath(), command, numbers[commands.size()]));
        }
        return Application.resolve(commands);
    }

    private void ended(SpawnedJob job, int rank, int request) {
        running.remove(job);
        family.names().over(job.owner(0));
        firstFailure = firstFailure == 0 && !job.wasEnded() ? job.exitCode() : firstFailure;
        if (job.exitCode() != 0) {
            endThoseOf(job.ranks());
            family.failed(job.failed());
        }
        family.counted(running.size(), firstFailure);
        tell(job.asking(), rank, request, SpawnNews.State.ENDED, job.exitCode() == 0 ? "the processes have ended without calling MPI.Init" : "job " + job.name() + " has failed with exit code " + job.exitCode());
    }

    // ---- names of ports

    @Override
    public void named(Recipients asking, int rank, byte[] request) {
        events.post(() -> with(job -> job.ranks() == asking, job -> family.names().ask(job.owner(rank), asking, request)));
    }

    @Override
    public void gone(Recipients ranks, int rank) {
        events.post(() -> with(job -> job.ranks() == ranks, job -> family.names().gone(job.owner(rank))));
    }

    /** A rank of one of them gets an answer, if it still runs. */
    void answer(NameOwner asking, byte[] answer) {
        with(job -> job.owner(asking.rank()).equals(asking), job -> job.answer(asking.rank(), answer));
    }

    private void with(Predicate<SpawnedJob> which, Consumer<SpawnedJob> what) {
        for (SpawnedJob job : running) {
            if (which.test(job)) {
                what.accept(job);
                return;
            }
        }
    }

    // ---- their ends

    /** @param asking null for all */
    void endThoseOf(@Nullable Recipients asking) {
        for (SpawnedJob job : running) {
            if (asking == null || job.asking() == asking) {
                job.end();
            }
        }
    }

    private static void tell(Recipients asking, int rank, int request, SpawnNews.State state, String text) {
        asking.send(rank, ControlFrame.SPAWNED, new SpawnNews(request, state, text).toBytes());
    }

    /** The launcher got a signal. */
    void signalled(int number) {
        isClosed |= number != Signals.USR1;
        for (SpawnedJob job : running) {
            job.signalled(number);
        }
    }

    /** Whether their ranks are stopped with others. */
    void hold(boolean held) {
        running.forEach(job -> job.hold(held));
    }

    /** The process groups of all their ranks that are alive. */
    List<String> groupsAlive() {
        List<String> groups = new ArrayList<>();
        for (SpawnedJob job : running) {
            groups.addAll(job.groupsAlive());
        }
        return groups;
    }

    /**
     * The first job is over: returns when the others are.
     *
     * @param failed whether they have to end now
     * @return the exit code of the first of them that has failed by itself, 0 if none has
     */
    int settle(boolean failed) throws InterruptedException {
        if (failed) {
            end();
        }
        while (!running.isEmpty()) {
            events.runUntil(Long.MAX_VALUE);
        }
        return firstFailure;
    }

    /** All of them have to end, and none is started any more. */
    void end() {
        isClosed = true;
        endThoseOf(null);
    }

    /** Whether none runs. */
    boolean areOver() {
        return running.isEmpty();
    }

    /** The exit code of the first of them that has failed by itself, 0 if none has. */
    int firstFailure() {
        return firstFailure;
    }

    /** All ranks of all of them get the same control frame. */
    void tell(int kind, byte[] payload) {
        for (SpawnedJob job : running) {
            job.ranks().tell(kind, payload);
        }
    }
}
