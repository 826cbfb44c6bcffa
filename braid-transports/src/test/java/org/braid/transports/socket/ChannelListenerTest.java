package org.braid.transports.socket;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import org.junit.jupiter.api.Test;

/** Who calls a socket. */
class ChannelListenerTest {
    @Test
    void aListenerThatIsClosedHasNoCallersAndNothingToComplainOf() throws IOException {
        try (ServerSocketChannel channel = ServerSocketChannel.open()) {
            channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).configureBlocking(false);
            ChannelListener listener = new ChannelListener(channel, fresh -> {
                throw new IOException("nobody has called");
            }, new Sleeper());
            assertNull(listener.accept(1));
            listener.close();
            assertNull(listener.accept(Long.MAX_VALUE / 2), "a background thread may look once more");
        }
    }
}
