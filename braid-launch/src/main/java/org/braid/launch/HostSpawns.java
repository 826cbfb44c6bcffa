package org.braid.launch;

import java.io.IOException;
import org.braid.boot.ControlFrame;
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
import org.braid.launch.program.Program;
import org.braid.launch.signal.Signals;

/** The jobs that a join has started since ranks of its job have asked for them, on this host or another (docs/decisions/dynamic-processes.md). Main thread only. */
final class HostSpawns implements SpawnedJobs.Family, Recipients {
    private final ServerLink server;
    private final Secret secret;
    private final SpawnedJobs jobs;
    private final HostNames names;

    /** @param ticket of one of the ranks, whose job says what these inherit */
    HostSpawns(JobEvents events, Console console, RunOptions options, Program program, ServerLink server, Ticket ticket) {
        this.server = server;
        this.secret = ticket.secret();
        this.names = new HostNames(server);
        this.jobs = new SpawnedJobs(events, console, options.inJob(ticket.policy(), ticket.report(), ticket.allowClear()), program, this);
    }

    /** The server has found that this is the host. */
    void ask(int rank, byte[] request) {
        try {
            jobs.asked(this, rank, SpawnRequest.decode(request).without(Spawning.HOST).toBytes());
        } catch (IOException damaged) {
            // Nobody can be told which request it was.
        }
    }

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
    }

    void signalled(String name) {
        jobs.signalled(Signals.number(name));
    }

    /** They have to end. */
    void end() {
        jobs.end();
    }

    boolean areOver() {
        return jobs.areOver();
    }

    int firstFailure() {
        return jobs.firstFailure();
    }
}
