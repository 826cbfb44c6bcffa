package org.braid.launch;

import java.util.stream.Collectors;
import org.braid.launch.process.Crew;
import org.braid.launch.supervise.Notes;
import org.braid.launch.text.Words;

/** The last lines of a failed job, always in the same shape: who, how, its stack or what it said last, and the exit code. */
final class Epilogue {
    private final Crew ranks;
    private final Notes notes;
    private final Console console;
    private final int verbosity;
    private final StringBuilder text = new StringBuilder();

    Epilogue(Crew ranks, Notes notes, Console console, int verbosity) {
        this.ranks = ranks;
        this.notes = notes;
        this.console = console;
        this.verbosity = verbosity;
    }

    /**
     * Whole lines; "" for a job that need not be spoken of, since nobody reads what it prints.
     *
     * @param suspects a line for each rank that is held
     * @param hint what to do if the kernel killed ranks for want of memory, or a JVM has died of its cache; else ""
     */
    String of(String jobName, Cause cause, long afterNs, String suspects, String hint) {
        if (cause.isOutputGone() && cause.lossOfOutput().isEmpty()) {
            return "";
        }
        int culprit = cause.verdict().culprit();
        text.append("job ").append(jobName).append(" failed after ").append(Words.seconds(afterNs)).append(": ").append(who(culprit)).append(cause.how()).append('\n');
        if (culprit >= 0) {
            blame(culprit, cause);
        }
        text.append(suspects);
        line("hint", cause.hint(hint));
        line("code", cause.code());
        line("exit code", Integer.toString(cause.verdict().exitCode()));
        return text.toString();
    }

    private String who(int culprit) {
        return culprit < 0 ? "" : ranks.name(culprit) + " ";
    }

    /** The stack of what ended its program, and who else met the same; else what it had printed last, unless that is what stands above. */
    private void blame(int culprit, Cause cause) {
        text.append(notes.stack(culprit));
        String beside = cause.isProcessGone() ? ranks.beside(culprit).stream().map(String::valueOf).collect(Collectors.joining(", ")) : "";
        line("with it", beside.isEmpty() ? "" : (beside.indexOf(',') < 0 ? "rank " : "ranks ") + beside + ", of the same process");
        String others = notes.others(culprit);
        line("also", others.isEmpty() ? "" : others + ", in the same words");
        boolean known = !notes.line(culprit).isEmpty() || console.isLastWriter(culprit);
        if (verbosity > 0 || verbosity == 0 && !known) {
            for (String line : ranks.lastErrors(culprit)) {
                line("last words", line);
            }
        }
    }

    private void line(String label, String value) {
        if (!value.isEmpty()) {
            text.append("  ").append(label);
            for (int i = label.length(); i < 13; i++) {
                text.append(' ');
            }
            text.append(value).append('\n');
        }
    }
}
