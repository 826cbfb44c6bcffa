package org.braid.cli.compile;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where Braid keeps what it can make again: {@code $BRAID_CACHE}, else {@code $XDG_CACHE_HOME/braid}, {@code ~/.cache/braid}, or the temporary directory. */
public final class CacheDirectory {
    private CacheDirectory() {}

    public static Path path() {
        return path(System.getenv("BRAID_CACHE"), System.getenv("XDG_CACHE_HOME"), System.getenv("HOME"));
    }

    static Path path(@Nullable String own, @Nullable String xdg, @Nullable String home) {
        if (own != null && !own.isEmpty()) {
            return Path.of(own).toAbsolutePath();
        }
        if (xdg != null && xdg.startsWith("/")) {
            return Path.of(xdg, "braid");
        }
        if (home != null && home.startsWith("/")) {
            return Path.of(home, ".cache", "braid");
        }
        return Path.of(System.getProperty("java.io.tmpdir", "/tmp"), "braid-cache-" + System.getProperty("user.name", "user"));
    }
}
