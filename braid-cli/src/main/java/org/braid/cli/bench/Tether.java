package org.braid.cli.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Ties a command to this process: if we are killed and can end nothing any more, the kernel asks it to end. */
final class Tether {
    private static final List<String> WORDS = List.of("setpriv", "--pdeathsig", "TERM");

    private Tether() {}

    /** The command itself where the system has no such program. */
    static List<String> tied(List<String> command) throws InterruptedException {
        return worksFor("true") ? with(command) : command;
    }

    private static boolean worksFor(String program) throws InterruptedException {
        try {
            return new ProcessBuilder(with(List.of(program))).redirectErrorStream(true).start().waitFor() == 0;
        } catch (IOException noSuchProgram) {
            return false;
        }
    }

    private static List<String> with(List<String> command) {
        List<String> all = new ArrayList<>(WORDS);
        all.addAll(command);
        return all;
    }
}
