package org.braid.cli;

import java.util.List;

/** Main class of the play that records commands which run no job: they load a parser of command lines and what they list, which {@code run} does not need and would have to link at each start. */
final class RehearsalCommands {
    private static final List<String> LINES = List.of("--version", "--help", "info", "explain BRD-1411", "explain coll bcast 8 -n 8", "clean --dry-run");

    private RehearsalCommands() {}

    /** Carries out one after the other; the exit code is that of the last one that failed. */
    public static void main(String[] arguments) {
        int code = 0;
        for (String line : LINES) {
            int own = Braid.execute(line.split(" "));
            code = own == 0 ? code : own;
        }
        System.exit(code);
    }
}
