package org.braid.launch.compile;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Empties the cache of compiled programs, but for what running jobs use or are just making.
 *
 * @param removed how many programs there were that no job uses
 * @param used the classes that running jobs use: they stay
 */
public record CacheSweep(int removed, List<Path> used) {

    /**
     * Empties a cache, or only looks.
     *
     * @param root a directory as {@link CacheDirectory#path()} names it; it need not be there
     * @param dryRun whether it is only looked at
     * @throws IOException if something could not be looked at or removed; what was removed before stays so
     * @throws org.braid.base.BraidException {@code BRD-1615} if others can change what is in it: they could lead the sweep elsewhere
     */
    public static CacheSweep of(Path root, boolean dryRun) throws IOException {
        if (!Files.isDirectory(root)) {
            return new CacheSweep(0, List.of());
        }
        Path real = root.toRealPath();
        DirectoryGuard guard = DirectoryGuard.ofThisUser();
        CacheDirectory.require(guard.along(real), real);
        for (Path list : finished(guard, real.resolve("sources"))) {
            if (!dryRun) {
                FileTree.delete(list);
            }
        }
        int removed = 0;
        List<Path> used = new ArrayList<>();
        for (Path classes : finished(guard, real.resolve("classes"))) {
            CacheEntry entry = new CacheEntry(classes);
            if (dryRun ? entry.isUsed() : !entry.remove()) {
                used.add(classes);
            } else {
                removed++;
            }
        }
        return new CacheSweep(removed, used);
    }

    /** What is in a directory and is not being made at this moment. */
    private static List<Path> finished(DirectoryGuard guard, Path directory) throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            CacheDirectory.require(guard.of(directory), directory);
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
                for (Path entry : entries) {
                    if (!Unfinished.is(entry) || Unfinished.isAbandoned(entry)) {
                        found.add(entry);
                    }
                }
            }
        }
        return found;
    }
}
