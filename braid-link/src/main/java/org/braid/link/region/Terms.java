package org.braid.link.region;

import org.jspecify.annotations.Nullable;

/**
 * On which terms a region was published: what whoever executes an access compares it with.
 *
 * @param rights a bit for each {@link Right}
 * @param bytes its length
 * @param expiresNs by the host's monotonic clock; {@link RegionRecord#NEVER} if it does not
 */
record Terms(int rights, long bytes, long expiresNs) {
    /** Why an access to bytes {@code [at, at + length)} is refused, whatever the two numbers are; null if it is not. */
    @Nullable Refusal refuse(Right right, long at, long length) {
        if ((rights & right.bit()) == 0) {
            return Refusal.NO_RIGHT;
        }
        return (at | length) < 0 || at > bytes - length ? Refusal.OUTSIDE : null;
    }

    /** Whether the clock has to be read at all. */
    boolean mayExpire() {
        return expiresNs != RegionRecord.NEVER;
    }

    boolean isExpired(long nowNs) {
        return mayExpire() && nowNs - expiresNs >= 0;
    }
}
