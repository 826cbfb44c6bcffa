package org.braid.coll.topology;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/** Something large that is made when somebody asks for it, the same each time, and forgotten once nobody has it any more. Thread-safe. */
abstract class OnDemand<T> {
    private volatile WeakReference<T> last = new WeakReference<>(null);

    /** A new one, equal to all others. */
    abstract T made();

    /** The one that somebody still has, or a new one. */
    final T get() {
        @Nullable T known = last.get();
        if (known != null) {
            return known;
        }
        T made = made();
        last = new WeakReference<>(made);
        return made;
    }
}
