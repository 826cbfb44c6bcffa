package org.braid.coll.schedule;

/** A number that others are often divided by: a multiplication takes a fifth of the time (Granlund and Montgomery 1994, "Division by invariant integers using multiplication"). */
final class Divisor {
    private final long factor;
    private final int shift;

    /** @param divisor at least 1 */
    Divisor(int divisor) {
        this.shift = Integer.SIZE - 1 + Integer.SIZE - Integer.numberOfLeadingZeros(divisor - 1);
        this.factor = (1L << shift) / divisor + 1;
    }

    /** How often it goes into a number that is not negative. */
    int of(int number) {
        return (int) (number * factor >>> shift);
    }
}
