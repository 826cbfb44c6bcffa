package org.braid.mpi.file.collective;

/**
 * What governs collective accesses; the same at all ranks.
 *
 * @param isAtomic whether each access is to be whole before others see it: then no rank serves others
 * @param together whether ranks serve each other: as it pays, always, or never
 * @param mostAggregators how many ranks may serve others
 * @param bufferBytes how much of the file a serving rank holds at once
 * @param isOnOneHost whether all ranks are
 */
public record Settings(boolean isAtomic, Together together, int mostAggregators, int bufferBytes, boolean isOnOneHost) {
    /** What the hints romio_cb_read and romio_cb_write say. */
    public enum Together {
        AS_IT_PAYS,
        ALWAYS,
        NEVER
    }
}
