package org.braid.link.bulk;

/**
 * Sizes of a pipeline's fragments: 4, 32, then 128 KiB. The first is small so that the receiver starts copying early; the later
 * ones amortise the cost of a fragment.
 */
public final class FragmentSize {
    public static final int FIRST_BYTES = 4 << 10;
    public static final int SECOND_BYTES = 32 << 10;
    public static final int MOST_BYTES = 128 << 10;

    private FragmentSize() {}

    /** Bytes of fragment number {@code n}, counted from 0. */
    static int ofNumber(int n) {
        if (n == 0) return FIRST_BYTES;
        return n == 1 ? SECOND_BYTES : MOST_BYTES;
    }
}
