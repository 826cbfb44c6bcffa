package org.braid.pipe.driver;

import org.jspecify.annotations.Nullable;

/** Where peers call. */
public interface PipeListener {
    /**
     * Who has called since, one at a time; null if nobody waits, or if it is too early to ask the system again. A caller that is not even heard is a {@link NoPipe}, whose reason is shown to the user.
     */
    @Nullable BytePipe accept(long nowNs);

    /** Nobody can call any more. */
    void close();
}
