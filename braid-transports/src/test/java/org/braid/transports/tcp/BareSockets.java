package org.braid.transports.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.braid.transports.socket.Sockets;

/** Two bare non-blocking sockets that do what {@link TimedLanes} do. */
final class BareSockets implements AutoCloseable {
    private final SocketChannel a;
    private final SocketChannel b;
    private final ByteBuffer outA = ByteBuffer.allocateDirect(1 << 20);
    private final ByteBuffer inA = ByteBuffer.allocateDirect(1 << 20);
    private final ByteBuffer outB = ByteBuffer.allocateDirect(1 << 20);
    private final ByteBuffer inB = ByteBuffer.allocateDirect(1 << 20);

    BareSockets() throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            a = SocketChannel.open(listener.getLocalAddress());
            b = listener.accept();
        }
        for (SocketChannel each : new SocketChannel[] {a, b}) {
            each.configureBlocking(false);
            each.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
    }

    double pingPong(int bytes, int turns) throws InterruptedException {
        Thread echo = new Thread(() -> {
            for (int i = 0; i < turns; i++) {
                read(b, inB, bytes);
                write(b, outB, bytes);
            }
        });
        echo.start();
        long startNs = System.nanoTime();
        for (int i = 0; i < turns; i++) {
            write(a, outA, bytes);
            read(a, inA, bytes);
        }
        long ns = System.nanoTime() - startNs;
        echo.join();
        return ns / 2.0 / turns;
    }

    double alone(int bytes, int turns) {
        long startNs = System.nanoTime();
        for (int i = 0; i < turns; i++) {
            write(a, outA, bytes);
            read(b, inB, bytes);
            write(b, outB, bytes);
            read(a, inA, bytes);
        }
        return (System.nanoTime() - startNs) / 2.0 / turns;
    }

    double flood(int bytes, int count) throws InterruptedException {
        Thread drain = new Thread(() -> {
            for (int i = 0; i < count; i++) {
                read(b, inB, bytes);
            }
            write(b, outB, 1);
        });
        drain.start();
        long startNs = System.nanoTime();
        for (int i = 0; i < count; i++) {
            write(a, outA, bytes);
        }
        read(a, inA, 1);
        long ns = System.nanoTime() - startNs;
        drain.join();
        return (double) ns / count;
    }

    private static void read(SocketChannel from, ByteBuffer in, int bytes) {
        in.clear().limit(bytes);
        try {
            while (in.hasRemaining()) {
                if (from.read(in) < 0) {
                    throw new IOException("ended");
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void write(SocketChannel to, ByteBuffer out, int bytes) {
        out.clear().limit(bytes);
        try {
            while (out.hasRemaining()) {
                to.write(out);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        Sockets.close(a);
        Sockets.close(b);
    }
}
