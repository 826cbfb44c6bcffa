package org.braid.mpi.meeting;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
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

/** An open port: a socket in a directory of its own that only this user may enter. Callers show the capability first; who does not within five seconds is dropped without a word. */
final class Port implements Closeable {
    private static final int BACKLOG = 64;
    private static final long GREETING_NS = 5_000_000_000L;
    private static final String PRIVATE = "rwx------";

    private final Path directory;
    private final PortName name;
    private final ServerSocketChannel server;
    private final Selector selector;
    private volatile @Nullable String refusal;

    private Port(Path directory, ServerSocketChannel server, Selector selector) {
        this.directory = directory;
        this.name = PortName.of(directory.resolve(SocketDirectories.SOCKET));
        this.server = server;
        this.selector = selector;
    }

    /** @throws IOException if no place takes such a directory, or a socket in it */
    static Port open() throws IOException {
        IOException last = new IOException("there is no place for its socket");
        for (Path place : SocketDirectories.places()) {
            try {
                return open(place.resolve(SocketDirectories.ownPrefix() + String.format("%012x", Entropy.nextLong() >>> 16)));
            } catch (IOException e) {
                last = e;
            }
        }
        throw last;
    }

    private static Port open(Path directory) throws IOException {
        Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE)));
        ServerSocketChannel server = null;
        boolean opened = false;
        try {
            server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            server.bind(UnixDomainSocketAddress.of(directory.resolve(SocketDirectories.SOCKET)), BACKLOG);
            server.configureBlocking(false);
            Selector selector = Selector.open();
            server.register(selector, SelectionKey.OP_ACCEPT);
            opened = true;
            return new Port(directory, server, selector);
        } finally {
            if (!opened) {
                if (server != null) {
                    server.close();
                }
                SocketDirectories.remove(directory);
            }
        }
    }

    PortName name() {
        return name;
    }

    /** Nobody needs to be waited for any more. Any thread. */
    void giveUp(String why) {
        refusal = why;
        selector.wakeup();
    }

    /**
     * Waits for a caller that has the capability.
     *
     * @throws IOException if the port was closed, or {@link #giveUp} says that nobody will come
     */
    Talk accept() throws IOException {
        while (true) {
            String why = refusal;
            if (why != null || !server.isOpen()) {
                throw new IOException(why == null ? "the port was closed" : why);
            }
            SocketChannel caller = server.accept();
            if (caller != null && isAdmitted(caller)) {
                return talk(caller, false);
            }
            if (caller == null) {
                selector.select();
                selector.selectedKeys().clear();
            }
        }
    }

    static Talk talk(SocketChannel channel, boolean speaksFirst) {
        return new Talk(new DataInputStream(Channels.newInputStream(channel)), new DataOutputStream(Channels.newOutputStream(channel)), channel, speaksFirst);
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
        ByteBuffer shown = ByteBuffer.allocate(PortName.CAPABILITY_BYTES);
        long deadlineNs = System.nanoTime() + GREETING_NS;
        caller.configureBlocking(false);
        try (Selector waiting = Selector.open()) {
            caller.register(waiting, SelectionKey.OP_READ);
            while (shown.hasRemaining() && caller.read(shown) >= 0) {
                long leftNs = deadlineNs - System.nanoTime();
                if (leftNs <= 0) {
                    break;
                }
                if (shown.hasRemaining()) {
                    waiting.select(leftNs / 1_000_000 + 1);
                    waiting.selectedKeys().clear();
                }
            }
        }
        return shown.hasRemaining() ? new byte[0] : shown.array();
    }

    @Override
    public void close() {
        try {
            server.close();
            selector.close();
        } catch (IOException e) {
            // It is closed all the same.
        }
        SocketDirectories.remove(directory);
    }
}
