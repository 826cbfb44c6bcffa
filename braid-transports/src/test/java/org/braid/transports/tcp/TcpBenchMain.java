package org.braid.transports.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Locale;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.Frame;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;

/**
 * Lanes beside bare sockets, in one run, interleaved, two threads: latency of a polled ping-pong, rate of small frames, bandwidth. Prints medians of rounds, fastest rounds, and ours over
 * theirs. Not a test.
 */
final class TcpBenchMain {
    private static final int ROUNDS = Integer.getInteger("rounds", 15);

    /** A round of one kind of work; returns ns per unit. */
    private interface Work {
        double run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        try (Ends ends = new Ends(); Bare bare = new Bare()) {
            if (Boolean.getBoolean("alone")) { // two spinning threads measure the scheduler when the machine is not ours alone
                race("8 B both ways in one thread, ns one way", () -> ends.alone(8, 5000), () -> bare.alone(8, 5000));
                race("1 KiB both ways in one thread, ns one way", () -> ends.alone(1024, 5000), () -> bare.alone(1024, 5000));
                race("8 B frames in one thread, ns each", () -> ends.stream(8, 341 * 200), () -> bare.alone(16 << 10, 200) / 341);
                race("64 KiB fragments in one thread, ns per KiB", () -> ends.stream(64 << 10, 1000) / 64, () -> bare.alone(64 << 10, 1000) / 64);
                race("256 KiB fragments in one thread, ns per KiB", () -> ends.stream(256 << 10, 250) / 256, () -> bare.alone(256 << 10, 250) / 256);
                return;
            }
            for (int bytes : new int[] {8, 1024, 16 << 10}) {
                int turns = bytes < 10_000 ? 1000 : 300;
                race("ping-pong " + bytes + " B, ns one way", () -> ends.pingPong(bytes, turns), () -> bare.pingPong(bytes, turns));
            }
            race("frames of 8 B, ns each", () -> ends.flood(8, 50_000), () -> bare.flood(16 << 10, 500) / 341);
            for (int bytes : new int[] {64 << 10, 256 << 10}) {
                race("stream of " + (bytes >> 10) + " KiB frames, ns per KiB", () -> ends.flood(bytes, (64 << 20) / bytes) * 1024 / bytes,
                        () -> bare.flood(bytes, (64 << 20) / bytes) * 1024 / bytes);
            }
        }
    }

    private static void race(String what, Work ours, Work theirs) throws Exception {
        double[] a = new double[ROUNDS];
        double[] b = new double[ROUNDS];
        for (int i = -5; i < ROUNDS; i++) {
            double x = ours.run();
            double y = theirs.run();
            if (i >= 0) {
                a[i] = x;
                b[i] = y;
            }
        }
        Arrays.sort(a);
        Arrays.sort(b);
        System.out.printf(Locale.ROOT, "%-42s lane %9.1f (best %9.1f)  bare %9.1f (best %9.1f)  ratio %.2f (best %.2f)%n", what, a[ROUNDS / 2], a[0], b[ROUNDS / 2], b[0],
                a[ROUNDS / 2] / b[ROUNDS / 2], a[0] / b[0]);
    }

    /** Two ports, one thread each. */
    private static final class Ends implements AutoCloseable {
        private final Counter atA = new Counter();
        private final Counter atB = new Counter();
        private final Node a = new Node(0) {
            @Override
            public FrameSink sinkFor(ContextId peer) {
                return atA;
            }
        };
        private final Node b = new Node(1) {
            @Override
            public FrameSink sinkFor(ContextId peer) {
                return atB;
            }
        };
        private final TcpLane ab;
        private final TcpLane ba;
        private final ByteBuffer data = ByteBuffer.allocateDirect(1 << 20);

        Ends() {
            ab = a.laneTo(b.id, new Descriptor(TcpTransport.NAME, b.port.descriptor().body()));
            ba = b.laneTo(a.id, a.port.descriptor());
            Node.until("connected", () -> ab.connections.resumePoint().knownOfPeer() != 0 && ba.connections.resumePoint().knownOfPeer() != 0, a, b);
        }

