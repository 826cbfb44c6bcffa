package org.braid.mpi.meeting;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/** A beat each second through a talk between hosts, from the greeting to the leave, however long the groups take for what they do in between: so whoever hears nothing for eleven seconds knows that the other end is lost. A thread for each. */
final class Pulse {
    /** Ten seconds of silence, and an interval. Whoever was held itself finds here what has come meanwhile, and accuses nobody. */
    static final int LOST_MS = 11_000;

    private static final long BEAT_NS = 1_000_000_000L;

    private Pulse() {}

    /** It ends with the talk. */
    static Talk of(Talk talk) {
        Thread.ofVirtual().name("braid-pulse").start(() -> beat(talk));
        return talk;
    }

    private static void beat(Talk talk) {
        try {
            while (talk.beat()) {
                LockSupport.parkNanos(BEAT_NS);
            }
        } catch (IOException e) {
            // The thread that reads has the reason, or gets it.
        }
    }
}
