package org.braid.cli.run;

import org.braid.base.ErrorCode;
import org.braid.base.os.Machine;

/** The last lines of a failed job, always in the same shape: who, how, what it said last, and the exit code. */
final class Epilogue {
    /** With so many addresses no JVM fails for want of them. */
    private static final long ROOMY_BYTES = 16L << 30;

    private static final long MIB = 1 << 20;

    private Epilogue() {}

    static String of(Launcher job, Verdict verdict, long afterNs) {
        if (isOutputGone(verdict) && job.lossOfOutput().isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        text.append("job ").append(job.jobName()).append(" failed after ").append(Durations.seconds(afterNs)).append(": ");
        text.append(cause(verdict, job)).append('\n');
        int culprit = culprit(verdict);
        if (culprit >= 0) {
            blame(text, culprit, job);
        }
        text.append(job.suspects().suspects());
        line(text, "hint", hint(verdict, job.memoryHint()));
        line(text, "code", code(verdict));
        line(text, "exit code", Integer.toString(verdict.exitCode()));
        return text.toString();
    }

    /** The stack of what ended its program, and who else met the same; else what it had printed last, unless that is what stands above. */
    private static void blame(StringBuilder text, int culprit, Launcher job) {
        Notes notes = job.notes();
        text.append(notes.stack(culprit));
        String others = notes.others(culprit);
        line(text, "also", others.isEmpty() ? "" : "rank " + others + ", in the same words");
        boolean known = !notes.line(culprit).isEmpty() || job.isLastWriter(culprit);
        if (job.options().verbosity() > 0 || job.options().verbosity() == 0 && !known) {
            for (String line : job.rank(culprit).lastErrors()) {
                text.append("  last words   ").append(line).append('\n');
            }
        }
    }

    private static void line(StringBuilder text, String label, String value) {
        if (!value.isEmpty()) {
            text.append("  ").append(label);
            for (int i = label.length(); i < 13; i++) {
                text.append(' ');
            }
            text.append(value).append('\n');
        }
    }

    /** The rank that is to blame, -1 if none is. */
    static int culprit(Verdict verdict) {
        return switch (verdict) {
            case Verdict.RankDied(int rank, int _) -> rank;
            case Verdict.RankLeft(int rank, boolean _) -> rank;
            case Verdict.Aborted(int rank, int _, String _) -> rank;
            case Verdict.NotStarted(int rank, String _) -> rank;
            case Verdict.Success _, Verdict.Signalled _, Verdict.TimedOut _ -> -1;
        };
    }

    private static String cause(Verdict verdict, Launcher job) {
        int culprit = culprit(verdict);
        String who = culprit < 0 ? "" : "rank " + culprit + (verdict instanceof Verdict.NotStarted ? " " : " (pid " + job.rank(culprit).pid() + ") ");
        return who + how(verdict, job);
    }

    /** What became of the culprit, or of the job: the sentence without its subject. */
    static String how(Verdict verdict, Launcher job) {
        return switch (verdict) {
            case Verdict.Success _ -> "";
            case Verdict.RankDied(int rank, int code) -> died(code, job.notes().line(rank));
            case Verdict.RankLeft(int _, boolean joined) -> "ended with code 0 without " + (joined ? "MPI.Finalize" : "MPI.Init");
            case Verdict.Aborted(int _, int code, String reason) -> "aborted the job with code " + code + ": " + reason;
            case Verdict.NotStarted(int _, String why) -> "could not be started: " + why;
            case Verdict.Signalled _ when isOutputGone(verdict) -> "its output could not be written: " + job.lossOfOutput();
            case Verdict.Signalled(int number) -> "the launcher got signal " + number + " (SIG" + Signals.name(number) + ")";
            case Verdict.TimedOut(long afterNs) -> "it was not done within --timeout " + Durations.seconds(afterNs);
        };
    }

    private static String died(int code, String note) {
        if (!note.isEmpty()) {
            return note;
        }
        return isSignal(code)
                ? "was killed by signal " + (code - 128) + " (SIG" + Signals.name(code - 128) + ")"
                : "ended with code " + code;
    }

    private static String code(Verdict verdict) {
        return switch (verdict) {
            case Verdict.RankDied(int _, int code) -> (isSignal(code) ? ErrorCode.RANK_KILLED : ErrorCode.RANK_FAILED).id();
            case Verdict.RankLeft(int _, boolean joined) -> (joined ? ErrorCode.RANK_LEFT_EARLY : ErrorCode.RANK_NEVER_INIT).id();
            case Verdict.Aborted _ -> ErrorCode.JOB_ABORTED.id();
            case Verdict.TimedOut _ -> ErrorCode.JOB_TIMEOUT.id();
            case Verdict.NotStarted _ -> ErrorCode.RANK_NOT_STARTED.id();
            case Verdict.Signalled _ when isOutputGone(verdict) -> ErrorCode.OUTPUT_LOST.id();
            case Verdict.Success _, Verdict.Signalled _ -> "";
        };
    }

    /** Nobody reads what the ranks print, or it cannot be written. */
    private static boolean isOutputGone(Verdict verdict) {
        return verdict instanceof Verdict.Signalled(int number) && number == Signals.PIPE;
    }

    private static boolean isSignal(int code) {
        return code > 128 && code < 160;
    }

    private static String hint(Verdict verdict, String ofMemory) {
        return switch (verdict) {
            case Verdict.RankLeft(int _, boolean joined) ->
                    joined ? "the others may still wait for it; call MPI.Finalize on every rank" : "other ranks called MPI.Init and would wait for it for ever";
            case Verdict.RankDied(int _, int code) when code == 137 && !ofMemory.isEmpty() -> ofMemory;
            case Verdict.RankDied(int _, int code) when code == 137 -> "if you did not kill it, look for the kernel's OOM killer in dmesg";
            case Verdict.RankDied _ when Machine.addressLimitBytes() < ROOMY_BYTES ->
                    "a process may have " + Machine.addressLimitBytes() / MIB + " MiB of addresses (ulimit -v), and a JVM reserves more than it uses: if memory is what it lacked,"
                            + " raise that limit, and bound the ranks with --jvm-args -Xmx";
            case Verdict.TimedOut _ -> "the stacks of all ranks are above";
            case Verdict.NotStarted _ -> "start fewer ranks, or see what bounds files, threads and processes: ulimit -n, ulimit -u, a control group's pids.max";
            case Verdict.Signalled _ when isOutputGone(verdict) -> "the job was ended, since nothing that it prints can be kept";
            case Verdict.Success _, Verdict.RankDied _, Verdict.Aborted _, Verdict.Signalled _ -> "";
        };
    }
}
