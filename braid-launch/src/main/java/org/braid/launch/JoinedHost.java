package org.braid.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Function;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.boot.control.ControlFrame;
import org.braid.boot.server.RankProtocol;
import org.braid.boot.ticket.JobAddress;
import org.braid.boot.ticket.Ticket;
import org.braid.launch.hold.JoinHold;
import org.braid.launch.hosts.JoinSeats;
import org.braid.launch.hosts.ServerLink;
import org.braid.launch.options.JobCommand;
import org.braid.launch.options.RunArguments;
import org.braid.launch.options.RunOptions;
import org.braid.launch.process.BoundRanks;
import org.braid.launch.process.RankCache;
import org.braid.launch.process.WantOfMemory;
import org.braid.launch.program.Application;
import org.braid.launch.program.Build;
import org.braid.launch.program.Program;
import org.braid.launch.protection.TlsProtection;
import org.braid.launch.server.RankRelay;
import org.braid.launch.signal.Signals;
import org.braid.launch.supervise.Silence;
import org.braid.launch.text.FileFailures;
import org.jspecify.annotations.Nullable;

/**
 * {@code braid join}: the ranks of this host of a job whose server is elsewhere. It starts them, passes on what they say and print, and does to them what the server says; it decides one thing alone: a join without a server
 * ends its ranks.
 */
public final class JoinedHost {
    /** The exit code of ranks that were given up. */
    private static final int ABANDONED = 1;

    private final JobEvents events = new JobEvents();
    private final Console console;
    private final WantOfMemory wantOfMemory = new WantOfMemory();
    private final RankRelay relay;
    private final ServerLink server;
    private final JoinHold hold;
    private final HostStart start;
    private final Function<Ticket, @Nullable HostSpawns> spawning;
    private final @Nullable HostSpawns elders; // where a rank of this job has asked for these
    private @Nullable HostRanks ranks; // once the job has begun
    private @Nullable HostSpawns spawns; // likewise
    private long nextLookNs = System.nanoTime() + Silence.LOOK_NS;
    private int signals;
    private int exitCode = -1; // known once the job is over
    private String remark = ""; // why it never began, or who has ended it
    private String lost = ""; // why the server is

    private JoinedHost(RunOptions options, Program program, RankRelay relay, ServerLink server) {
        this.console = new Console(true);
        this.relay = relay;
        this.server = server;
        this.hold = new JoinHold(server, console::say);
        this.elders = null;
        this.start = new HostStart(new HostStart.OfUser(options, program, console), program, events, relay, server);
        this.spawning = ticket -> new HostSpawns(events, console, options, program, server, ticket);
    }

    /**
     * Ranks of this host that a rank has asked for, of a job over several hosts; {@link #keep} follows.
     *
     * @param server what is said of that job
     * @param elders what this host has started for ranks
     */
    JoinedHost(List<Application> parts, Console console, RankRelay relay, ServerLink server, HostSpawns elders) {
        this.console = console;
        this.relay = relay;
        this.server = server;
        this.hold = new JoinHold(server, console::say);
        this.elders = elders;
        this.start = new HostStart(new HostStart.OfRank(parts, console), parts.getFirst().program(), events, relay, server);
        this.spawning = _ -> null;
    }

    /**
     * Carries out {@code braid join WORDS}.
     *
     * @param check refuses what the launcher itself knows nothing of, before the server hears of this host
     * @return the job's exit code
     * @throws BraidException if this host did not join, or the server was lost
     * @throws org.braid.launch.options.HelpAsked if the words ask for the help page
     */
    public static int join(List<String> words, Consumer<RunOptions> check) throws IOException, InterruptedException {
        RunOptions options = RunArguments.parse(JobCommand.JOIN, words);
        check.accept(options);
        JobAddress ticket = options.ticket().startsWith("@") ? read(options.ticket().substring(1)) : JobAddress.parse(options.ticket());
        RankRelay relay = RankRelay.open();
        Program program = Program.resolve(options);
        try {
            List<Integer> wanted = options.rankList().isEmpty() ? Collections.nCopies(options.ranks(), -1) : options.rankList();
            ServerLink server = ServerLink.enter(ticket, TlsProtection.of(ticket.secret()), RankProtocol.hello(Build.number()), wanted, options.ranksPerProcess(), options.site(), options.cluster(), BoundRanks.layout(options.bind()));
            JoinedHost host = new JoinedHost(options, program, relay, server);
            host.console.sayNotes(options);
            if (!server.inVain().isEmpty() && options.verbosity() >= 0) {
                host.console.say("the server was found at last; tried in vain: " + server.inVain());
            }
            return host.run();
        } finally {
            program.release();
        }
    }

