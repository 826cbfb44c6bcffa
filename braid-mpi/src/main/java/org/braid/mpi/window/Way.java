package org.braid.mpi.window;

import org.braid.link.progress.Completion;
import org.jspecify.annotations.Nullable;

/** How accesses to one window are carried out; the same for all ranks of it, so that accumulates have one way of being atomic. */
interface Way {
    /**
     * Carries an access out, or starts it; its data may be used again then.
     *
     * @return null if it is over, else what tells of its end
     */
    @Nullable Completion start(Access access);
}
