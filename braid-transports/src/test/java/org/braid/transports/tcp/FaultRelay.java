package org.braid.transports.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.braid.transports.inet.Addresses;
import org.braid.transports.socket.Sockets;

/**
 * Stands between two ports and does to their connections what networks do. No thread: the test turns it with {@link #step}.
 *
 * <pre>
 *   caller ──> relay ──> target            one fault per connection, after so many bytes in either direction
 * </pre>
 */
final class FaultRelay implements AutoCloseable {
    /** What happens to a connection. */
    enum Fault {
        NONE,
        /** Both ends get a reset. */
        RESET,
        /** Both ends get an orderly end of stream, wherever in a frame that is. */
        END,
        /** The target's end is closed, the caller's stays open and silent. */
        HALF_OPEN,
        /** Nothing moves any more, both ends stay open. */
        FREEZE,
        /** Some noise is inserted. */
        GARBAGE,
        /** One bit of what passes is turned. */
        FLIP,
        /** One byte is left out. */
        LOSE_BYTE,
        /** The frame whose first byte that is says that it is {@link #LENGTHENED_BYTES} longer than it is. */
        LENGTHEN
    }

    static final int LENGTHENED_BYTES = 512 << 10;

    private final class Line {
        final SocketChannel caller;
        final SocketChannel target;
        final Fault fault;
        final long atByte;
        final ByteBuffer toTarget = ByteBuffer.allocate(64 << 10).limit(0);
        final ByteBuffer toCaller = ByteBuffer.allocate(64 << 10).limit(0);
        long passed;
        boolean struck;
        boolean frozen;

        Line(SocketChannel caller, SocketChannel target, Fault fault, long atByte) {
            this.caller = caller;
            this.target = target;
            this.fault = fault;
            this.atByte = atByte;
        }

        /** False when the line is over. */
        boolean step() throws IOException {
            if (frozen) {
                return true;
            }
            return pass(caller, toTarget, target) && pass(target, toCaller, caller);
        }

        private boolean pass(SocketChannel from, ByteBuffer buffer, SocketChannel to) throws IOException {
            if (!buffer.hasRemaining()) {
                buffer.clear().limit(chunkBytes > 0 ? chunkBytes : buffer.capacity());
                int read = from.read(buffer);
                buffer.flip();
                if (read < 0) {
                    return false;
                }
                if (read > 0 && passed + read >= atByte && !struck && fault != Fault.NONE && !strike(buffer, to)) {
                    return false;
                }
                passed += Math.max(0, read);
            }
            if (buffer.hasRemaining() && !frozen) {
                to.write(buffer);
            }
            return true;
        }

        private boolean strike(ByteBuffer buffer, SocketChannel to) throws IOException {
            struck = true;
            strikes++;
            int at = (int) Math.min(Math.max(0, atByte - passed), buffer.limit() - 1);
            switch (fault) {
                case RESET -> {
                    to.write(buffer.duplicate().limit(at));
                    caller.setOption(StandardSocketOptions.SO_LINGER, 0);
                    target.setOption(StandardSocketOptions.SO_LINGER, 0);
                    return false;
                }
                case END -> {
                    to.write(buffer.duplicate().limit(at));
                    return false;
                }
                case HALF_OPEN -> {
                    target.close();
                    frozen = true;
                }
                case FREEZE -> frozen = true;
                case GARBAGE -> {
                    byte[] noise = new byte[1 + random.nextInt(100)];
                    random.nextBytes(noise);
                    to.write(ByteBuffer.wrap(noise));
                }
                case FLIP -> buffer.put(at, (byte) (buffer.get(at) ^ 1 << random.nextInt(8)));
                case LOSE_BYTE -> {
                    to.write(buffer.duplicate().limit(at));
                    buffer.position(at + 1);
                }
                case LENGTHEN -> buffer.put(at + 2, (byte) (buffer.get(at + 2) | LENGTHENED_BYTES >> 16)); // the fourth byte of its first word
                case NONE -> {}
            }
            return true;
        }

        void close() {
            Sockets.close(caller);
            Sockets.close(target);
        }
    }

    private final ServerSocketChannel listener;
    private final int targetPort;
    private final SplittableRandom random;
    private final List<Line> lines = new ArrayList<>();
    private Fault nextFault = Fault.NONE;
    private long nextAtByte;
    private int strikes;
    private int connections;

    /** Bytes moved by one look, or 0 for as many as there are: a drip if 1. */
    int chunkBytes;

    FaultRelay(int targetPort, long seed) throws IOException {
        this.targetPort = targetPort;
        random = new SplittableRandom(seed);
        listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).configureBlocking(false);
    }

    /** Where callers of the target are sent. */
    byte[] descriptorBody() throws IOException {
        return Addresses.encode(((InetSocketAddress) listener.getLocalAddress()).getPort(), List.of(InetAddress.getLoopbackAddress()));
    }

    /** What happens to the next connection, once so many bytes have passed. */
    void next(Fault fault, long atByte) {
        nextFault = fault;
        nextAtByte = atByte;
    }

    /** Faults that have struck. */
    int strikes() {
        return strikes;
    }

    int connections() {
        return connections;
    }

    /** Ends all connections now. */
    void cutAll() {
        lines.forEach(Line::close);
        lines.clear();
    }

    /** All connections stay open, and nothing moves on them any more. */
    void freezeAll() {
        lines.forEach(line -> line.frozen = true);
    }

    void step() {
        try {
            SocketChannel caller = listener.accept();
            if (caller != null) {
                connect(caller);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        for (int i = lines.size() - 1; i >= 0; i--) {
            if (!goesOn(lines.get(i))) {
                lines.remove(i).close();
            }
        }
    }

    @Override
    public void close() {
        Sockets.close(listener);
        lines.forEach(Line::close);
    }

    private void connect(SocketChannel caller) throws IOException {
        caller.configureBlocking(false);
        caller.setOption(StandardSocketOptions.TCP_NODELAY, true);
        SocketChannel target = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort));
        target.configureBlocking(false);
        target.setOption(StandardSocketOptions.TCP_NODELAY, true);
        lines.add(new Line(caller, target, nextFault, nextAtByte));
        connections++;
    }

    private static boolean goesOn(Line line) {
        try {
            return line.step();
        } catch (IOException e) {
            return false; // one end is gone: so is the other
        }
    }
}
