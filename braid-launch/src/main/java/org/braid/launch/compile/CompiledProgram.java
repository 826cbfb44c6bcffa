package org.braid.launch.compile;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * A program that is ready to start. Until it is closed, or its process has ended, {@code braid clean} leaves its classes alone.
 *
 * @param classes its class directory
 * @param mainClass its main class's binary name
 * @param use of the cache's entry: a shared lock on its {@link Seal}
 */
public record CompiledProgram(Path classes, String mainClass, FileChannel use) implements AutoCloseable {
    /**
     * Gives the classes back, since nothing loads them any more.
     *
     * @throws IOException if the lock could not be given back; the end of this process does it
     */
    @Override
    public void close() throws IOException {
        use.close();
    }
}
