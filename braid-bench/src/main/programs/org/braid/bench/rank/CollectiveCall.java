package org.braid.bench.rank;

/** One collective with all that it takes, which every rank calls alike. */
interface CollectiveCall {
    /** @param i how many there were before in this loop */
    void once(int i);
}
