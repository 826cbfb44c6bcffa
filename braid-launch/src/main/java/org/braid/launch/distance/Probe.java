package org.braid.launch.distance;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.braid.base.os.Entropy;
import org.jspecify.annotations.Nullable;

/**
 * A host's part in being measured and in measuring. A round trip is what the kernels need to connect: no process at the other end has to wake up for it, and the least of a few counts. Whoever listens says a number of eight bytes,
 * by which a landmark is known from whatever else has its address. Any thread; what takes time has one of its own.
 */
public final class Probe {
    /** Told in threads of this one's own. */
    public interface Answers {
        /** This host listens. */
        void opened(int port, long token);

        /** A round trip takes so many microseconds, or {@link RoundTrips#UNKNOWN}. */
        void pinged(int round, int us);
    }

    private static final int BACKLOG = 512;

    /** So often, unless that takes longer than {@link #ENOUGH_NS}: what disturbs on the way to a far host matters less. */
    private static final int MOST_TRIPS = 8;

    private static final long ENOUGH_NS = 20_000_000L;
    private static final int PATIENCE_MS = 300;
    private static final int US_NS = 1_000;

    private final Answers answers;
    private @Nullable ServerSocket door; // guarded by this
    private boolean isClosed; // likewise

    /** It does nothing until it is asked to. */
    public Probe(Answers answers) {
        this.answers = answers;
    }

    /** Opens a port for others. */
    public synchronized void open() {
        if (isClosed) {
            return;
        }
        Thread.ofVirtual().name("braid-landmark").start(this::listen);
    }

    private void listen() {
        long token = Entropy.nextLong();
        try (ServerSocket opened = new ServerSocket(0, BACKLOG)) {
            if (!keep(opened)) {
                return;
            }
            answers.opened(opened.getLocalPort(), token);
            byte[] said = ByteBuffer.allocate(Long.BYTES).putLong(token).array();
            while (!opened.isClosed()) {
                greet(opened, said);
            }
        } catch (IOException e) {
            // It cannot listen, or no longer: whoever calls will find nobody.
        }
    }

    private synchronized boolean keep(ServerSocket opened) {
        boolean isFirst = door == null && !isClosed;
        door = isFirst ? opened : door;
        return isFirst;
    }

    private static void greet(ServerSocket opened, byte[] said) throws IOException {
        Socket caller = opened.accept();
        try (caller) {
            caller.getOutputStream().write(said);
        } catch (IOException e) {
            // It has measured, and hung up.
        }
    }

    /** Measures the way to a landmark. */
    public synchronized void ping(int round, String address, int port, long token) {
        if (isClosed) {
            return;
        }
        Thread.ofPlatform().daemon().name("braid-ping").start(() -> answers.pinged(round, roundTripUs(address, port, token)));
    }

    private static int roundTripUs(String address, int port, long token) {
        long startNs = System.nanoTime();
        long leastNs = Long.MAX_VALUE;
        try {
            InetSocketAddress at = new InetSocketAddress(InetAddress.ofLiteral(address), port);
            for (int trip = 0; trip < MOST_TRIPS && (trip == 0 || System.nanoTime() - startNs < ENOUGH_NS); trip++) {
                leastNs = Math.min(leastNs, connectNs(at, trip == 0, token));
            }
        } catch (IOException | IllegalArgumentException e) {
            // Nothing is there, or somebody else; or it has gone since the last time.
        }
        return leastNs == Long.MAX_VALUE ? RoundTrips.UNKNOWN : (int) Math.min(RoundTrips.LONGEST_US, leastNs / US_NS);
    }

    private static long connectNs(InetSocketAddress at, boolean isFirst, long token) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(PATIENCE_MS);
            long startNs = System.nanoTime();
            socket.connect(at, PATIENCE_MS);
            long tookNs = System.nanoTime() - startNs;
            if (isFirst && !isSaid(socket.getInputStream().readNBytes(Long.BYTES), token)) {
                throw new IOException("somebody else listens there");
            }
            return tookNs;
        }
    }

    private static boolean isSaid(byte[] said, long token) {
        return said.length == Long.BYTES && ByteBuffer.wrap(said).getLong() == token;
    }

    /** Nobody is measured any more. */
    public synchronized void close() {
        isClosed = true;
        if (door != null) {
            try {
                door.close();
            } catch (IOException e) {
                // Closing is all that was wanted.
            }
        }
    }
}
