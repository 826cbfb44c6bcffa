package org.braid.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * The processes that play on one {@link RehearsalStage}, however far from it they were started: all inherit a mark in their environment. A look for descendants alone misses a process whose
 * parent was ended between the look and the signal.
 */
final class Players {
    private static final String VARIABLE = "BRAID_REHEARSAL";
    private static final Path PROCESSES = Path.of("/proc");

    /** How long an end waits where the kernel shows no environments: there a killed process that nobody buries counts as alive. */
    private static final long END_NS = 1_000_000_000;

    /** And where it does: killed processes are gone at once, unless the machine is very busy. */
    private static final long MOST_END_NS = 10 * END_NS;

    private static final long LOOK_NS = 1_000_000;

    private final Path stage;

    Players(Path stage) {
        this.stage = stage;
    }

    void mark(ProcessBuilder command) {
        command.environment().put(VARIABLE, stage.toString());
    }

    /** Ends a play with all that it has started, and waits for that. */
    void end(Process play) {
        boolean isShown = Files.exists(PROCESSES.resolve("self/environ"));
        long untilNs = System.nanoTime() + (isShown ? MOST_END_NS : END_NS);
        Set<ProcessHandle> known = new HashSet<>(play.descendants().toList());
        known.add(play.toHandle());
        known.forEach(ProcessHandle::destroyForcibly);
        while ((isShown ? endMarked() : known.stream().anyMatch(ProcessHandle::isAlive)) && System.nanoTime() - untilNs < 0) { // onExit asks strangers' children every second or two
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    /** True if there were any still; a process that is dead and not buried has no environment. */
    private boolean endMarked() {
        List<ProcessHandle> marked = ProcessHandle.allProcesses().filter(this::isMarked).toList();
        marked.forEach(ProcessHandle::destroyForcibly);
        return !marked.isEmpty();
    }

    private boolean isMarked(ProcessHandle process) {
        try {
            String environment = Files.readString(PROCESSES.resolve(process.pid() + "/environ"), StandardCharsets.ISO_8859_1);
            return environment.contains(VARIABLE + "=" + new String(stage.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1) + "\0");
        } catch (IOException goneOrAnothers) {
            return false;
        }
    }
}
