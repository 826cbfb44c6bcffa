package org.braid.launch;

import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.braid.boot.control.ControlFrame;
import org.braid.boot.hosts.HostMap;
import org.braid.boot.server.RankServerCore;
import org.braid.boot.spawn.FailedJob;
import org.braid.boot.ticket.Secret;
import org.braid.boot.ticket.Ticket;
import org.braid.launch.hosts.RemoteRanks;
import org.braid.launch.hosts.SpreadRequest;
import org.braid.launch.names.FamilyNames;
import org.braid.launch.names.JobNumber;
import org.braid.launch.names.NameKeeper;
import org.braid.launch.options.RunOptions;
import org.braid.launch.process.Recipients;
import org.braid.launch.program.Build;
import org.braid.launch.signal.Signals;
import org.braid.launch.supervise.Supervision;

/**
 * One job over several hosts that a rank of another one has asked for, as the server keeps it: with a number, a rank server, a supervision and last lines of its own, and a thread. The joins of its hosts have said that they can start its ranks. It has the secret of the job for which it was started.
 */
final class SpreadJob implements RemoteRanks.Listener {
    /** Joins pass on what its ranks have printed before they say farewell; nobody waits longer for them. */
    private static final long FAREWELL_NS = 5_000_000_000L;

    private final SpreadRequest request;
    private final Recipients asking;
    private final RunOptions options;
    private final Secret secret;
    private final BiConsumer<Recipients, SpreadRequest> spawner;
    private final FamilyNames names;
    private final Consumer<SpreadJob> whenOver;
    private final long startNs = System.nanoTime();
    private final JobNumber job = JobNumber.next();
    private final String name = job.name();
    private final JobEvents events = new JobEvents();
    private final RemoteRanks ranks;
    private final Supervision supervision;
    private final JobKeeper keeper;
    private volatile boolean wasEnded;
    private int exitCode = 1; // written before the end is told

    /**
     * Nothing of it runs yet.
     *
     * @param asking the ranks of the job that has asked for it
     * @param options of the server, whose methods and reports it inherits
     * @param spawner starts what its ranks ask for on several hosts
     * @param names answers what its ranks ask about names of ports
     * @param whenOver told in its own thread that it has ended
     */
    SpreadJob(SpreadRequest request, Recipients asking, Console console, RunOptions options, Secret secret, BiConsumer<Recipients, SpreadRequest> spawner, FamilyNames names, Consumer<SpreadJob> whenOver) {
        this.request = request;
        this.asking = asking;
        this.options = options;
        this.secret = secret;
        this.spawner = spawner;
        this.names = names;
        this.whenOver = whenOver;
        this.ranks = request.ranks(events::post, this);
        this.supervision = new Supervision(request.size(), startNs, 0);
        this.keeper = new JobKeeper(events, ranks, console, supervision, new StartupReport(request.size()), startNs);
    }

    /** Its thread begins, and has the joins start its ranks. */
    void start() {
        new Thread(this::keep, "job-" + name).start();
    }

    private void keep() {
        boolean isTold = false;
        try {
            begin();
            while (!supervision.isOver()) {
                keeper.turn(Long.MAX_VALUE);
            }
            end();
            isTold = true;
        } catch (InterruptedException e) {
            ranks.kill(rank -> true);
        } finally {
            if (!isTold) {
                ranks.over(exitCode, ""); // its joins would wait for ever
            }
            whenOver.accept(this);
        }
    }

    /** The input of its rank 0 is at its end when that first asks for some. */
    private void begin() {
        HostMap map = ranks.map(options.site(), options.cluster());
        Ticket ticket = new Ticket(
                Build.number(), job.high(), job.low(), 0, ranks.size(), 0, ranks.size(), 0, "", secret, options.method(), options.report(), options.allowClear(), map.spread(ranks.joins()));
        ranks.begin(ticket, map, new RankServerCore(ticket, keeper.listener((taken, nowNs) -> ranks.send(0, ControlFrame.INPUT_END, new byte[0]), (_, rank, asked) -> ranks.spawn(rank, asked), new Names()), map));
        ranks.tell(ControlFrame.PARENT, request.port().getBytes(StandardCharsets.UTF_8));
    }

    private void end() throws InterruptedException {
        ranks.over(supervision.verdict().exitCode(), wasEnded ? "others have ended it" : "");
        long deadlineNs = System.nanoTime() + FAREWELL_NS;
        while (!ranks.haveSaidFarewell() && System.nanoTime() - deadlineNs < 0) {
            events.runUntil(deadlineNs);
        }
        exitCode = wasEnded ? supervision.verdict().exitCode() : keeper.end(name, options.verbosity(), ranks.memoryHint());
    }

    // ---- what the server's main thread does to it

    /** It has to end, since the job has ended that has asked for it; nothing is said of that. */
    void terminate() {
        signalled(Signals.TERM);
    }

    /** A signal at the server is for it, too. */
    void signalled(int signal) {
        wasEnded |= signal != Signals.USR1;
        keeper.signalled(signal);
    }

    // ---- what becomes of it

    SpreadRequest request() {
        return request;
    }

    Recipients asking() {
        return asking;
    }

    RemoteRanks ranks() {
        return ranks;
    }

    String name() {
        return name;
    }

    /** Its ranks are asked for by their numbers in it, and known by those among all jobs. */
    private final class Names implements NameKeeper {
        @Override
        public void named(Recipients asks, int rank, byte[] asked) {
            names.ask(job.owner(rank), asks, asked);
        }

        @Override
        public void gone(Recipients of, int rank) {
            names.gone(job.owner(rank));
        }
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

    // ---- what becomes of joins and ranks

    @Override
    public void notStarted(int rank, String why) {
        supervision.notStarted(rank, why, System.nanoTime());
    }

    @Override
    public void exited(int rank, int code) {
        if (supervision.isAlive(rank)) {
            keeper.ends().exited(rank, code, System.nanoTime());
        }
    }

    @Override
    public void signalled(String who, int number) {
        keeper.signalled(number);
    }

    @Override
    public void lost(int[] lost, String who, String why) {
        supervision.hostLost(lost, who, why, System.nanoTime());
    }

    @Override
    public void spread(SpreadRequest more) {
        spawner.accept(ranks, more);
    }

    // ---- what the server's own job says, and does, already

    @Override
    public void joined(String who, String brought) {}

    @Override
    public void left(String who, String why) {}

    /** Jobs are held together. */
    @Override
    public void holdAsked(int join, boolean isAsked) {}

    @Override
    public void paused(int join) {}

    @Override
    public void spawnsLost(String who, int jobs, String why) {}

    @Override
    public void refused(String source, String reason) {}

    @Override
    public void contradicted(String source, String reason) {}

    @Override
    public void settled() {}

    @Override
    public void silent(String who, long forNs, boolean again) {}
}
