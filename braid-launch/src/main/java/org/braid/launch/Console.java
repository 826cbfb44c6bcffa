package org.braid.launch;

import java.nio.charset.StandardCharsets;
import org.braid.launch.output.OutputSink;

/** The launcher's two outputs: what ranks print, and its own words between. */
final class Console {
    private final OutputSink[] sinks;

    /** @param shared whether more than one rank prints */
    Console(boolean shared) {
        sinks = OutputSink.outputAndError(shared);
    }

    OutputSink[] sinks() {
        return sinks;
    }

    /** A line of the launcher's. */
    void say(String text) {
        write("braid: " + text + "\n");
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
        return sinks[1].lastWriter() == rank;
    }
}
