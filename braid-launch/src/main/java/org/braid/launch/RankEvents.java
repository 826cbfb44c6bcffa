package org.braid.launch;

import java.util.HashSet;
import java.util.Set;
import org.braid.boot.Note;
import org.braid.boot.control.ControlFrame;
import org.braid.boot.server.RankListener;
import org.braid.launch.names.NameKeeper;
import org.braid.launch.process.Crew;
import org.braid.launch.process.Recipients;
import org.braid.launch.supervise.Notes;
import org.braid.launch.supervise.Supervision;

/** What ranks say to their launcher: each becomes a task of the main thread, with the time at which it was heard. */
final class RankEvents implements RankListener {
    /** Who starts more processes for a rank. Main thread of the asking job. */
    interface Spawner {
        /**
         * A rank asks for processes, and is told by a control frame what becomes of them.
         *
         * @param asking the job, among whose ranks it is
         * @param request as it has come
         */
        void asked(Recipients asking, int rank, byte[] request);
    }

    /** Where rank 0's standard input comes from. Main thread only. */
    interface InputSource {
        /** The rank waits for more than so many bytes. */
        void awaited(long taken, long nowNs);
    }

    private static final int MOST_NOTICES = 64;

    private final JobEvents events;
    private final Crew ranks;
    private final Supervision supervision;
    private final SuspectWatch suspects;
    private final Notes notes;
    private final StartupReport startup;
    private final InputSource input;
    private final Console console;
    private final Spawner spawner;
    private final NameKeeper names;
    private final Ends ends;
    private final Set<String> notices = new HashSet<>(); // main thread only

    RankEvents(JobEvents events, Crew ranks, Supervision supervision, SuspectWatch suspects, Notes notes, StartupReport startup, InputSource input, Console console, Spawner spawner, NameKeeper names) {
        this.events = events;
        this.ranks = ranks;
        this.supervision = supervision;
        this.suspects = suspects;
        this.notes = notes;
        this.startup = startup;
        this.input = input;
        this.console = console;
        this.spawner = spawner;
        this.names = names;
        this.ends = new Ends(supervision, notes, ranks, console);
    }

    @Override
    public void registered(int rank) {
        long nowNs = System.nanoTime();
        events.post(() -> supervision.joined(rank, nowNs));
    }

    @Override
    public void wholeWanted(int rank) {
        ranks.send(rank, ControlFrame.TABLE, new byte[0]);
    }

    @Override
    public void finished(int rank) {
        events.post(() -> supervision.finished(rank));
    }

    @Override
    public void awaited(int rank) {
        long nowNs = System.nanoTime();
        events.post(() -> suspects.awaited(rank, nowNs));
    }

    @Override
    public void exited(int rank, int code) {
        long nowNs = System.nanoTime();
        events.post(() -> {
            startup.exited(rank, nowNs);
            ends.exited(rank, code, nowNs);
        });
    }

    @Override
    public void alive(int rank) {
        events.post(() -> suspects.answered(rank));
    }

    @Override
    public void aborted(int rank, int code, String reason) {
        long nowNs = System.nanoTime();
        events.post(() -> supervision.aborted(rank, code, reason, nowNs));
    }

    @Override
    public void noted(int rank, String text) {
        events.post(() -> notes.add(rank, Note.parse(text)));
    }

    /** Said once, however many ranks noticed it; what they notice of a job that ends is its end. */
    @Override
    public void noticed(int rank, String text) {
        events.post(() -> {
            if (supervision.verdictSoFar() == null && notices.size() < MOST_NOTICES && notices.add(text)) {
                console.say(text);
            }
        });
    }

    /** All ranks but the first have found their standard input at its end. */
    @Override
    public void inputAwaited(int rank, long taken) {
        long nowNs = System.nanoTime();
        if (rank == 0) {
            events.post(() -> input.awaited(taken, nowNs));
        }
    }

    @Override
    public void spawnAsked(int rank, byte[] request) {
        events.post(() -> spawner.asked(ranks, rank, request));
    }

    @Override
    public void nameAsked(int rank, byte[] request) {
        events.post(() -> names.named(ranks, rank, request));
    }

    @Override
    public void gone(int rank) {
        events.post(() -> names.gone(ranks, rank));
    }

    @Override
    public void phases(int rank, long mainNs, long initNs, long finalizeNs) {
        events.post(() -> startup.phases(rank, mainNs, initNs, finalizeNs));
    }

    @Override
    public void refused(String source, String reason) {
        events.post(() -> console.say("the rank server refused a connection: " + reason));
    }
}
