package org.braid.base.text;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/**
 * A span of time as people write it: {@code 200us}, {@code 5ms}, {@code 3s}, {@code 2min}, {@code 1h}.
 *
 * @param ns nanoseconds, 0 to 2^63 - 1 (292 years)
 */
public record TimeSpan(long ns) {

    public TimeSpan {
        if (ns < 0) throw new BraidException(ErrorCode.TIME_SYNTAX, "time " + ns + "ns", "it must not be negative", "Use 0ns or more");
    }

    /** @throws BraidException {@link ErrorCode#TIME_SYNTAX} for a missing or unknown unit, a sign, a fraction, or more than 292 years */
    public static TimeSpan parse(String text) {
        return new TimeSpan(Quantity.TIME.parse(text));
    }

    /** With the largest unit that divides it: {@code parse(span.toString())} is the same span again. */
    @Override
    public String toString() {
        return Quantity.TIME.print(ns);
    }
}
