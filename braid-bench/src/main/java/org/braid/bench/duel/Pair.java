package org.braid.bench.duel;

import org.braid.bench.figure.CoreState;

/** A turn of each build, one right after the other. */
record Pair(Slice ours, Slice other) {
    /** Mixed, unless both turns were in the same state. */
    CoreState state() {
        return ours.state() == other.state() ? ours.state() : CoreState.MIXED;
    }

    /** Our time over theirs. */
    double ratio() {
        return ours.operationNs() / other.operationNs();
    }
}
