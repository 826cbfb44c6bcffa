package org.braid.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.bench.Bench;
import org.braid.cli.compile.CacheDirectory;
import org.braid.cli.compile.ClassCache;
import org.braid.cli.run.JobDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code braid clean}: removes compiled programs, and what jobs may have left whose every process was killed at once. */
@Command(name = "clean", description = "Removes compiled programs and what killed jobs have left.", mixinStandardHelpOptions = true)
final class CleanCommand implements Runnable {
    @Option(names = "--dry-run", description = "only list what would be removed")
    private boolean dryRun;

    @Override
    public void run() {
        try {
            List<Path> all = new ArrayList<>(JobDirectory.abandoned());
            for (String part : List.of("classes", "sources", Bench.PEERS, Bench.SOURCES)) {
                Path directory = CacheDirectory.path().resolve(part);
                if (Files.isDirectory(directory)) {
                    all.add(directory);
                }
            }
            for (Path path : all) {
                System.out.println((dryRun ? "would remove " : "removed ") + path);
                if (!dryRun) {
                    ClassCache.delete(path);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
