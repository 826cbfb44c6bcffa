package org.braid.coll.schedule;

/**
 * Finds which earlier steps a new step must wait for, as an in-order processor does with its registers: read after write, write after
 * read, write after write, wherever extents of one buffer overlap.
 *
 * <p>Per buffer a list of the accesses that still matter, four ints each: step, from, to, whether it writes. A write that covers an earlier access
 * replaces it: whoever conflicts with the old one conflicts with the new one, which waits for the old one already.
 */
final class Hazards {
    private static final int FIELDS = 4;

    private final IntList accesses = new IntList();

    /** Adds to {@code row}, from {@code rowStart} on, the steps that the access must wait for, and remembers the access. */
    void access(int step, int from, int to, boolean write, IntList row, int rowStart) {
        int kept = 0;
        for (int at = 0; at < accesses.size(); at += FIELDS) {
            boolean conflict = overlaps(at, from, to) && (write || isWrite(at));
            if (conflict && accesses.get(at) != step && !row.containsFrom(rowStart, accesses.get(at))) {
                row.add(accesses.get(at));
            }
            if (!(conflict && write && from <= accesses.get(at + 1) && accesses.get(at + 2) <= to)) {
                keep(at, kept);
                kept += FIELDS;
            }
        }
        accesses.truncate(kept);
        remember(step, from, to, write);
    }

    private boolean overlaps(int at, int from, int to) {
        return accesses.get(at + 1) < to && from < accesses.get(at + 2);
    }

    private boolean isWrite(int at) {
        return accesses.get(at + 3) != 0;
    }

    private void keep(int at, int kept) {
        for (int field = 0; field < FIELDS && at != kept; field++) {
            accesses.set(kept + field, accesses.get(at + field));
        }
    }

    private void remember(int step, int from, int to, boolean write) {
        accesses.add(step);
        accesses.add(from);
        accesses.add(to);
        accesses.add(write ? 1 : 0);
    }
}
