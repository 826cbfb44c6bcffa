package org.braid.launch;

import java.io.IOException;
import java.time.ZonedDateTime;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.Where;
import org.braid.boot.hosts.HostMap;
import org.braid.boot.server.RankProtocol;
import org.braid.boot.server.RankServerCore;
import org.braid.boot.ticket.JobAddress;
import org.braid.boot.ticket.Secret;
import org.braid.boot.ticket.Ticket;
import org.braid.launch.distance.Levels;
import org.braid.launch.distance.Measurement;
import org.braid.launch.distance.NamedPlaces;
import org.braid.launch.distance.RoundTrips;
import org.braid.launch.hold.JobHold;
import org.braid.launch.hosts.RemoteRanks;
import org.braid.launch.hosts.SpreadRequest;
import org.braid.launch.names.JobNumber;
import org.braid.launch.names.ServedNames;
import org.braid.launch.options.JobCommand;
import org.braid.launch.options.KnownMethods;
import org.braid.launch.options.RunArguments;
import org.braid.launch.options.RunOptions;
import org.braid.launch.program.Build;
import org.braid.launch.protection.TlsProtection;
import org.braid.launch.server.TicketFile;
import org.braid.launch.signal.Signals;
import org.braid.launch.supervise.Patience;
import org.braid.launch.supervise.Supervision;
import org.braid.launch.text.Words;

/** {@code braid server}: gathers the ranks of one job from wherever they join, keeps the job, and says at the end why it ended. It starts no process itself. */
public final class ServedJob implements RemoteRanks.Listener {
    /** Joins pass on what their ranks have printed before they say farewell; nobody waits longer for them. */
    private static final long FAREWELL_NS = 5_000_000_000L;

    private final RunOptions options;
    private final long startNs = System.nanoTime();
    private final JobNumber job = JobNumber.next();
    private final String jobName = job.name();
    private final JobEvents events = new JobEvents();
    private final Console console = new Console(true);
    private final Secret secret = Secret.random();
    private final RemoteRanks ranks;
    private final StartupReport startup;
    private final Supervision supervision;
    private final JobKeeper keeper;
    private final Ends ends;
    private final SpreadJobs spread;
    private final JobHold hold;
    private final Patience patience;
    private String contradiction = ""; // what a join was refused for whose ranks are missing, until it is settled
    private boolean hasBegun;
    private int signal; // the one that came while ranks gathered

    private ServedJob(RunOptions options) {
        this.options = options;
        this.ranks = new RemoteRanks(options.ranks(), events::post, this);
        this.startup = new StartupReport(options.ranks());
        this.patience = new Patience(startNs, options.timeoutNs());
        this.supervision = new Supervision(options.ranks(), startNs, options.timeoutNs());
        this.keeper = new JobKeeper(events, ranks, console, supervision, startup, startNs);
        this.ends = keeper.ends();
        this.spread = new SpreadJobs(events, console, options, secret, ranks);
        this.hold = new JobHold(ranks, supervision, this::say);
    }

    /**
     * Carries out {@code braid server WORDS}.
     *
     * @return the job's exit code
     * @throws org.braid.base.BraidException if the words make no sense, or nobody could join
     * @throws org.braid.launch.options.HelpAsked if the words ask for the help page
     */
    public static int serve(List<String> words) throws IOException, InterruptedException {
        RunOptions options = RunArguments.parse(JobCommand.SERVER, words);
        if (!options.method().isEmpty()) {
            KnownMethods.checkBuiltIn(options.method(), Where.HOST, Where.SITE, Where.ANYWHERE);
        }
        ServedJob job = new ServedJob(options);
        job.console.sayNotes(options);
        return job.run();
    }

    private int run() throws IOException, InterruptedException {
        JobAddress ticket = ranks.open(options.listen(), TlsProtection.of(secret), secret, new long[] {job.high(), job.low()}, RankProtocol.hello(Build.number()));
        Signals.forward(this::signalled, stopNs -> events.post(() -> hold(stopNs)), hold::awake);
        if (options.ticketFile().isEmpty()) {
            print(ticket.text());
            return gather() ? keep() : giveUp();
        }
        TicketFile file = TicketFile.write(options.ticketFile(), ticket.text());
        try {
            return gather() ? keep() : giveUp();
        } finally {
            file.remove();
        }
    }

