package org.braid.bench.process;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A process that goes, with all that it has started, when this is closed or when our own process is asked to end. It is asked first and gets some seconds: a launcher that is killed leaves its
 * ranks' shared memory behind. What ends it stands ready before it starts, so that no moment is left in which our end would leave it behind.
 */
final class StartedProcess implements AutoCloseable {
    private static final long ORDERLY_S = 5;

    private final Thread atOurEnd = new Thread(this::end, "braid-bench-end");
    private @Nullable Process process; // guarded by this, as the next
    private boolean ended;

    private StartedProcess() {}

    /** @throws IOException if it cannot start, or our own process is about to end */
    static StartedProcess by(ProcessBuilder builder) throws IOException {
        StartedProcess started = new StartedProcess();
        try {
            Runtime.getRuntime().addShutdownHook(started.atOurEnd);
        } catch (IllegalStateException ending) {
            throw new IOException("nothing is started any more, since this process ends", ending);
        }
        try {
            started.start(builder);
        } catch (Throwable failed) {
            started.close();
            throw failed;
        }
        return started;
    }

    private synchronized void start(ProcessBuilder builder) throws IOException {
        if (ended) {
            throw new IOException("nothing is started any more, since this process ends");
        }
        process = builder.start();
    }

    synchronized Process process() {
        if (process == null) {
            throw new IllegalStateException("nothing was started");
        }
        return process;
    }

    private void end() {
        Process running;
        synchronized (this) { // waits for a start that is being made
            ended = true;
            running = process;
        }
        if (running == null) {
            return;
        }
        List<ProcessHandle> all = running.descendants().toList(); // once their parent has ended nobody knows whose they are
        running.destroy();
        try {
            running.waitFor(ORDERLY_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        all.forEach(ProcessHandle::destroyForcibly);
        running.destroyForcibly();
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(atOurEnd);
        } catch (IllegalStateException alreadyEnding) {
            // Then it ends what has ended.
        }
    }
}
