package org.braid.coll.engine;

import org.jspecify.annotations.Nullable;

/** Told when a call that was started is over, by whoever moved it on; the call must not be touched any more. It must not throw: who is told is not who moved the call on. */
@FunctionalInterface
public interface Finish {
    /** @param failure what ended the call, an operator's error perhaps; null if it has succeeded */
    void finished(@Nullable Throwable failure);
}
