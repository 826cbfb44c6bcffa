package org.braid.base.os;

import org.braid.base.BraidException;
import org.jspecify.annotations.Nullable;

/**
 * For how long somebody has wanted memory outside the heap in vain. Others give theirs back, so whoever finds none waits as for anything that is full, and looks again; only when that has gone on for longer than
 * {@link #PATIENCE_NS} whoever waits is told. Pure; guarded by its owner.
 */
public final class Scarcity {
    /** How long whoever finds no memory outside the heap waits before that is an error. */
    public static final long PATIENCE_NS = 1_000_000_000L;

    private @Nullable BraidException refused;
    private long sinceNs;
    private long lastNs;

    /**
     * There was none.
     *
     * @param why what the wish was answered
     */
    public void met(BraidException why, long nowNs) {
        if (refused == null || nowNs - lastNs > PATIENCE_NS) { // nobody has looked meanwhile
            sinceNs = nowNs;
        }
        refused = why;
        lastNs = nowNs;
    }

    /** There was some, or whoever waited has been told. */
    public void over() {
        refused = null;
    }

    /** True if the last wish was not granted. */
    public boolean isMet() {
        return refused != null;
    }

    /** The answer to the last wish, if none was granted for so long that it is time to say so; else null. */
    public @Nullable BraidException lasting(long nowNs) {
        return refused != null && nowNs - sinceNs >= PATIENCE_NS ? refused : null;
    }
}
