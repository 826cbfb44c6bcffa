package org.braid.launch.server;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.os.Machine;

/**
 * A job's one directory, mode 0700, for the rank server's socket. Its name says whose it is: {@code braid-PID-JOB}. It is made after the
 * tickets are out, so that from its first moment every rank knows it and removes it should the launcher be killed.
 */
public final class JobDirectory {
    /** A socket's path has at most 107 bytes on Linux. */
    private static final int MAX_PATH = 107;

    static final String PREFIX = "braid-";
    static final String SOCKET = "ranks";

    private final Path path;

    JobDirectory(String jobName) {
        String name = PREFIX + ProcessHandle.current().pid() + "-" + jobName;
        String base = base().getPath();
        this.path = Path.of(base.length() + name.length() + SOCKET.length() + 2 > MAX_PATH ? "/tmp" : base, name);
    }

    static File base() {
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        if (runtime != null && runtime.startsWith("/") && new File(runtime).canWrite()) {
            return new File(runtime);
        }
        return new File(System.getProperty("java.io.tmpdir", "/tmp"));
    }

    /** Directories of this user's jobs whose launcher is gone. */
    public static List<Path> abandoned() throws IOException {
        List<Path> found = new ArrayList<>();
        String me = Machine.user();
        try (DirectoryStream<Path> candidates = Files.newDirectoryStream(base().toPath(), PREFIX + "*-*")) {
            for (Path candidate : candidates) {
                if (Files.exists(candidate.resolve(SOCKET), LinkOption.NOFOLLOW_LINKS)
                        && Files.getOwner(candidate, LinkOption.NOFOLLOW_LINKS).getName().equals(me)
                        && ProcessHandle.of(pid(candidate)).isEmpty()) {
                    found.add(candidate);
                }
            }
        }
        return found;
    }

    /** The launcher's pid in a directory's name; this process's own if it is no such name, so that it is left alone. */
    private static long pid(Path directory) {
        String[] parts = directory.getFileName().toString().split("-");
        try {
            return Long.parseLong(parts[1]);
        } catch (NumberFormatException e) {
            return ProcessHandle.current().pid();
        }
    }

    Path socket() {
        return path.resolve(SOCKET);
    }

    void create() throws IOException {
        Files.createDirectory(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
}
