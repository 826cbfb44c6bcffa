package org.braid.bench.process;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process that goes, with all that it has started, when this is closed or when our own process is asked to end. It is asked first and gets some seconds: a launcher that is killed leaves its
 * ranks' shared memory behind.
 */
final class StartedProcess implements AutoCloseable {
    private static final long ORDERLY_S = 5;

    private final Process process;
    private final Thread atOurEnd = new Thread(this::end, "braid-bench-end");

    StartedProcess(Process process) {
        this.process = process;
        try {
            Runtime.getRuntime().addShutdownHook(atOurEnd);
        } catch (IllegalStateException alreadyEnding) {
            end();
        }
    }

    private void end() {
        List<ProcessHandle> all = process.descendants().toList(); // once their parent has ended nobody knows whose they are
        process.destroy();
        try {
            process.waitFor(ORDERLY_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        all.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
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
