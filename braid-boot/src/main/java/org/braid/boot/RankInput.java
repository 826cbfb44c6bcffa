package org.braid.boot;

import java.io.IOException;
import java.io.InputStream;

/**
 * A rank's {@code System.in}: what the launcher forwards of the user's standard input.
 *
 * <p>Nothing is forwarded before the program reads: the first read asks the launcher for as many bytes as fit here, and each half that is
 * consumed is asked for again. So a job that never reads leaves the user's input (and terminal) alone, the pipe never fills, and the
 * thread that watches the pipe never waits.
 */
final class RankInput extends InputStream {
    static final int CAPACITY_BYTES = 16 * 1024;

    /** Asks the launcher for more bytes. */
    interface Demand {
        void more(int bytes);
    }

    private final Demand demand;

    // All guarded by this object's monitor.
    private final byte[] ring = new byte[CAPACITY_BYTES];
    private int head;
    private int count;
    private int unasked = CAPACITY_BYTES;
    private boolean ended;

    RankInput(Demand demand, boolean ended) {
        this.demand = demand;
        this.ended = ended;
    }

    /** Watch thread: appends forwarded bytes; more than were asked for is a launcher's error. */
    synchronized void append(byte[] bytes) throws IOException {
        if (bytes.length > CAPACITY_BYTES - count) {
            throw new IOException("the launcher forwarded more input than was asked for");
        }
        int tail = (head + count) % CAPACITY_BYTES;
        int first = Math.min(bytes.length, CAPACITY_BYTES - tail);
        System.arraycopy(bytes, 0, ring, tail, first);
        System.arraycopy(bytes, first, ring, 0, bytes.length - first);
        count += bytes.length;
        notifyAll();
    }

    /** Watch thread: nothing follows. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        java.util.Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        while (true) {
            int want = 0;
            synchronized (this) {
                if (count > 0) {
                    return take(target, offset, length);
                }
                if (ended) {
                    return -1;
                }
                if (unasked >= CAPACITY_BYTES / 2) {
                    want = unasked;
                    unasked = 0;
                } else {
                    await();
                }
            }
            if (want > 0) {
                demand.more(want);
            }
        }
    }

    private int take(byte[] target, int offset, int length) {
        int bytes = Math.min(length, Math.min(count, CAPACITY_BYTES - head));
        System.arraycopy(ring, head, target, offset, bytes);
        head = (head + bytes) % CAPACITY_BYTES;
        count -= bytes;
        unasked += bytes;
        return bytes;
    }

    private void await() throws IOException {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new java.io.InterruptedIOException("interrupted while waiting for standard input");
        }
    }

    @Override
    public synchronized int available() {
        return count;
    }
}
