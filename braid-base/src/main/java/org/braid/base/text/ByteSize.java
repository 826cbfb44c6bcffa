package org.braid.base.text;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/**
 * A size in bytes as people write it: {@code 512B}, {@code 64KiB}, {@code 4MiB}; units are powers of 1024 up to {@code EiB}.
 *
 * @param bytes 0 to 2^63 - 1
 */
public record ByteSize(long bytes) {

    public ByteSize {
        if (bytes < 0) throw new BraidException(ErrorCode.SIZE_SYNTAX, "size " + bytes, "it must not be negative", "Use 0B or more");
    }

    /** @throws BraidException {@link ErrorCode#SIZE_SYNTAX} for a missing or unknown unit, a sign, a fraction, or more than 2^63 - 1 bytes */
    public static ByteSize parse(String text) {
        return new ByteSize(Quantity.SIZE.parse(text));
    }

    /** With the largest unit that divides it: {@code parse(size.toString())} is the same size again. */
    @Override
    public String toString() {
        return Quantity.SIZE.print(bytes);
    }
}
