package org.braid.transports.tcp;

import java.nio.ByteBuffer;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Transport;

/** Two contexts with a lane to each other, of tcp or of a transport over it, to be timed beside {@link BareSockets}. */
final class TimedLanes implements AutoCloseable {
    /** A lane leaves longer fragments where they are. */
    private static final int IN_PLACE_FROM_BYTES = 8 << 10;
    private final FrameCounter atA = new FrameCounter();
    private final FrameCounter atB = new FrameCounter();
    private final Node a;
    private final Node b;
    private final Lane ab;
    private final Lane ba;
    private final ByteBuffer data = ByteBuffer.allocateDirect(1 << 20);

    TimedLanes() {
        this(new TcpTransport());
    }

    TimedLanes(Transport transport) {
        a = counting(0, transport, atA);
        b = counting(1, transport, atB);
        ab = a.laneTo(b.id, b.port.descriptor());
        ba = b.laneTo(a.id, a.port.descriptor());
        Node.until("connected", () -> Node.connectionsOf(ab) > 0 && Node.connectionsOf(ba) > 0, a, b);
    }

    private static Node counting(int rank, Transport transport, FrameSink sink) {
        return new Node(rank, transport) {
            @Override
            public FrameSink sinkFor(ContextId peer) {
                return sink;
            }
        };
    }

    /** By two threads. */
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

    /** A stream in one direction, by two threads; ns per frame. */
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

    /** Ping and pong by one thread, ns one way: what is left is system calls and our own work, no core waits for another. */
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

    /** A stream in one direction by one thread; ns per frame. */
    double stream(int bytes, int frames) {
        long startNs = System.nanoTime();
        long from = atB.frames;
        int kind = bytes >= IN_PLACE_FROM_BYTES ? FrameKind.FRAGMENT : FrameKind.RSR;
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

    private void send(Lane lane, Node self, int bytes) {
        int kind = bytes >= IN_PLACE_FROM_BYTES ? FrameKind.FRAGMENT : FrameKind.RSR;
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
