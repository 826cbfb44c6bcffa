package org.braid.testkit.sim.load;

import org.braid.link.Context;
import org.jspecify.annotations.Nullable;

/** Looks into contexts that rest, as no user can. */
@FunctionalInterface
public interface Settlement {
    /** What one context has not settled with another one; null if nothing is left. */
    @Nullable String between(Context from, Context to);
}
