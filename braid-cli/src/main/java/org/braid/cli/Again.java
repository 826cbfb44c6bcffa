package org.braid.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.braid.launch.signal.GroupSignal;
import org.braid.launch.signal.Signals;

/** A command that is carried out once more, from the script on, which builds Braid first. This process stays for its exit code, and passes on signals. */
final class Again {
    /** Tells the script to look for newer sources before it starts a JVM. */
    static final String LOOK_FIRST = "BRAID_LOOK_FIRST";

    private Again() {}

    /**
     * Runs a command of Braid's as a process.
     *
     * @param script the file {@code braid} of the clone
     * @return its exit code
     */
    static int run(String script, List<String> arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(script));
        words.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
        builder.environment().put(LOOK_FIRST, "1");
        Process again = builder.start();
        Signals.passOn(number -> GroupSignal.send(Signals.name(number), List.of(Long.toString(again.pid()))));
        return again.waitFor();
    }
}