    /** A ticket that nobody gets is one that nobody can join by. */
    private static void print(String ticket) {
        System.out.println(ticket);
        if (System.out.checkError()) {
            throw new BraidException(ErrorCode.OUTPUT_LOST, "the job's ticket", "it could not be printed, and nobody could join without it", "Let standard output go where somebody reads it and there is room, or write --ticket-file FILE");
        }
    }

    // ---- gathering

    /** Waits for all ranks; false if that has come to nothing. */
    private boolean gather() throws InterruptedException {
        while (ranks.missing() > 0 && signal == 0 && System.nanoTime() - patience.endNs() < 0) {
            events.runUntil(Math.min(patience.endNs(), ranks.nextLookNs()));
            ranks.look(System.nanoTime());
        }
        return ranks.missing() == 0 && signal == 0;
    }

    private int giveUp() throws InterruptedException {
        String missing = ranks.missing() + " of " + options.ranks() + " ranks had not joined";
        String why = signal == 0 ? outOfPatience() : "its server got signal " + signal + " (SIG" + Signals.name(signal) + ")";
        int code = signal == 0 ? 124 : 128 + signal;
        ranks.over(code, why + "; " + missing);
        awaitFarewells();
        console.write("job " + jobName + " never began: " + why + "; " + missing + "\n  exit code    " + code + "\n");
        return code;
    }

    private String outOfPatience() {
        String within = patience.isBoundByContradiction() ? Words.seconds(Patience.BOUND_NS) : "--timeout " + Words.seconds(options.timeoutNs());
        return contradiction.isEmpty() ? "it was not complete within " + within : contradiction + ", which nobody has put right within " + within;
    }

    /** What stands in the way of a job that gathers, and until when it waits. */
    private String hindrance() {
        return contradiction + "; the job waits for " + ranks.missing() + " more of " + options.ranks() + " ranks " + patience.until(System.nanoTime(), ZonedDateTime.now()) + "; then it ends";
    }

    // ---- the job

    private int keep() throws InterruptedException {
        HostMap map = map();
        Ticket ticket = new Ticket(
                Build.number(), job.high(), job.low(), 0, options.ranks(), 0, options.ranks(), 0, "", secret, options.method(), options.report(), options.allowClear(), map.spread(ranks.joins()));
        ranks.begin(ticket, map, new RankServerCore(ticket, keeper.listener((taken, nowNs) -> ranks.inputAwaited(taken), (asking, rank, request) -> ranks.spawn(rank, request), new ServedNames(ranks, job)), map));
        hasBegun = true;
        while (!supervision.isOver()) {
            turn();
            ranks.look(System.nanoTime());
        }
        hold.end();
        ranks.over(supervision.verdict().exitCode(), "");
        if (supervision.verdict().exitCode() != 0) {
            spread.terminate();
        }
        awaitSpawns();
        awaitFarewells();
        int code = keeper.end(jobName, options.verbosity(), ranks.memoryHint());
        return code != 0 ? code : spread.firstFailure() != 0 ? spread.firstFailure() : ranks.spawnFailure();
    }

    /** Who is where, by names or, before any rank runs, by measuring. Names are compared with what is measured, and stand. */
    private HostMap map() throws InterruptedException {
        if (!options.measuresLevels()) {
            return ranks.map(options.site(), options.cluster());
        }
        Measurement measurement = ranks.measure(System.nanoTime());
        while (signal == 0 && !measurement.isOver(System.nanoTime())) {
            events.runUntil(measurement.lookNs());
        }
        RoundTrips times = measurement.times();
        if (times.hosts() > 0) {
            ranks.place(Levels.of(times));
        }
        HostMap map = ranks.map(options.site(), options.cluster());
        String contradiction = times.hosts() > 0 ? NamedPlaces.contradiction(times, map.hosts()) : "";
        if (map.measured().isAny()) {
            say("nobody has named where hosts are; by round trips " + map.measured());
        } else if (!contradiction.isEmpty()) {
            say(contradiction);
        }
        return map;
    }

    /** While the job is held no time counts; what ends it has it go on. */
    private void turn() throws InterruptedException {
        if (hold.isHeld() && supervision.verdictSoFar() == null) {
            events.runUntil(ranks.nextLookNs());
        } else {
            hold.end();
            keeper.turn(ranks.nextLookNs());
        }
    }