        double pingPong(int bytes, int turns) throws InterruptedException {
            long from = atB.frames;
            long back = atA.frames;
            Thread echo = new Thread(() -> {
                for (int i = 1; i <= turns; i++) {
                    while (atB.frames < from + i) {
                        b.port.poll(64);
                    }
                    send(ba, b, bytes);
                }
            });
            echo.start();
            long startNs = System.nanoTime();
            for (int i = 1; i <= turns; i++) {
                send(ab, a, bytes);
                while (atA.frames < back + i) {
                    a.port.poll(64);
                }
            }
            long ns = System.nanoTime() - startNs;
            echo.join();
            return ns / 2.0 / turns;
        }

        double flood(int bytes, int frames) throws InterruptedException {
            long from = atB.frames;
            Thread drain = new Thread(() -> {
                while (atB.frames < from + frames) {
                    b.port.poll(64);
                }
                send(ba, b, 0);
            });
            long back = atA.frames;
            drain.start();
            long startNs = System.nanoTime();
            for (int i = 0; i < frames; i++) {
                send(ab, a, bytes);
            }
            ab.flush();
            while (atA.frames == back) {
                a.port.poll(64);
            }
            long ns = System.nanoTime() - startNs;
            drain.join();
            return (double) ns / frames;
        }

        /** Ping and pong by one thread: what is left is system calls and our own work, no core waits for another. */
        double alone(int bytes, int turns) {
            long startNs = System.nanoTime();
            for (int i = 0; i < turns; i++) {
                long from = atB.frames;
                send(ab, a, bytes);
                while (atB.frames == from) {
                    b.port.poll(64);
                }
                long back = atA.frames;
                send(ba, b, bytes);
                while (atA.frames == back) {
                    a.port.poll(64);
                }
            }
            return (System.nanoTime() - startNs) / 2.0 / turns;
        }

        /** A stream in one direction by one thread. */
        double stream(int bytes, int frames) {
            long startNs = System.nanoTime();
            long from = atB.frames;
            int kind = bytes >= LoggedFrames.IN_PLACE_FROM_BYTES ? Frame.FRAGMENT : Frame.RSR;
            for (int i = 0; i < frames; i++) {
                while (ab.offer(kind, 1, 0, 300, 1, 2, 3, 4, data, 0, bytes) == Lane.FULL) {
                    a.port.poll(64);
                    b.port.poll(64);
                }
                if ((i & 255) == 255 || bytes > 10_000) {
                    b.port.poll(64);
                    a.port.poll(64);
                }
            }
            while (atB.frames < from + frames) {
                a.port.poll(64);
                b.port.poll(64);
            }
            return (double) (System.nanoTime() - startNs) / frames;
        }

        private void send(TcpLane lane, Node self, int bytes) {
            int kind = bytes >= LoggedFrames.IN_PLACE_FROM_BYTES ? Frame.FRAGMENT : Frame.RSR;
            while (lane.offer(kind, 1, 0, 300, 1, 2, 3, 4, data, 0, bytes) == Lane.FULL) {
                self.port.poll(64);
            }
        }

        @Override
        public void close() {
            a.close();
            b.close();
        }
    }

    private static final class Counter implements FrameSink {
        private final byte[] landing = new byte[1 << 20];
        private final MemorySegment landed = MemorySegment.ofArray(landing);
        volatile long frames;

        @Override
        @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
        public void frame(
                int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
            MemorySegment.copy(segment, offset, landed, 0, length);
            frames++;
        }

        @Override
        public void ended(Throwable cause) {
            throw new AssertionError(cause);
        }
    }

    /** Two bare non-blocking sockets, one thread each. */
    private static final class Bare implements AutoCloseable {
        private final SocketChannel a;
        private final SocketChannel b;
        private final ByteBuffer outA = ByteBuffer.allocateDirect(1 << 20);
        private final ByteBuffer inA = ByteBuffer.allocateDirect(1 << 20);
        private final ByteBuffer outB = ByteBuffer.allocateDirect(1 << 20);
        private final ByteBuffer inB = ByteBuffer.allocateDirect(1 << 20);

        Bare() throws IOException {
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

    private TcpBenchMain() {}
}
