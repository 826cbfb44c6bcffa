package org.braid.link.progress;

import org.braid.link.spi.Clock;

/**
 * How long a waiter spins, then yields, before it sleeps. Spinning is worth while only as long as every rank of the host has a core of its own; then the length follows its own
 * success: doubled when spinning ended a wait, halved when it did not. With more ranks than cores each turn without news gives the core away at once, which is what lets the peer
 * run that one waits for (perf-peers.md 6.9: barrier 5.5 µs instead of 8 ms).
 */
public final class IdleStrategy {
    /** About what waking a sleeping core costs: less spinning than that saves nothing. */
    private static final int SHORTEST = 50;
    private static final int LONGEST = 1_000;
    private static final int YIELDS = 400;
    private static final int YIELDS_OVERSUBSCRIBED = 200;

    /** A yield that takes longer has given the core to somebody who computes: most often a compiler of this JVM's, which keeps it for a slice of the scheduler's, whatever comes meanwhile. */
    private static final long SLICE_NS = 1_000_000;

    /** So many of the next yields are sleeps instead, for who wakes is put before whoever computes. */
    private static final int SPARED_YIELDS = 16;

    /** A nap of the young (docs/decisions/naps-while-young.md), to begin with. */
    private static final long FIRST_NAP_NS = 100_000;

    /** So many naps of one length, then each twice as long: a wait becomes a sixteenth longer at most. */
    private static final int NAPS_OF_A_LENGTH = 32;

    /** Where ranks share cores: a quarter longer, and a long wait costs the others little. */
    private static final int NAPS_OF_A_LENGTH_OVERSUBSCRIBED = 8;

    private static final int MOST_DOUBLINGS = 7;

    private final boolean coresForAll;
    private final Clock clock;
    private int spins;
    private int sparedYields;

    /** For a process on whose host every rank has a core of its own, or not. */
    public IdleStrategy(boolean coresForAll, Clock clock) {
        this.coresForAll = coresForAll;
        this.clock = clock;
        this.spins = coresForAll ? 200 : 0;
    }

    /** More ranks on this host than cores. */
    boolean isCrowded() {
        return !coresForAll;
    }

    /** Turns without news that are worth waiting for with the core in hand; each is some looks at the rings. */
    int spins() {
        return spins;
    }

    /** Yields once if turn {@code quiet} after spinning is still within the yielding time; false means sleep. */
    boolean yield(int quiet) {
        if (quiet >= yields()) {
            return false;
        }
        if (sparedYields > 0) {
            sparedYields--;
            return false;
        }
        if (coresForAll) {
            yieldWarily();
        } else {
            clock.giveWay();
        }
        return true;
    }

    /** Where every rank has a core, whoever takes this one is a thread of this process, or of nobody that this one waits for. */
    private void yieldWarily() {
        long beforeNs = clock.nanoTime();
        clock.giveWay();
        if (clock.nanoTime() - beforeNs > SLICE_NS) {
            sparedYields = SPARED_YIELDS;
        }
    }

    private int yields() {
        return coresForAll ? YIELDS : YIELDS_OVERSUBSCRIBED;
    }

    /**
     * How long a young process sleeps between two turns without news.
     *
     * @param quiet turns without news, naps among them
     */
    long napNs(int quiet) {
        int naps = Math.max(0, quiet - yields());
        return FIRST_NAP_NS << Math.min(MOST_DOUBLINGS, naps / (coresForAll ? NAPS_OF_A_LENGTH : NAPS_OF_A_LENGTH_OVERSUBSCRIBED));
    }

    /** Learns from a wait that has spun so many turns since the last news. */
    void waited(int quiet) {
        if (!coresForAll) {
            return;
        }
        if (quiet >= spins) {
            spins = Math.max(SHORTEST, spins >> 1);
        } else if (quiet > spins >> 1) {
            spins = Math.min(LONGEST, spins << 1);
        }
    }
}
