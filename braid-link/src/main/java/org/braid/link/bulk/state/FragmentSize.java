package org.braid.link.bulk.state;

/**
 * Sizes of a pipeline's fragments: 16, then 128 KiB, or less if the lane's frames are shorter. The first is small so that the receiver starts copying early; the later ones amortise
 * the cost of a fragment (docs/decisions/bulk-in-the-ring.md).
 */
public final class FragmentSize {
    public static final int FIRST_BYTES = 16 << 10;
    public static final int MOST_BYTES = 128 << 10;

    private FragmentSize() {}

    /** Bytes of fragment number {@code n}, counted from 0. */
    static int ofNumber(int n) {
        return n == 0 ? FIRST_BYTES : MOST_BYTES;
    }
}
