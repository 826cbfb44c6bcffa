package org.braid.testkit.sim.load;

import org.braid.base.BraidException;
import org.braid.link.progress.Completion;
import org.jspecify.annotations.Nullable;

/** Something that a node waits for, and what it does when that is done. */
abstract class Pending {
    final Completion done;

    Pending() {
        this(new Completion());
    }

    Pending(Completion done) {
        this.done = done;
    }

    /** It is done: with this failure, or well. */
    abstract void ended(@Nullable BraidException failure);
}
