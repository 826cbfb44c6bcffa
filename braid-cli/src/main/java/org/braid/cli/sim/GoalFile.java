package org.braid.cli.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file that is opened, and loses what it had, with the first line: a schedule that is refused leaves what was there. */
final class GoalFile implements AutoCloseable {
    private final Path file;
    private @Nullable Writer out;

    GoalFile(Path file) {
        this.file = file;
    }

    void line(String line) {
        try {
            Writer known = out == null ? Files.newBufferedWriter(file) : out;
            out = known;
            known.write(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        Writer opened = out;
        if (opened != null) {
            opened.close();
        }
    }
}
