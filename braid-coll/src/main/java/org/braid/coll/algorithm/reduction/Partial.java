package org.braid.coll.algorithm.reduction;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/**
 * A rank's partial result on its way through the rounds of a reduction: where it lies, and where the next operand may be received.
 *
 * <p>A reduction step overwrites its right operand, so a partial that is the left operand moves into the buffer of the received one, and the two buffers
 * change roles; thus no round copies. The first operand stays in IN, which is never written. Commutative operators settle in the home buffer.
 */
public final class Partial {
    private final ScheduleBuilder steps;
    private final boolean commutative;
    private final int home;
    private final int spare;
    private int current;

    /**
     * @param home where the result is wanted: OUT, or a temporary
     * @param moves how often {@link #combineRight} will be called, if it's known; decides which buffer comes first, so that the result ends at home
     * @param units the length of the vector, in units of OUT
     */
    public Partial(ScheduleBuilder steps, int home, int moves, int units) {
        this.steps = steps;
        this.commutative = steps.shape().commutative();
        this.current = steps.shape().operand();
        int other = steps.temporary(steps.layout(Schedule.OUT), units);
        boolean otherFirst = !commutative && moves % 2 == 0 && current != home;
        this.home = otherFirst ? other : home;
        this.spare = otherFirst ? home : other;
    }

    /** The buffer that holds the partial result now. */
    public int buffer() {
        return current;
    }

    /** Where the next operand is to be received. */
    public int incoming() {
        return current == home ? spare : home;
    }

    /** partial = partial ∘ incoming, on the units {@code [from, to)}. */
    public void combineRight(int from, int to) {
        if (commutative && current == home) {
            steps.reduce(spare, from, to, home, from);
            return;
        }
        int target = incoming();
        steps.reduce(current, from, to, target, from);
        current = target;
    }

    /** partial = incoming ∘ partial, on the units {@code [from, to)}. */
    public void combineLeft(int from, int to) {
        if (commutative) {
            combineRight(from, to);
            return;
        }
        int operand = incoming();
        if (current == Schedule.IN) {
            steps.copy(Schedule.IN, from, to, spare, from);
            current = spare;
        }
        steps.reduce(operand, from, to, current, from);
    }

    /** Brings the units to {@code wanted} if they are elsewhere. */
    void settle(int wanted, int from, int to) {
        if (current != wanted) {
            steps.copy(current, from, to, wanted, from);
            current = wanted;
        }
    }
}
