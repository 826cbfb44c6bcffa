package org.braid.coll.sim;

import java.util.Arrays;

/** How many bytes each step of a schedule moves or combines; shared by ranks of which it is the same. */
record Lengths(long[] bytes) {
    @Override
    public boolean equals(Object other) {
        return other instanceof Lengths that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
