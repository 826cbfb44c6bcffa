package org.braid.launch;

/** Where rank 0's standard input comes from. Main thread only. */
interface InputSource {
    /** The rank waits for more than so many bytes. */
    void awaited(long taken, long nowNs);
}
