package org.braid.launch.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.braid.launch.signal.Signals;

/**
 * What is done where a rank's JVM that was started from an AOT cache has met a fault of its own before its program called MPI. The JVM looks at no more than a cache's head: one that is damaged behind that ends each JVM, of
 * this job and of all that follow, so it must not stay. One that was removed for nothing costs the next start some seconds.
 */
public final class DamagedCache {
    private DamagedCache() {}

    /**
     * Removes the ranks' caches if it may have been one of them.
     *
     * @param exitCode the rank's
     * @return what to say to the user, "" if there was none
     */
    public static String removed(int exitCode) {
        if (!Signals.isFault(exitCode)) {
            return "";
        }
        boolean any = false;
        for (String file : RankCache.files()) {
            any |= remove(Path.of(file));
        }
        return any ? "start again: its JVM ended before MPI.Init, as JVMs do whose AOT cache is damaged, so the ranks' caches were removed, and the next start makes them anew" : "";
    }

    private static boolean remove(Path cache) {
        try {
            return Files.deleteIfExists(cache);
        } catch (IOException e) {
            return false; // in a place where nothing can be written it was made by somebody else
        }
    }
}
