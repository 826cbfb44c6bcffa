package org.braid.link.flow;

/**
 * The receive side of a stream whose frames carry explicit numbers, because several lanes or a lane without order bring them.
 * Decides for each number whether it is next, early (hold it), or a duplicate. Bounded by its slots; the frames themselves
 * are held by the caller, at {@link #slot}.
 *
 * <pre>
 *   … delivered │ expected │ ? │ held │ ? │ held │ … │ outside the window
 *               └────────── slots (2^n, one bit each) ──────────┘
 * </pre>
 */
public final class ReorderWindow {
    /** Hand it over, then call {@link #delivered}. */
    public static final int NEXT = 0;
    /** Keep it in its slot until its turn. */
    public static final int HELD = 1;
    /** It was delivered, or is held already: drop it. It is counted. */
    public static final int DUPLICATE = 2;
    /** No sender that keeps to the window sends it: a protocol error. */
    public static final int OUTSIDE = 3;

    private final int slots;
    private final long[] held;
    private long expected;
    private int heldCount;
    private long duplicates;

    /** Holds back at most so many. */
    public ReorderWindow(int slots) {
        if (Integer.bitCount(slots) != 1 || slots < Long.SIZE) throw new IllegalArgumentException("slots=" + slots + ": need a power of two >= 64");
        this.slots = slots;
        this.held = new long[slots / Long.SIZE];
    }

    /** One has come. */
    public int arrived(long number) {
        if (number == expected) return NEXT;
        if (number < 0 || number - expected >= slots) return OUTSIDE;
        if (number < expected || isHeld(number)) {
            duplicates++;
            return DUPLICATE;
        }
        held[word(number)] |= bit(number);
        heldCount++;
        return HELD;
    }

    /** Where a held frame is kept: smaller than the number of slots, unique among held frames. */
    public int slot(long number) {
        return (int) number & (slots - 1);
    }

    /** The expected frame was handed over, or taken from its slot. */
    public void delivered() {
        if (isHeld(expected)) {
            held[word(expected)] &= ~bit(expected);
            heldCount--;
        }
        expected++;
    }

    /** Whether the expected frame lies in its slot: hand it over, call {@link #delivered}, ask again. */
    public boolean nextIsHeld() {
        return heldCount > 0 && isHeld(expected);
    }

    /** The number that is next in order. */
    public long expected() {
        return expected;
    }

    /** How many wait for those before them. */
    public int heldCount() {
        return heldCount;
    }

    /** How many came twice. */
    long duplicates() {
        return duplicates;
    }

    private boolean isHeld(long number) {
        return (held[word(number)] & bit(number)) != 0;
    }

    private int word(long number) {
        return slot(number) / Long.SIZE;
    }

    private static long bit(long number) {
        return 1L << number; // shifts count modulo 64
    }
}