    private static JobAddress read(String file) {
        try {
            return JobAddress.parse(Files.readString(Path.of(file)));
        } catch (BraidException e) {
            throw new BraidException(e.code(), "the file " + file + " holds no ticket", e.why(), "Name the file that braid server --ticket-file has written", e);
        } catch (IOException | IllegalArgumentException e) {
            throw new BraidException(ErrorCode.FILE_UNREADABLE, file.isEmpty() ? "no file is named behind the @" : "the ticket cannot be read from " + file, e instanceof IOException unreadable ? FileFailures.why(unreadable) : String.valueOf(e.getMessage()), "Name the file that braid server --ticket-file has written; it goes with the job", e);
        }
    }

    private int run() throws InterruptedException {
        Signals.forward(number -> events.post(() -> signalled(number)), stopNs -> events.post(() -> hold(stopNs)), hold::awake);
        hear();
        untilOver();
        if (exitCode < 0) {
            abandon();
            throw ServerLink.gone(lost, null);
        }
        return leave();
    }

    /** What the server says is heard from now on. */
    void hear() {
        server.start(new Obedience(events, this));
    }

    /** Keeps ranks that a rank has asked for until their job is over here; in a thread of its own. */
    void keep() {
        try {
            untilOver();
            if (exitCode < 0) {
                abandon();
            } else {
                int ignored = leave();
            }
        } catch (InterruptedException e) {
            toRanks(HostRanks::kill);
        } catch (RuntimeException | Error unexpected) {
            giveUp(unexpected);
            throw unexpected;
        }
    }

    /** Nobody keeps them any more, who would tell the server of their ends. */
    private void giveUp(Throwable unexpected) {
        server.abandon("an error of Braid's own: " + unexpected);
        over(ABANDONED, "");
        toRanks(HostRanks::kill);
        relay.close();
        hold.end();
    }

    /** The exit code of such a job as it is to be counted; once it is over. */
    int codeToCount() {
        return ranks == null || !remark.isEmpty() ? 0 : Math.max(exitCode, 0);
    }

    /** Whether it has ended badly, or nobody knows how. */
    boolean hasFailed() {
        return exitCode != 0;
    }

    /** A control frame for all of them; any thread. */
    void tellAll(int kind, byte[] payload) {
        events.post(() -> toRanks(all -> all.tell(-1, kind, payload)));
    }

    /** Ends them without asking the server; any thread. */
    void kill() {
        events.post(() -> {
            signals++; // so nobody waits for who reads what they print
            toRanks(HostRanks::kill);
        });
    }

    private void untilOver() throws InterruptedException {
        while (exitCode < 0 && lost.isEmpty()) {
            turn();
        }
    }

    private void turn() throws InterruptedException {
        events.runUntil(nextLookNs);
        long nowNs = System.nanoTime();
        if (nowNs - nextLookNs >= 0) {
            look(nowNs);
            nextLookNs = nowNs + Silence.LOOK_NS;
        }
    }

    /** Once a second: no system tells of the end of a silence, nor that a process is held. */
    private void look(long nowNs) {
        server.look(nowNs);
        if (!hold.isHeld()) {
            toRanks(all -> all.look(server));
        }
    }

    // ---- what the server says

    /** Does it to the ranks, if there are any yet. */
    void toRanks(Consumer<HostRanks> what) {
        HostRanks all = ranks;
        if (all != null) {
            what.accept(all);
        }
    }

    /** Does it to the jobs that were started for others, if there may be any yet. */
    void toSpawns(Consumer<HostSpawns> what) {
        HostSpawns all = spawns;
        if (all != null) {
            what.accept(all);
        }
    }

    void control(int rank, int kind, byte[] payload) {
        toRanks(all -> all.tell(rank, kind, payload));
        if (kind == ControlFrame.JOB_FAILED) {
            toSpawns(all -> all.tellOfFailed(payload));
        }
    }

    /** A rank, of this host or another, asks for processes here. */
    void spawn(int rank, byte[] request) {
        HostSpawns asked = elders;
        if (asked != null) {
            hold.whenRunning(() -> asked.ask(this, server, rank, request));
        } else {
            hold.whenRunning(() -> toSpawns(all -> all.ask(rank, request)));
        }
    }

