package org.braid.cli.run;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/** Times on the command line: {@code 90s}, {@code 500ms}, {@code 5min}, {@code 2h}; a bare number means seconds, as mpirun users write it. */
final class Durations {
    private static final String[] UNITS = {"ms", "s", "min", "m", "h"};
    private static final long[] NANOSECONDS = {1_000_000L, 1_000_000_000L, 60_000_000_000L, 60_000_000_000L, 3_600_000_000_000L};

    private Durations() {}

    static long parseNs(String option, String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        long unit = unitNs(text.substring(digits));
        if (digits == 0 || digits > 9 || unit == 0) {
            throw refused(option, text, "is not a time");
        }
        long value = Long.parseLong(text.substring(0, digits));
        if (value == 0 || value > Long.MAX_VALUE / 4 / unit) {
            throw refused(option, text, "is out of range");
        }
        return value * unit;
    }

    private static BraidException refused(String option, String text, String why) {
        return new BraidException(
                ErrorCode.OPTION_VALUE, "option " + option, "'" + text + "' " + why, "Write for example 90s, 500ms, 5min or 2h");
    }

    private static long unitNs(String unit) {
        if (unit.isEmpty()) {
            return 1_000_000_000L;
        }
        for (int i = 0; i < UNITS.length; i++) {
            if (UNITS[i].equals(unit)) {
                return NANOSECONDS[i];
            }
        }
        return 0;
    }

    /** Seconds with one decimal place: {@code 12.4 s}. */
    static String seconds(long ns) {
        long tenths = (ns + 50_000_000L) / 100_000_000L;
        return tenths / 10 + "." + tenths % 10 + " s";
    }
}
