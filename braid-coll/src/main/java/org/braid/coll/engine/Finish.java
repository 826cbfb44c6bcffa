package org.braid.coll.engine;

import org.jspecify.annotations.Nullable;

/** Told when a call that was started is over, by whoever moved it on; the call must not be touched any more. It must not throw: the thread that is told may have moved the call on for another one. */
@FunctionalInterface
public interface Finish {
    /** @param failure what ended the call, an operator's error perhaps; null if it has succeeded */
    void finished(@Nullable Throwable failure);
}
