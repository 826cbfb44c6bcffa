package org.braid.cli.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What processes leave in directories that everybody on a machine shares. Only what was not there before counts: other libraries, and jobs of other containers, leave files there too, and where
 * pids are small theirs are easily those of ours.
 */
final class Leftovers {
    private static final Path SEGMENTS = Path.of("/dev/shm");
    private static final Path PERFORMANCE_DATA = Path.of("/tmp", "hsperfdata_" + System.getProperty("user.name"));

    private final Set<Path> before = new HashSet<>(all());

    /** Files of these processes that have come since. */
    List<Path> of(List<Long> pids) {
        return all().stream().filter(file -> !before.contains(file) && pids.stream().anyMatch(pid -> isOf(pid, file))).toList();
    }

    private static boolean isOf(long pid, Path file) {
        String name = file.getFileName().toString();
        return file.startsWith(SEGMENTS) ? name.startsWith("braid-" + pid + "-") : name.equals(Long.toString(pid));
    }

    private static List<Path> all() {
        return Stream.of(SEGMENTS, PERFORMANCE_DATA).filter(Files::isReadable).flatMap(Leftovers::filesIn).toList();
    }

    private static Stream<Path> filesIn(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
