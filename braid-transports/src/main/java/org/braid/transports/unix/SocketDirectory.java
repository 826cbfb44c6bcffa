package org.braid.transports.unix;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.braid.base.os.Machine;
import org.braid.transports.socket.MachineTime;
import org.jspecify.annotations.Nullable;

/**
 * A directory, mode 0700, for one context's socket. Its name says whose it is, {@code braid-unix-PID-START-CHANCE}, so that what a process that was killed has left is found and removed by the next context of
 * the same user that listens. Where the process ends in good order, but without closing its context, the JVM removes it.
 */
final class SocketDirectory implements AutoCloseable {
    private static final String PREFIX = "braid-unix-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "([0-9]{1,10})-([0-9a-f]{1,16})-[0-9a-f]{12}");
    private static final String SOCKET = "s";
    private static final String PRIVATE = "rwx------";
    private static final int CHANCE_BYTES = 6;

    private final Path path;

    private SocketDirectory(Path path) {
        this.path = path;
    }

    /** Where such directories may be, best first. */
    static List<Path> places() {
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        Path temporary = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
        return runtime == null || !runtime.startsWith("/") ? List.of(temporary, Path.of("/tmp")) : List.of(Path.of(runtime), temporary, Path.of("/tmp"));
    }

    /**
     * Makes one in the first of these places where that is possible, and removes what the dead have left there.
     *
     * @throws IOException if none can be made; says why of each
     */
    static SocketDirectory make(List<Path> places) throws IOException {
        StringBuilder why = new StringBuilder();
        for (Path place : places) {
            Path path = place.toAbsolutePath().normalize().resolve(newName());
            if (!SocketPath.fits(path.resolve(SOCKET))) {
                why.append(why.isEmpty() ? "" : "; ").append(place).append(": a socket's path there would be longer than the ").append(SocketPath.MOST_BYTES).append(" bytes that the system takes");
                continue;
            }
            try {
                Files.createDirectory(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE)));
                removeLeftovers(place);
                return new SocketDirectory(path).onExit();
            } catch (IOException | UnsupportedOperationException e) {
                why.append(why.isEmpty() ? "" : "; ").append(place).append(": ").append(e);
            }
        }
        throw new IOException(why.toString());
    }

    private static String newName() {
        long pid = Machine.pid();
        return PREFIX + pid + "-" + Long.toHexString(Machine.startTicks(pid)) + "-" + HexFormat.of().formatHex(MachineTime.INSTANCE.randomBytes(CHANCE_BYTES));
    }

    /** The socket in it; what is there is its listener's affair. */
    Path socket() {
        return path.resolve(SOCKET);
    }

    /** Files of the JVM's own list go in the reverse order. */
    private SocketDirectory onExit() {
        path.toFile().deleteOnExit();
        socket().toFile().deleteOnExit();
        return this;
    }

    @Override
    public void close() {
        remove(path);
    }

    /** Null if the directory of this socket is as such directories are, private to this user; else why nothing in it is trusted. */
    static @Nullable String whyNotTrusted(Path socket) {
        Path directory = socket.getParent();
        try {
            PosixFileAttributes found = Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            boolean isPrivate = found.isDirectory() && PosixFilePermissions.toString(found.permissions()).equals(PRIVATE) && found.owner().getName().equals(Machine.user());
            return !isPrivate ? directory + " is not a directory of this user alone" : Files.exists(socket, LinkOption.NOFOLLOW_LINKS) ? null : "there is no " + socket;
        } catch (IOException | UnsupportedOperationException e) {
            return "there is no " + directory + " on this host, or it cannot be read";
        }
    }

    /** What processes of this user have left that are gone. Others may be at it, too. */
    private static void removeLeftovers(Path place) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(place, PREFIX + "*")) {
            for (Path each : found) {
                Matcher name = NAME.matcher(String.valueOf(each.getFileName()));
                if (name.matches() && !Machine.isAlive(Long.parseLong(name.group(1)), Long.parseUnsignedLong(name.group(2), 16)) && isOurs(each)) {
                    remove(each);
                }
            }
        }
    }

    private static boolean isOurs(Path directory) {
        try {
            PosixFileAttributes found = Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return found.isDirectory() && found.owner().getName().equals(Machine.user());
        } catch (IOException e) {
            return false;
        }
    }

    private static void remove(Path directory) {
        try {
            Files.deleteIfExists(directory.resolve(SOCKET));
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            // Somebody else removes it, or has put something into it that is not ours to remove.
        }
    }
}
