package org.braid.launch.signal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Process groups that are stopped, and a small process, the keeper, which has stopped them and stays until they go on: when it is told to, or whoever started it is killed and its pipe ends. So stopped ranks never outlive their
 * launcher.
 */
public final class HeldGroups {
    /** None. */
    public static final HeldGroups NONE = new HeldGroups(null, List.of());

    private static final long BOUND_MS = 1000;

    /** An exit code of 128 and more is a signal's. */
    private static final int KILLED = 128;

    /**
     * Words: the launcher's process, the groups. A process that is stopped forgets a resumption that it got just before, and nobody sends another. To start this one and to stop the groups takes long on a busy machine, so the launcher is asked
     * then whether it is still to be stopped; and it is resumed at the end in any case.
     */
    private static final String KEEPER =
            "trap '' PIPE; launcher=$1; shift; for g; do kill -s STOP -- \"-$g\" || kill -s STOP \"$g\"; done; echo; read -r _ && { kill -s STOP \"$launcher\"; read -r _; }; "
                    + "for g; do kill -s CONT -- \"-$g\" || kill -s CONT \"$g\"; done; kill -s CONT \"$launcher\"";

    private final @Nullable Process keeper;
    private final List<String> groups;

    private HeldGroups(@Nullable Process keeper, List<String> groups) {
        this.keeper = keeper;
        this.groups = groups;
    }

    /**
     * Stops them; those that are to go on soon cost a process as well.
     *
     * @param groups process groups, as {@code kill} takes them without the sign
     * @return {@link #NONE} if there are none, or the system gives us no shell
     */
    public static HeldGroups stop(List<String> groups) {
        if (groups.isEmpty()) {
            return NONE;
        }
        try {
            return start(groups);
        } catch (IOException e) {
            return NONE; // no process: they run on
        }
    }

    /** As {@link #stop}, where this process is to be stopped, too, so none of the groups has to be there. */
    static HeldGroups start(List<String> groups) throws IOException {
        HeldGroups held = new HeldGroups(new ProcessBuilder(command(groups)).redirectError(ProcessBuilder.Redirect.DISCARD).start(), List.copyOf(groups));
        int ignored = held.process().getInputStream().read(); // at its end nobody was stopped
        return held;
    }

    private static List<String> command(List<String> groups) {
        List<String> command = new ArrayList<>();
        String session = SystemTool.path("setsid"); // else a kill of this process's group would reach the keeper, too
        if (!session.isEmpty()) {
            command.add(session);
        }
        command.addAll(List.of("/bin/sh", "-c", KEEPER, "keeper", Long.toString(ProcessHandle.current().pid())));
        command.addAll(groups);
        return command;
    }

    private Process process() {
        if (keeper == null) {
            throw new IllegalStateException("nobody keeps these");
        }
        return keeper;
    }

    /** Tells when nobody keeps them any more. */
    void whenGone(Runnable gone) {
        process().onExit().thenRun(gone);
    }

    /** Has this process stopped as well. */
    void stopThisProcess() throws IOException {
        process().getOutputStream().write('\n');
        process().getOutputStream().flush();
    }

    /** They go on, and so does this process. */
    public void release() {
        Process gone = keeper;
        if (gone == null) {
            return;
        }
        try {
            gone.getOutputStream().close();
        } catch (IOException e) {
            // The keeper is gone; the code says whether it has had them go on.
        }
        try {
            if (!gone.waitFor(BOUND_MS, TimeUnit.MILLISECONDS) || gone.exitValue() >= KILLED) {
                GroupSignal.send("CONT", groups);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
