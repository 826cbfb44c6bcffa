package org.braid.mpi.meeting;

import java.nio.ByteBuffer;

/**
 * What two groups of jobs on different hosts have in common, which no launcher has told them.
 *
 * @param number of their meeting
 * @param secret by which their processes believe each other, 256 bits
 */
record Tie(long number, byte[] secret) {
    private static final int SECRET_WORDS = 4;

    /** Drawn by both leaders. */
    static Tie between(LeaderTalk leaders) {
        long[] words = leaders.secretWords(1 + SECRET_WORDS);
        ByteBuffer secret = ByteBuffer.allocate(SECRET_WORDS * Long.BYTES);
        secret.asLongBuffer().put(words, 1, SECRET_WORDS);
        return new Tie(words[0], secret.array());
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "meeting " + Long.toHexString(number);
    }
}
