package org.braid.launch;

import org.braid.base.ErrorCode;
import org.braid.base.os.Machine;
import org.braid.launch.signal.Signals;
import org.braid.launch.supervise.Verdict;
import org.braid.launch.text.Words;

/**
 * A verdict in words.
 *
 * @param verdict why the job ended
 * @param note what the rank that is to blame has said, "" for nothing
 * @param lossOfOutput why what the ranks print can't be passed on, "" if it can
 */
record Cause(Verdict verdict, String note, String lossOfOutput) {
    /** With so many addresses no JVM fails for want of them. */
    private static final long ROOMY_BYTES = 16L << 30;

    private static final long MIB = 1 << 20;

    /** What became of the culprit, or of the job: a sentence without its subject. */
    String how() {
        return switch (verdict) {
            case Verdict.Success _ -> "";
            case Verdict.RankDied(int _, int code) -> died(code);
            case Verdict.RankLeft(int _, boolean joined) -> "ended with code 0 without " + (joined ? "MPI.Finalize" : "MPI.Init");
            case Verdict.Aborted(int _, int code, String reason) -> "aborted the job with code " + code + ": " + reason;
            case Verdict.NotStarted(int _, String why) -> "could not be started: " + why;
            case Verdict.HostLost(int _, String host, String why) -> "was lost with its " + host + ": " + why;
            case Verdict.Signalled _ when isOutputGone() -> "its output could not be written: " + lossOfOutput;
            case Verdict.Signalled(int number) -> "the launcher got signal " + number + " (SIG" + Signals.name(number) + ")";
            case Verdict.TimedOut(long afterNs) -> "it was not done within --timeout " + Words.seconds(afterNs);
        };
    }

    private String died(int code) {
        if (!note.isEmpty()) {
            return note;
        }
        return isSignal(code)
                ? "was killed by signal " + (code - 128) + " (SIG" + Signals.name(code - 128) + "), unless it exited with code " + code + " itself"
                : "ended with code " + code;
    }

    /** The error's id, "" if it is none of ours. */
    String code() {
        return switch (verdict) {
            case Verdict.RankDied(int _, int code) -> (isSignal(code) ? ErrorCode.RANK_KILLED : ErrorCode.RANK_FAILED).id();
            case Verdict.RankLeft(int _, boolean joined) -> (joined ? ErrorCode.RANK_LEFT_EARLY : ErrorCode.RANK_NEVER_INIT).id();
            case Verdict.Aborted _ -> ErrorCode.JOB_ABORTED.id();
            case Verdict.TimedOut _ -> ErrorCode.JOB_TIMEOUT.id();
            case Verdict.NotStarted _ -> ErrorCode.RANK_NOT_STARTED.id();
            case Verdict.HostLost _ -> ErrorCode.HOST_LOST.id();
            case Verdict.Signalled _ when isOutputGone() -> ErrorCode.OUTPUT_LOST.id();
            case Verdict.Success _, Verdict.Signalled _ -> "";
        };
    }

    /** Nobody reads what the ranks print, or it cannot be written. */
    boolean isOutputGone() {
        return verdict instanceof Verdict.Signalled(int number) && number == Signals.PIPE;
    }

    /** Whether it is a whole process that has ended, with all ranks that it held. */
    boolean isProcessGone() {
        return verdict instanceof Verdict.RankDied(int _, int code) && isSignal(code) && note.isEmpty();
    }

    /** The JDK has one number for both ends of a process, by a signal and by an exit with the code that shells tell of that signal. */
    private static boolean isSignal(int code) {
        return Signals.ends(code - 128);
    }

    /**
     * What to do about it, "" if that is plain.
     *
     * @param known what to do if the kernel killed processes for want of memory, or a JVM has died of its cache; else ""
     */
    String hint(String known) {
        return switch (verdict) {
            case Verdict.RankLeft(int _, boolean joined) ->
                    joined ? "the others may still wait for it; call MPI.Finalize on every rank, and close each session" : "other ranks called MPI.Init and would wait for it for ever";
            case Verdict.Signalled _ when isOutputGone() -> "the job was ended, since nothing that it prints can be kept";
            case Verdict.RankDied _, Verdict.TimedOut _, Verdict.Signalled _ when !known.isEmpty() -> known;
            case Verdict.RankDied(int _, int code) when code == 137 -> "if neither you nor its program did that, look for the kernel's OOM killer in dmesg";
            case Verdict.RankDied _ when Machine.addressLimitBytes() < ROOMY_BYTES ->
                    "a process may have " + Machine.addressLimitBytes() / MIB + " MiB of addresses (ulimit -v), and a JVM reserves more than it uses: if memory is what it lacked,"
                            + " raise that limit, and bound the ranks with --jvm-args -Xmx";
            case Verdict.TimedOut _ -> "the stacks of all ranks are above";
            case Verdict.NotStarted _ -> "start fewer ranks, or see what bounds files, threads and processes: ulimit -n, ulimit -u, a control group's pids.max";
            case Verdict.HostLost _ -> "see what its braid join has said, whether its machine runs, and whether the network between it and this host does";
            case Verdict.Success _, Verdict.RankDied _, Verdict.Aborted _, Verdict.Signalled _ -> "";
        };
    }
}
