package org.braid.launch.compile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.braid.launch.signal.Signals;

/**
 * What becomes of AOT caches when a JVM that was started from one has met a fault of its own. The JVM looks at no more than a cache's head: one that is damaged behind that ends each JVM that takes it, so it must not stay. One
 * that is removed for nothing costs the next start some seconds.
 */
public final class DamagedCache {
    private DamagedCache() {}

    /**
     * Removes caches if one of them may have been the end of a JVM; what is in a place where nothing can be written stays.
     *
     * @param exitCode the JVM's
     * @return whether any was removed
     */
    public static boolean remove(int exitCode, List<String> caches) {
        boolean any = false;
        for (String each : Signals.isFault(exitCode) ? caches : List.<String>of()) {
            any |= remove(Path.of(each));
        }
        return any;
    }

    private static boolean remove(Path cache) {
        try {
            return Files.deleteIfExists(cache);
        } catch (IOException e) {
            return false;
        }
    }
}
