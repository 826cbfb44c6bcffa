package org.braid.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.braid.cli.compile.ClassCache;

/** A directory for what the peers' compilers make. It goes when it is closed, or with a process that is asked to end. */
final class Workshop implements AutoCloseable {
    private final Path directory = Files.createTempDirectory("braid-bench");

    Workshop() throws IOException {
        Runtime.getRuntime().addShutdownHook(new Thread(this::closeQuietly));
    }

    Path directory() {
        return directory;
    }

    @Override
    public void close() throws IOException {
        ClassCache.delete(directory);
    }

    private void closeQuietly() {
        try {
            close();
        } catch (IOException e) {
            // A compiler still writes to it, and nobody is left to hear of that.
        }
    }
}
