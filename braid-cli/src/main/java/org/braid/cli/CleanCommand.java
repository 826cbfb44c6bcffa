package org.braid.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.os.SocketDirectories;
import org.braid.bench.Bench;
import org.braid.launch.compile.CacheDirectory;
import org.braid.launch.compile.CacheSweep;
import org.braid.launch.compile.FileTree;
import org.braid.launch.jvm.DamagedCache;
import org.braid.launch.pool.Pools;
import org.braid.launch.server.JobDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code braid clean}: removes compiled programs that no running job uses, what jobs may have left whose every process was killed at once, pools of warm ranks, AOT caches that are damaged, and the word that none can be made, so
 * that the next start tries again.
 */
@Command(
        name = "clean",
        description = "Removes compiled programs that no running job uses, and what killed jobs have left; ends pools of warm ranks; removes AOT caches that are damaged, and lets the next start try again to make them where it could not.",
        mixinStandardHelpOptions = true)
final class CleanCommand implements Runnable {
    /** A file that the script makes beside a jar that it has deployed. */
    private static final String DEPLOYED = "whole";

    @Option(names = "--dry-run", description = "only list what would be removed")
    private boolean dryRun;

    @Override
    public void run() {
        try {
            for (Path path : leftovers()) {
                System.out.println(done() + path);
                if (!dryRun) {
                    FileTree.delete(path);
                }
            }
            for (Path cache : DamagedCache.in(home())) {
                if (dryRun || DamagedCache.remove(cache)) {
                    System.out.println(done() + cache + ": this AOT cache is damaged; the next start makes it anew");
                }
            }
            for (Path pool : Pools.end(dryRun)) {
                System.out.println((dryRun ? "would end " : "ended ") + "the pool of warm ranks in " + pool);
            }
            programs();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String done() {
        return dryRun ? "would remove " : "removed ";
    }

    /** Where the script has put the jar; without a script, nowhere that anything is looked for. */
    private static Path home() {
        String jar = System.getProperty("braid.jar", "");
        return jar.isEmpty() ? Path.of("/nonexistent") : Path.of(jar).toAbsolutePath().resolveSibling(".").normalize();
    }

    private static List<Path> leftovers() throws IOException {
        List<Path> all = new ArrayList<>(JobDirectory.abandoned());
        all.addAll(SocketDirectories.leftovers());
        all.addAll(RehearsalStage.markers(home()));
        all.addAll(abandoned(home()));
        for (String part : List.of(Bench.PEERS, Bench.SOURCES)) {
            Path directory = CacheDirectory.path().resolve(part);
            if (Files.isDirectory(directory)) {
                all.add(directory);
            }
        }
        return all;
    }

    /** Also of other builds, if this one is where the script has put them. */
    private static List<Path> abandoned(Path home) throws IOException {
        Path builds = home.getParent();
        if (builds == null || Files.notExists(home.resolve(DEPLOYED))) {
            return RehearsalStage.abandoned(home);
        }
        List<Path> all = new ArrayList<>();
        try (DirectoryStream<Path> each = Files.newDirectoryStream(builds, Files::isDirectory)) {
            for (Path build : each) {
                all.addAll(RehearsalStage.abandoned(build));
            }
        }
        return all;
    }

    private void programs() throws IOException {
        Path root = CacheDirectory.path();
        CacheSweep sweep = CacheSweep.of(root, dryRun);
        if (sweep.removed() > 0) {
            System.out.println(done() + sweep.removed() + (sweep.removed() == 1 ? " compiled program of " : " compiled programs of ") + root);
        }
        sweep.used().forEach(classes -> System.out.println((dryRun ? "would leave " : "left ") + classes + ": a running job uses it"));
    }
}
