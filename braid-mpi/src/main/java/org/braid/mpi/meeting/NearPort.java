package org.braid.mpi.meeting;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import org.braid.base.os.Entropy;
import org.braid.base.os.SocketDirectories;
import org.jspecify.annotations.Nullable;

/** A port of this host: a socket in a directory of its own that only this user may enter. Callers show the capability first; who does not within five seconds is dropped without a word. */
final class NearPort implements Port {
    private static final int BACKLOG = 64;
    private static final long GREETING_NS = 5_000_000_000L;
    private static final String PRIVATE = "rwx------";

    private final Path directory;
    private final NearName name;
    private final ServerSocketChannel server;
    private volatile @Nullable String refusal;

    private NearPort(Path directory, ServerSocketChannel server) {
        this.directory = directory;
        this.name = NearName.of(directory.resolve(SocketDirectories.SOCKET));
        this.server = server;
    }

    /** @throws IOException if no place takes such a directory, or a socket in it */
    static NearPort open() throws IOException {
        IOException last = new IOException("there is no place for its socket");
        for (Path place : SocketDirectories.places()) {
            try {
                return open(place.resolve(SocketDirectories.ownPrefix() + chance()));
            } catch (IOException e) {
                last = e;
            }
        }
        throw last;
    }

    /** 48 bits in hexadecimal digits; a formatter would be loaded for it. */
    private static String chance() {
        return Long.toHexString(1L << Long.SIZE - 2 | Entropy.nextLong() >>> 16).substring(4);
    }

    private static NearPort open(Path directory) throws IOException {
        Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE)));
        ServerSocketChannel server = null;
        boolean opened = false;
        try {
            server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            server.bind(UnixDomainSocketAddress.of(directory.resolve(SocketDirectories.SOCKET)), BACKLOG);
            opened = true;
            return new NearPort(directory, server);
        } finally {
            if (!opened) {
                if (server != null) {
                    server.close();
                }
                SocketDirectories.remove(directory);
            }
        }
    }

    @Override
    public NearName name() {
        return name;
    }

    @Override
    public void giveUp(String why) {
        refusal = why;
        close();
    }

    @Override
    public Talk accept() throws IOException {
        try {
            while (true) {
                SocketChannel caller = server.accept();
                if (isAdmitted(caller)) {
                    return talk(caller);
                }
            }
        } catch (ClosedChannelException closed) {
            String why = refusal;
            throw new IOException(why == null ? "the port was closed" : why, closed);
        }
    }

    static Talk talk(SocketChannel channel) {
        return new Talk(new DataInputStream(Channels.newInputStream(channel)), new DataOutputStream(Channels.newOutputStream(channel)), channel, true);
    }

    private boolean isAdmitted(SocketChannel caller) throws IOException {
        boolean admitted = false;
        try {
            admitted = MessageDigest.isEqual(name.proof(), firstBytes(caller));
            if (admitted) {
                caller.configureBlocking(true);
            }
        } catch (IOException gone) {
            admitted = false;
        } finally {
            if (!admitted) {
                caller.close();
            }
        }
        return admitted;
    }

    private static byte[] firstBytes(SocketChannel caller) throws IOException {
        ByteBuffer shown = ByteBuffer.allocate(NearName.CAPABILITY_BYTES);
        caller.configureBlocking(false);
        boolean isThere = caller.read(shown) == shown.capacity() || awaitRest(caller, shown);
        return isThere ? shown.array() : new byte[0];
    }

    private static boolean awaitRest(SocketChannel caller, ByteBuffer shown) throws IOException {
        long deadlineNs = System.nanoTime() + GREETING_NS;
        try (Selector waiting = Selector.open()) {
            caller.register(waiting, SelectionKey.OP_READ);
            for (long leftNs = GREETING_NS; shown.hasRemaining() && leftNs > 0; leftNs = deadlineNs - System.nanoTime()) {
                waiting.select(leftNs / 1_000_000 + 1);
                waiting.selectedKeys().clear();
                if (caller.read(shown) < 0) {
                    return false;
                }
            }
        }
        return !shown.hasRemaining();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            // It is closed all the same.
        }
        SocketDirectories.remove(directory);
    }
}
