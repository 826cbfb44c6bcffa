package org.braid.base.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A kind of quantity with its units: reads {@code 4MiB} and writes it again with the largest unit that divides it.
 *
 * <p>Digits, then a unit, nothing between them. No sign, no fraction unless it is asked for, no unit left out, nothing beyond {@code Long.MAX_VALUE}.
 */
record Quantity(String noun, ErrorCode code, String example, List<String> units, long[] factors) {

    private static final int MOST_DECIMALS = 9; // digits before and behind the point, so that no unit makes them too large

    static final Quantity SIZE = new Quantity("size", ErrorCode.SIZE_SYNTAX, "64KiB",
        List.of("EiB", "PiB", "TiB", "GiB", "MiB", "KiB", "B"),
        new long[] {1L << 60, 1L << 50, 1L << 40, 1L << 30, 1L << 20, 1L << 10, 1});

    static final Quantity TIME = new Quantity("time", ErrorCode.TIME_SYNTAX, "5ms",
        List.of("h", "min", "s", "ms", "us", "ns"),
        new long[] {3_600_000_000_000L, 60_000_000_000L, 1_000_000_000L, 1_000_000L, 1_000L, 1L});

    static final Quantity RATE = new Quantity("rate", ErrorCode.SIZE_SYNTAX, "100MB/s",
        List.of("GiB/s", "GB/s", "MiB/s", "MB/s", "KiB/s", "KB/s", "B/s"),
        new long[] {1L << 30, 1_000_000_000L, 1L << 20, 1_000_000L, 1L << 10, 1_000L, 1L});

    /** As {@link #parse}, where what is measured may have decimals, {@code 166.67MB/s}: rounded to the smallest unit. */
    long parseDecimal(String text) {
        int point = digits(text);
        int digits = point > 0 && point < text.length() && text.charAt(point) == '.' ? digits(text.substring(point + 1)) : 0;
        int which = digits == 0 || point + digits > MOST_DECIMALS ? -1 : units.indexOf(text.substring(point + 1 + digits));
        if (which < 0) return parse(text);
        return new BigDecimal(text.substring(0, point + 1 + digits)).multiply(BigDecimal.valueOf(factors[which])).setScale(0, RoundingMode.HALF_UP).longValueExact();
    }

    /** In the smallest unit. */
    long parse(String text) {
        int digits = digits(text);
        if (digits == 0) throw refused(text, text.startsWith("-") ? "it must not be negative" : "it must start with a digit", hint());
        String unit = text.substring(digits);
        int which = units.indexOf(unit);
        if (which < 0) throw unknownUnit(text, text.substring(0, digits), unit);
        return scaled(text, digits, factors[which]);
    }

    String print(long value) {
        if (value == 0) return "0".concat(units.getLast());
        int which = 0;
        while (value % factors[which] != 0) which++;
        return Long.toString(value / factors[which]).concat(units.get(which));
    }

    private static int digits(String text) {
        int i = 0;
        while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') i++;
        return i;
    }

    private long scaled(String text, int digits, long factor) {
        long limit = Long.MAX_VALUE / factor;
        long number = 0;
        for (int i = 0; i < digits; i++) {
            int digit = text.charAt(i) - '0';
            if (digit > limit || number > (limit - digit) / 10) throw refused(text, "it is too large", "The largest is " + limit + text.substring(digits));
            number = number * 10 + digit;
        }
        return number * factor;
    }

    private BraidException unknownUnit(String text, String number, String unit) {
        if (unit.isEmpty()) return refused(text, "it has no unit", hint());
        String meant = meant(unit);
        return refused(text, "there is no unit '" + Text.shown(unit) + "'",
            meant == null ? hint() : "Did you mean '" + Text.shown(number) + meant + "'?");
    }

    /** 4M, 4MB, 4mb and 4m all mean MiB as a size; as a time 4m means minutes. */
    private @Nullable String meant(String unit) {
        for (String known : units) if (known.startsWith(unit)) return known;
        for (String known : units)
            if (Character.toLowerCase(known.charAt(0)) == Character.toLowerCase(unit.charAt(0)) && unit.length() <= 2) return known;
        return Spelling.nearest(unit, units);
    }

    private String hint() {
        return "Write a number and one of " + String.join(", ", units.reversed()) + ", for example " + example;
    }

    private BraidException refused(String text, String why, String whatToDo) {
        return new BraidException(code, noun + " '" + Text.shown(text) + "' cannot be read", why, whatToDo);
    }
}
