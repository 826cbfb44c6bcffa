package org.braid.launch.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.braid.launch.program.Program;
import org.jspecify.annotations.Nullable;

/**
 * Which programs have asked for more processes before: their ranks are started with the cache that holds what this takes, which makes a start longer by a twentieth and a spawn shorter by a quarter. Noted beside that cache, by empty files, so it goes with the build;
 * what cannot be noted, or is found wrongly, costs some time and nothing else.
 */
public final class SpawningPrograms {
    private static final int MOST = 256;

    private SpawningPrograms() {}

    /** A rank of it has asked. */
    public static void note(Program program) {
        Path marker = marker(program);
        if (marker != null && !Files.exists(marker)) {
            try {
                Path directory = Files.createDirectories(marker.getParent());
                if (count(directory) < MOST) {
                    Files.createFile(marker);
                }
            } catch (IOException e) {
                // Another job has noted it, or the place cannot be written to.
            }
        }
    }

    /** Whether a rank of it has asked before. */
    static boolean has(Program program) {
        Path marker = marker(program);
        return marker != null && Files.exists(marker);
    }

    private static int count(Path directory) throws IOException {
        int count = 0;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path ignored : entries) {
                count++;
            }
        }
        return count;
    }

    private static @Nullable Path marker(Program program) {
        String cache = RankCache.wide();
        if (cache.isEmpty()) {
            return null;
        }
        String where = Integer.toHexString(String.join(File.pathSeparator, program.classPath()).hashCode());
        return Path.of(cache).resolveSibling("spawning").resolve(program.mainClass() + "-" + where);
    }
}
