package org.braid.boot.server;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/**
 * The rank server behind a Unix-domain socket in a directory that only this user may enter, one thread for all connections. A connection
 * of another user is closed before a byte of it is read. Used where a pipe cannot be found through {@code /proc} ({@link RankPipe}).
 */
public final class SocketServer implements RankServer {
    private static final int BACKLOG = 1024;

    private final RankServerCore core;
    private final String owner;
    private final ServerSocketChannel listening;
    private final Selector selector;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(16 * 1024);
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>(); // guarded by itself

    private SocketServer(RankServerCore core, String owner, ServerSocketChannel listening, Selector selector) {
        this.core = core;
        this.owner = owner;
        this.listening = listening;
        this.selector = selector;
    }

    /** Listens at a path in a directory of mode 0700, which must exist. */
    public static SocketServer listen(Path socket, RankServerCore core) throws IOException {
        ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            listening.bind(UnixDomainSocketAddress.of(socket), BACKLOG);
            listening.configureBlocking(false);
            Selector selector = Selector.open();
            listening.register(selector, SelectionKey.OP_ACCEPT);
            return new SocketServer(core, Files.getOwner(directory(socket)).getName(), listening, selector);
        } catch (IOException | RuntimeException e) {
            listening.close();
            throw e;
        }
    }

    /** What a ticket says about a server that listens at this path: {@code unix:PATH}. */
    public static String address(Path socket) {
        return SocketConnection.SCHEME + socket;
    }

    /** Removes the socket and its directory, whoever comes first: the server itself or, if it was killed, one of its ranks. Nothing for an address without files. */
    public static void removeFiles(String address) {
        if (address.startsWith(SocketConnection.SCHEME)) {
            Path socket = Path.of(address.substring(SocketConnection.SCHEME.length()));
            try {
                Files.deleteIfExists(socket);
                Files.deleteIfExists(directory(socket));
            } catch (IOException e) {
                // Another process was quicker, or will be; else 'braid clean' removes what stays.
            }
        }
    }

    private static Path directory(Path socket) {
        return socket.resolveSibling(".").normalize();
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                selector.select(millisecondsToDeadline());
                serveReady();
                core.tick(System.nanoTime());
                runTasks();
            }
        } catch (IOException e) {
            // The selector itself is broken: ranks notice it at their next request, the launcher goes on supervising.
        }
    }

    private long millisecondsToDeadline() {
        long deadlineNs = core.deadlineNs();
        return deadlineNs == Long.MAX_VALUE ? 0 : Math.max(1, (deadlineNs - System.nanoTime()) / 1_000_000 + 1);
    }

    @Override
    public void afterArrived(Runnable task) {
        synchronized (tasks) {
            tasks.add(task);
        }
        selector.wakeup();
    }

    private void runTasks() throws IOException {
        for (Runnable task = nextTask(); task != null; task = nextTask()) {
            while (selector.selectNow() > 0) {
                serveReady();
            }
            task.run();
        }
        flushAll();
    }

    private @Nullable Runnable nextTask() {
        synchronized (tasks) {
            return tasks.poll();
        }
    }

    private void serveReady() {
        for (SelectionKey key : selector.selectedKeys()) {
            if (key.channel() == listening) {
                accept();
            } else {
                serve(key);
            }
        }
        selector.selectedKeys().clear();
        flushAll();
    }

    private void accept() {
        try {
            for (SocketChannel channel = listening.accept(); channel != null; channel = listening.accept()) {
                admit(channel);
            }
        } catch (IOException e) {
            // The connection ended before it was accepted, or there are no descriptors left: it is the peer's turn to try again.
        }
    }

    private void admit(SocketChannel channel) throws IOException {
        String user = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
        Session session = user.equals(owner) ? core.open("", System.nanoTime()) : null;
        if (session == null) {
            channel.close();
            return;
        }
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, session);
    }

    private void serve(SelectionKey key) {
        Session session = (Session) key.attachment();
        SocketChannel channel = (SocketChannel) key.channel();
        try {
            int got = channel.read(buffer.clear());
            while (got > 0) {
                core.received(session, buffer.flip());
                if (session.isClosing()) {
                    return;
                }
                got = channel.read(buffer.clear());
            }
            if (got < 0) {
                close(key);
            }
        } catch (IOException e) {
            close(key);
        }
    }

    private void close(SelectionKey key) {
        core.closed((Session) key.attachment());
        try {
            key.channel().close();
        } catch (IOException e) {
            // Closing is all that was wanted.
        }
    }

    private void flushAll() {
        for (SelectionKey key : selector.keys()) {
            if (key.isValid() && key.attachment() instanceof Session session && (session.outgoing() != null || session.isClosing())) {
                flush(key, session);
            }
        }
    }

    private void flush(SelectionKey key, Session session) {
        try {
            for (ByteBuffer out = session.outgoing(); out != null; out = session.outgoing()) {
                if (((SocketChannel) key.channel()).write(out) == 0) {
                    key.interestOps(session.isClosing() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
                    return;
                }
            }
            if (session.isClosing()) {
                close(key);
            } else {
                key.interestOps(SelectionKey.OP_READ);
            }
        } catch (IOException e) {
            close(key);
        }
    }
}
