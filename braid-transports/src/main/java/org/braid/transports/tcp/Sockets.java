package org.braid.transports.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.Channel;
import java.nio.channels.SocketChannel;
import org.braid.base.os.SocketCalls;
import org.jspecify.annotations.Nullable;

/** Opening and closing sockets as this transport wants them. */
final class Sockets {
    private static final String PLAINEST = "reno";

    private Sockets() {}

    /** A socket that never blocks, with the options that the parameters ask for. */
    static void prepare(SocketChannel channel, TcpParameters parameters) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, parameters.nodelay());
        if (parameters.sndbufBytes() > 0) {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, parameters.sndbufBytes());
        }
        if (parameters.rcvbufBytes() > 0) {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, parameters.rcvbufBytes());
        }
    }

    /** The way around the channel of a connection that stays on this host, else null. There no queue is shared with others, so the plainest congestion control is best. */
    static @Nullable SocketCalls shortcut(SocketChannel channel) throws IOException {
        if (!(channel.getLocalAddress() instanceof InetSocketAddress local && channel.getRemoteAddress() instanceof InetSocketAddress remote) || !remote.getAddress().isLoopbackAddress()) {
            return null;
        }
        SocketCalls calls = SocketCalls.find(local.getAddress().getAddress(), local.getPort(), remote.getAddress().getAddress(), remote.getPort());
        if (calls != null) {
            calls.congestionControl(PLAINEST);
        }
        return calls;
    }

    /** Closes; what goes wrong then concerns nobody. */
    static void close(@Nullable Channel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // The descriptor is gone either way.
        }
    }
}
