package org.braid.transports.inet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.transports.socket.Sockets;
import org.jspecify.annotations.Nullable;

/** Sockets with the options that the parameters ask for. None of them ever blocks. */
final class InetSockets {
    private static final int BACKLOG = 256;

    private InetSockets() {}

    /** One that may call {@code to}. */
    static SocketChannel calling(InetSocketAddress to, InetParameters parameters) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            prepare(channel, parameters);
            Interfaces.bind(channel, parameters, to);
            return channel;
        } catch (IOException | RuntimeException e) {
            Sockets.close(channel);
            throw e;
        }
    }

    static void prepare(SocketChannel channel, InetParameters parameters) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, parameters.nodelay());
        if (parameters.sndbufBytes() > 0) {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, parameters.sndbufBytes());
        }
        if (parameters.rcvbufBytes() > 0) {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, parameters.rcvbufBytes());
        }
    }

    /**
     * One that listens on the first free port of the range.
     *
     * @param at address to bind, or null for all of this host's
     */
    static ServerSocketChannel listening(@Nullable InetAddress at, InetParameters parameters) {
        IOException last = null;
        for (int port = parameters.lowestPort(); port <= parameters.highestPort(); port++) {
            try {
                return bound(at, port, parameters);
            } catch (IOException e) {
                last = e;
            }
        }
        throw new BraidException(
                ErrorCode.LISTEN_FAILED, parameters.method() + " cannot listen on " + (at == null ? "any address" : at.getHostAddress()) + ", ports " + parameters.portsText(),
                String.valueOf(last == null ? "the range is empty" : last.getMessage()), "Choose other ports: " + parameters.method() + "(ports=low-high)", last);
    }

    private static ServerSocketChannel bound(@Nullable InetAddress at, int port, InetParameters parameters) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            if (parameters.rcvbufBytes() > 0) { // before the connection, so that the window scale is chosen for it
                channel.setOption(StandardSocketOptions.SO_RCVBUF, parameters.rcvbufBytes());
            }
            channel.bind(new InetSocketAddress(at, port), BACKLOG);
            channel.configureBlocking(false);
            return channel;
        } catch (IOException e) {
            Sockets.close(channel);
            throw e;
        }
    }
}
