package org.braid.boot;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.braid.base.os.SocketDirectories;
import org.braid.boot.control.ControlFrame;
import org.jspecify.annotations.Nullable;

/** What a rank does when its launcher tells it something; called by the thread that watches the control pipe. */
class ControlEvents {
    /** Exit code of a rank that lost its launcher; nobody is left to see it but the kernel's accounting. */
    static final int ORPHANED = 86;

    private final Job job;
    private volatile boolean hasHeardOfDeath;

    ControlEvents(Job job) {
        this.job = job;
    }

    void handle(int kind, int number, byte[] payload) {
        switch (kind) {
            case ControlFrame.RANK_FAILED -> {
                SaidOnce.from(job);
                deathIsHeard();
                job.rankFailed(number, text(payload));
            }
            case ControlFrame.DUMP -> dumpStacks();
            case ControlFrame.ANSWER -> job.launcher().answered(payload);
            case ControlFrame.SPAWNED -> job.spawning().heard(payload);
            case ControlFrame.NAMED -> job.names().heard(payload);
            case ControlFrame.PARENT -> job.spawning().parentIs(new String(payload, StandardCharsets.UTF_8));
            case ControlFrame.JOB_FAILED -> jobFailed(payload);
            case ControlFrame.TABLE -> job.keepPromises();
            case ControlFrame.PING -> job.launcher().answerPing();
            case ControlFrame.ABORT -> Runtime.getRuntime().halt(number);
            default -> {
                // A later launcher may say more than this build understands; whatever must be understood is in the ticket.
            }
        }
    }

    /** Of another job, whose processes this one may be connected with. */
    void jobFailed(byte[] payload) {
        News.tell(() -> job.spawning().jobFailed(payload));
    }

    /** This process ends; nobody reads the control pipe any more. */
    void answersEnd() {
        job.launcher().answersEnd();
    }

    /** Whoever waits for that rank is told, and has to be given the time to hear it if this process ends now. */
    void deathIsHeard() {
        hasHeardOfDeath = true;
    }

    /** Whether the program of this process may yet hear of a death that was told. */
    boolean mayHearOfDeath() {
        return hasHeardOfDeath && !areProgramsOver();
    }

    /** Whether nothing of the program is left to be told anything. */
    boolean areProgramsOver() {
        return job.scope().isOver();
    }

    /** Takes this process, its children, its sockets and the job's directory out of the way: nobody is left who would do so. */
    void launcherGone() {
        try {
            job.removeServerFiles();
            SocketDirectories.removeOwn();
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        } finally {
            Runtime.getRuntime().halt(ORPHANED);
        }
    }

    static String text(byte[] payload) {
        return payload.length <= 4 ? "" : new String(payload, 4, payload.length - 4, StandardCharsets.UTF_8);
    }

    private void dumpStacks() {
        dumpStacks(job, null, System.err);
    }

    /** @param ofGroup null for all threads of this process; else those of one group */
    static void dumpStacks(Job job, @Nullable ThreadGroup ofGroup, PrintStream to) {
        StringBuilder text = new StringBuilder("stacks of rank ").append(job.rank()).append('\n');
        for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
            Thread thread = entry.getKey();
            if (!thread.isDaemon() && (ofGroup == null || isIn(ofGroup, thread.getThreadGroup()))) {
                text.append("  ").append(thread.getName()).append(" (").append(thread.getState()).append(")\n");
                for (StackTraceElement frame : EntryPoint.withoutCallers(entry.getValue())) {
                    text.append("      at ").append(frame.getClassName()).append('.').append(frame.getMethodName()).append('(');
                    text.append(frame.getFileName()).append(':').append(frame.getLineNumber()).append(")\n");
                }
            }
        }
        to.print(text);
        to.flush();
    }

    private static boolean isIn(ThreadGroup group, @Nullable ThreadGroup of) {
        return of != null && group.parentOf(of);
    }
}
