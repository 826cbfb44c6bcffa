package org.braid.mpi.liveness;

import java.util.Set;
import org.braid.base.wire.ContextId;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/** A lock that a thread waits for while these processes hold it: no message ends the wait, the thread looks again and again. Another one as soon as others hold it. Guarded by the context's token. */
final class AwaitedLock {
    private final Set<ContextId> holders;
    private boolean over;
    private @Nullable MpiFailure failure;

    AwaitedLock(Set<ContextId> holders) {
        this.holders = Set.copyOf(holders);
    }

    /** Those of whom one has to give it back first. */
    Set<ContextId> holders() {
        return holders;
    }

    /** The thread waits no more, or for others. */
    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    /** The thread would wait for ever. */
    void fail(MpiFailure why) {
        failure = why;
    }

    @Nullable MpiFailure failure() {
        return failure;
    }
}
