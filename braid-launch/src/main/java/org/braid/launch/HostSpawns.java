package org.braid.launch;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.braid.base.BraidException;
import org.braid.boot.control.ControlFrame;
import org.braid.boot.names.NameOwner;
import org.braid.boot.spawn.FailedJob;
import org.braid.boot.spawn.SpawnRequest;
import org.braid.boot.spawn.Spawning;
import org.braid.boot.ticket.Secret;
import org.braid.boot.ticket.Ticket;
import org.braid.launch.hosts.ServerLink;
import org.braid.launch.names.FamilyNames;
import org.braid.launch.names.HostNames;
import org.braid.launch.options.RunOptions;
import org.braid.launch.process.Recipients;
import org.braid.launch.program.Application;
import org.braid.launch.program.Program;
import org.braid.launch.server.RankRelay;
import org.braid.launch.signal.Signals;

/** The jobs that a join has started since ranks of its job have asked for them, on this host or another (docs/decisions/dynamic-processes.md). Main thread only. */
final class HostSpawns implements SpawnedJobs.Family, Recipients {
    private static final long PAUSE_MS = 1000;

    private final ServerLink server;
    private final Secret secret;
    private final SpawnedJobs jobs;
    private final HostNames names;
    private final JobEvents events;
    private final Set<JoinedHost> parts = new HashSet<>();
    private final Map<JoinedHost, Recipients> askers = new HashMap<>();
    private int failureOfParts;

    /** @param ticket of one of the ranks, whose job says what these inherit */
    HostSpawns(JobEvents events, Console console, RunOptions options, Program program, ServerLink server, Ticket ticket) {
        this.events = events;
        this.server = server;
        this.secret = ticket.secret();
        this.names = new HostNames(server);
        this.jobs = new SpawnedJobs(events, console, options.inJob(ticket.policy(), ticket.report(), ticket.allowClear()), program, this);
    }

    /** The server has found that this is the host. */
    void ask(int rank, byte[] request) {
        start(this, rank, request);
    }

    private void start(Recipients asking, int rank, byte[] request) {
        try {
            jobs.asked(asking, rank, SpawnRequest.decode(request).without(Spawning.HOST).toBytes());
        } catch (IOException damaged) {
            // Nobody can be told which request it was.
        }
    }

    /**
     * The same for a rank of a job over several hosts that was asked for itself. Thread of that job.
     *
     * @param part its ranks of this host
     * @param link what is said of it
     */
    void ask(JoinedHost part, ServerLink link, int rank, byte[] request) {
        events.post(() -> start(askers.computeIfAbsent(part, _ -> (to, kind, payload) -> link.spawnNews(to, payload)), rank, request));
    }

    // ---- ranks of this host, of jobs over several

    /**
     * Finds what is to be started, and says whether it can be. Any thread.
     *
     * @param link by which the server asks
     * @param job by which it knows the job
     * @param numbers those of the commands in what was asked for
     */
    void prepare(ServerLink link, int job, int[] numbers, byte[] request) {
        events.post(() -> link.ready(job, refusal(link, job, numbers, request)));
    }

    private String refusal(ServerLink link, int job, int[] numbers, byte[] request) {
        try {
            begin(link, job, jobs.parts(SpawnRequest.decode(request), numbers));
            return "";
        } catch (BraidException refused) {
            return SpawnedJobs.text(refused);
        } catch (IOException failed) {
            return failed.toString();
        }
    }

    private void begin(ServerLink link, int job, List<Application> programs) throws IOException {
        boolean begun = false;
        try {
            JoinedHost part = new JoinedHost(programs, jobs.nextConsole(), RankRelay.open(), link.about(job), this);
            part.hear();
            parts.add(part);
            new Thread(() -> keep(part, programs, () -> link.forget(job)), "part-" + job).start();
            begun = true;
        } finally {
            if (!begun) {
                Application.release(programs);
            }
        }
    }

    private void keep(JoinedHost part, List<Application> programs, Runnable forgotten) {
        try {
            part.keep();
        } finally {
            forgotten.run();
            Application.release(programs);
            events.post(() -> over(part));
        }
    }

    private void over(JoinedHost part) {
        parts.remove(part);
        failureOfParts = failureOfParts == 0 ? part.codeToCount() : failureOfParts;
        Recipients asker = askers.remove(part);
        if (asker != null && part.hasFailed()) {
            jobs.endThoseOf(asker);
        }
    }

    // ---- what becomes of jobs that are this host's alone

    /** The ranks that ask may be anywhere: the server knows. */
    @Override
    public void send(int rank, int kind, byte[] payload) {
        server.spawnNews(rank, payload);
    }

    @Override
    public Secret secret() {
        return secret;
    }

    @Override
    public void failed(FailedJob job) {
        server.jobFailed(job.toBytes());
    }

    @Override
    public void counted(int running, int firstFailure) {
        server.spawns(running, firstFailure);
    }

    @Override
    public FamilyNames names() {
        return names;
    }

    /** The server has answered what a rank has asked about names. */
    void named(NameOwner asking, byte[] answer) {
        jobs.answer(asking, answer);
    }

    /** Some job has failed that these may know. */
    void tellOfFailed(byte[] job) {
        jobs.tell(ControlFrame.JOB_FAILED, job);
        parts.forEach(part -> part.tellAll(ControlFrame.JOB_FAILED, job));
    }

    void signalled(String name) {
        jobs.signalled(Signals.number(name));
    }

    /** All are to be stopped: those that have threads of their own here stop their ranks themselves, for which a moment is waited. */
    List<String> pause() throws InterruptedException {
        jobs.hold(true);
        CountDownLatch paused = new CountDownLatch(parts.size());
        parts.forEach(part -> part.pauseToo(paused));
        boolean ignored = paused.await(PAUSE_MS, TimeUnit.MILLISECONDS); // one that is ending counts nothing down
        return jobs.groupsAlive();
    }

    /** They run again. */
    void goOn() {
        jobs.hold(false);
        parts.forEach(JoinedHost::goOnToo);
    }

    /** They have to end; jobs over several hosts are ended by their server, or by its end. */
    void end() {
        jobs.end();
    }

    /** They end now, whoever keeps them. */
    void kill() {
        jobs.end();
        parts.forEach(JoinedHost::kill);
    }

    boolean areOver() {
        return jobs.areOver() && parts.isEmpty();
    }

    int firstFailure() {
        return jobs.firstFailure() == 0 ? failureOfParts : jobs.firstFailure();
    }
}
