package org.braid.cli.run;

import java.util.HashSet;
import java.util.Set;
import org.braid.boot.ControlFrame;
import org.braid.boot.Note;
import org.braid.boot.server.RankListener;

/**
 * What other threads tell the launcher: processes that start and end, ranks that join and finish. Each becomes a task of the main thread,
 * with the time at which it was noticed.
 */
final class LauncherEvents implements RankProcess.Listener, RankListener {
    private static final int MOST_NOTICES = 64;

    private final Launcher launcher;
    private final Set<String> notices = new HashSet<>(); // main thread only

    LauncherEvents(Launcher launcher) {
        this.launcher = launcher;
    }

    private void post(Runnable task) {
        launcher.events().post(task);
    }

    @Override
    public void started(int rank) {
        long nowNs = System.nanoTime();
        post(() -> launcher.startup().spawned(rank, nowNs));
    }

    @Override
    public void notStarted(int rank, String why) {
        long nowNs = System.nanoTime();
        post(() -> launcher.supervision().notStarted(rank, why, nowNs));
    }

    @Override
    public void exited(int rank, int code) {
        long nowNs = System.nanoTime();
        launcher.server().afterLastWords(rank, () -> post(() -> launcher.exited(rank, code, nowNs)));
    }

    @Override
    public void outputClosed() {
        launcher.signalled(Signals.PIPE);
    }

    @Override
    public void registered(int rank) {
        long nowNs = System.nanoTime();
        post(() -> launcher.supervision().joined(rank, nowNs));
    }

    @Override
    public void wholeWanted(int rank) {
        launcher.rank(rank).send(ControlFrame.TABLE, new byte[0], 0);
    }

    @Override
    public void finished(int rank) {
        post(() -> launcher.supervision().finished(rank));
    }

    @Override
    public void awaited(int rank) {
        long nowNs = System.nanoTime();
        post(() -> launcher.suspects().awaited(rank, nowNs));
    }

    @Override
    public void alive(int rank) {
        post(() -> launcher.suspects().answered(rank));
    }

    @Override
    public void aborted(int rank, int code, String reason) {
        long nowNs = System.nanoTime();
        post(() -> launcher.supervision().aborted(rank, code, reason, nowNs));
    }

    @Override
    public void noted(int rank, String text) {
        post(() -> launcher.notes().add(rank, Note.parse(text)));
    }

    /** Said once, however many ranks noticed it. */
    @Override
    public void noticed(int rank, String text) {
        post(() -> {
            if (notices.size() < MOST_NOTICES && notices.add(text)) {
                launcher.say(text);
            }
        });
    }

    @Override
    public void inputAwaited(int rank, long taken) {
        long nowNs = System.nanoTime();
        post(() -> launcher.inputAwaited(rank, taken, nowNs));
    }

    @Override
    public void phases(int rank, long mainNs, long initNs, long finalizeNs) {
        post(() -> launcher.startup().phases(rank, mainNs, initNs, finalizeNs));
    }

    @Override
    public void refused(String source, String reason) {
        post(() -> launcher.say("the rank server refused a connection: " + reason));
    }
}
