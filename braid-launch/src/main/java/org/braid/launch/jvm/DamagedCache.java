package org.braid.launch.jvm;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.launch.signal.Signals;

/**
 * AOT caches that are not what they were made. A JVM looks at no more than a cache's head: of one that is damaged behind that it may die at once or later, by a signal, or fail as if its classes did not belong together, and so does
 * each one after it. So whoever sees a JVM fail looks at what it was started from.
 */
public final class DamagedCache {
    /** The script names them so: whose cache, of which build and which JDK. */
    private static final String NAMES = "*-*-*.aot";

    private DamagedCache() {}

    /**
     * Whether a JVM that has ended so may have ended by its cache: by a fault of its own, or with a code that it has, or Braid in it, where it comes to nothing.
     *
     * @param exitCode the JVM's
     * @param failures codes that its main class has for that, besides 1
     */
    public static boolean mayEndWith(int exitCode, int... failures) {
        boolean may = exitCode == 1 || Signals.isFault(exitCode);
        for (int each : failures) {
            may |= exitCode == each;
        }
        return may;
    }

    /** Whether a cache is there and is not what it was made, for which all of it is read. */
    public static boolean isAt(Path cache) {
        return Files.exists(cache) && !CacheSeal.fits(cache);
    }

    /** Those in a directory where the script keeps caches; none if that is not there. */
    public static List<Path> in(Path home) throws IOException {
        List<Path> damaged = new ArrayList<>();
        if (Files.isDirectory(home)) {
            try (DirectoryStream<Path> caches = Files.newDirectoryStream(home, NAMES)) {
                for (Path each : caches) {
                    if (isAt(each)) {
                        damaged.add(each);
                    }
                }
            }
        }
        return damaged;
    }

    /**
     * Removes a cache, which the next start makes anew.
     *
     * @return false if it is still there, in a place where nothing can be written, or was not there
     */
    public static boolean remove(Path cache) {
        try {
            return Files.deleteIfExists(cache);
        } catch (IOException e) {
            return false;
        }
    }
}
