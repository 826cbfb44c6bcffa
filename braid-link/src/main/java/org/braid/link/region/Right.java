package org.braid.link.region;

import java.util.Set;
import org.braid.base.wire.region.AccessRequest;

/** What the capability of a region allows. */
public enum Right {
    /** To read. */
    GET,
    /** To write. */
    PUT,
    /** To add to words of 8 bytes and to swap them, and so to learn what they hold. */
    ATOMIC;

    /** As it travels. */
    int bit() {
        return 1 << ordinal();
    }

    /** @param operation as in {@link AccessRequest} */
    static Right to(int operation) {
        return switch (operation) {
            case AccessRequest.PUT -> PUT;
            case AccessRequest.GET -> GET;
            default -> ATOMIC;
        };
    }

    static int bits(Set<Right> rights) {
        int bits = 0;
        for (Right each : rights) {
            bits |= each.bit();
        }
        return bits;
    }
}
