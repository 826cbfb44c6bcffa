package org.braid.coll.board;

/**
 * How large a board is.
 *
 * @param placeBytes the most that a member shows in one phase
 * @param phases how far a member may be ahead of the slowest one, a power of two
 * @param mostMembers how many may share it
 */
public record Extent(int placeBytes, int phases, int mostMembers) {
    /** For what is shown whole: many phases, so that a root waits for nobody. */
    public static final Extent SHORT = new Extent(1 << 10, 16, 128);

    /** For what is shown part by part: parts so long that a rank that shares its core has few turns, and so short that what one has written the others find in a cache. 8 MiB for sixteen members. */
    public static final Extent LONG = new Extent(64 << 10, 8, 16);

    /** How many bytes a board of so many members has. */
    public long bytes(int size) {
        return (long) size * Board.MEMBER_BYTES + phases * phaseBytes(size);
    }

    long phaseBytes(int size) {
        return Board.stampsBytes(size) + (long) size * placeBytes;
    }
}
