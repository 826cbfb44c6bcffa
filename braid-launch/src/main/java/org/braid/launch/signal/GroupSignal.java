package org.braid.launch.signal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Signals to whole process groups, which Java cannot send itself: one shell for all of them. Not in a hurry, for a process is started for it. */
public final class GroupSignal {
    private static final long BOUND_MS = 1000;

    private GroupSignal() {}

    /**
     * Sends a signal to process groups, and waits until that is done, for a second at most. Where the system has no shell nothing is sent.
     *
     * @param signal its name, without SIG
     * @param groups a group that is gone is fine
     */
    public static void send(String signal, List<String> groups) {
        if (groups.isEmpty()) {
            return;
        }
        String script = "for g; do kill -s \"$0\" -- \"-$g\" || kill -s \"$0\" \"$g\"; done 2>/dev/null";
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", script, signal));
        command.addAll(groups);
        try {
            new ProcessBuilder(command).start().waitFor(BOUND_MS, TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            // No shell: the ranks still get their own signals from the launcher, only their children do not.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
