package org.braid.bench.duel;

import org.braid.bench.figure.CoreState;

/**
 * One turn of one job.
 *
 * @param floorBeforeNs a cache line's way between the cores, just before; 0 where nobody asked
 * @param operationNs what one operation took
 * @param floorAfterNs as before
 */
record Slice(double floorBeforeNs, double operationNs, double floorAfterNs) {
    CoreState state() {
        return CoreState.of(floorBeforeNs, floorAfterNs);
    }
}
