package org.braid.launch.pool;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.braid.base.os.Machine;
import org.braid.boot.warm.Nest;
import org.braid.launch.compile.FileTree;

/**
 * One warm rank as its keeper sees it: a shell, which makes the pipes, starts the rank with them and passes its exit code on. The shell outlives the keeper, so that a job that has the rank loses nothing with it.
 */
final class Brood {
    /** $1 is the nest, the rest is the rank's command. A pipe is opened in both directions first, since opening one end waits for the other. The command runs in a shell of its own, so that this one has nothing to say of a signal on the rank's errors. */
    private static final String SHELL =
            """
            d=$1; shift
            mkfifo -m 600 "$d/in" "$d/out" "$d/err" "$d/code" || exit 1
            exec 3<>"$d/code" 4<>"$d/in" 5<"$d/in" 4>&- 4<>"$d/out" 6>"$d/out" 4>&- 4<>"$d/err" 7>"$d/err" 4>&-
            (exec "$@" <&5 >&6 2>&7 3>&- 5>&- 6>&- 7>&-)
            echo $? >&3
            """;

    /** So long a rehearsal may take, on a machine with fifty others for each core. */
    private static final long REHEARSAL_NS = 600_000_000_000L;

    private final Path nest;
    private final Process shell;
    private final long startNs = System.nanoTime();

    private Brood(Path nest, Process shell) {
        this.nest = nest;
        this.shell = shell;
    }

    /**
     * Starts one.
     *
     * @param fixed how a rank begins that it is to be
     * @param fit what a launcher will compare
     * @param pool what it rehearses
     */
    static Brood start(Path nest, List<String> fixed, byte[] fit, Pool pool) throws IOException {
        Files.createDirectory(nest);
        Files.write(nest.resolve(Nest.UNFIT), fit);
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", SHELL, "sh", nest.toString()));
        command.addAll(fixed);
        command.addAll(List.of("-Dbraid.warm=true", "-D" + Pool.ROUNDS + "=" + pool.rounds(), "-cp", nest.resolve(Nest.JAR).toString(), "org.braid.boot.warm.WarmRank", nest.toString()));
        command.addAll(List.of(Long.toString(Machine.pid()), Long.toString(Machine.startTicks(Machine.pid())), pool.rehearsal()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(pool.environment());
        builder.redirectInput(new File("/dev/null")).redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        return new Brood(nest, builder.start());
    }

    /** Whether it waits. */
    boolean isReady() {
        return Files.exists(nest.resolve(Nest.FIT));
    }

    private boolean rehearses() {
        return Files.exists(nest.resolve(Nest.UNFIT));
    }

    /** Whether a launcher has it, or has had it. Looked at in this order, for the rank makes one file of the other. */
    boolean isTaken() {
        return !rehearses() && !isReady();
    }

    /** Whether its process has ended, used or not. */
    boolean isGone() {
        return !shell.isAlive();
    }

    /** Whether it should have been ready long ago. */
    boolean isLate() {
        return rehearses() && System.nanoTime() - startNs > REHEARSAL_NS;
    }

    /** Ends it, unless a launcher has it. */
    void end() {
        boolean isOurs = new File(nest.toFile(), Nest.FIT).delete() || new File(nest.toFile(), Nest.UNFIT).delete();
        if (isOurs || isGone()) {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            await();
            remove();
        }
    }

    private void await() {
        try {
            shell.waitFor(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void remove() {
        try {
            FileTree.delete(nest);
        } catch (IOException e) {
            // The rank has removed it itself.
        }
    }
}
