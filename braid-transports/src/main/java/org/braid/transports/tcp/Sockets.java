package org.braid.transports.tcp;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.Channel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** Opening and closing sockets as this transport wants them. */
final class Sockets {
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
