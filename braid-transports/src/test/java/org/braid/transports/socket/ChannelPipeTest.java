package org.braid.transports.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.braid.pipe.driver.BytePipe;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What ends the sleep of a process whose connections are being made: words of the other end, and nothing else. */
class ChannelPipeTest {
    private static final long BRIEF_NS = 30_000_000;
    private static final long LONG_NS = 30_000_000_000L;

    private final Sleeper sleeper = new Sleeper();
    private ServerSocketChannel listening;

    @BeforeEach
    void listen() throws IOException {
        sleeper.join();
        listening = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @AfterEach
    void close() throws IOException {
        listening.close();
        sleeper.leave();
    }

    @Test
    void whoHasCalledSleepsUntilTheOtherEndSaysSomething() throws IOException {
        SocketAddress to = listening.getLocalAddress();
        BytePipe pipe = ChannelPipe.calling(unblocked(SocketChannel.open()), to, "there", sleeper, channel -> null);
        try (SocketChannel other = listening.accept()) {
            while (!pipe.isConnected()) {
                sleeper.sleep(LONG_NS); // the call's end is news
            }
            sleepsUntilToldBy(other, pipe);
        } finally {
            pipe.close();
        }
    }

    @Test
    void whoWasCalledSleepsUntilTheOtherEndSaysSomething() throws IOException {
        try (SocketChannel other = SocketChannel.open(listening.getLocalAddress())) {
            BytePipe pipe = ChannelPipe.called(unblocked(listening.accept()), "there", sleeper, channel -> null);
            sleepsUntilToldBy(other, pipe);
            pipe.close();
        }
    }

    /** A sleep that ends early would be a turn in vain, and so would each that follows it. */
    private void sleepsUntilToldBy(SocketChannel other, BytePipe pipe) throws IOException {
        sleeper.sleep(1); // may end at once, since there is something new to be watched
        long beganNs = System.nanoTime();
        sleeper.sleep(BRIEF_NS);
        assertTrue(System.nanoTime() - beganNs >= BRIEF_NS, "a connection on which nothing comes has ended a sleep");
        other.write(ByteBuffer.wrap(new byte[] {7}));
        long toldNs = System.nanoTime();
        sleeper.sleep(LONG_NS);
        assertTrue(System.nanoTime() - toldNs < LONG_NS, "what came has not ended the sleep");
        assertEquals(1, pipe.read(ByteBuffer.allocate(8), 0));
    }

    private static SocketChannel unblocked(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        return channel;
    }
}
