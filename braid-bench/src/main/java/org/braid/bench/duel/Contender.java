package org.braid.bench.duel;

import java.io.IOException;

/** A job that is alive and sleeps until it is its turn. */
interface Contender {
    /**
     * It does one of its works so many times, and sleeps again before this returns.
     *
     * @param count above 0
     */
    Slice turn(int work, int count) throws IOException, InterruptedException;
}
