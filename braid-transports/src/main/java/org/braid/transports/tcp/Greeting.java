package org.braid.transports.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A socket that is not trusted yet: moves the bytes of one {@link Handshake} and watches its deadline. Never blocks; the port calls {@link #step} now and then.
 *
 * <p>An untrusted peer costs one socket, two buffers of 128 bytes, and its time is bounded.
 */
final class Greeting {
    final SocketChannel channel;
    final String there;
    private final Handshake handshake;
    private final long deadlineNs;
    private boolean connected;
    private boolean ended;
    private @Nullable String trouble;

    /** @param connected false while the socket itself is still being opened */
    Greeting(SocketChannel channel, String there, Handshake handshake, boolean connected, long deadlineNs) {
        this.channel = channel;
        this.there = there;
        this.handshake = handshake;
        this.connected = connected;
        this.deadlineNs = deadlineNs;
    }

    /** Calls an address. What fails at once is reported like what fails later. */
    static Greeting call(SocketChannel channel, InetSocketAddress to, Handshake handshake, long deadlineNs) {
        Greeting greeting = new Greeting(channel, Addresses.text(to), handshake, false, deadlineNs);
        try {
            greeting.connected = channel.connect(to);
        } catch (IOException | RuntimeException e) {
            greeting.trouble = reason(e);
        }
        return greeting;
    }

    /** Does what can be done now. */
    void step(long nowNs) {
        if (trouble != null || handshake.phase() == Handshake.Phase.PROVEN) {
            return;
        }
        try {
            if (connected || channel.finishConnect()) {
                connected = true;
                talk();
            }
        } catch (IOException e) {
            ended = connected; // a reset is the same farewell, said while our words were on their way
            trouble = reason(e);
        }
        if (trouble == null && isTalking() && nowNs - deadlineNs >= 0) {
            trouble = connected ? "it said nothing more for too long" : "no answer";
        }
    }

    /** What the peer did wrong or what went wrong on the way; null while all is well. */
    @Nullable String trouble() {
        HandshakeFault fault = handshake.fault();
        return trouble != null || fault == null ? trouble : fault.text();
    }

    /** True when the peer itself ended the connection: if it spoke properly until then, it has found another one (both called at once). */
    boolean wasEnded() {
        return ended;
    }

    /** True when every later attempt would fail, too. */
    boolean isHopeless() {
        HandshakeFault fault = handshake.fault();
        return fault != null && fault.isFinal();
    }

    /** Writes the last words, as far as the socket takes them. */
    void sayLastWords() {
        try {
            write();
        } catch (IOException e) {
            trouble = reason(e);
        }
    }

    void close() {
        Sockets.close(channel);
    }

    private void talk() throws IOException {
        while (isTalking()) {
            write();
            if (handshake.out.hasRemaining()) {
                return;
            }
            int read = channel.read(handshake.in);
            if (read < 0) {
                ended = true;
                trouble = "it closed the connection during the handshake";
                return;
            }
            handshake.advance();
            if (read == 0 && isTalking()) {
                return;
            }
        }
        write();
    }

    private boolean isTalking() {
        return handshake.phase() == Handshake.Phase.TALKING;
    }

    private void write() throws IOException {
        if (handshake.out.hasRemaining()) {
            channel.write(handshake.out);
        }
    }

    private static String reason(Exception e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }
}
