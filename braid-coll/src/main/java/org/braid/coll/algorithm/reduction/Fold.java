package org.braid.coll.algorithm.reduction;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/**
 * Makes the number of ranks a power of two: the first 2·extra ranks pair up, the odd one of a pair gives its operand to the even one and gets the result
 * in the end. Pairs are neighbours and core ranks keep the order, so that operands stay in rank order (pairing r with r + core would not).
 */
record Fold(int size, int rank) {
    /** The largest power of two that isn't above {@code size}. */
    int core() {
        return Integer.highestOneBit(size);
    }

    /** How many ranks are folded. */
    int extra() {
        return size - core();
    }

    /** Whether this rank gives its operand away. */
    boolean isFolded() {
        return rank < 2 * extra() && (rank & 1) == 1;
    }

    /** Whether it is one of a pair, folded or not. */
    boolean isPaired() {
        return rank < 2 * extra();
    }

    /** This rank's number among the core ranks; it must not be folded. */
    int coreRank() {
        return isPaired() ? rank / 2 : rank - extra();
    }

    int realRank(int coreRank) {
        return coreRank < extra() ? 2 * coreRank : coreRank + extra();
    }

    /** The folded rank sends its operand, its neighbour combines it on the right. */
    void in(ScheduleBuilder steps, Partial partial, int units) {
        if (isFolded()) {
            steps.send(rank - 1, steps.shape().operand(), 0, units);
        } else if (isPaired()) {
            steps.receive(rank + 1, partial.incoming(), 0, units);
            partial.combineRight(0, units);
        }
    }

    /** The folded rank gets the result in OUT. */
    void out(ScheduleBuilder steps, int units) {
        if (isFolded()) {
            steps.receive(rank - 1, Schedule.OUT, 0, units);
        } else if (isPaired()) {
            steps.send(rank + 1, Schedule.OUT, 0, units);
        }
    }
}
