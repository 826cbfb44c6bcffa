package org.braid.launch;

import java.util.ArrayList;
import java.util.List;
import org.braid.boot.control.ControlFrame;
import org.braid.boot.names.NameOwner;
import org.braid.boot.spawn.SpawnNews;
import org.braid.boot.ticket.Secret;
import org.braid.launch.hosts.RemoteRanks;
import org.braid.launch.hosts.SpreadRequest;
import org.braid.launch.names.FamilyNames;
import org.braid.launch.options.RunOptions;
import org.braid.launch.process.Recipients;

/** The jobs over several hosts that ranks of a server's job have asked for, and those that ranks of these have. Each keeps itself in a thread of its own. Main thread only. */
final class SpreadJobs {
    private final JobEvents events;
    private final Console console;
    private final RunOptions options;
    private final Secret secret;
    private final RemoteRanks first;
    private final Names names = new Names();
    private final List<SpreadJob> running = new ArrayList<>();
    private int firstFailure;

    /**
     * None yet.
     *
     * @param events those of the main thread
     * @param secret of the first job, and of all that are started for it
     * @param first the ranks of that job, whose joins hear of those that fail, and where names of ports are kept
     */
    SpreadJobs(JobEvents events, Console console, RunOptions options, Secret secret, RemoteRanks first) {
        this.events = events;
        this.console = console;
        this.options = options;
        this.secret = secret;
        this.first = first;
    }

    /**
     * Starts what all joins can start that are to.
     *
     * @param asking the job, of which a rank has asked for it
     */
    void start(Recipients asking, SpreadRequest request) {
        SpreadJob job = new SpreadJob(request, asking, console, options, secret, (asks, more) -> events.post(() -> start(asks, more)), names, ended -> events.post(() -> ended(ended)));
        running.add(job);
        job.start();
    }

    private void ended(SpreadJob job) {
        running.remove(job);
        job.request().release();
        firstFailure = firstFailure == 0 && !job.wasEnded() ? job.exitCode() : firstFailure;
        if (job.exitCode() != 0) {
            running.stream().filter(each -> each.asking() == job.ranks()).forEach(SpreadJob::terminate);
            first.tell(ControlFrame.JOB_FAILED, job.failed().toBytes());
        }
        String how = job.exitCode() == 0 ? "the processes have ended without calling MPI.Init" : "job " + job.name() + " has failed with exit code " + job.exitCode();
        job.asking().send(job.request().rank(), ControlFrame.SPAWNED, new SpawnNews(job.request().id(), SpawnNews.State.ENDED, how).toBytes());
    }

    /** One register for the first job and all that are started for it. Any thread. */
    private final class Names implements FamilyNames {
        @Override
        public void ask(NameOwner asking, Recipients job, byte[] request) {
            events.post(() -> first.name(job, asking, request));
        }

        @Override
        public void gone(NameOwner rank) {
            events.post(() -> first.nameOwnerGone(rank));
        }

        @Override
        public void over(NameOwner any) {}
    }

    /** How many there are. */
    int running() {
        return running.size();
    }

    /** The exit code of the first of them that has failed by itself, 0 if none has. */
    int firstFailure() {
        return firstFailure;
    }

    /** All of them have to end. */
    void terminate() {
        running.forEach(SpreadJob::terminate);
    }

    void signalled(int number) {
        running.forEach(each -> each.signalled(number));
    }
}
