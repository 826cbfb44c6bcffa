package org.braid.mpi.p2p;

import org.braid.mpi.failure.ErrorClass;

/** How much of a message a receive gets: all of it if both agree on its type and its length, and else an error beside what may come (MPI 4.1, sections 3.2.4 and 3.3.1). */
final class Admission {
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

    private Admission() {}

    /**
     * Writes the envelope into the request and decides how much of the data it gets.
     *
     * @return bytes to move; fewer than {@code length} if an error was noted
     */
    static long admit(Request r, int source, int tag, int word, int extra, long length) {
        r.source = source;
        r.tag = tag;
        r.bytes = length;
        int type = Envelope.type(word);
        if (type != r.type || length > r.capacityBytes || Envelope.isCollective(word)) {
            return admitWithDoubts(r, type, word, extra, length);
        }
        return length;
    }

    private static long admitWithDoubts(Request r, int type, int word, int extra, long length) {
        r.senderType = type;
        if (Envelope.isCollective(word)) {
            return admitBlock(r, Envelope.signature(word, extra), length);
        }
        if (type != r.type && type != 0 && r.type != 0 && length > 0) {
            r.error = ErrorClass.TYPE;
            return 0;
        }
        if (r.capacityBytes == Request.WHOLE) {
            return makeRoom(r, length);
        }
        if (length > r.capacityBytes) {
            r.error = ErrorClass.TRUNCATE;
            return r.capacityBytes;
        }
        return length;
    }

    /** A collective's message: of the same call, and as long as it is expected. */
    private static long admitBlock(Request r, long signature, long length) {
        if (signature != r.signature) {
            r.senderSignature = signature;
            r.error = ErrorClass.OTHER;
            return 0;
        }
        if (length != r.capacityBytes) {
            r.error = length > r.capacityBytes ? ErrorClass.TRUNCATE : ErrorClass.COUNT;
        }
        return Math.min(length, r.capacityBytes);
    }

    /** The receive said that it takes whatever comes: its buffer is as long as the message. */
    private static long makeRoom(Request r, long length) {
        try {
            if (length <= LONGEST_ARRAY) {
                r.base = new byte[(int) length];
                return length;
            }
        } catch (OutOfMemoryError tooLong) {
            // Told below: the receive fails, and the process lives.
        }
        r.error = ErrorClass.NO_MEMORY;
        return 0;
    }
}
