package org.braid.cli.compile;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.Machine;
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
        return temporary();
    }

    private static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir", "/tmp"), "braid-cache-" + Machine.user());
    }

    /** As {@link #path()}, made if need be; the temporary directory where a home cannot be written. */
    public static Path writable() {
        return writable(path(), System.getenv("BRAID_CACHE"), temporary());
    }

    static Path writable(Path preferred, @Nullable String own, Path temporary) {
        if (!preferred.equals(temporary) && isWritable(preferred)) {
            return preferred;
        }
        if (own != null && !own.isEmpty()) {
            throw new BraidException(
                    ErrorCode.ENVIRONMENT_INVALID, "compiled programs cannot be kept in BRAID_CACHE=" + own, "the directory cannot be made or written to",
                    "Let BRAID_CACHE name a directory that you may write to");
        }
        return privately(temporary);
    }

    private static boolean isWritable(Path directory) {
        try {
            return Files.isWritable(directory) || Files.isWritable(Files.createDirectories(directory));
        } catch (IOException e) {
            return false;
        }
    }

    /** Anybody may make a directory of that name, with classes in it: it counts only if it is this user's alone. */
    private static Path privately(Path directory) {
        try {
            create(directory);
            PosixFileAttributes found = Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            boolean mine = found.isDirectory() && found.owner().getName().equals(Machine.user());
            if (mine && !found.permissions().contains(PosixFilePermission.GROUP_WRITE) && !found.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
                return directory;
            }
            throw nowhere(directory, "others than you may write to it");
        } catch (IOException e) {
            throw nowhere(directory, String.valueOf(e));
        }
    }

    private static void create(Path directory) throws IOException {
        try {
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException e) {
            // Whose it is, is looked at next.
        }
    }

    static BraidException nowhere(Path directory, String why) {
        return new BraidException(
                ErrorCode.CACHE_UNUSABLE, "compiled programs cannot be kept in " + directory, why, "Let BRAID_CACHE name a directory that you may write to, on a disk with room");
    }
}
