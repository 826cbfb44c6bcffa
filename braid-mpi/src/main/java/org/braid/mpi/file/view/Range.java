package org.braid.mpi.file.view;

/** Bytes of a file from {@code start} up to {@code end}, which is not in it. */
public record Range(long start, long end) {
    /** No byte. */
    public static final Range NOTHING = new Range(0, 0);

    /** Whether it has no byte. */
    public boolean isEmpty() {
        return end <= start;
    }

    /** Its length. */
    public long bytes() {
        return end - start;
    }
}
