package org.braid.launch.compile;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.Machine;
import org.jspecify.annotations.Nullable;

/**
 * Where Braid keeps what it can make again: {@code $BRAID_CACHE}, else {@code $XDG_CACHE_HOME/braid}, {@code ~/.cache/braid}, or the temporary directory, as the script {@code braid} finds it. What is in it is started: so it is made for
 * its user alone, whatever the umask, and used only if a {@link DirectoryGuard} finds it so.
 */
public final class CacheDirectory {
    private CacheDirectory() {}

    /** The directory that is tried first, absolute; it need not be there, nor be usable. */
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
        return temporary(System.getenv("TMPDIR"));
    }

    /** The JDK's own temporary directory is the system's, whatever the user says. */
    static Path temporary(@Nullable String directory) {
        return Path.of(directory != null && directory.startsWith("/") ? directory : System.getProperty("java.io.tmpdir", "/tmp"), "braid-cache-" + Machine.user());
    }

    /**
     * The directory to use, made if need be, without links in its path: that of {@link #path()}, or the temporary one where a home cannot be written or is another user's.
     *
     * @throws BraidException {@code BRD-1615} if others could change what is in it, or its name would divide a class path, {@code BRD-1609} if {@code BRAID_CACHE} names one that cannot be written
     */
    public static Path writable() {
        return writable(path(), System.getenv("BRAID_CACHE"), temporary(System.getenv("TMPDIR")));
    }

    static Path writable(Path preferred, @Nullable String own, Path temporary) {
        boolean named = own != null && !own.isEmpty();
        try {
            if (!preferred.equals(temporary) && isWritable(preferred)) {
                Path real = preferred.toRealPath();
                DirectoryGuard.Finding found = DirectoryGuard.ofThisUser().along(real);
                if (named || found.access() != DirectoryGuard.Access.ANOTHERS) {
                    return require(found, real);
                }
            } else if (named) {
                throw new BraidException(
                        ErrorCode.ENVIRONMENT_INVALID, "compiled programs cannot be kept in BRAID_CACHE=" + own, "the directory cannot be made or written to",
                        "Let BRAID_CACHE name a directory that you may write to");
            }
        } catch (IOException e) {
            throw nowhere(preferred, String.valueOf(e));
        }
        return inTemporary(temporary);
    }

    private static boolean isWritable(Path directory) {
        try {
            return Files.isWritable(directory) || Files.isWritable(create(directory));
        } catch (IOException e) {
            return false;
        }
    }

    /** Makes a directory with all above it that are missing, for this user alone. */
    static Path create(Path directory) throws IOException {
        FileAttribute<Set<PosixFilePermission>> mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        return Files.createDirectories(directory, mine);
    }

    /** Anybody may make something of that name there. */
    private static Path inTemporary(Path directory) {
        try {
            if (Files.isSymbolicLink(directory)) {
                throw nowhere(directory, "it is a link");
            }
            Path real = create(directory).toRealPath();
            return require(DirectoryGuard.ofThisUser().along(real), real);
        } catch (IOException e) {
            throw nowhere(directory, String.valueOf(e));
        }
    }

    /** Refuses a directory of which something else was found than that it is this user's alone, and one that no class path can name. */
    static Path require(DirectoryGuard.Finding found, Path directory) {
        return switch (found.access()) {
            case OWN -> undivided(directory);
            case ANOTHERS -> throw nowhere(directory, found.where().equals(directory) ? "it is another user's" : found.where() + " is another user's");
            case OPEN -> throw new BraidException(
                    ErrorCode.CACHE_UNUSABLE, "compiled programs cannot be kept in " + directory,
                    "others than you may write to " + (found.where().equals(directory) ? "it" : found.where()),
                    "Remove it, for what is in it may be theirs: rm -r '" + directory + "'. See to it that only you may write there: chmod go-w '" + found.where() + "'");
        };
    }

    /** Ranks find classes there by a class path, in which a separator cannot be part of a name. */
    private static Path undivided(Path directory) {
        if (directory.toString().indexOf(File.pathSeparatorChar) < 0) {
            return directory;
        }
        throw new BraidException(
                ErrorCode.CACHE_UNUSABLE, "compiled programs cannot be kept in " + directory, "its name has a '" + File.pathSeparator + "', which divides class paths",
                "Let BRAID_CACHE name a directory without one");
    }

    /** @param file what was there a moment ago */
    static BraidException vanished(Path directory, String file) {
        return new BraidException(
                ErrorCode.CACHE_UNUSABLE, "compiled programs cannot be kept in " + directory, file + " has vanished: somebody has removed the cache, or a part of it, while it was used",
                "Start again; to empty the cache beside jobs that run use 'braid clean'");
    }

    static BraidException nowhere(Path directory, String why) {
        return new BraidException(
                ErrorCode.CACHE_UNUSABLE, "compiled programs cannot be kept in " + directory, why,
                "Let BRAID_CACHE name a directory that nobody but you may write to, on a disk with room");
    }
}
