package org.braid.launch;

import org.braid.boot.control.ControlFrame;
import org.braid.boot.server.RankListener;
import org.braid.launch.names.NameKeeper;
import org.braid.launch.process.Crew;
import org.braid.launch.process.Crowd;
import org.braid.launch.signal.Signals;
import org.braid.launch.supervise.Notes;
import org.braid.launch.supervise.Silence;
import org.braid.launch.supervise.Supervision;
import org.braid.launch.supervise.Verdict;

/** Keeps one job, wherever its ranks' processes are: hears what happens, has done to them what follows, and says at the end why it ended. Main thread only, but for {@link #signalled}. */
final class JobKeeper {
    private final JobEvents events;
    private final Crew ranks;
    private final Console console;
    private final Supervision supervision;
    private final SuspectWatch suspects;
    private final Notes notes;
    private final StartupReport startup;
    private final long startNs;
    private volatile boolean isHeld;

    JobKeeper(JobEvents events, Crew ranks, Console console, Supervision supervision, StartupReport startup, long startNs) {
        this.events = events;
        this.ranks = ranks;
        this.console = console;
        this.supervision = supervision;
        this.suspects = new SuspectWatch(ranks, supervision, console, startNs);
        this.notes = new Notes(ranks.size());
        this.startup = startup;
        this.startNs = startNs;
    }

    Supervision supervision() {
        return supervision;
    }

    Ends ends() {
        return new Ends(supervision, notes, ranks, console);
    }

    /** Whether the rank to blame had come to MPI, and its program has said which exception ended it, and no error of the JVM's: then its cache, all of which would be read, is not asked for a cause. */
    boolean isOfItsProgram() {
        int culprit = supervision.verdict().culprit();
        String said = culprit < 0 ? "" : notes.line(culprit);
        return !said.isEmpty() && !said.contains("Error") && !supervision.isGoneUnjoined(culprit);
    }

    /**
     * Who hears what ranks say.
     *
     * @param spawner starts what they ask for
     * @param names answers what they ask about names of ports
     */
    RankListener listener(RankEvents.InputSource input, RankEvents.Spawner spawner, NameKeeper names) {
        return new RankEvents(events, ranks, supervision, suspects, notes, startup, input, console, spawner, names);
    }

    /**
     * Lets the job run until something happens, and does what follows.
     *
     * @param deadlineNs when it is to come back at the latest
     */
    void turn(long deadlineNs) throws InterruptedException {
        events.runUntil(Math.min(deadlineNs, Math.min(supervision.deadlineNs(), nextLookNs())));
        supervision.tick(System.nanoTime());
        if (!isHeld) {
            suspects.look(System.nanoTime());
        }
        act(supervision.next());
    }

    private long nextLookNs() {
        return isHeld ? System.nanoTime() + Silence.LOOK_NS : suspects.nextLookNs();
    }

    /** Whether its ranks are stopped together with the job that has asked for them: then none is suspect for it. Any thread. */
    void hold(boolean held) {
        isHeld = held;
    }

    private void act(Supervision.Action action) {
        switch (action) {
            case FORWARD_SIGNAL -> ranks.forward(Signals.name(supervision.signal()), supervision::isAlive);
            case DUMP_STACKS -> ranks.tell(ControlFrame.DUMP, new byte[0]);
            case TERMINATE -> {
                tellOfTheDead(supervision.verdict());
                ranks.terminate(supervision::isAlive);
                long moreNs = Crowd.moreNs();
                supervision.asked(System.nanoTime(), moreNs);
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

    /** Any thread. */
    void signalled(int number) {
        long nowNs = System.nanoTime();
        if (number == Signals.USR1) {
            events.post(() -> ranks.signalAlive(Signals.name(number), supervision::isAlive)); // a word to the program: the job goes on
        } else {
            events.post(() -> supervision.signalled(number, nowNs));
        }
    }

    /**
     * The last lines, of a job that has ended.
     *
     * @param hint what to do if the kernel killed ranks for want of memory, or a JVM has died of its cache; else ""
     * @return the job's exit code
     */
    int end(String jobName, int verbosity, String hint) {
        Verdict verdict = supervision.verdict();
        if (!(verdict instanceof Verdict.Success)) {
            Epilogue epilogue = new Epilogue(ranks, notes, console, verbosity);
            console.write(epilogue.of(jobName, cause(verdict), supervision.verdictNs() - startNs, suspects.suspects(), hint));
        } else if (supervision.joinedRanks() == 0 && ranks.size() > 1 && verbosity > 0) {
            console.say("no rank called MPI.Init: " + ranks.size() + " copies of the program ran, each for itself");
        }
        return verdict.exitCode();
    }
}
