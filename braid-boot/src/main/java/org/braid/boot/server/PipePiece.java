package org.braid.boot.server;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What a rank writes into the pipe that it shares with the others: a piece of its byte stream, with its name on it.
 *
 * <pre>
 *   0                 8            12         16
 *  +-----------------+------------+----------+------------------------
 *  | job id, low 64  | sender     | length   | bytes        (little-endian)
 *  +-----------------+------------+----------+------------------------
 * </pre>
 *
 * The sender is a process's number, or a negative one for a rank that is a thread of its process.
 *
 * A whole envelope has at most {@link #MAX_BYTES} (PIPE_BUF on Linux), so the kernel never mixes it with another one.
 */
final class PipePiece {
    static final int MAX_BYTES = 4096;
    static final int HEAD = 16;
    static final int MAX_LENGTH = MAX_BYTES - HEAD;

    private PipePiece() {}

    /** What stands for a rank that shares its process: no process has such a number. */
    static int senderOf(int rank) {
        return -1 - rank;
    }

    static int rankOf(int sender) {
        return -1 - sender;
    }

    static byte[] of(long job, int pid, byte[] bytes, int offset, int length) {
        ByteBuffer out = ByteBuffer.allocate(HEAD + length).order(ByteOrder.LITTLE_ENDIAN);
        return out.putLong(job).putInt(pid).putInt(length).put(bytes, offset, length).array();
    }

    /** Takes envelopes out of the pipe's bytes. Bytes that are no envelope of this job are skipped and counted. */
    static final class Reader {
        /** Gets each piece; it must be consumed during the call. */
        interface Sink {
            void piece(int pid, ByteBuffer bytes);
        }

        private final long job;
        private final Sink sink;
        private final ByteBuffer held = ByteBuffer.allocate(4 * MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        private long skipped;

        Reader(long job, Sink sink) {
            this.job = job;
            this.sink = sink;
        }

        /** Where to put the next bytes; then call {@link #advance()}. */
        ByteBuffer space() {
            return held;
        }

        void advance() {
            held.flip();
            while (held.remaining() >= HEAD) {
                int at = held.position();
                int length = held.getInt(at + 12);
                if (held.getLong(at) != job || length < 0 || length > MAX_LENGTH) {
                    held.position(at + 1);
                    skipped++;
                } else if (held.remaining() < HEAD + length) {
                    break;
                } else {
                    sink.piece(held.getInt(at + 8), held.slice(at + HEAD, length));
                    held.position(at + HEAD + length);
                }
            }
            held.compact();
        }

        /** Bytes that belonged to no envelope so far. */
        long skipped() {
            return skipped;
        }
    }
}
