package org.braid.bench.work;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/** Says what is wrong with an option's value. */
final class Range {
    private Range() {}

    static void check(boolean holds, String what, String why) {
        if (!holds) {
            throw new BraidException(ErrorCode.OPTION_VALUE, "bench: " + what, why, "See braid bench --help");
        }
    }
}
