package org.braid.boot.threads;

import java.io.IOException;
import java.io.InputStream;

/** A rank's {@code System.in}: always the same object, for which its program may name another source. */
public final class RankInputStream extends InputStream {
    private final InputStream own;
    private volatile InputStream from;

    /** It reads from there until it is {@linkplain #redirect redirected}. */
    public RankInputStream(InputStream own) {
        this.own = own;
        this.from = own;
    }

    /** From now on it reads from there; from this stream itself means from where it did at first. */
    public void redirect(InputStream other) {
        from = other == this ? own : other;
    }

    @Override
    public int read() throws IOException {
        return from.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        return from.read(target, offset, length);
    }

    @Override
    public int available() throws IOException {
        return from.available();
    }
}
