package org.braid.boot.threads;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;

/** A rank's {@code System.out} or {@code System.err}: always the same object, which its program may send elsewhere. */
public final class RankStream extends PrintStream {
    private final Switch where;

    private RankStream(Switch where, Charset charset) {
        super(where, true, charset);
        this.where = where;
    }

    /**
     * What is printed goes there until it is {@linkplain #redirect redirected}.
     *
     * @param charset in which it is written
     */
    public static RankStream to(OutputStream own, Charset charset) {
        return new RankStream(new Switch(own), charset);
    }

    /** From now on what is printed goes there; to this stream itself means to where it went at first. */
    public void redirect(PrintStream to) {
        flush();
        where.to = to == this ? where.own : to;
    }

    /** Whether it goes where it went at first. */
    public boolean isOwn() {
        return where.to == where.own;
    }

    private static final class Switch extends OutputStream {
        private final OutputStream own;
        private volatile OutputStream to;

        Switch(OutputStream own) {
            this.own = own;
            this.to = own;
        }

        @Override
        public void write(int b) throws IOException {
            to.write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            to.write(bytes, offset, length);
        }

        @Override
        public void flush() throws IOException {
            to.flush();
        }
    }
}
