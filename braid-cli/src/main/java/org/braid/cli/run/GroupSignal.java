package org.braid.cli.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Signals to ranks; those to whole process groups, which Java cannot send itself, by one shell for all. Not in a hurry: a process is started for it. */
final class GroupSignal {
    private static final long BOUND_MS = 1000;

    private GroupSignal() {}

    static void terminate(RankProcess[] ranks, Supervision supervision) {
        for (int rank = 0; rank < ranks.length; rank++) {
            if (supervision.isAlive(rank)) {
                ranks[rank].terminate();
            }
        }
    }

    static void kill(RankProcess[] ranks, Supervision supervision) {
        for (int rank = 0; rank < ranks.length; rank++) {
            if (supervision.isAlive(rank)) {
                ranks[rank].kill();
            }
        }
    }

    /** A group that is gone is fine; 0 stands for no process. */
    static void send(String signal, long[] groups) {
        String script = "for g; do kill -s \"$0\" -- \"-$g\" || kill -s \"$0\" \"$g\"; done 2>/dev/null";
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", script, signal));
        for (long group : groups) {
            if (group > 1) {
                command.add(Long.toString(group));
            }
        }
        if (command.size() == 4) {
            return;
        }
        try {
            new ProcessBuilder(command).start().waitFor(BOUND_MS, TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            // No shell: the ranks still get their own signals from the launcher, only their children do not.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
