package org.braid.boot.threads;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What ranks print that share a process, and so a pipe: a piece of a rank's output, with the rank's number on it.
 *
 * <pre>
 *   0                 8      12         16
 *  +-----------------+------+----------+------------------------
 *  | job id, low 64  | rank | length   | bytes        (little-endian)
 *  +-----------------+------+----------+------------------------
 * </pre>
 *
 * A whole piece has at most {@link #MAX_BYTES} (PIPE_BUF on Linux), so the kernel mixes it with nothing else that the process prints, such as last words of the JVM's own.
 */
public final class OutputPiece {
    static final int MAX_BYTES = 4096;
    static final int HEAD = 16;
    static final int MAX_LENGTH = MAX_BYTES - HEAD;

    private OutputPiece() {}

    /**
     * A stream of a rank's that goes in pieces into another one.
     *
     * @param job the lower half of the job's number
     * @param into takes each piece by one write
     */
    public static OutputStream stream(long job, int rank, OutputStream into) {
        return new Cut(job, rank, into);
    }

    /** Any thread. */
    private static final class Cut extends OutputStream {
        private final long job;
        private final int rank;
        private final OutputStream into;

        Cut(long job, int rank, OutputStream into) {
            this.job = job;
            this.rank = rank;
            this.into = into;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            for (int done = 0; done < length; done += MAX_LENGTH) {
                int part = Math.min(MAX_LENGTH, length - done);
                ByteBuffer piece = ByteBuffer.allocate(HEAD + part).order(ByteOrder.LITTLE_ENDIAN);
                into.write(piece.putLong(job).putInt(rank).putInt(part).put(bytes, offset + done, part).array());
            }
        }
    }

    /** Takes pieces out of what a process has printed. What belongs to none is nobody's. One thread. */
    public static final class Reader {
        /** Gets what was printed; it is to be taken during the call. */
        public interface Sink {
            /** A rank has printed this. */
            void printed(int rank, ByteBuffer bytes) throws IOException;

            /** The process has printed this, and no rank of it. */
            void printedByNobody(ByteBuffer bytes) throws IOException;
        }

        private final long job;
        private final RankSet ranks;
        private final Sink sink;
        private final ByteBuffer held = ByteBuffer.allocate(4 * MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);

        /**
         * Nothing has come yet.
         *
         * @param job the lower half of the job's number
         * @param ranks those of the process
         */
        public Reader(long job, RankSet ranks, Sink sink) {
            this.job = job;
            this.ranks = ranks;
            this.sink = sink;
        }

        /** Where to put the next bytes; then call {@link #advance}. */
        public ByteBuffer space() {
            return held;
        }

        /** Hands out all that is whole. */
        public void advance() throws IOException {
            held.flip();
            while (held.hasRemaining()) {
                int stray = stray();
                if (stray > 0) {
                    sink.printedByNobody(held.slice(held.position(), stray));
                    held.position(held.position() + stray);
                } else if (!takePiece()) {
                    break;
                }
            }
            held.compact();
        }

        /** Nothing follows: what is left is nobody's. */
        public void end() throws IOException {
            held.flip();
            if (held.hasRemaining()) {
                sink.printedByNobody(held.slice());
            }
            held.clear();
        }

        /** How many bytes come before what may be the start of a piece. */
        private int stray() {
            for (int at = held.position(); at < held.limit(); at++) {
                if (mayBegin(at)) {
                    return at - held.position();
                }
            }
            return held.remaining();
        }

        private boolean mayBegin(int at) {
            int there = Math.min(Long.BYTES, held.limit() - at);
            for (int i = 0; i < there; i++) {
                if (held.get(at + i) != (byte) (job >>> 8 * i)) {
                    return false;
                }
            }
            if (held.limit() - at < HEAD) {
                return true;
            }
            int rank = held.getInt(at + 8);
            int length = held.getInt(at + 12);
            return ranks.placeOf(rank) >= 0 && length > 0 && length <= MAX_LENGTH;
        }

        private boolean takePiece() throws IOException {
            int at = held.position();
            if (held.remaining() < HEAD || held.remaining() < HEAD + held.getInt(at + 12)) {
                return false;
            }
            int length = held.getInt(at + 12);
            sink.printed(held.getInt(at + 8), held.slice(at + HEAD, length));
            held.position(at + HEAD + length);
            return true;
        }
    }
}
