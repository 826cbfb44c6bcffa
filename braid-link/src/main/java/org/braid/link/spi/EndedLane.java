package org.braid.link.spi;

import org.jspecify.annotations.Nullable;

/** What leads to a peer that is known to have failed before a lane to it was opened: nowhere, and it says why. */
public final class EndedLane extends Lane {
    private final Throwable cause;

    /** @param cause why nothing leads there, as {@link #closedBy} answers */
    public EndedLane(Throwable cause) {
        this.cause = cause;
    }

    @Override
    public int offer(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        return CLOSED;
    }

    @Override
    public void grant(long cumulativeBytes) {}

    @Override
    public Throwable closedBy() {
        return cause;
    }

    @Override
    public String method() {
        return "none";
    }

    @Override
    public int frameBytes() {
        return Integer.MAX_VALUE;
    }

    @Override
    public int eagerBytes() {
        return Integer.MAX_VALUE;
    }

    @Override
    public Reach reach() {
        return Reach.NONE;
    }
}
