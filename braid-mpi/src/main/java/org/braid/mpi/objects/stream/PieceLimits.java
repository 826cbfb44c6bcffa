package org.braid.mpi.objects.stream;

/**
 * How much of a stream an end holds.
 *
 * @param pieceBytes length of all pieces but the last; what is not longer than one is no stream
 * @param most pieces that are under way or being read
 */
public record PieceLimits(int pieceBytes, int most) {
    /** Some milliseconds of an object stream, beside which a message costs little. */
    private static final int STANDARD_BYTES = 1 << 20;
    private static final int STANDARD_PIECES = 8;

    /** What both ends of every job keep to: pieces of 1 MiB, eight of them. */
    public static final PieceLimits STANDARD = new PieceLimits(STANDARD_BYTES, STANDARD_PIECES);
}