    /** Jobs that ranks have asked for go on behind one that has ended well; a signal is theirs then. */
    private void awaitSpawns() throws InterruptedException {
        int before = signal;
        if (spawns() > 0 && supervision.verdict().exitCode() == 0) {
            say("job " + jobName + " is over; stays for " + spawns() + " spawned job(s)");
        }
        while (spawns() > 0) {
            events.runUntil(ranks.nextLookNs());
            ranks.look(System.nanoTime());
            if (signal != before) {
                hold.end();
                ranks.forward(Signals.name(signal), rank -> true);
                spread.signalled(signal);
                before = signal;
            }
        }
    }

    private int spawns() {
        return ranks.spawns() + spread.running();
    }

    private void awaitFarewells() throws InterruptedException {
        long deadlineNs = System.nanoTime() + FAREWELL_NS;
        while (!ranks.haveSaidFarewell() && System.nanoTime() - deadlineNs < 0) {
            events.runUntil(deadlineNs);
        }
    }

    /** Any thread. */
    private void signalled(int number) {
        if (number != Signals.USR1) {
            events.post(() -> signal = number);
        }
        keeper.signalled(number);
    }

    private void hold(long askedNs) {
        if (!hasBegun) {
            say("the job cannot be held before it has begun; Ctrl-C ends it");
        } else {
            hold.asked(askedNs);
        }
    }

    private void say(String text) {
        if (options.verbosity() >= 0) {
            console.say(text);
        }
    }

    // ---- what becomes of joins and ranks

    @Override
    public void joined(String who, String brought) {
        say(who + " brings " + brought + "; " + (ranks.missing() == 0 ? "the job begins" : ranks.missing() + " more to come"));
        patience.joined(System.nanoTime());
        if (!contradiction.isEmpty() && ranks.missing() > 0) {
            ranks.noticeLast(hindrance());
        }
    }

    @Override
    public void left(String who, String why) {
        say(who + " has left before the job began: " + why + "; " + ranks.missing() + " more to come");
    }

    @Override
    public void refused(String source, String reason) {
        say(refusal(source, reason));
    }

    private static String refusal(String source, String reason) {
        return "a join from " + source + " was refused: " + reason;
    }

    @Override
    public void contradicted(String source, String reason) {
        contradiction = reason;
        patience.contradicted(System.nanoTime());
        String news = refusal(source, hindrance());
        say(news);
        ranks.notice(news);
    }

    @Override
    public void settled() {
        contradiction = "";
        patience.settled();
        if (ranks.missing() > 0) {
            String news = "joins of one host no longer contradict each other; the job waits for " + ranks.missing() + " more of " + options.ranks() + " ranks";
            say(news);
            ranks.notice(news);
        }
    }

    @Override
    public void notStarted(int rank, String why) {
        supervision.notStarted(rank, why, System.nanoTime());
    }

    @Override
    public void exited(int rank, int code) {
        if (supervision.isAlive(rank)) { // a thread of its process may have ended before
            ends.exited(rank, code, System.nanoTime());
        }
    }

    @Override
    public void signalled(String who, int number) {
        if (number != Signals.USR1 && supervision.verdictSoFar() == null) {
            say(who + " got signal " + number + " (SIG" + Signals.name(number) + "), which ends the job");
        }
        keeper.signalled(number);
    }

    @Override
    public void holdAsked(int join, boolean isAsked) {
        if (hasBegun) {
            hold.asked(join, isAsked);
        }
    }

    @Override
    public void paused(int join) {
        hold.paused(join);
    }

    @Override
    public void spawnsLost(String who, int jobs, String why) {
        say(who + " was lost with " + jobs + " spawned job(s): " + why);
    }

    @Override
    public void silent(String who, long forNs, boolean again) {
        say(again ? who + " is heard of again" : "nothing was heard of " + who + " for " + Words.seconds(forNs) + "; after 11 s it is given up");
    }

    @Override
    public void spread(SpreadRequest request) {
        spread.start(ranks, request);
    }

    @Override
    public void lost(int[] lost, String who, String why) {
        supervision.hostLost(lost, who, why, System.nanoTime());
    }
}
