package org.braid.mpi.objects;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.braid.mpi.data.Pieces;

/** Takes what is written in arrays that are never copied into longer ones: long streams are sent from where they were written. */
public final class Chunks extends OutputStream {
    private static final int FIRST_BYTES = 512;
    private static final int LONGEST_BYTES = 1 << 20;

    private final List<byte[]> full = new ArrayList<>();
    private byte[] chunk = new byte[FIRST_BYTES];
    private int used;
    private long fullBytes;

    /** Nothing yet. */
    public Chunks() {}

    @Override
    public void write(int one) {
        if (used == chunk.length) {
            next(1);
        }
        chunk[used++] = (byte) one;
    }

    @Override
    public void write(byte[] from, int offset, int length) {
        int done = 0;
        while (done < length) {
            if (used == chunk.length) {
                next(length - done);
            }
            int bytes = Math.min(length - done, chunk.length - used);
            System.arraycopy(from, offset + done, chunk, used, bytes);
            used += bytes;
            done += bytes;
        }
    }

    private void next(int wanted) {
        full.add(chunk);
        fullBytes += chunk.length;
        chunk = new byte[Math.min(LONGEST_BYTES, Math.max(wanted, 2 * chunk.length))];
        used = 0;
    }

    /** Bytes written. */
    public long bytes() {
        return fullBytes + used;
    }

    /** What was written, to be read. */
    public InputStream input() {
        List<InputStream> all = new ArrayList<>();
        for (byte[] each : full) {
            all.add(new ByteArrayInputStream(each));
        }
        all.add(new ByteArrayInputStream(chunk, 0, used));
        return new SequenceInputStream(Collections.enumeration(all));
    }

    /** What was written, as a message: user memory of {@link #bytes} bytes, or more that mean nothing. */
    public Object message() {
        return full.isEmpty() ? chunk : pieces();
    }

    /** As {@link #message}, behind these bytes. */
    public Pieces behind(byte[] before) {
        List<byte[]> all = new ArrayList<>(full);
        all.addFirst(before);
        return pieces(all, before.length + bytes());
    }

    private Pieces pieces() {
        return pieces(new ArrayList<>(full), bytes());
    }

    private Pieces pieces(List<byte[]> all, long bytes) {
        all.add(chunk);
        long[] starts = new long[all.size() + 1];
        for (int i = 0; i < all.size(); i++) {
            starts[i + 1] = Math.min(bytes, starts[i] + all.get(i).length);
        }
        return new Pieces(all.toArray(), starts);
    }
}
