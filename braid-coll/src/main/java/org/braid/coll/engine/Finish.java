package org.braid.coll.engine;

import org.jspecify.annotations.Nullable;

/** Told when a call that was started is over, by whoever moved it on; the call must not be touched any more. */
@FunctionalInterface
public interface Finish {
    /** @param failure null if the call has succeeded */
    void finished(@Nullable RuntimeException failure);
}
