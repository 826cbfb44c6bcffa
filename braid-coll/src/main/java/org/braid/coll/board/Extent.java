package org.braid.coll.board;

/**
 * How large a board is.
 *
 * @param placeBytes the most that a member shows in one phase
 * @param leastPhases how far a member may be ahead of the slowest one, a power of two
 * @param mostPhases the same of few members, whose phases are short; a power of two
 * @param mostMembers how many may share it
 */
public record Extent(int placeBytes, int leastPhases, int mostPhases, int mostMembers) {
    /** More phases than the least are there as far as they fit into so much. */
    private static final long ROOMY_BYTES = 512 << 10;

    /** For what is shown whole: many phases, so that a root waits for nobody, and ranks that share a core change places once in many calls. */
    public static final Extent SHORT = new Extent(1 << 10, 16, 256, 128);

    /** For what is shown part by part: parts so long that a rank that shares its core has few turns, and so short that what one has written the others find in a cache. 8 MiB for sixteen members. */
    public static final Extent LONG = new Extent(64 << 10, 8, 8, 16);

    /** How many phases a board of so many members has, a power of two. */
    int phases(int size) {
        int phases = leastPhases;
        while (phases < mostPhases && 2L * phases * size * placeBytes <= ROOMY_BYTES) {
            phases *= 2;
        }
        return phases;
    }

    /** How many bytes a board of so many members has. */
    public long bytes(int size) {
        return (long) size * Board.MEMBER_BYTES + phases(size) * phaseBytes(size);
    }

    long phaseBytes(int size) {
        return Math.ceilDiv(Board.stampsBytes(size) + (long) size * placeBytes, Board.LINE_BYTES) * (long) Board.LINE_BYTES;
    }
}
