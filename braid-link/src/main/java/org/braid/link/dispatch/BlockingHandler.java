package org.braid.link.dispatch;

import org.braid.link.bulk.Slab;

/** A handler that may wait: it runs in a virtual thread of its own, with the payload as a slab that it owns and must release. */
@FunctionalInterface
public interface BlockingHandler {
    /** One request; may wait. The slab is released when this returns. */
    void handle(Endpoint to, int a0, int a1, int a2, int a3, Slab payload);
}