    /** Likewise for processes here and elsewhere. */
    void part(int job, int[] numbers, byte[] request) {
        HostSpawns asked = elders;
        if (asked != null) {
            hold.whenRunning(() -> asked.prepare(server, job, numbers, request));
        } else {
            hold.whenRunning(() -> toSpawns(all -> all.prepare(server, job, numbers, request)));
        }
    }

    /** The job ends by this signal, or is over and was waiting for those that were started for it. */
    void forward(String signal) {
        toRanks(all -> all.forward(signal));
        toSpawns(all -> all.signalled(signal));
    }

    /** The job begins; for a join that has left before it does not. */
    void begin(Ticket ticket, JoinSeats seats) {
        try {
            ranks = exitCode < 0 ? start.begin(ticket, seats) : null;
            spawns = ranks == null ? null : spawning.apply(ticket);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A word of the server's. */
    void say(String text) {
        console.say(text);
    }

    /** The first word on how it ends counts. */
    void over(int code, String why) {
        if (exitCode < 0) {
            exitCode = code;
            remark = why;
        }
    }

    void lost(String why) {
        lost = why;
    }

    // ---- a job that is held

    JoinHold hold() {
        return hold;
    }

    private void hold(long askedNs) {
        if (ranks == null) {
            console.say("the job cannot be held before it has begun; Ctrl-C ends this join");
        } else {
            hold.asked(askedNs);
        }
    }

    /** All that this join has started stops, until {@link #goOn}. */
    void pause() {
        List<String> groups = new ArrayList<>();
        toRanks(all -> groups.addAll(all.groupsAlive()));
        HostSpawns others = spawns;
        try {
            groups.addAll(others == null ? List.of() : others.pause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        hold.pause(groups);
    }

    void goOn() {
        toSpawns(HostSpawns::goOn);
        hold.goOn();
    }

    /** The job is over, or nobody is left who would resume it. */
    private void endHold() {
        toSpawns(HostSpawns::goOn);
        hold.end();
    }

    /** With the job whose rank has asked for it; any thread. */
    void pauseToo(CountDownLatch paused) {
        events.post(() -> {
            pause();
            paused.countDown();
        });
    }

    /** Likewise. */
    void goOnToo() {
        events.post(this::goOn);
    }

    // ---- signals

    /** As on one host the job ends with it; the server says so to all. A second one does not wait for the server. Before the job has begun only this join ends, and others may take its place. */
    private void signalled(int number) {
        if (number == Signals.USR1) {
            toRanks(all -> all.signal(Signals.name(number)));
            return;
        }
        server.signalled(number);
        if (ranks == null) {
            over(128 + number, "this braid join got signal " + number + " (SIG" + Signals.name(number) + ")");
        }
        if (++signals > 1) {
            toRanks(HostRanks::kill);
            toSpawns(HostSpawns::kill);
        }
    }

    // ---- the end

    private int leave() throws InterruptedException {
        endHold();
        boolean failed = exitCode != 0;
        int codeOfSpawns = awaitSpawns(failed);
        HostRanks all = ranks;
        if (all != null) {
            all.finish(failed, signals == 0);
        } else if (!remark.isEmpty() && elders == null) {
            console.say("the job never began: " + remark);
        }
        server.farewell(failed && all != null ? all.lastErrors() : Map.of(), failed ? hint() : "");
        server.awaitEnd(); // all was said by then; a server that reads nothing is not waited for
        relay.close();
        return failed ? exitCode : codeOfSpawns;
    }

    private String hint() {
        String ofCaches = RankCache.adviceOnEnd(exitCode);
        return ofCaches.isEmpty() ? wantOfMemory.hint() : ofCaches;
    }

    /** Jobs that were started for this one outlive it only if it has ended well, and while there is a server that could end them. */
    private int awaitSpawns(boolean failed) throws InterruptedException {
        HostSpawns all = spawns;
        if (all == null) {
            return 0;
        }
        while (!failed && lost.isEmpty() && !all.areOver()) {
            turn();
        }
        all.end();
        while (!all.areOver()) {
            turn();
        }
        return all.firstFailure();
    }

    /** Nobody is left who would say what is to be done. */
    private void abandon() throws InterruptedException {
        endHold();
        HostRanks all = ranks;
        if (all != null) {
            all.kill();
            int ignored = awaitSpawns(true);
            all.finish(true, false);
        }
        relay.close();
    }
}
