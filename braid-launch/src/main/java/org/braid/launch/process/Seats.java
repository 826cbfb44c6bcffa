package org.braid.launch.process;

import java.util.function.IntConsumer;

/**
 * The ranks that one process holds: one, or several that are its threads.
 *
 * @param first the lowest
 * @param count how many follow each other from there
 * @param job the lower half of the job's number, of which several make use
 */
public record Seats(int first, int count, long job) {
    void forEach(IntConsumer action) {
        for (int rank = first; rank - first < count; rank++) {
            action.accept(rank);
        }
    }
}
