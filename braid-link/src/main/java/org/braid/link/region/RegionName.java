package org.braid.link.region;

import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.region.AccessRequest;
import org.jspecify.annotations.Nullable;

/** A region as errors name it. */
record RegionName(ContextId owner, int number, long bytes) {
    /** @param operation as in {@link AccessRequest} */
    BraidException refused(Refusal why, int operation, long at, long bytesAsked) {
        String asked = switch (operation) {
            case AccessRequest.PUT -> "A put of " + bytesAsked + " bytes at " + at;
            case AccessRequest.GET -> "A get of " + bytesAsked + " bytes at " + at;
            default -> "An atomic operation at " + at;
        };
        return why.of(asked + " of " + this + ",");
    }

    /** Throws if there is a reason why nobody may see the memory itself. */
    void requireShown(@Nullable Refusal none) {
        if (none != null) {
            throw none.of("The memory of " + this + ",");
        }
    }

    /** Nothing leads there, whatever was asked. */
    BraidException refused(Refusal why) {
        return why.of("The first access to " + this + ",");
    }

    @Override
    public String toString() {
        return "region " + number + ", " + bytes + " bytes of context " + owner;
    }

    /** Throws if there is a reason. */
    void require(@Nullable Refusal none, int operation, long at, long bytesAsked) {
        if (none != null) {
            throw refused(none, operation, at, bytesAsked);
        }
    }
}
