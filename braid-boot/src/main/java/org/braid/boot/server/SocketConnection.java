package org.braid.boot.server;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;

/** Through the socket of a {@link SocketServer}. Once connected the channel does not block: the JDK closes a channel in which a thread blocks that is interrupted, and a rank has no other way to its server. */
record SocketConnection(SocketChannel channel) implements Connection {
    static final String SCHEME = "unix:";
    private static final long PATIENCE_NS = 5_000_000_000L;
    private static final long RETRY_NS = 2_000_000L;

    /** The launcher opens its socket after it has handed out the tickets, so a very quick rank finds nobody listening yet. */
    static SocketConnection to(String path) throws IOException {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(path);
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                try {
                    channel.connect(address);
                    channel.configureBlocking(false);
                    return new SocketConnection(channel);
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                } catch (SocketException e) {
                    channel.close();
                    if (System.nanoTime() - deadlineNs > 0) {
                        throw e;
                    }
                    LockSupport.parkNanos(RETRY_NS);
                }
            }
        } finally {
            restore(interrupted);
        }
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        for (ByteBuffer out = ByteBuffer.wrap(bytes); out.hasRemaining(); ) {
            if (channel.write(out) == 0) {
                await(SelectionKey.OP_WRITE);
            }
        }
    }

    @Override
    public ByteBuffer readFrame() throws IOException {
        ByteBuffer head = RankProtocol.buffer(RankProtocol.FRAME_HEAD);
        fill(head);
        int length = head.getInt(0) >>> 8;
        if (length > RankProtocol.MAX_FRAME) {
            throw new IOException("the rank server sent a frame of " + length + " bytes");
        }
        ByteBuffer frame = RankProtocol.buffer(RankProtocol.FRAME_HEAD + length).putInt(head.getInt(0));
        fill(frame);
        return frame.flip();
    }

    private void fill(ByteBuffer into) throws IOException {
        while (into.hasRemaining()) {
            int bytes = channel.read(into);
            if (bytes < 0) {
                throw new EOFException("the rank server closed the connection");
            } else if (bytes == 0) {
                await(SelectionKey.OP_READ);
            }
        }
    }

    private void await(int readiness) throws IOException {
        boolean interrupted = false;
        try (Selector selector = Selector.open()) {
            channel.register(selector, readiness);
            while (selector.select() == 0) {
                interrupted |= Thread.interrupted();
            }
        } finally {
            restore(interrupted);
        }
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
