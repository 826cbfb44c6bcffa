package org.braid.transports.unix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import org.braid.base.os.Machine;
import org.braid.base.os.SocketDirectories;
import org.braid.transports.socket.MachineTime;
import org.jspecify.annotations.Nullable;

/**
 * A directory, mode 0700, for one context's socket. Its name says whose it is, {@code braid-unix-PID-START-CHANCE}, so that what a process that was killed has left is found and removed by the next context of
 * the same user that listens. Where the process ends in good order, but without closing its context, the JVM removes it.
 */
final class SocketDirectory implements AutoCloseable {
    private static final String PRIVATE = "rwx------";
    private static final int CHANCE_BYTES = 6;

    private final Path path;

    private SocketDirectory(Path path) {
        this.path = path;
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
            if (!SocketPath.fits(path.resolve(SocketDirectories.SOCKET))) {
                why.append(why.isEmpty() ? "" : "; ").append(place).append(": a socket's path there would be longer than the ").append(SocketPath.MOST_BYTES).append(" bytes that the system takes");
                continue;
            }
            try {
                Files.createDirectory(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE)));
                SocketDirectories.removeLeftovers(place);
                return new SocketDirectory(path).onExit();
            } catch (IOException | UnsupportedOperationException e) {
                why.append(why.isEmpty() ? "" : "; ").append(place).append(": ").append(e);
            }
        }
        throw new IOException(why.toString());
    }

    private static String newName() {
        return SocketDirectories.ownPrefix() + HexFormat.of().formatHex(MachineTime.INSTANCE.randomBytes(CHANCE_BYTES));
    }

    /** The socket in it; what is there is its listener's affair. */
    Path socket() {
        return path.resolve(SocketDirectories.SOCKET);
    }

    /** Files of the JVM's own list go in the reverse order. */
    private SocketDirectory onExit() {
        path.toFile().deleteOnExit();
        socket().toFile().deleteOnExit();
        return this;
    }

    @Override
    public void close() {
        SocketDirectories.remove(path);
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
}
