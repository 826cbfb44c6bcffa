package org.braid.transports.unix;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.driver.NoPipe;
import org.braid.pipe.driver.PipeRoute;
import org.braid.transports.socket.ChannelPipe;
import org.braid.transports.socket.Sleeper;
import org.braid.transports.socket.Sockets;
import org.jspecify.annotations.Nullable;

/**
 * The socket of one peer.
 *
 * @param socket null if this end cannot call
 */
record UnixRoute(@Nullable Path socket, PeerUser trusted, Sleeper sleeper) implements PipeRoute {
    @Override
    public int places() {
        return socket == null ? 0 : 1;
    }

    /** Such a call never takes time: there is a listener that has room, or there is none. */
    @Override
    public BytePipe call(int place) {
        String there = String.valueOf(socket);
        SocketChannel channel = null;
        try {
            channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            channel.configureBlocking(false);
            String why = channel.connect(UnixDomainSocketAddress.of(there)) ? trusted.whyNot(channel) : "its listener has no room for callers";
            if (why == null) {
                return ChannelPipe.called(channel, there, sleeper, Around.CHANNELS);
            }
            Sockets.close(channel);
            return new NoPipe(there, why);
        } catch (IOException | UnsupportedOperationException e) {
            Sockets.close(channel);
            return new NoPipe(there, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public boolean makesTheSameAs(PipeRoute other) {
        return other instanceof UnixRoute;
    }
}
