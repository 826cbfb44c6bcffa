package org.braid.launch.compile;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.braid.base.os.Machine;

/** What is still being made: {@code new-PID-…}, by the process of that number. Left by a launcher that was killed, it is removed by the next that compiles. */
final class Unfinished {
    private static final String PREFIX = "new-";
    private static final long LONGEST_COMPILE_MS = 3_600_000L;

    private Unfinished() {}

    static Path directory(Path in) throws IOException {
        return Files.createTempDirectory(in, prefix());
    }

    static Path file(Path in) throws IOException {
        return Files.createTempFile(in, prefix(), "");
    }

    private static String prefix() {
        return PREFIX + Machine.pid() + "-";
    }

    static boolean is(Path path) {
        return path.toFile().getName().startsWith(PREFIX);
    }

    /** Whether nobody is at work on it any more. */
    static boolean isAbandoned(Path path) {
        return path.toFile().lastModified() < System.currentTimeMillis() - LONGEST_COMPILE_MS || ProcessHandle.of(pid(path.toFile().getName())).isEmpty();
    }

    /** This process's own where there is none in the name. */
    private static long pid(String name) {
        int end = name.indexOf('-', PREFIX.length());
        try {
            return end < 0 ? Machine.pid() : Long.parseLong(name, PREFIX.length(), end, 10);
        } catch (NumberFormatException e) {
            return Machine.pid();
        }
    }

    static void removeAbandoned(Path directory) {
        try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(directory, PREFIX + "*")) {
            for (Path each : unfinished) {
                if (isAbandoned(each)) {
                    FileTree.delete(each);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Another job removes the same; what is left then is for the next one.
        }
    }
}
