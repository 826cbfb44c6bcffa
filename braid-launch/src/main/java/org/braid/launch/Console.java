package org.braid.launch;

import java.nio.charset.StandardCharsets;
import org.braid.launch.options.RunOptions;
import org.braid.launch.output.OutputSink;

/** The launcher's two outputs: what ranks print, and its own words between. */
final class Console {
    private final OutputSink[] sinks;
    private final int firstWriter;

    /** @param shared whether more than one rank prints */
    Console(boolean shared) {
        this(OutputSink.outputAndError(shared), 0);
    }

    private Console(OutputSink[] sinks, int firstWriter) {
        this.sinks = sinks;
        this.firstWriter = firstWriter;
    }

    /**
     * The same outputs, for another job whose ranks print there, too: from now on their lines are kept apart.
     *
     * @param first what its rank 0 counts as among all that print
     */
    Console forRanksFrom(int first) {
        for (OutputSink sink : sinks) {
            sink.share();
        }
        return new Console(sinks, first);
    }

    /** What a rank counts as among all that print. */
    int writer(int rank) {
        return firstWriter + rank;
    }

    OutputSink[] sinks() {
        return sinks;
    }

    /** A line of the launcher's. */
    void say(String text) {
        write("braid: " + text + "\n");
    }

    /** What became of options of other launchers, unless the user wants to hear less. */
    void sayNotes(RunOptions options) {
        if (options.verbosity() >= 0) {
            for (String note : options.notes()) {
                say("note: " + note);
            }
        }
    }

    /** Whole lines to standard error. */
    void write(String lines) {
        byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
        sinks[1].write(OutputSink.NOBODY, new byte[0], bytes, 0, bytes.length);
    }

    /** Why what the ranks print can't be passed on any more; "" if it can, or nobody reads it. */
    String loss() {
        return sinks[0].loss();
    }

    /** Whether what stands last in the launcher's errors is this rank's. */
    boolean isLastWriter(int rank) {
        return sinks[1].lastWriter() == writer(rank);
    }
}
