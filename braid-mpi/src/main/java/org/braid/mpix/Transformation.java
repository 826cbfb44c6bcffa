package org.braid.mpix;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Confluence} makes of the data of its senders (generalized-communicators, section 6).
 *
 * @param <A> arrays of a primitive type, such as {@code double[]}
 */
@FunctionalInterface
public interface Transformation<A> {
    /**
     * One round. Runs in a virtual thread, one round after the other, and may call MPI.
     *
     * @param parts what came at each receive slot, by its index; null at a slot that was deleted, or whose senders have gone. At least one is there
     * @param receivers how many send slots there are, deleted ones included
     * @return one array for all receivers; or one for each send slot, by its index, null where nothing is to be sent. What it throws ends the confluence
     */
    List<@Nullable A> apply(List<@Nullable A> parts, int receivers);
}
