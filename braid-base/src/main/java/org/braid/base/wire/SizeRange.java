package org.braid.base.wire;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.ByteSize;
import org.jspecify.annotations.Nullable;

/**
 * Which sizes of payload a method carries: its parameters {@value #MIN} and {@value #MAX}, which every method has (nexus-multimethod, section 3.2: a "slower" method might actually be
 * faster for a particular message size).
 *
 * @param min shortest payload, in bytes
 * @param max longest payload, in bytes, itself included
 */
public record SizeRange(long min, long max) {
    public static final String MIN = "min";
    public static final String MAX = "max";

    /** What a method carries that says nothing of sizes. */
    public static final SizeRange ALL = new SizeRange(0, Long.MAX_VALUE);

    public SizeRange {
        if (min < 0 || min > max)
            throw new BraidException(
                    ErrorCode.METHOD_PARAMETER, "sizes from " + min + " to " + max + " bytes", "no payload has such a size", "Use a min that is no more than max, such as min=4KiB, max=64KiB");
    }

    /**
     * What these parameters of a method say.
     *
     * @throws BraidException {@link ErrorCode#SIZE_SYNTAX} unless both are sizes, {@link ErrorCode#METHOD_PARAMETER} if min is more than max
     */
    static SizeRange of(List<MethodParameter> given) {
        long min = 0;
        long max = Long.MAX_VALUE;
        for (MethodParameter each : given) {
            if (each.key().equals(MIN)) min = each.bytes(0, Long.MAX_VALUE);
            if (each.key().equals(MAX)) max = each.bytes(0, Long.MAX_VALUE);
        }
        return min == 0 && max == Long.MAX_VALUE ? ALL : new SizeRange(min, max);
    }

    /** The parameters that a method's transport is asked to understand: all but these two. */
    public static List<MethodParameter> removedFrom(List<MethodParameter> given) {
        if (given.isEmpty()) return given;
        var others = new ArrayList<MethodParameter>(given.size());
        for (MethodParameter each : given) if (!each.key().equals(MIN) && !each.key().equals(MAX)) others.add(each);
        return others;
    }

    /** Whether it has every size. */
    public boolean isAll() {
        return min == 0 && max == Long.MAX_VALUE;
    }

    /** Whether a message of so many bytes is in it. */
    public boolean contains(long bytes) {
        return bytes >= min && bytes <= max;
    }

    /** The sizes that both have; null if there are none. */
    public @Nullable SizeRange and(SizeRange other) {
        long from = Math.max(min, other.min);
        long to = Math.min(max, other.max);
        return from > to ? null : new SizeRange(from, to);
    }

    /** The sizes below and above, as far as there are any. */
    public List<SizeRange> others() {
        var others = new ArrayList<SizeRange>(2);
        if (min > 0) others.add(new SizeRange(0, min - 1));
        if (max < Long.MAX_VALUE) others.add(new SizeRange(max + 1, Long.MAX_VALUE));
        return others;
    }

    /** For people: {@code up to 64KiB}, {@code from 65537B}, {@code 4KiB to 64KiB}, {@code all sizes}. */
    @Override
    public String toString() {
        if (isAll()) return "all sizes";
        if (max == Long.MAX_VALUE) return "from " + new ByteSize(min);
        return min == 0 ? "up to " + new ByteSize(max) : new ByteSize(min) + " to " + new ByteSize(max);
    }
}
