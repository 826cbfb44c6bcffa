package org.braid.mpi.meeting.socket;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.locks.LockSupport;

/**
 * Notices that nothing arrives any more of what is said through a socket, and closes it. Keep-alives do not: the system asks a silent peer only if it owes no acknowledgement, and goes on for a quarter of an hour to say again what was not acknowledged. One thread, until this is closed; one look a second.
 */
final class CutOff implements AutoCloseable {
    private static final long LOOK_NS = 1_000_000_000L;

    /** Whoever looks so late was held itself, and accuses nobody. */
    private static final long LATE_NS = 3 * LOOK_NS;

    /** Ten seconds of silence, and an interval (reliability.md, section 2.4). */
    private static final long LOST_NS = 11 * LOOK_NS;

    private final Socket socket;
    private final SendQueue queue;
    private volatile boolean isOver;
    private volatile boolean isLost;

    /** @param socket that is connected */
    CutOff(Socket socket) {
        this.socket = socket;
        this.queue = new SendQueue(socket);
        Thread.ofVirtual().name("braid-cut-off").start(this::watch);
    }

    /** Whether it has closed the socket. */
    boolean isLost() {
        return isLost;
    }

    private void watch() {
        long sinceNs = System.nanoTime();
        for (long lastNs = sinceNs; !isOver; LockSupport.parkNanos(LOOK_NS)) {
            long nowNs = System.nanoTime();
            sinceNs = nowNs - lastNs > LATE_NS || queue.bytes() <= 0 ? nowNs : sinceNs;
            lastNs = nowNs;
            if (nowNs - sinceNs > LOST_NS) {
                lose();
            }
        }
    }

    private void lose() {
        isLost = true;
        isOver = true;
        try {
            socket.close();
        } catch (IOException e) {
            // Whoever reads is told all the same.
        }
    }

    @Override
    public void close() {
        isOver = true;
    }
}
