package org.braid.mpi.meeting;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.braid.base.os.Machine;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/** A call to a port of this host: it shows the capability, since nobody but this user can listen there. */
final class NearCall {
    private NearCall() {}

    /** @throws MpiFailure PORT if nobody listens there */
    static Talk to(NearName name) {
        SocketChannel channel = null;
        boolean connected = false;
        try {
            throwIfNotPrivate(name.socket().getParent());
            channel = SocketChannel.open(UnixDomainSocketAddress.of(name.socket()));
            ByteBuffer shown = ByteBuffer.wrap(name.proof());
            while (shown.hasRemaining()) {
                channel.write(shown);
            }
            connected = true;
            return NearPort.talk(channel);
        } catch (IOException | IllegalArgumentException e) {
            throw new MpiFailure(ErrorClass.PORT, name + " cannot be reached", String.valueOf(e), "Connect while the process that has opened it runs, on the same host, as the same user", e);
        } finally {
            if (!connected && channel != null) {
                closeQuietly(channel);
            }
        }
    }

    /** Only then nobody else can listen there. */
    private static void throwIfNotPrivate(@Nullable Path directory) throws IOException {
        if (directory == null) {
            throw new IOException("its socket is in no directory");
        }
        PosixFileAttributes found = Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        boolean isPrivate = found.isDirectory() && PosixFilePermissions.toString(found.permissions()).equals("rwx------") && found.owner().getName().equals(Machine.user());
        if (!isPrivate) {
            throw new IOException(directory + " is not this user's alone");
        }
    }

    private static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // What was wrong before is told.
        }
    }
}
