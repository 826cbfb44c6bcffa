package org.braid.base.text;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/**
 * A rate as people write it: {@code 100MB/s}, {@code 1GiB/s}; networks are sold by powers of 1000, memory by powers of 1024, and both are understood.
 *
 * @param bytesPerSecond 0 to 2^63 - 1
 */
public record DataRate(long bytesPerSecond) {

    public DataRate {
        if (bytesPerSecond < 0) throw new BraidException(ErrorCode.SIZE_SYNTAX, "rate " + bytesPerSecond, "it must not be negative", "Use 0B/s or more");
    }

    /** @throws BraidException {@link ErrorCode#SIZE_SYNTAX} for a missing or unknown unit, a sign, or more than 2^63 - 1 bytes a second; {@code 166.67MB/s} is rounded to whole bytes */
    public static DataRate parse(String text) {
        return new DataRate(Quantity.RATE.parseDecimal(text));
    }

    /** With the largest unit that divides it: {@code parse(rate.toString())} is the same rate again. */
    @Override
    public String toString() {
        return Quantity.RATE.print(bytesPerSecond);
    }
}
