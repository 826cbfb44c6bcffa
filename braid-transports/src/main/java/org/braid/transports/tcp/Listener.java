package org.braid.transports.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The socket that peers call. New peers are rare and each look is a system call, so it looks at intervals that double from {@link #SHORTEST_NS} to {@link #LONGEST_NS} while nobody
 * comes; a sleeping process is woken by its selector instead.
 */
final class Listener {
    static final long SHORTEST_NS = 50_000;
    static final long LONGEST_NS = 2_000_000;
    private static final int BACKLOG = 256;

    final ServerSocketChannel channel;
    private final int port;
    private long intervalNs = SHORTEST_NS;
    private long nextNs;

    private Listener(ServerSocketChannel channel, int port) {
        this.channel = channel;
        this.port = port;
    }

    /**
     * Listens on the first free port of the range.
     *
     * @param at address to bind, or null for all of this host's
     */
    static Listener open(@Nullable InetAddress at, TcpParameters parameters) {
        IOException last = null;
        for (int port = parameters.lowestPort(); port <= parameters.highestPort(); port++) {
            try {
                return bind(at, port, parameters);
            } catch (IOException e) {
                last = e;
            }
        }
        throw new BraidException(
                ErrorCode.LISTEN_FAILED, "tcp cannot listen on " + (at == null ? "any address" : at.getHostAddress()) + ", ports " + parameters.portsText(),
                String.valueOf(last == null ? "the range is empty" : last.getMessage()), "Choose other ports: tcp(ports=low-high)", last);
    }

    int port() {
        return port;
    }

    /** A new socket, or null; asks the system only when it is time. */
    @Nullable SocketChannel accept(long nowNs) throws IOException {
        if (nowNs - nextNs < 0) {
            return null;
        }
        SocketChannel fresh = channel.accept();
        intervalNs = fresh != null ? SHORTEST_NS : Math.min(2 * intervalNs, LONGEST_NS);
        nextNs = fresh != null ? nowNs : nowNs + intervalNs;
        return fresh;
    }

    void close() {
        Sockets.close(channel);
    }

    private static Listener bind(@Nullable InetAddress at, int port, TcpParameters parameters) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            if (parameters.rcvbufBytes() > 0) { // before the connection, so that the window scale is chosen for it
                channel.setOption(StandardSocketOptions.SO_RCVBUF, parameters.rcvbufBytes());
            }
            channel.bind(new InetSocketAddress(at, port), BACKLOG);
            channel.configureBlocking(false);
            return new Listener(channel, ((InetSocketAddress) channel.getLocalAddress()).getPort());
        } catch (IOException e) {
            Sockets.close(channel);
            throw e;
        }
    }
}
