package org.braid.bench.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Ties a command to this process: if we are killed and can end nothing any more, the kernel asks it to end. */
public final class Tether {
    /** The kernel may ask once for each of our threads, and a launcher of MPI that is asked often gives up without cleaning: a shell passes on the first time only. */
    private static final String ONCE = "trap 'trap \"\" TERM; kill $p; wait $p; exit 143' TERM; \"$@\" & p=$!; wait $p";

    private static final List<String> WORDS = List.of("setpriv", "--pdeathsig", "TERM", "sh", "-c", ONCE, "sh");

    private Tether() {}

    /** The command, tied; itself where the system has no such program. */
    public static List<String> tied(List<String> command) throws InterruptedException {
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
