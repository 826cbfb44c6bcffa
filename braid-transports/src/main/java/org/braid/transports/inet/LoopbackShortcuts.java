package org.braid.transports.inet;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import org.braid.base.os.SocketCalls;
import org.braid.transports.socket.Shortcuts;
import org.jspecify.annotations.Nullable;

/** The way around the channel of a connection that stays on this host. There no queue is shared with others, so the plainest congestion control is best. */
final class LoopbackShortcuts implements Shortcuts {
    static final LoopbackShortcuts INSTANCE = new LoopbackShortcuts();
    private static final String PLAINEST = "reno";

    private LoopbackShortcuts() {}

    @Override
    public @Nullable SocketCalls of(SocketChannel channel) throws IOException {
        if (!(channel.getLocalAddress() instanceof InetSocketAddress local && channel.getRemoteAddress() instanceof InetSocketAddress remote) || !remote.getAddress().isLoopbackAddress()) {
            return null;
        }
        SocketCalls calls = SocketCalls.find(local.getAddress().getAddress(), local.getPort(), remote.getAddress().getAddress(), remote.getPort());
        if (calls != null) {
            calls.congestionControl(PLAINEST);
        }
        return calls;
    }
}
