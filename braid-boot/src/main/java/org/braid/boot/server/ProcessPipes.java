package org.braid.boot.server;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;

/**
 * Two {@link RankPipe}s between two processes of this user on one host, of which one is told by the launcher where the other one has opened them. Where ranks find their launcher's pipe they find these, and no class of sockets is loaded: those of the JDK for sockets
 * of a host bring its framework of cryptography, which takes a young process 10 ms.
 *
 * <pre>
 *   pipes:PATH:PATH     the one that the opener reads, the one that it writes
 * </pre>
 */
public final class ProcessPipes implements Closeable {
    /** What addresses begin with. */
    public static final String SCHEME = "pipes:";

    /** Nowhere else are any, and nothing is made there that is not. */
    private static final String PLACE = "/proc/";

    /** Says that the other process has opened both. */
    private static final int HERE = 'B';

    private final InputStream in;
    private final OutputStream out;
    private final Closeable both;

    private ProcessPipes(InputStream in, OutputStream out, Closeable both) {
        this.in = in;
        this.out = out;
        this.both = both;
    }

    /** Those that were opened here, and that nobody else may have opened yet. */
    public static final class Opened implements Closeable {
        private final RankPipe coming;
        private final RankPipe going;

        private Opened(RankPipe coming, RankPipe going) {
            this.coming = coming;
            this.going = going;
        }

        /** Where the other process finds them. */
        public String address() {
            return SCHEME + coming.path() + ":" + going.path();
        }

        /**
         * Waits for the other process; {@link #close} by another thread ends the wait. From then on the end of either process is the end of both streams.
         *
         * @throws IOException if nobody comes any more
         */
        public ProcessPipes await() throws IOException {
            InputStream in = Channels.newInputStream(coming.source());
            if (in.read() != HERE) {
                throw new IOException("who has opened the pipes does not speak Braid's language");
            }
            coming.sink().close();
            going.source().close();
            return new ProcessPipes(in, Channels.newOutputStream(going.sink()), this);
        }

        @Override
        public void close() {
            coming.close();
            going.close();
        }
    }

    /** @throws IOException where pipes cannot be found by others */
    public static Opened open() throws IOException {
        RankPipe coming = RankPipe.open();
        RankPipe going = null;
        try {
            going = RankPipe.open();
            return new Opened(coming, going);
        } finally {
            if (going == null) {
                coming.close();
            }
        }
    }

    /**
     * Those that another process has opened.
     *
     * @throws IOException if they are not there, or this is no address
     */
    public static ProcessPipes to(String address) throws IOException {
        int middle = address.lastIndexOf(':');
        String coming = address.substring(middle + 1);
        String going = address.startsWith(SCHEME) && middle > SCHEME.length() ? address.substring(SCHEME.length(), middle) : "";
        if (!coming.startsWith(PLACE) || !going.startsWith(PLACE)) {
            throw new IOException("'" + address + "' names no pipes");
        }
        FileOutputStream out = new FileOutputStream(going, true);
        ProcessPipes pipes = null;
        try {
            FileInputStream in = new FileInputStream(coming);
            pipes = new ProcessPipes(in, out, new BothStreams(in, out));
            out.write(HERE);
            return pipes;
        } finally {
            if (pipes == null) {
                out.close();
            }
        }
    }

    /** A class instead of a lambda, since it starts faster. */
    private record BothStreams(InputStream in, OutputStream out) implements Closeable {
        @Override
        public void close() throws IOException {
            try (in) {
                out.close();
            }
        }
    }

    /** What the other process says. */
    public InputStream in() {
        return in;
    }

    /** What this one says. */
    public OutputStream out() {
        return out;
    }

    @Override
    public void close() throws IOException {
        both.close();
    }
}
