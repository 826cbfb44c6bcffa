package org.braid.boot;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Objects;
import org.braid.boot.control.ControlFrame;

/**
 * A rank's {@code System.in}: what the launcher forwards of the user's standard input.
 *
 * <p>Nothing is forwarded before the program reads, or looks whether it could: a rank that finds nothing here tells the launcher how much this rank has read so far, and the
 * launcher sends what fits in here beyond that. So a job that never reads leaves the user's input (and terminal) alone, the pipe never
 * fills, and the thread that watches the pipe never waits. From the same word it knows that what the program has printed last may be a prompt.
 */
final class RankInput extends InputStream {
    static final int CAPACITY_BYTES = ControlFrame.INPUT_WINDOW_BYTES;

    /** Tells the launcher that somebody waits here. */
    interface Wait {
        /**
         * The program waits for more than it has read, or looks for it.
         *
         * @param taken bytes of the user's input that it has read so far, which is all that has come
         */
        void forMoreThan(long taken);
    }

    private final Wait wait;

    // All guarded by this object's monitor.
    private final byte[] ring = new byte[CAPACITY_BYTES];
    private int head;
    private int count;
    private long taken;
    private long told = -1; // what the launcher was told last
    private boolean hasLooked; // since it was read last
    private boolean ended;

    RankInput(Wait wait, boolean ended) {
        this.wait = wait;
        this.ended = ended;
    }

    /** Watch thread: appends forwarded bytes; more than fit are a launcher's error. */
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
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        while (true) {
            long all;
            synchronized (this) {
                if (count > 0) {
                    return take(target, offset, length);
                }
                if (ended) {
                    return -1;
                }
                if (told == taken) {
                    await();
                    continue;
                }
                told = taken;
                all = taken;
            }
            wait.forMoreThan(all);
        }
    }

    private int take(byte[] target, int offset, int length) {
        int bytes = Math.min(length, Math.min(count, CAPACITY_BYTES - head));
        System.arraycopy(ring, head, target, offset, bytes);
        head = (head + bytes) % CAPACITY_BYTES;
        count -= bytes;
        taken += bytes;
        hasLooked = false;
        return bytes;
    }

    private void await() throws IOException {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for standard input");
        }
    }

    /**
     * A program may look from time to time instead of waiting, and is heard of by that; whoever looks once between two reads, as the JDK's readers do behind each, wants nothing but what is here.
     */
    @Override
    public int available() {
        long all;
        synchronized (this) {
            boolean wants = hasLooked || told < 0;
            hasLooked = true;
            if (count > 0 || ended || told == taken || !wants) {
                return count;
            }
            told = taken;
            all = taken;
        }
        wait.forMoreThan(all);
        return 0;
    }
}
